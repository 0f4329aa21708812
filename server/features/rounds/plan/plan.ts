import { isDeepStrictEqual } from 'node:util'
import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import type { ReviewerId, RoundId, TaskId } from '@lectern/contract/ids.ts'
import { defaultLocale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type * as contract from '@lectern/contract/rounds/review-plan.ts'
import type { PoolProgress } from '../solver/pool-plan.ts'
import { inSeededOrder } from '../solver/seeded-order.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import type { TaskRunner } from '../../../platform/feature.ts'
import { permit } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { takeStep } from '../../steps/service.ts'
import { enqueueTask } from '../../tasks/service.ts'
import { recordConflicts } from '../assignments/conflicts.ts'
import { endAssignments, explainingConflicts } from '../assignments/end-assignments.ts'
import { lockRound } from '../locks.ts'
import { hashPlanInput, type PlanPair } from './plan-input.ts'
import { makePlan } from './dry-run.ts'
import {
  activityFields,
  deleteAssignments,
  findActivePlanTask,
  findPlan,
  hasLaterPlanTask,
  insertAssignments,
  lastPositions,
  openAssignments,
  setActivityFields,
  setPanels,
  storePlan,
  type NewAssignment,
} from './plan-queries.ts'
import { planInThread } from './plan-thread.ts'
import type { StoredPlan } from './plan-values.ts'
import { isUnopened, mayArrange, mayPlan } from '../policy.ts'
import { notifyDealt } from '../reviewers/reviewer-notices.ts'
import { moveRound, type RoundView } from '../setup/round-queries.ts'
import { lockSeenRound, requireRound } from '../setup/rounds.ts'

/** Stores what experts should know to judge the works of each activity. */
const saveFields = async (
  ctx: SignedIn,
  id: RoundId,
  choices: BodyOf<typeof contract.startPlan>['fields'],
): Promise<void> => {
  const current = await activityFields(ctx.db, id)
  const changed = choices.filter(({ activity, fields }) => {
    const match = current.find((one) => one.id === activity)
    if (!match) throw fail('activity.notFound').at('fields')
    return !isDeepStrictEqual(match.fields, fields)
  })
  if (changed.length === 0) return
  for (const { activity, fields } of changed) await setActivityFields(ctx.db, id, activity, fields)
  await audit(ctx, 'round.saved', {
    subject: { kind: 'round', id },
    before: { fields: current.map((one) => ({ activity: one.id, fields: one.fields })) },
    after: { fields: changed },
  })
}

/** Starts a dry run. Nothing that others see changes, except conflicts that are found before it. */
export const startPlan = (
  outer: SignedIn,
  id: RoundId,
  { seed, fields }: BodyOf<typeof contract.startPlan>,
): Promise<AnswerOf<typeof contract.startPlan>> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockSeenRound(ctx, id)
    permit(mayPlan(view, ctx))
    await saveFields(ctx, id, fields)
    await recordConflicts(ctx, id)
    const task = await enqueueTask(ctx, {
      kind: 'plan',
      input: { round: id, seed },
      subject: localize(view.name, defaultLocale).text,
      link: `/Admin/Review/${id}?tab=plan`,
      startedBy: ctx.actor.id,
    })
    return { task }
  })

/** The task `plan`. It may be repeated: it only replaces the stored plan. */
export const planRunner =
  (databaseUrl: string, seconds: number): TaskRunner =>
  async (ctx, { id: taskId, input, signal, progress }) => {
    const [id, seed] = [input['round'] as RoundId, input['seed'] as string]
    const report = (news: PoolProgress): void => {
      // Should the database be unavailable, storing the plan fails as well and is reported.
      if (news.stage === 'solving') void progress(news.filled, news.places).catch(() => undefined)
    }
    const plan = await planInThread({ databaseUrl, round: id, seed, seconds }, { signal, onProgress: report })
    if (!plan) return
    await inTransaction(ctx, async (inner) => {
      await lockRound(inner.db, id, 'exclusive')
      signal.throwIfAborted()
      if (await hasLaterPlanTask(inner.db, id, taskId)) return
      await storePlan(inner.db, id, plan.plan, inner.now)
    })
    await progress(plan.works, plan.works)
  }

/** Makes and stores a plan in the transaction of the caller and in its thread: for few works. */
export const planAtOnce = async (ctx: Ctx, round: RoundId, seed: string): Promise<void> => {
  await lockRound(ctx.db, round, 'exclusive')
  const plan = await makePlan(ctx.db, { round, seed })
  if (plan) await storePlan(ctx.db, round, plan.plan, ctx.now)
}

const keyOf = ({ entry, reviewer }: PlanPair): string => `${entry} ${reviewer}`

