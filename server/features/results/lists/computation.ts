import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, ActivityId, ResultListId, TaskId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { PrizeRules } from '@lectern/contract/results/prize-rules.ts'
import type { PublicColumn } from '@lectern/contract/results/result-values.ts'
import { listRowsText, type ComputedList } from '../ranking/compute-list.ts'
import { listInputText } from '../ranking/list-input.ts'
import type * as contract from '@lectern/contract/results/results.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import type { TaskRun, TaskRunner } from '../../../platform/feature.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { permit } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { enqueueTaskOnce } from '../../tasks/service.ts'
import type { ActivityRow } from '../office/activity-queries.ts'
import { digestRow, fingerprintOf, headerText, inTextOrder, newSalt, type HashedRow } from './fingerprint.ts'
import { hashOf } from './frozen-prizes.ts'
import { readListSource, readListSourceWithin, type ListSource, type ShownWork } from './list-input.ts'
import { withdrawProposal } from '../publication/proposals.ts'
import { moveList, lastPublicised, otherLists } from './list-queries.ts'
import { computeInThread } from './list-threads.ts'
import { lockResults } from '../locks.ts'
import { readActivityResults, requireActivity, requireFitting } from '../office/rules.ts'
import { resultList, type ListTotals, type resultRow } from '../tables.ts'

const requireRules = ({ rules }: Pick<ActivityRow, 'rules'>): PrizeRules => {
  if (!rules) throw fail('result.noRules')
  return rules
}

/** Starts the task that computes a list, in the transaction of its cause. One that has not begun yet reads what is new as well. */
export const enqueueRanking = (
  ctx: Ctx,
  activity: Pick<ActivityRow, 'id' | 'name'>,
  { by, reason }: { by: AccountId | undefined; reason: string | undefined },
): Promise<TaskId> =>
  enqueueTaskOnce(
    ctx,
    { activity: activity.id },
    {
      kind: 'rank',
      input: { activity: activity.id, ...(by && { by }), ...(reason && { reason }) },
      subject: localize(activity.name, ctx.locale).text,
      link: `/Admin/Result/${activity.id}`,
      startedBy: by,
    },
  )

export const startComputing = async (
  outer: SignedIn,
  id: ActivityId,
  { reason }: BodyOf<typeof contract.computeList>,
  key: string | undefined,
): Promise<TaskId> => {
  const { may } = await readActivityResults(outer, id)
  permit(may.compute)
  const scope = `result.compute ${outer.actor.id}`
  return withIdempotencyKey(outer, { scope, key, input: { id, reason } }, async (ctx) => {
    await lockResults(ctx.db, id)
    const activity = await requireActivity(ctx, id)
    // Says now what the task would fail of.
    await readListSourceWithin(ctx, { activity, rules: requireRules(activity) })
    return enqueueRanking(ctx, activity, { by: ctx.actor.id, reason })
  })
}

/** What rules would give, without storing anything. */
export const simulatePrizes = async (ctx: SignedIn, id: ActivityId, rules: PrizeRules) => {
  const activity = await requireActivity(ctx, id)
  await requireFitting(ctx, activity, rules)
  const source = await readListSource(ctx, { activity, rules })
  const computed = await computeInThread(source.input)
  return { activity, rules, source, rows: computed.rows, totals: totalsOf(computed, source) }
}

/** What is counted once, when the list is stored. */
export const totalsOf = (
  { rows, groups, openTies }: ComputedList,
  { shown }: { shown: ReadonlyMap<string, Pick<ShownWork, 'province'>> },
): ListTotals => {
  const awarded = rows.flatMap(({ prize, ...row }) => (prize === null ? [] : [{ ...row, prize }]))
  const byPrize = Map.groupBy(awarded, ({ group, prize }) => JSON.stringify([group, prize]))
  const prizes = [...byPrize.values()].map((own) => {
    const scores = own.flatMap(({ score }) => score ?? [])
    const { group, prize } = own[0]!
    return { group, prize, awarded: own.length, lowest: scores.length > 0 ? Math.min(...scores) : null }
  })
  const provinces = new Set(awarded.flatMap(({ number }) => shown.get(number)!.province ?? []))
  return { groups, openTies, prizes, provinces: [...provinces].toSorted() }
}

type Row = typeof resultRow.$inferInsert & HashedRow & { salt: Buffer; digest: Buffer }

const byNumber = (a: { number: string }, b: { number: string }): number => (a.number < b.number ? -1 : 1)

const rowsOf = (listId: ResultListId, { rows }: ComputedList, { shown }: ListSource, rules: PrizeRules): Row[] => {
  const tiers = new Map(rules.tiers.map(({ id }, at) => [id, at]))
  const shows = (column: PublicColumn): boolean => rules.publicColumns.includes(column)
  // The order of the list is by group and rank; awarded works stand by group and prize, and in an order that tells nothing that visitors do not see.
  const groups = new Map([...new Set(rows.map(({ group }) => group))].map((group, at) => [group, at]))
  const awarded = rows
    .filter(({ prize }) => prize !== null)
    .map((row, at) => ({ row, at }))
    .toSorted(
      (a, b) =>
        groups.get(a.row.group)! - groups.get(b.row.group)! ||
        (shows('prize') ? tiers.get(a.row.prize!)! - tiers.get(b.row.prize!)! : 0) ||
        (shows('rank') || shows('score') ? a.at - b.at : byNumber(a.row, b.row)),
    )
  const awardPositions = new Map(awarded.map(({ row }, at) => [row.number, at + 1]))
  return rows.map((row, at) => {
    const { id, adjustmentReason, ...work } = shown.get(row.number)!
    const salt = newSalt()
    const values = {
      listId,
      workId: id,
      ...work,
      position: at + 1,
      awardPosition: awardPositions.get(row.number) ?? null,
      number: row.number,
      group: row.group,
      rank: row.rank,
      score: row.score,
      prize: row.prize,
      isExcluded: row.isExcluded,
      isCapped: row.isCapped,
      isAdjusted: row.isAdjusted,
      adjustmentReason: row.isAdjusted ? adjustmentReason : null,
    }
    return { ...values, salt, digest: digestRow(values, salt, rules) }
  })
}

