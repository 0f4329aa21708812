import type { ResultListId } from '@lectern/contract/ids.ts'
import { computeList, listRowsText } from '@lectern/contract/results/compute-list.ts'
import { readListInput, type ListInput } from '@lectern/contract/results/list-input.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, eq, gt, sql } from '../../platform/database/drizzle.ts'
import { recomputedRows } from '../scoring/service.ts'
import { settlement } from '../scoring/tables.ts'
import { hashOf } from './frozen-prizes.ts'
import { resultList, resultRow } from './tables.ts'

/**
 * `hash`: a text is not the one that was hashed. `settlement`: the scores of a round are not those that were used, or do not follow from its
 * sheets. `input`: a work has another score than in the settlement. `rows`: the list does not follow from its input. `shown`: visitors are
 * shown something else.
 */
export type ListFault = 'hash' | 'settlement' | 'input' | 'rows' | 'shown'

export interface VerifiedLists {
  count: number
  broken: { id: ResultListId; number: number; fault: ListFault }[]
}

type StoredList = Pick<typeof resultList.$inferSelect, 'id' | 'number' | 'input' | 'inputHash' | 'rows' | 'rowsHash'>

const findSettlements = async (db: Database, { rounds }: ListInput) => {
  const found = []
  for (const { code, settlement: number } of rounds) {
    const [row] = await db
      .select({ input: settlement.input, rows: settlement.rows, rowsHash: settlement.rowsHash })
      .from(settlement)
      .where(
        and(sql`${settlement.roundId} = (select id from round where code = ${code})`, eq(settlement.number, number)),
      )
    found.push(row)
  }
  return found
}

/** Whether every score that the input names is that of the settlement. */
const isScoredAs = (input: ListInput, at: number, rows: string): boolean => {
  const scores = new Map(
    (JSON.parse(rows) as { work: string; score: number | null }[]).map(({ work, score }) => [work, score]),
  )
  return input.works.every(({ rounds }) => {
    const figures = rounds[at]
    return !figures || (scores.has(figures.code) && scores.get(figures.code) === figures.score)
  })
}

const faultOf = async (db: Database, list: StoredList): Promise<ListFault | undefined> => {
  if (!hashOf(list.input).equals(list.inputHash) || !hashOf(list.rows).equals(list.rowsHash)) return 'hash'
  const input = readListInput(list.input)
  const settlements = await findSettlements(db, input)
  for (const [at, stored] of settlements.entries()) {
    const isKnown =
      stored?.rowsHash.toString('hex') === input.rounds[at]!.hash && hashOf(stored.rows).equals(stored.rowsHash)
    if (!isKnown || recomputedRows(stored.input, stored.rows) !== stored.rows) return 'settlement'
    if (!isScoredAs(input, at, stored.rows)) return 'input'
  }
  const { rows } = computeList(input)
  if (listRowsText(rows) !== list.rows) return 'rows'
  const shown = await db
    .select({
      number: resultRow.number,
      rank: resultRow.rank,
      score: resultRow.score,
      prize: resultRow.prize,
      group: resultRow.group,
    })
    .from(resultRow)
    .where(eq(resultRow.listId, list.id))
    .orderBy(asc(resultRow.position))
  const asShown = rows.map(({ number, rank, score, prize, group }) => ({ number, rank, score, prize, group }))
  return JSON.stringify(shown) === JSON.stringify(asShown) ? undefined : 'shown'
}

/** Recomputes one list, or all of them, from the stored sheets to what visitors see. */
export const verifyLists = async (db: Database, id?: ResultListId): Promise<VerifiedLists> => {
  const verified: VerifiedLists = { count: 0, broken: [] }
  let last: ResultListId | undefined
  for (;;) {
    // One at a time: each has all its works.
    const [list] = await db
      .select({
        id: resultList.id,
        number: resultList.number,
        input: resultList.input,
        inputHash: resultList.inputHash,
        rows: resultList.rows,
        rowsHash: resultList.rowsHash,
      })
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
