import type { RoundId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, desc, eq } from '../../../platform/database/drizzle.ts'
import { settlement } from '../tables.ts'

/** The last settlement of a round. */
export const findLastSettlement = async (db: Database, id: RoundId) => {
  const [row] = await db
    .select({
      number: settlement.number,
      rows: settlement.rows,
      inputHash: settlement.inputHash,
      rowsHash: settlement.rowsHash,
      settledAt: settlement.settledAt,
    })
    .from(settlement)
    .where(eq(settlement.roundId, id))
    .orderBy(desc(settlement.number))
    .limit(1)
  return row
}

/** The rows of one settlement of a round. */
export const settlementRows = async (db: Database, id: RoundId, number: number): Promise<string | undefined> => {
  const [row] = await db
    .select({ rows: settlement.rows })
    .from(settlement)
    .where(and(eq(settlement.roundId, id), eq(settlement.number, number)))
  return row?.rows
}
