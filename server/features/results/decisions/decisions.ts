import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, ActivityId, ResultDecisionId, ResultListId, TaskId, WorkId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/results/results.ts'
import type { ResultDecisionKind } from '@lectern/contract/results/result-values.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { and, eq, inArray } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { permit } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { enqueueRanking } from '../lists/computation.ts'
import { worksOfDecision } from './decision-data.ts'
import type { ListView } from '../lists/list-queries.ts'
import { lockResults } from '../locks.ts'
import { mayDecideOnList } from '../policy.ts'
import { inputOf } from '../lists/rows.ts'
import { requireActivity } from '../office/rules.ts'
import { lockSeenList, requireListRow } from '../steps.ts'
import { resultDecision, resultRow, type DecisionData } from '../tables.ts'

interface NewDecision {
  kind: ResultDecisionKind
  data: DecisionData
  reason: string
  by: AccountId | null
  caseId?: string
}

/** Records a decision and has the list computed again. Requires a transaction that has locked the results. */
const record = async (ctx: Ctx, activityId: ActivityId, decision: NewDecision): Promise<TaskId> => {
  const { kind, data, reason, by, caseId } = decision
  const id = newId<ResultDecisionId>(ctx.now)
  await ctx.db.insert(resultDecision).values({
    id,
    activityId,
    kind,
    data,
    reason,
    decidedBy: by,
    decidedAt: ctx.now,
    caseId: caseId ?? null,
  })
  await audit(ctx, 'result.decided', {
    subject: { kind: 'prizes', id: activityId },
    after: { decision: kind, works: worksOfDecision({ data }), ...('prize' in data && { prize: data.prize }), reason },
  })
  const activity = await requireActivity(ctx, activityId)
  return enqueueRanking(ctx, activity, { by: by ?? undefined, reason })
}

/** Works of a list by id, with the numbers by which it is computed. */
const worksIn = async ({ db }: Ctx, list: ResultListId, ids: readonly WorkId[]) => {
  const rows = await db
    .select({ id: resultRow.workId, number: resultRow.number, isExcluded: resultRow.isExcluded })
    .from(resultRow)
    .where(and(eq(resultRow.listId, list), inArray(resultRow.workId, [...ids])))
  return new Map(rows.map((row) => [row.id, row]))
}

interface Given {
  id: ResultListId
  key: string | undefined
  input: unknown
}

/** Decides on a list once, however often the request arrives. */
const decideOnce = (
  outer: SignedIn,
  { id, key, input }: Given,
  decide: (ctx: SignedIn, view: ListView) => Promise<Pick<NewDecision, 'kind' | 'data' | 'reason'>>,
): Promise<TaskId> =>
  withIdempotencyKey(outer, { scope: `result.decide ${outer.actor.id}`, key, input: { id, input } }, async (ctx) => {
    const view = await lockSeenList(ctx, id)
    permit(mayDecideOnList(view))
    return record(ctx, view.activityId, { ...(await decide(ctx, view)), by: ctx.actor.id })
  })

/** Puts works in order of which not all can get a prize. The order holds for exactly this tie. */
export const decideTie = (
  outer: SignedIn,
  id: ResultListId,
  body: BodyOf<typeof contract.decideTie>,
  key: string | undefined,
): Promise<TaskId> =>
  decideOnce(outer, { id, key, input: body }, async (ctx, { totals }) => {
    const { works, reason } = body
    const worksById = await worksIn(ctx, id, works)
    const numbers = new Set(works.flatMap((work) => worksById.get(work)?.number ?? []))
    const isTied = totals.openTies.some(
      (tie) =>
        tie.works.length === works.length &&
        tie.works.length === numbers.size &&
        tie.works.every((work) => numbers.has(work)),
    )
    if (!isTied) throw fail('result.tieNone').at('works')
    const { rounds } = await inputOf(ctx, id)
    const total = rounds.map(({ code, perMille }) => ({ code, perMille }))
    return { kind: 'tie', data: { works, rounds: total }, reason }
  })

/** Gives a work another prize than the scores do, or none. */
export const adjustPrize = (
  outer: SignedIn,
  id: ResultListId,
  body: BodyOf<typeof contract.adjustPrize>,
  key: string | undefined,
): Promise<TaskId> =>
  decideOnce(outer, { id, key, input: body }, async (ctx, { rules }) => {
    const { work, prize, reason } = body
    const row = (await worksIn(ctx, id, [work])).get(work)
    if (!row) throw fail('work.notFound').at('work')
    if (row.isExcluded) throw fail('result.workExcluded').at('work')
    if (prize !== null && !rules.tiers.some((tier) => tier.id === prize)) throw fail('result.prizeUnknown').at('prize')
    return { kind: 'adjustment', data: { work, prize }, reason }
  })

export const undoDecision = (outer: SignedIn, id: ResultDecisionId): Promise<TaskId> =>
  inTransaction(outer, async (ctx) => {
    const { db } = ctx
    const find = async () => {
      const [decision] = await db.select().from(resultDecision).where(eq(resultDecision.id, id))
      if (!decision) throw fail('result.decisionNotFound')
      return decision
    }
    const { activityId } = await find()
    await lockResults(db, activityId)
    const { undoneAt, caseId, kind, data } = await find()
    if (undoneAt !== null) throw fail('result.decisionUndone')
    if (caseId !== null) throw fail('result.decidedByCase')
    await db.update(resultDecision).set({ undoneAt: ctx.now, undoneBy: ctx.actor.id }).where(eq(resultDecision.id, id))
    await audit(ctx, 'result.decisionUndone', {
      subject: { kind: 'prizes', id: activityId },
      after: { decision: kind, works: worksOfDecision({ data }) },
    })
    return enqueueRanking(ctx, await requireActivity(ctx, activityId), { by: ctx.actor.id, reason: undefined })
  })

/** What the ruling in a case changes: a work is left out, or data that was wrong is put right. */
type Ruling =
  | { kind: 'exclusion'; data: { work: WorkId } }
  | {
      kind: 'correction'
      data: { work: WorkId; title?: string; school?: string; names?: { account: AccountId; name: string }[] }
    }

interface RulingGiven {
  list: ResultListId
  caseId: string
  by: AccountId
  reason: string
}

/**
 * Records the effect of a ruling and has the list computed again, in the caller's transaction. Without a ruling the list is only computed
 * again: works or scores were changed by their own features.
 */
export const applyRuling = async (
  ctx: Ctx,
  { list, caseId, by, reason }: RulingGiven,
  ruling?: Ruling,
): Promise<TaskId> => {
  const { activityId } = await requireListRow(ctx, list)
  await lockResults(ctx.db, activityId)
  if (ruling) return record(ctx, activityId, { ...ruling, reason, by, caseId })
  return enqueueRanking(ctx, await requireActivity(ctx, activityId), { by, reason })
}
