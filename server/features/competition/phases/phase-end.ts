import { extendedKinds } from '@lectern/contract/competition/competition-values.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { activityNames } from '../activities/activity-queries.ts'
import { changePhase, insertPhase } from './phase-changes.ts'
import { officePhases } from './phase-queries.ts'
import { isOpen, phaseOf, type Window } from './phases.ts'

/** A phase is never empty, even if it ends at the moment of its begin. */
const endedAt = ({ opensAt }: Window, now: Date): Date => (opensAt < now ? now : new Date(opensAt.getTime() + 1))

/**
 * Ends now what teams of these activities can still do: enrolment and submission. Other activities of the edition keep their time, and so
 * do teams with an extension. Requires a transaction with the exclusive lock on the edition rules.
 */
export const endPhases = async (ctx: Ctx, editionId: EditionId, ids: readonly ActivityId[]): Promise<void> => {
  const activities = await activityNames(ctx.db, editionId)
  const phases = await officePhases(ctx.db, editionId)
  for (const kind of extendedKinds) {
    const open = ids.flatMap((id) => {
      const phase = phaseOf(phases, id, kind)
      return phase && isOpen(phase, ctx.now) ? [{ id, phase }] : []
    })
    for (const { phase } of open.filter((one) => one.phase.activityId !== null))
      await changePhase(ctx, phase, { ...phase, closesAt: endedAt(phase, ctx.now) })
    const shared = open.filter((one) => one.phase.activityId === null)
    const [first] = shared
    if (!first) continue
    const others = activities.filter(({ id }) => phaseOf(phases, id, kind) === first.phase && !ids.includes(id))
    const { opensAt, graceMinutes } = first.phase
    const window = { opensAt, closesAt: endedAt(first.phase, ctx.now), graceMinutes }
    if (others.length === 0) await changePhase(ctx, first.phase, window)
    else for (const { id } of shared) await insertPhase(ctx, { editionId, activityId: id, kind, ...window })
  }
}
