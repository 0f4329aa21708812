import type { ActivityId, ResultListId, RoundId } from '@lectern/contract/ids.ts'
import { computeList, listRowsText } from '@lectern/contract/results/compute-list.ts'
import { readListInput, type ListInput } from '@lectern/contract/results/list-input.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, eq, gt, sql } from '../../platform/database/drizzle.ts'
import { storedRows, verifySettlement, type SettlementFault } from '../scoring/service.ts'
import { settlement } from '../scoring/tables.ts'
import { digestRow, fingerprintOf, inTextOrder } from './fingerprint.ts'
import { hashOf } from './frozen-prizes.ts'
import { resultList, resultRow } from './tables.ts'

/**
 * `hash`: a text is not the one that was hashed. `input`: a work has other figures than in the settlement, or is missing. `rows`: the list
 * does not follow from its input. `shown`: visitors are shown something else. `fingerprint`: what is shown is not what the fingerprint was
 * made of.
 */
export type ListFault = SettlementFault | 'hash' | 'input' | 'rows' | 'shown' | 'fingerprint'

export interface VerifiedLists {
  count: number
  broken: { id: ResultListId; number: number; fault: ListFault }[]
}

const columns = {
  id: resultList.id,
  activityId: resultList.activityId,
  number: resultList.number,
  rules: resultList.rules,
  input: resultList.input,
  inputHash: resultList.inputHash,
  rows: resultList.rows,
  rowsHash: resultList.rowsHash,
  header: resultList.header,
  fingerprint: resultList.fingerprint,
}
type StoredList = Pick<typeof resultList.$inferSelect, keyof typeof columns>

const findSettlement = async (db: Database, { code, settlement: number }: ListInput['rounds'][number]) => {
  const [found] = await db
    .select({ roundId: settlement.roundId, rows: settlement.rows, rowsHash: settlement.rowsHash })
    .from(settlement)
    .where(and(sql`${settlement.roundId} = (select id from round where code = ${code})`, eq(settlement.number, number)))
  return found
}

/** Codes of the activity's works in a round. */
const codesOf = async (db: Database, id: RoundId, activity: ActivityId): Promise<string[]> => {
  const { rows } = await db.execute<{ code: string }>(sql`
    select entry.code from entry join work on work.id = entry.work_id
    where entry.round_id = ${id} and work.activity_id = ${activity} order by entry.code collate "C"
  `)
  return rows.map(({ code }) => code)
}

/** Whether the input has the figures of the settlement, for all works of the activity. */
const isScoredAs = (input: ListInput, at: number, rows: string, codes: readonly string[]): boolean => {
  const settled = new Map(storedRows(rows).map((row) => [row.work, row]))
  const given = input.works.flatMap(({ rounds }) => rounds[at] ?? [])
  const figuresText = (from: Pick<(typeof given)[number], 'score' | 'tieKeys' | 'used' | 'dropped'>): string =>
    JSON.stringify([from.score, from.tieKeys, from.used, from.dropped])
  return (
    JSON.stringify(given.map(({ code }) => code).toSorted()) === JSON.stringify(codes.toSorted()) &&
    given.every((figures) => {
      const row = settled.get(figures.code)
      return row !== undefined && figuresText(figures) === figuresText(row)
    })
  )
}

const roundsFault = async (db: Database, list: StoredList, input: ListInput): Promise<ListFault | undefined> => {
  for (const [at, used] of input.rounds.entries()) {
    const stored = await findSettlement(db, used)
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

/** A row without salt names somebody who was erased. */
const isErased = ({ salt, people }: ShownRow): boolean =>
  salt === null && people.some(({ account, name }) => account === null && name === '')

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
    rows.every((row) =>
      row.salt === null ? isErased(row) : row.digest !== null && digestRow(row, row.salt, rules).equals(row.digest),
    ) &&
    fingerprintOf(
      header,
      inTextOrder(rows).map(({ digest }) => digest!),
    ).equals(fingerprint)
  )
}

const faultOf = async (db: Database, list: StoredList): Promise<ListFault | undefined> => {
  if (!hashOf(list.input).equals(list.inputHash) || !hashOf(list.rows).equals(list.rowsHash)) return 'hash'
  const input = readListInput(list.input)
  const fault = await roundsFault(db, list, input)
  if (fault) return fault
  const { rows } = computeList(input)
  if (listRowsText(rows) !== list.rows) return 'rows'
  const shown = await shownRows(db, list.id)
  const textOf = (from: readonly Pick<ShownRow, 'number' | 'rank' | 'score' | 'prize' | 'group'>[]): string =>
    JSON.stringify(from.map(({ number, rank, score, prize, group }) => [number, rank, score, prize, group]))
  if (textOf(shown) !== textOf(rows)) return 'shown'
  return isAsPrinted(list, shown) ? undefined : 'fingerprint'
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