/** What publishing a plan would change. */
export const compareWithStanding = async (ctx: Ctx, id: RoundId, { assignments }: StoredPlan) => {
  const standing = await openAssignments(ctx.db, id)
  const [before, after] = [new Set(standing.map(keyOf)), new Set(assignments.map(keyOf))]
  return {
    added: assignments.filter((pair) => !before.has(keyOf(pair))),
    // A finished sheet stays, whatever the plan says.
    dropped: standing.filter((pair) => !after.has(keyOf(pair)) && !pair.isFinished),
  }
}

export interface PlanView {
  view: RoundView
  stored: StoredPlan | undefined
  task: TaskId | undefined
  isStale: boolean
  added: number
  removed: number
}

export const readPlan = async (ctx: Ctx, id: RoundId): Promise<PlanView> => {
  const view = await requireRound(ctx, id)
  // In this order: a dry run that ends in between has stored its plan before.
  const task = await findActivePlanTask(ctx.db, id)
  const stored = await findPlan(ctx.db, id)
  if (!stored) return { view, stored, task, isStale: false, added: 0, removed: 0 }
  if (stored.publishedAt) return { view, stored, task, isStale: false, added: 0, removed: 0 }
  const { added, dropped } = await compareWithStanding(ctx, id, stored)
  const isStale = (await hashPlanInput(ctx.db, view)) !== stored.inputHash
  return { view, stored, task, isStale, added: added.length, removed: dropped.length }
}

/** Places in each expert's own order, shuffled by the seed: the order says nothing about teams or other experts. */
const inOwnOrder = (
  pairs: readonly PlanPair[],
  seed: string,
  last: ReadonlyMap<ReviewerId, number>,
): NewAssignment[] => {
  const next = new Map(last)
  return inSeededOrder(
    pairs.map((pair) => ({ ...pair, key: `${pair.reviewer} ${pair.entry}` })),
    seed,
  ).map(({ entry, reviewer }) => {
    const position = (next.get(reviewer) ?? 0) + 1
    next.set(reviewer, position)
    return { entry, reviewer, position }
  })
}

/** The plan that the caller has seen, if nothing that it depends on has changed since. */
const requireFreshPlan = async (
  ctx: Ctx,
  view: RoundView,
  { seed, madeAt }: BodyOf<typeof contract.publishPlan>,
): Promise<StoredPlan> => {
  const stored = await findPlan(ctx.db, view.id)
  if (!stored) throw fail('plan.none')
  const isSeen = stored.seed === seed && stored.madeAt === new Date(madeAt).toISOString()
  if (!isSeen || stored.publishedAt) throw fail('plan.stale')
  if ((await hashPlanInput(ctx.db, view)) !== stored.inputHash) throw fail('plan.stale')
  return stored
}

/** Makes the last dry run the assignment of the round. Of two organisers who publish at once, the second is told that the plan is stale. */
export const publishPlan = (
  outer: SignedIn,
  id: RoundId,
  seen: BodyOf<typeof contract.publishPlan>,
): Promise<AnswerOf<typeof contract.publishPlan>> =>
  explainingConflicts(() =>
    inTransaction(outer, (ctx) =>
      takeStep(ctx, {
        lock: () => lockSeenRound(ctx, id),
        may: mayArrange,
        move: async (view) => {
          const stored = await requireFreshPlan(ctx, view, seen)
          const { added, dropped } = await compareWithStanding(ctx, id, stored)
          const origin = { now: ctx.now, by: ctx.actor.id }
          if (isUnopened(view)) {
            // Nobody has seen what was planned before.
            await deleteAssignments(ctx.db, id)
            const rows = inOwnOrder(stored.assignments, stored.seed, new Map())
            await insertAssignments(ctx.db, id, rows, origin)
          } else {
            const ended = dropped.map((row) => row.id)
            await endAssignments(ctx, ended, { to: 'removed', reason: null, keepSheets: true })
            const rows = inOwnOrder(added, stored.seed, await lastPositions(ctx.db, id))
            await insertAssignments(ctx.db, id, rows, origin)
          }
          if (view.rules.mode === 'panel') await setPanels(ctx.db, id, stored.panels)
          const state = view.state === 'draft' ? 'planned' : view.state
          const plan = { ...stored, publishedAt: ctx.now.toISOString() }
          await moveRound(ctx, view, state, { plan })
          const counts = { added: added.length, removed: dropped.length }
          return {
            after: counts,
            log: {
              action: 'round.planPublished' as const,
              subject: { kind: 'round' as const, id },
              before: { state: view.state },
              after: { state, seed: stored.seed, hash: stored.inputHash, ...counts },
            },
            notify: () =>
              isUnopened(view)
                ? Promise.resolve()
                : notifyDealt(
                    ctx,
                    view,
                    added.map((pair) => pair.reviewer),
                  ),
          }
        },
      }),
    ),
  )
