import type { PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, EditionId, PhaseId } from '@lectern/contract/ids.ts'
import { joinList } from '@lectern/contract/lists.ts'
import { localize } from '@lectern/contract/localized.ts'
import type * as contract from '@lectern/contract/competition/phases.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { violatedConstraint } from '../../../platform/database/connect.ts'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { refuseTogether, type Refusal } from '../../../platform/problems.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { ownActivities, requireTakesNoPart, whyNotOf } from '../../steps/service.ts'
import { activitiesGoverned } from '../affected-activities.ts'
import { activityNames } from '../activities/activity-queries.ts'
import {
  allEditions,
  editionOfActivity,
  findPhase,
  lockPhaseRow,
  officePhases,
  type FoundPhase,
} from './phase-queries.ts'
import { auditFields, changePhase, insertPhase } from './phase-changes.ts'
import { findThingsOutside, findThingsWithoutPhase, moveThingsInside, thingsOfOthers } from './things-outside.ts'
import { stageProgress, type UndoneTeams } from '../ports.ts'
import { isOpen, phaseOf, type Window } from './phases.ts'
import { lockEditionRules } from '../queries.ts'
import { phase } from '../tables.ts'

/** Everything that a timeline shows; only the list of editions if there is no edition to show. */
const readTimeline = async (ctx: Ctx, editionId: EditionId | undefined) => {
  const editions = await allEditions(ctx.db)
  const edition = editionId ? editions.find(({ id }) => id === editionId) : editions[0]
  if (editionId && !edition) throw fail('edition.notFound')
  if (!edition) return { edition, editions, activities: [], phases: [] }
  const activities = await activityNames(ctx.db, edition.id)
  return { edition, editions, activities, phases: await officePhases(ctx.db, edition.id) }
}

interface Governed extends Pick<Place, 'activityId' | 'kind'> {
  activities: readonly { id: ActivityId }[]
  phases: readonly Pick<FoundPhase, 'activityId' | 'kind'>[]
}

/** The activity of a phase, or those of the edition that have no phase of this kind. */
const governedBy = ({ activityId, kind, activities, phases }: Governed): ActivityId[] =>
  activities
    .map(({ id }) => id)
    .filter((id) =>
      activityId ? id === activityId : !phases.some((own) => own.kind === kind && own.activityId === id),
    )

/** A timeline, and what whoever takes part in activities may not change of it. */
export const readOwnTimeline = async (ctx: SignedIn, editionId: EditionId | undefined) => {
  const timeline = await readTimeline(ctx, editionId)
  const own = await ownActivities(ctx)
  return {
    ...timeline,
    whyNot: (place: Pick<Place, 'activityId' | 'kind'>) => whyNotOf(ctx, own, governedBy({ ...timeline, ...place })),
  }
}

export const requirePhase = async (ctx: Ctx, id: PhaseId): Promise<FoundPhase> => {
  const row = await findPhase(ctx.db, id)
  if (!row) throw fail('phase.notFound')
  return row
}

interface Times {
  opensAt: string
  closesAt: string
}

const windowOf = ({ opensAt, closesAt }: Times): Window => ({
  opensAt: new Date(opensAt),
  closesAt: new Date(closesAt),
})

const windowProblem = ({ opensAt, closesAt }: Partial<Times>, path = 'closesAt'): Refusal =>
  opensAt && closesAt && new Date(closesAt) <= new Date(opensAt) ? fail('phase.windowEmpty').at(path) : undefined

/** Reports problems of a new phase even while other fields are missing or malformed. */
export const findNewPhaseProblems = async (
  ctx: Ctx,
  { editionId, activityId, kind, ...times }: Partial<BodyOf<typeof contract.createPhase>>,
): Promise<readonly Refusal[]> => {
  const isPlaced = editionId !== undefined && activityId !== undefined
  const others = isPlaced && kind ? await officePhases(ctx.db, editionId) : []
  const isTaken = others.some((one) => one.kind === kind && one.activityId === activityId)
  return [isTaken ? fail('phase.taken').at('kind') : undefined, windowProblem(times)]
}

/** The same for changes. */
export const findPhaseProblems = (times: Partial<Times>): readonly Refusal[] => [windowProblem(times)]

/** The edition exists, and the activity belongs to it. */
const requirePlace = async (ctx: Ctx, editionId: EditionId, activityId: ActivityId | null): Promise<void> => {
  if (activityId) {
    if ((await editionOfActivity(ctx.db, activityId)) !== editionId) throw fail('activity.notFound')
    return
  }
  const editions = await allEditions(ctx.db)
  if (!editions.some(({ id }) => id === editionId)) throw fail('edition.notFound')
}

