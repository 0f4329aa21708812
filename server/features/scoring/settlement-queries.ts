import type { RoundId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, desc, eq } from '../../platform/database/drizzle.ts'
import { settlement } from './tables.ts'

/** The last settlement of a round. */
export const findSettlement = async (db: Database, id: RoundId) => {
  const [found] = await db
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
  return found
}

/** The rows of one settlement of a round. */
export const settlementRows = async (db: Database, id: RoundId, number: number): Promise<string | undefined> => {
  const [found] = await db
    .select({ rows: settlement.rows })
    .from(settlement)
    .where(and(eq(settlement.roundId, id), eq(settlement.number, number)))
  return found?.rows
}
