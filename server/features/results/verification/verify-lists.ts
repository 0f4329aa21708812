import type { ActivityId, ResultListId, RoundId } from '@lectern/contract/ids.ts'
import { idForm } from '@lectern/contract/audit/audit-values.ts'
import { computeList, listRowsText } from '../ranking/compute-list.ts'
import { readListInput, type ListInput } from '../ranking/list-input.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, gt, sql } from '../../../platform/database/drizzle.ts'
import { audit } from '../../audit/tables.ts'
import { activity } from '../../competition/tables.ts'
import { storedRows, verifySettlement, type SettlementFault } from '../../scoring/service.ts'
import { settlement } from '../../scoring/tables.ts'
import { prizeOfDecision, worksOfDecision } from '../decisions/decision-data.ts'
import { digestRow, fingerprintOf, inTextOrder } from '../lists/fingerprint.ts'
import { freezePrizes, hashOf } from '../lists/frozen-prizes.ts'
import { areAsSubmitted } from './submitted-rows.ts'
import { isCompared, isCounted } from './derived-columns.ts'
import { resultDecision, resultList, resultRow, type TieData } from '../tables.ts'

/**
 * `hash`: a text is not the one that was hashed. `input`: a work has other figures than in the settlement, or is missing. `rows`: the list
 * does not follow from its input. `shown`: visitors are shown something else. `fingerprint`: what is shown is not what the fingerprint was
 * made of. `decisions`: an order or another prize in it is not what organisers or arbiters recorded. `rules`: the rules that it is shown by
 * are not those that it was computed by. `submission`: a work is not shown as in the submission that was judged. `totals`: the counts beside
 * it are not those of its works. `difference`: it does not differ like this from the list before it. `log`: its fingerprint is not the one
 * that the log has since it was proposed.
 */
export type ListFault =
  | SettlementFault
  | 'hash'
  | 'input'
  | 'rows'
  | 'shown'
  | 'fingerprint'
  | 'decisions'
  | 'rules'
  | 'submission'
  | 'totals'
  | 'difference'
  | 'log'

export interface VerifiedLists {
  count: number
  broken: { id: ResultListId; number: number; fault: ListFault }[]
}

const columns = {
  id: resultList.id,
  activityId: resultList.activityId,
  number: resultList.number,
  rules: resultList.rules,
  rulesHash: resultList.rulesHash,
  input: resultList.input,
  inputHash: resultList.inputHash,
  rows: resultList.rows,
  rowsHash: resultList.rowsHash,
  header: resultList.header,
  fingerprint: resultList.fingerprint,
  totals: resultList.totals,
  publicVersion: resultList.publicVersion,
  previousId: resultList.previousId,
  difference: resultList.difference,
}
type StoredList = Pick<typeof resultList.$inferSelect, keyof typeof columns>

const findUsedSettlement = async (db: Database, { code, settlement: number }: ListInput['rounds'][number]) => {
  const [row] = await db
    .select({ roundId: settlement.roundId, rows: settlement.rows, rowsHash: settlement.rowsHash })
    .from(settlement)
    .where(and(sql`${settlement.roundId} = (select id from round where code = ${code})`, eq(settlement.number, number)))
  return row
}

/** Codes of the activity's works in a round. */
const codesOf = async (db: Database, id: RoundId, activityId: ActivityId): Promise<string[]> => {
  const { rows } = await db.execute<{ code: string }>(sql`
    select entry.code from entry join work on work.id = entry.work_id
    where entry.round_id = ${id} and work.activity_id = ${activityId} order by entry.code collate "C"
  `)
  return rows.map(({ code }) => code)
}

/** Whether the input has the figures of the settlement, for all works of the activity. */
const isScoredAs = (input: ListInput, at: number, rows: string, codes: readonly string[]): boolean => {
  const settled = new Map(storedRows(rows).map((row) => [row.work, row]))
  const figuresOfWorks = input.works.flatMap(({ rounds }) => rounds[at] ?? [])
  const figuresText = (from: Pick<(typeof figuresOfWorks)[number], 'score' | 'tieKeys' | 'used' | 'dropped'>): string =>
    JSON.stringify([from.score, from.tieKeys, from.used, from.dropped])
  return (
    JSON.stringify(figuresOfWorks.map(({ code }) => code).toSorted()) === JSON.stringify(codes.toSorted()) &&
    figuresOfWorks.every((figures) => {
      const row = settled.get(figures.code)
      return row !== undefined && figuresText(figures) === figuresText(row)
    })
  )
}

const roundsFault = async (db: Database, list: StoredList, input: ListInput): Promise<ListFault | undefined> => {
  for (const [at, used] of input.rounds.entries()) {
    const stored = await findUsedSettlement(db, used)
    if (stored?.rowsHash.toString('hex') !== used.hash) return 'settlement'
    const fault = await verifySettlement(db, stored.roundId, used.settlement)
    if (fault) return fault
    if (!isScoredAs(input, at, stored.rows, await codesOf(db, stored.roundId, list.activityId))) return 'input'
  }
  return undefined
}

const shownRows = (db: Database, id: ResultListId) =>
  db.select().from(resultRow).where(eq(resultRow.listId, id)).orderBy(asc(resultRow.position))
type ShownRow = Awaited<ReturnType<typeof shownRows>>[number]