/** Two organisers may add the same phase at once: the database refuses the second. */
const refusalIfTaken = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'phase_of_edition' || constraint === 'phase_of_activity') throw fail('phase.taken').at('kind')
    throw error
  }
}

interface Place {
  editionId: EditionId
  activityId: ActivityId | null
  kind: PhaseKind
}

/** The phases as they would be with this one replaced or removed. */
const withPhase = (
  phases: readonly FoundPhase[],
  { editionId, activityId, kind }: Place,
  window: Window | undefined,
) => [
  ...phases.filter((other) => other.kind !== kind || other.activityId !== activityId),
  ...(window ? [{ editionId, activityId, kind, ...window }] : []),
]

/**
 * What would not lie within its phase any more is moved along or left as it is, as the organiser has decided. Nobody decides about
 * activities in which they take part.
 */
const settleThings = async (
  ctx: SignedIn,
  place: Place,
  window: Window,
  decision: BodyOf<typeof contract.savePhase>['things'],
): Promise<void> => {
  const { editionId, kind } = place
  const before = await officePhases(ctx.db, editionId)
  const things = await findThingsOutside(ctx, { editionId, kind, before, after: withPhase(before, place, window) })
  if (things.length === 0) return
  const activities = things.flatMap((thing) => thing.activities)
  await requireTakesNoPart(ctx, sql`select unnest(${sql.param(activities)}::uuid[])`)
  if (!decision) {
    const names = things.map(({ name }) => localize(name, ctx.locale).text)
    throw fail('phase.windowsOutside', { names: joinList(ctx.locale, names) })
  }
  if (decision === 'move') await moveThingsInside(ctx, kind, things)
}

export const createPhase = async (
  outer: SignedIn,
  input: BodyOf<typeof contract.createPhase>,
  key: string | undefined,
): Promise<FoundPhase> => {
  await requireTakesNoPart(outer, activitiesGoverned(input))
  const call = { scope: `phase.create ${outer.actor.id}`, key, input }
  const { id } = await refusalIfTaken(() =>
    withIdempotencyKey(outer, call, async (ctx) => {
      const { editionId, activityId, kind, graceMinutes } = input
      await requirePlace(ctx, editionId, activityId)
      await lockEditionRules(ctx.db, editionId, 'exclusive')
      refuseTogether(ctx, await findNewPhaseProblems(ctx, input))
      await settleThings(ctx, input, windowOf(input), input.things)
      return { id: await insertPhase(ctx, { editionId, activityId, kind, graceMinutes, ...windowOf(input) }) }
    }),
  )
  return requirePhase(outer, id)
}

type NewPhases = Partial<BodyOf<typeof contract.createPhases>>

/** Reports problems of several new phases of an edition, each at its place in the list. */
export const findNewPhasesProblems = async (
  ctx: Ctx,
  editionId: EditionId,
  { phases = [] }: NewPhases,
): Promise<readonly Refusal[]> => {
  const stored = await officePhases(ctx.db, editionId)
  return phases.flatMap(({ kind, ...times }, at) => {
    const isTaken =
      stored.some((one) => one.kind === kind && one.activityId === null) ||
      phases.slice(0, at).some((one) => one.kind === kind)
    return [
      isTaken ? fail('phase.taken').at(`phases.${at}.kind`) : undefined,
      windowProblem(times, `phases.${at}.closesAt`),
    ]
  })
}

export const createPhases = async (
  outer: SignedIn,
  editionId: EditionId,
  input: BodyOf<typeof contract.createPhases>,
  key: string | undefined,
): Promise<FoundPhase[]> => {
  const places = input.phases.map(({ kind, ...times }) => ({ editionId, activityId: null, kind, ...windowOf(times) }))
  const governed = sql.join(places.map(activitiesGoverned), sql` union `)
  await requireTakesNoPart(outer, governed)
  const call = { scope: `phases.create ${outer.actor.id}`, key, input: { editionId, ...input } }
  const { ids } = await refusalIfTaken(() =>
    withIdempotencyKey(outer, call, async (ctx) => {
      await requirePlace(ctx, editionId, null)
      await lockEditionRules(ctx.db, editionId, 'exclusive')
      refuseTogether(ctx, await findNewPhasesProblems(ctx, editionId, input))
      const created: PhaseId[] = []
      for (const place of places) {
        // Whoever has rounds or lists that would lie outside adds that phase alone, and decides.
        await settleThings(ctx, place, place, undefined)
        created.push(await insertPhase(ctx, { ...place, graceMinutes: 0 }))
      }
      return { ids: created }
    }),
  )
  return Promise.all(ids.map((id) => requirePhase(outer, id)))
}

