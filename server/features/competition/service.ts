import { extendedKinds, type PhaseKind } from '@lectern/contract/competition-values.ts'
import type { AccountId, ActivityId, ExtensionId, TeamId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { t } from '../../platform/messages.ts'
import { deadlinesOf, type Deadlines } from './phases.ts'
import {
  addressesOfActivities,
  askedBefore,
  activitiesOf,
  findCurrentEdition,
  findPublishedActivity,
  lockSeatCount,
  nextNumber,
  phasesOf,
  phasesOfEditions,
  publishedActivities,
  stateAt,
  windowsOfTeams,
} from './queries.ts'
import { extension } from './tables.ts'

export { lockEditionRules, lockRulesOfActivity } from './queries.ts'

export { presentContest, presentRules, standingOfShown } from './present.ts'
export { checkWindow, deadlineOf, isFull, isOpen, type Deadline, type Deadlines } from './phases.ts'
export type { ActivityUse, Answered } from './policy.ts'
export { activityUses, stageProgress, type UndoneTeams } from './ports.ts'
export { wherePublished } from './queries.ts'

/** What a kind of phase is called, in every language. */
export const phaseNames = (kind: PhaseKind): LocalizedText =>
  Object.fromEntries(locales.map((locale) => [locale, t(locale, `section.phase.${kind}`)]))

/** The contest that runs: its edition, its published activities and all phases. */
export const readContest = async (ctx: Ctx) => {
  const edition = await findCurrentEdition(ctx.db)
  if (!edition) return { edition: undefined, activities: [], phases: [] }
  const [activities, phases] = await Promise.all([
    publishedActivities(ctx.db, edition.id, ctx.now),
    phasesOf(ctx.db, edition.id),
  ])
  return { edition, activities, phases }
}

/** The current edition and all its phases, without its activities. */
export const readSchedule = async (ctx: Ctx) => {
  const edition = await findCurrentEdition(ctx.db)
  return { edition, phases: edition ? await phasesOf(ctx.db, edition.id) : [] }
}

export const requireActivity = async (ctx: Ctx, id: ActivityId) => {
  const found = await findPublishedActivity(ctx.db, id, ctx.now)
  if (!found) throw fail('activity.notFound')
  return { ...found, phases: await phasesOf(ctx.db, found.editionId) }
}

export const activitiesForSitemap = (ctx: Ctx) => addressesOfActivities(ctx.db, ctx.now)

/** Activities in which somebody acts, published or archived, each with its edition and phases: few questions, however many there are. */
export const runningActivities = async (ctx: Pick<Ctx, 'db' | 'now'>, ids: readonly ActivityId[]) => {
  const known = await activitiesOf(ctx.db, { ids })
  // Nobody knows yet of what is scheduled for later.
  const found = known
    .map((row) => ({ ...row, state: stateAt(row, ctx.now) }))
    .filter(({ state }) => state !== 'scheduled')
  const phases = await phasesOfEditions(ctx.db, {
    editions: [...new Set(found.map(({ editionId }) => editionId))],
  })
  return new Map(
    found.map((activity) => [
      activity.id,
      { ...activity, phases: phases.filter(({ editionId }) => editionId === activity.editionId) },
    ]),
  )
}

export const requireRunningActivity = async (ctx: Ctx, id: ActivityId) => {
  const found = (await runningActivities(ctx, [id])).get(id)
  if (!found) throw fail('activity.notFound')
  return found
}

export type RunningActivity = Awaited<ReturnType<typeof requireRunningActivity>>

/** Until when each of these teams may do what the phases permit, its extensions included. */
export const deadlinesOfTeams = async (
  ctx: Pick<Ctx, 'db'>,
  teams: readonly { id: TeamId; activity: { id: ActivityId } }[],
): Promise<ReadonlyMap<TeamId, Deadlines>> => {
  const windows = await windowsOfTeams(ctx.db, {
    teams: teams.map(({ id }) => id),
    activities: teams.map(({ activity }) => activity.id),
    kinds: extendedKinds,
  })
  return new Map(
    teams.map(({ id, activity }) => {
      const own = windows.filter(({ teamId }) => teamId === id)
      const extended = own.flatMap(({ kind, extendedUntil }) => (extendedUntil ? [[kind, extendedUntil]] : []))
      return [id, deadlinesOf(own, activity.id, Object.fromEntries(extended))]
    }),
  )
}

/** For who has no team yet: the deadlines that count for everybody in an activity. */
export const deadlinesIn = ({ id, phases }: Pick<RunningActivity, 'id' | 'phases'>): Deadlines =>
  deadlinesOf(phases, id)

/** Those of these questions that the form has never asked. */
export const neverAsked = async (ctx: Ctx, id: ActivityId, fields: readonly string[]): Promise<string[]> => {
  if (fields.length === 0) return []
  const former = new Set(await askedBefore(ctx.db, id, fields))
  return fields.filter((field) => !former.has(field))
}

/** Who gives, takes or waits for places of an activity does so alone until the transaction ends. */
export const lockSeats = (ctx: Ctx, activityId: ActivityId) => lockSeatCount(ctx.db, activityId)

/**
 * Who wants a place: a team that comes now, behind all who wait; a team that is on the waiting list and for which one is held; or a team that
 * had one until a decision that is taken back, which comes before those who have not been offered a place yet.
 */
export type Claim = 'newcomer' | 'offered' | 'restored'

/** Takes a place of an activity for the rest of the transaction, or says that there is none. The database counts it when the state changes. */
export const reserveSeat = async (ctx: Ctx, activityId: ActivityId, claim: Claim): Promise<void> => {
  const { capacity, taken, waiting, offered } = await lockSeats(ctx, activityId)
  const kept = { newcomer: waiting, offered: offered - 1, restored: offered }[claim]
  if (capacity !== null && taken + kept >= capacity) throw fail('enrolment.full')
}

/** `<year>-<code>-<sequence>` */
export const numberOf = (edition: { year: number }, code: string, sequence: number): string =>
  `${edition.year}-${code}-${String(sequence).padStart(4, '0')}`

/** Given once. */
export const assignNumber = async (
  ctx: Ctx,
  { id, code, edition }: { id: ActivityId; code: string; edition: { year: number } },
): Promise<{ number: string; sequence: number }> => {
  const sequence = await nextNumber(ctx.db, id)
  return { number: numberOf(edition, code, sequence), sequence }
}

/** In the transaction of its caller, who has asked whether it is more than there was. */
export const addExtension = async (
  ctx: Ctx,
  values: Omit<typeof extension.$inferInsert, 'id' | 'createdAt'>,
): Promise<void> => {
  await ctx.db.insert(extension).values({ ...values, id: newId<ExtensionId>(ctx.now), createdAt: ctx.now })
}

/** In the transaction of its caller, who has asked whether it may be taken back. */
export const revokeExtension = async (ctx: Ctx, id: ExtensionId, by: AccountId): Promise<void> => {
  await ctx.db.update(extension).set({ revokedBy: by, revokedAt: ctx.now }).where(eq(extension.id, id))
}