/** One statement for all rows: thousands of parameters would be slow. */
const insertRows = async (db: Database, rows: readonly Row[]): Promise<void> => {
  const values = rows.map((row) => ({ ...row, salt: row.salt.toString('hex'), digest: row.digest.toString('hex') }))
  await db.execute(sql`
    insert into result_row (
      list_id, work_id, submission, position, award_position, number, group_key, rank, score, prize,
      is_excluded, is_capped, is_adjusted, adjustment_reason, title, team, people, school, province,
      is_licensed, parts, salt, digest
    )
    select
      "listId", "workId", submission, position, "awardPosition", number, "group", rank, score, prize,
      "isExcluded", "isCapped", "isAdjusted", "adjustmentReason", title, team, people, school, province,
      "isLicensed", parts, decode(salt, 'hex'), decode(digest, 'hex')
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (
      "listId" uuid, "workId" uuid, submission integer, position integer, "awardPosition" integer, number text, "group" text,
      rank integer, score integer, prize text, "isExcluded" boolean, "isCapped" boolean, "isAdjusted" boolean,
      "adjustmentReason" text, title text, team text, people jsonb, school text, province text,
      "isLicensed" boolean, parts text[], salt text, digest text
    )
  `)
}

/** Lists that nobody but organisers has seen make way for a newer one. */
const discardPrepared = async (ctx: Ctx, id: ActivityId): Promise<void> => {
  for (const list of await otherLists(ctx.db, id, null, ['computed', 'proposed'])) {
    await moveList(ctx.db, list, 'superseded', { supersededAt: ctx.now })
    await withdrawProposal(ctx, { id: list.id, activityId: id })
  }
}

const nextNumber = async (db: Database, id: ActivityId): Promise<number> => {
  const [row] = await db
    .select({ last: sql<number | null>`max(${resultList.number})` })
    .from(resultList)
    .where(eq(resultList.activityId, id))
  return (row?.last ?? 0) + 1
}

interface NewList {
  activity: ActivityRow
  rules: PrizeRules
  source: ListSource
  computed: ComputedList
  run: Pick<TaskRun, 'id' | 'input'>
}

/** Stores a list, unless the task did so before. Returns whether the input is still the same. */
const storeList = (outer: Ctx, { activity, rules, source, computed, run }: NewList): Promise<boolean> =>
  inTransaction(outer, async (ctx) => {
    const { db } = ctx
    await lockResults(db, activity.id)
    const current = await requireActivity(ctx, activity.id)
    const input = listInputText(source.input)
    const now = await readListSourceWithin(ctx, { activity: current, rules: requireRules(current) })
    if (listInputText(now.input) !== input) return false
    // The task's id is the list's: a repeated task finds its list.
    const id = run.id as string as ResultListId
    const [existing] = await db.select({ id: resultList.id }).from(resultList).where(eq(resultList.id, id))
    if (existing) return true
    await discardPrepared(ctx, activity.id)
    const rows = listRowsText(computed.rows)
    const number = await nextNumber(db, activity.id)
    const rulesHash = Buffer.from(source.input.rulesHash, 'hex')
    const stored = { rulesHash, inputHash: hashOf(input), rowsHash: hashOf(rows) }
    const listRows = rowsOf(id, computed, source, rules)
    // No other list of the activity can be publicised before this one: its public version is known.
    const version = ((await lastPublicised(db, activity.id, id))?.publicVersion ?? 0) + 1
    const { code, year } = activity
    const header = headerText({ id, version, activity: code, year, rules, works: listRows.length, ...stored })
    const digests = inTextOrder(listRows).map(({ digest }) => digest)
    const fingerprint = fingerprintOf(header, digests)
    await db.insert(resultList).values({
      id,
      activityId: activity.id,
      number,
      state: 'computed',
      reason: (run.input['reason'] as string | undefined) ?? null,
      rules,
      input,
      rows,
      ...stored,
      header,
      fingerprint,
      totals: totalsOf(computed, source),
      computedBy: (run.input['by'] as AccountId | undefined) ?? null,
      computedAt: ctx.now,
    })
    await insertRows(db, listRows)
    await audit(ctx, 'list.computed', {
      subject: { kind: 'resultList', id },
      after: { number: String(number), hash: fingerprint.toString('hex') },
    })
    return true
  })

/** The task `rank`: computes the list of an activity from everything as it is now. Repeated, it finds its list and does nothing. */
export const runRanking: TaskRunner = async (ctx, run) => {
  const id = run.input['activity'] as ActivityId
  for (let attempt = 0; attempt < 5; attempt++) {
    const activity = await requireActivity(ctx, id)
    const rules = requireRules(activity)
    const source = await readListSource(ctx, { activity, rules })
    const computed = await computeInThread(source.input, run.signal)
    // A decision may have been made meanwhile: then it is computed again.
    if (await storeList(ctx, { activity, rules, source, computed, run })) return
  }
  throw new Error('the results changed while they were computed')
}