/** Locks the phase in the version that the caller has seen, and the edition rules exclusively. */
const lockPhase = async (ctx: Ctx, id: PhaseId, version: number): Promise<FoundPhase> => {
  const { editionId } = await requirePhase(ctx, id)
  await lockEditionRules(ctx.db, editionId, 'exclusive')
  const locked = await lockPhaseRow(ctx.db, id)
  if (!locked) throw fail('phase.notFound')
  if (locked.version !== version) throw fail('resource.changed')
  return locked
}

export const savePhase = (
  outer: SignedIn,
  id: PhaseId,
  { version, graceMinutes, things, ...times }: BodyOf<typeof contract.savePhase>,
): Promise<FoundPhase> =>
  inTransaction(outer, async (ctx) => {
    const before = await lockPhase(ctx, id, version)
    refuseTogether(ctx, findPhaseProblems(times))
    await settleThings(ctx, before, windowOf(times), things)
    return changePhase(ctx, before, { ...windowOf(times), graceMinutes })
  })

export const deletePhase = (outer: Ctx, id: PhaseId, version: number): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const before = await lockPhase(ctx, id, version)
    await ctx.db.delete(phase).where(eq(phase.id, id))
    await audit(ctx, 'content.deleted', { subject: { kind: 'phase', id }, before: auditFields(before) })
  })

/** Deletes the phases of an activity that is deleted. Requires the exclusive lock on the edition rules. */
export const deletePhasesOf = async (ctx: Ctx, activityId: ActivityId): Promise<void> => {
  const gone = await ctx.db.delete(phase).where(eq(phase.activityId, activityId)).returning()
  for (const before of gone)
    await audit(ctx, 'content.deleted', { subject: { kind: 'phase', id: before.id }, before: auditFields(before) })
}

/** Null: nothing is submitted during a phase of this kind. */
const countUndone = async (
  { db, installation }: Ctx,
  kind: PhaseKind,
  activities: readonly ActivityId[],
  end: Date | undefined,
): Promise<UndoneTeams | null> => {
  const stage = installation.ports.all(stageProgress).find((one) => one.kind === kind)
  return stage ? stage.countUndone(db, activities, end) : null
}

/** Which teams get less time depends on the phase that applies to their activity and on their extensions. */
export const foreseePhase = async (ctx: SignedIn, query: QueryOf<typeof contract.foreseePhase>) => {
  const { edition, activity, kind, opensAt, closesAt } = query
  const { activities, phases } = await readTimeline(ctx, edition)
  if (activity && !activities.some(({ id }) => id === activity)) throw fail('activity.notFound')
  if ((opensAt === undefined) !== (closesAt === undefined)) throw fail('phase.windowEmpty').at('closesAt')
  refuseTogether(ctx, [windowProblem({ ...(opensAt && { opensAt }), ...(closesAt && { closesAt }) })])
  const window = opensAt !== undefined && closesAt !== undefined ? windowOf({ opensAt, closesAt }) : undefined
  const place = { editionId: edition, activityId: activity ?? null, kind }
  const following = governedBy({ activityId: activity ?? null, kind, activities, phases })
  const wouldBe = withPhase(phases, place, window)
  // All activities without their own phase follow the same one; if there are none, the phase itself changes.
  const [first] = following
  const ofEdition = (list: readonly (Window & Omit<Place, 'editionId'>)[]) =>
    list.find((one) => one.kind === kind && one.activityId === null)
  const before = first ? phaseOf(phases, first, kind) : ofEdition(phases)
  const after = first ? phaseOf(wouldBe, first, kind) : ofEdition(wouldBe)
  const wasOpen = before !== undefined && isOpen(before, ctx.now)
  const willBeOpen = after !== undefined && isOpen(after, ctx.now)
  const shortens = before !== undefined && before.closesAt > ctx.now && (!after || after.closesAt < before.closesAt)
  const closes = wasOpen && !willBeOpen
  const change = { editionId: edition, kind, before: phases, after: wouldBe }
  const own = await ownActivities(ctx)
  return {
    before,
    after,
    closes,
    shortens,
    opens: !wasOpen && willBeOpen,
    activities: following.length,
    undone: shortens || closes ? await countUndone(ctx, kind, following, after?.closesAt) : null,
    outside: thingsOfOthers(await findThingsOutside(ctx, change), own),
    withoutPhase: thingsOfOthers(await findThingsWithoutPhase(ctx, change), own),
  }
}