/** Whether the fingerprint is that of what is shown. Lists of older versions have none. */
const isAsPrinted = (
  { rules, header, fingerprint, rowsHash, inputHash }: StoredList,
  rows: readonly ShownRow[],
): boolean => {
  if (header === null || fingerprint === null)
    return header === fingerprint && rows.every(({ digest, salt }) => digest === null && salt === null)
  const named = JSON.parse(header) as { rows: string; input: string; works: number }
  return (
    named.rows === rowsHash.toString('hex') &&
    named.input === inputHash.toString('hex') &&
    // A row without salt must name somebody who was erased: the comparison with its submission asks for that.
    rows.every(
      (row) => row.digest !== null && (row.salt === null || digestRow(row, row.salt, rules).equals(row.digest)),
    ) &&
    fingerprintOf(
      header,
      inTextOrder(rows).map(({ digest }) => digest!),
    ).equals(fingerprint)
  )
}

/** Whether the prizes and columns that it is shown by are those of the rules that it was computed by. */
const isByItsRules = async (db: Database, list: StoredList, input: ListInput): Promise<boolean> => {
  const { activityId, rules, rulesHash, header } = list
  const [current] = await db.select({ code: activity.code }).from(activity).where(eq(activity.id, activityId))
  const code = header === null ? current!.code : (JSON.parse(header) as { activity: string }).activity
  return (
    rulesHash.toString('hex') === input.rulesHash &&
    freezePrizes({ code }, rules, input.institutions).frozenHash.equals(rulesHash)
  )
}

/** Whether the log has the same fingerprint. Older versions recorded the hash of the ranks, scores and prizes. */
const isAsLogged = async (db: Database, { id, fingerprint, rowsHash }: StoredList): Promise<boolean> => {
  const entries = await db
    .select({ hash: sql<string | null>`${audit.changes} -> 'after' ->> 'hash'` })
    .from(audit)
    .where(and(eq(audit.subjectKind, 'resultList'), eq(audit.subjectId, id), eq(audit.action, 'list.proposed')))
  const hashes = new Set([fingerprint, rowsHash].map((hash) => hash?.toString('hex')))
  return entries.every(({ hash }) => hash === null || hashes.has(hash))
}

/** Whether every order and every other prize of the input is on record, as it was decided. */
const isAsDecided = async (
  db: Database,
  { activityId }: StoredList,
  { orders, adjustments }: ListInput,
  displayedRows: readonly ShownRow[],
): Promise<boolean> => {
  const numbers = new Map(displayedRows.map(({ workId, number }) => [workId, number]))
  const recorded = await db
    .select({ id: resultDecision.id, kind: resultDecision.kind, data: resultDecision.data })
    .from(resultDecision)
    .where(eq(resultDecision.activityId, activityId))
  const isOnRecord = (matches: (one: (typeof recorded)[number]) => boolean): boolean => recorded.some(matches)
  const orderText = (works: readonly string[], rounds: TieData['rounds']): string =>
    JSON.stringify([works, rounds?.map(({ code, perMille }) => [code, perMille]) ?? null])
  return (
    orders.every(({ id, works, rounds }) =>
      isOnRecord(({ id: recordedId, kind, data }) => {
        if (kind !== 'tie') return false
        const decided = data as TieData
        // The first arithmetic did not know which decision an order was.
        if (idForm.test(id) && id !== recordedId) return false
        const named = decided.works.map((work) => numbers.get(work) ?? work)
        return orderText(named, decided.rounds) === orderText(works, rounds && [...rounds])
      }),
    ) &&
    adjustments.every(({ work, prize }) =>
      isOnRecord(
        ({ kind, data }) =>
          kind === 'adjustment' &&
          worksOfDecision({ data }).some((id) => numbers.get(id) === work) &&
          prizeOfDecision({ data }) === prize,
      ),
    )
  )
}

const faultOf = async (db: Database, list: StoredList): Promise<ListFault | undefined> => {
  if (!hashOf(list.input).equals(list.inputHash) || !hashOf(list.rows).equals(list.rowsHash)) return 'hash'
  const input = readListInput(list.input)
  const fault = await roundsFault(db, list, input)
  if (fault) return fault
  const computed = computeList(input)
  const { rows } = computed
  if (listRowsText(rows) !== list.rows) return 'rows'
  const resultRows = await shownRows(db, list.id)
  const textOf = (from: readonly Pick<ShownRow, 'number' | 'rank' | 'score' | 'prize' | 'group'>[]): string =>
    JSON.stringify(from.map(({ number, rank, score, prize, group }) => [number, rank, score, prize, group]))
  if (textOf(resultRows) !== textOf(rows)) return 'shown'
  if (!(await isAsDecided(db, list, input, resultRows))) return 'decisions'
  if (!(await isByItsRules(db, list, input))) return 'rules'
  if (!isAsPrinted(list, resultRows)) return 'fingerprint'
  if (!(await isAsLogged(db, list))) return 'log'
  const rounds = input.rounds.map(({ code }) => code)
  if (!(await areAsSubmitted(db, list.id, rounds, resultRows))) return 'submission'
  // Older versions counted and compared differently.
  if (list.fingerprint !== null) {
    if (!isCounted(list, computed, resultRows)) return 'totals'
    if (!(await isCompared(db, list))) return 'difference'
  }
  return undefined
}

/** Recomputes one list, or all of them, from the sheets that experts submitted to what visitors see. */
export const verifyLists = async (db: Database, id?: ResultListId): Promise<VerifiedLists> => {
  const verified: VerifiedLists = { count: 0, broken: [] }
  let last: ResultListId | undefined
  for (;;) {
    // One at a time: each has all its works.
    const [list] = await db
      .select(columns)
      .from(resultList)
      .where(and(id && eq(resultList.id, id), last && gt(resultList.id, last)))
      .orderBy(asc(resultList.id))
      .limit(1)
    if (!list) return verified
    const fault = await faultOf(db, list)
    verified.count += 1
    if (fault) verified.broken.push({ id: list.id, number: list.number, fault })
    last = list.id
  }
}
