import { actualWindow, type Progress } from '@lectern/contract/competition/actual-windows.ts'
import { phaseKinds, type PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { activityProgress } from '../ports.ts'
import { phasesOfEditions } from '../queries.ts'
import { phaseOf, type Phase } from './phases.ts'

export type Asking = Pick<Ctx, 'db' | 'now' | 'installation'>

type ProgressOfActivities = ReadonlyMap<ActivityId, Progress>

/** What rounds and result lists have done in the activities of some editions; those where nothing has happened are left out. */
const readProgress = async ({ db, now, installation }: Asking, editions: readonly EditionId[]) => {
  const sources = installation.ports.all(activityProgress).map((select) => select(now))
  const progress = new Map<ActivityId, Progress>()
  if (sources.length === 0 || editions.length === 0) return progress
  const { rows } = await db.execute<{ id: ActivityId; kind: PhaseKind; opensAt: Date; closesAt: Date | null }>(sql`
    select happened.activity_id as id, happened.kind, happened.opens_at as "opensAt", happened.closes_at as "closesAt"
    from (${sql.join(sources, sql` union all `)}) as happened (activity_id, kind, opens_at, closes_at)
    join activity on activity.id = happened.activity_id
    where activity.edition_id = any (${sql.param([...editions])}::uuid[])
  `)
  for (const { id, kind, ...window } of rows) {
    const opensAt = new Date(window.opensAt)
    const closesAt = window.closesAt && new Date(window.closesAt)
    progress.set(id, {
      ...progress.get(id),
      ...(kind === 'review' && { review: { opensAt, closesAt } }),
      ...(kind === 'publicity' && closesAt && { publicity: { opensAt, closesAt } }),
      ...(kind === 'results' && { announcedAt: opensAt }),
    })
  }
  return progress
}

/** A phase as it really takes place. `isOfEdition`: its activity has no phase of its own in the plan. */
type Actual<P extends Phase> = P & { isOfEdition?: boolean }

/** The phases with those of each activity as they really take place: `phaseOf` finds them before what was planned. */
export const withProgress = <P extends Phase>(
  planned: readonly P[],
  progress: ProgressOfActivities,
): readonly Actual<P>[] => {
  const actual = [...progress].flatMap(([activityId, happened]) =>
    phaseKinds.flatMap((kind) => {
      const phase = phaseOf(planned, activityId, kind)
      if (!phase) return []
      return [{ ...phase, activityId, ...actualWindow(kind, phase, happened), isOfEdition: phase.activityId === null }]
    }),
  )
  const isReplaced = ({ activityId }: P): boolean => activityId !== null && progress.has(activityId)
  return [...planned.filter((phase) => !isReplaced(phase)), ...actual]
}

/** The phases of the edition itself: each from the first to the last of the activities that follow it. */
export const sharedSchedule = <P extends Phase>(phases: readonly Actual<P>[], activities: readonly ActivityId[]): P[] =>
  phases
    .filter(({ activityId }) => activityId === null)
    .map((shared) => {
      const followed = activities
        .map((id) => phaseOf(phases, id, shared.kind)!)
        .filter((phase) => phase.activityId === null || phase.isOfEdition)
      if (followed.length === 0) return shared
      const times = followed.map(({ opensAt, closesAt }) => ({ from: opensAt.getTime(), until: closesAt.getTime() }))
      return {
        ...shared,
        opensAt: new Date(Math.min(...times.map(({ from }) => from))),
        closesAt: new Date(Math.max(...times.map(({ until }) => until))),
      }
    })

/** The phases of some editions and their activities as they really take place, and since when results are public. */
export const readActualPhases = async (ctx: Asking, editions: readonly EditionId[]) => {
  const planned = await phasesOfEditions(ctx.db, { editions })
  const progress = await readProgress(ctx, editions)
  return {
    phases: withProgress(planned, progress),
    announcedAt: (id: ActivityId): Date | undefined => progress.get(id)?.announcedAt,
  }
}
