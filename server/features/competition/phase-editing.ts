import type { PhaseKind } from '@lectern/contract/competition-values.ts'
import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, EditionId, PhaseId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/phases.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { violatedConstraint } from '../../platform/database/connect.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { refuseTogether, type Refusal } from '../../platform/problems.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { requireTakesNoPart } from '../steps/service.ts'
import { activitiesGoverned } from './concerned.ts'
import { activityNames } from './editing-queries.ts'
import {
  allEditions,
  editionOfActivity,
  findPhase,
  lockPhaseRow,
  officePhases,
  type FoundPhase,
} from './phase-queries.ts'
import { stageProgress, type UndoneTeams } from './ports.ts'
import { isOpen, phaseOf, type Window } from './phases.ts'
import { lockEditionRules } from './queries.ts'
import { phase } from './tables.ts'

/** Everything that a timeline shows; only the list of editions if there is no edition to show. */
export const readTimeline = async (ctx: Ctx, editionId: EditionId | undefined) => {
  const editions = await allEditions(ctx.db)
  const edition = editionId ? editions.find(({ id }) => id === editionId) : editions[0]
  if (editionId && !edition) throw fail('edition.notFound')
  if (!edition) return { edition, editions, activities: [], phases: [] }
  const activities = await activityNames(ctx.db, edition.id)
  return { edition, editions, activities, phases: await officePhases(ctx.db, edition.id) }
}

export const requirePhase = async (ctx: Ctx, id: PhaseId): Promise<FoundPhase> => {
  const found = await findPhase(ctx.db, id)
  if (!found) throw fail('phase.notFound')
  return found
}

interface Times {
  opensAt: string
  closesAt: string
}

const windowOf = ({ opensAt, closesAt }: Times): Window => ({
  opensAt: new Date(opensAt),
  closesAt: new Date(closesAt),
})

const windowProblem = ({ opensAt, closesAt }: Partial<Times>): Refusal =>
  opensAt && closesAt && new Date(closesAt) <= new Date(opensAt) ? fail('phase.windowEmpty').at('closesAt') : undefined

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

/** The fields of a phase for the audit log. */
const auditFields = ({
  kind,
  activityId,
  opensAt,
  closesAt,
  graceMinutes,
}: Omit<FoundPhase, 'version' | 'updatedAt'>) => ({
  kind,
  ...(activityId && { activity: activityId }),
  opensAt,
  closesAt,
  graceMinutes,
})

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
      const made = { id: newId<PhaseId>(ctx.now), editionId, activityId, kind, graceMinutes, ...windowOf(input) }
      await requirePlace(ctx, editionId, activityId)
      await lockEditionRules(ctx.db, editionId, 'exclusive')
      refuseTogether(ctx, await findNewPhaseProblems(ctx, input))
      await ctx.db.insert(phase).values({ ...made, createdAt: ctx.now, updatedAt: ctx.now })
      await audit(ctx, 'content.created', { subject: { kind: 'phase', id: made.id }, after: auditFields(made) })
      return { id: made.id }
    }),
  )
  return requirePhase(outer, id)
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
  outer: Ctx,
  id: PhaseId,
  { version, graceMinutes, ...times }: BodyOf<typeof contract.savePhase>,
): Promise<FoundPhase> =>
  inTransaction(outer, async (ctx) => {
    const before = await lockPhase(ctx, id, version)
    refuseTogether(ctx, findPhaseProblems(times))
    const changes = { ...windowOf(times), graceMinutes, version: version + 1, updatedAt: ctx.now }
    await ctx.db.update(phase).set(changes).where(eq(phase.id, id))
    const after = { ...before, ...changes }
    await audit(ctx, 'content.updated', {
      subject: { kind: 'phase', id },
      before: auditFields(before),
      after: auditFields(after),
    })
    return after
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
export const foreseePhase = async (ctx: Ctx, query: QueryOf<typeof contract.foreseePhase>) => {
  const { edition, activity, kind, opensAt, closesAt } = query
  const { activities, phases } = await readTimeline(ctx, edition)
  if (activity && !activities.some(({ id }) => id === activity)) throw fail('activity.notFound')
  if ((opensAt === undefined) !== (closesAt === undefined)) throw fail('phase.windowEmpty').at('closesAt')
  refuseTogether(ctx, [windowProblem({ ...(opensAt && { opensAt }), ...(closesAt && { closesAt }) })])
  const window = opensAt !== undefined && closesAt !== undefined ? windowOf({ opensAt, closesAt }) : undefined
  const place = { editionId: edition, activityId: activity ?? null, kind }
  const following = activities
    .map(({ id }) => id)
    .filter((id) => (activity ? id === activity : !phases.some((own) => own.kind === kind && own.activityId === id)))
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
  return {
    before,
    after,
    closes,
    shortens,
    opens: !wasOpen && willBeOpen,
    activities: following.length,
    undone: shortens || closes ? await countUndone(ctx, kind, following, after?.closesAt) : null,
  }
}
