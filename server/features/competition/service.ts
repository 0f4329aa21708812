import type { ActivityId, TeamId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { deadlineOf } from './phases.ts'
import {
  countContest,
  extendedUntil,
  findActivity,
  findCurrentEdition,
  findPublishedActivity,
  lockTally,
  nextNumber,
  phasesOf,
  publishedActivities,
} from './queries.ts'

export { presentContest, presentRules } from './present.ts'

/** The contest that runs: its edition, its published activities and all phases. */
export const readContest = async (ctx: Ctx) => {
  const edition = await findCurrentEdition(ctx.db)
  if (!edition) return { edition: undefined, activities: [], phases: [] }
  const [activities, phases] = await Promise.all([
    publishedActivities(ctx.db, edition.id),
    phasesOf(ctx.db, edition.id),
  ])
  return { edition, activities, phases }
}

export const requireActivity = async (ctx: Ctx, id: ActivityId) => {
  const found = await findPublishedActivity(ctx.db, id)
  if (!found) throw fail('activity.notFound')
  return { ...found, phases: await phasesOf(ctx.db, found.editionId) }
}

export const readFigures = (ctx: Ctx) => countContest(ctx.db)

/** What an activity and its phases say at this moment, whatever its state; for those who act in it. */
export const requireRunningActivity = async (ctx: Ctx, id: ActivityId) => {
  const found = await findActivity(ctx.db, id)
  if (!found) throw fail('activity.notFound')
  return { ...found, phases: await phasesOf(ctx.db, found.editionId) }
}

/** Until when a team may do what a phase permits: one question beside the phases, which the caller has. */
export const deadlineOfTeam = async (
  ctx: Ctx,
  { activityId, teamId, phases }: { activityId: ActivityId; teamId: TeamId; phases: Parameters<typeof deadlineOf>[0] },
  kind: 'enrolment' | 'submission',
) => deadlineOf(phases, activityId, kind, await extendedUntil(ctx.db, teamId, kind))

/** Takes a place of an activity for the rest of the transaction, or says that there is none. The database counts it when the state changes. */
export const takePlace = async (ctx: Ctx, activityId: ActivityId): Promise<void> => {
  const { capacity, taken } = await lockTally(ctx.db, activityId)
  if (capacity !== null && taken >= capacity) throw fail('enrolment.full')
}

/** `<year>-<code>-<sequence>`, given once. */
export const giveNumber = async (
  ctx: Ctx,
  { id, code, edition }: { id: ActivityId; code: string; edition: { year: number } },
): Promise<{ number: string; sequence: number }> => {
  const sequence = await nextNumber(ctx.db, id)
  return { number: `${edition.year}-${code}-${String(sequence).padStart(4, '0')}`, sequence }
}
