import type { AccountId, RoundId } from '@lectern/contract/ids.ts'
import { integer, pgTable, text, uuid } from '../../platform/database/drizzle.ts'
import { bytes, moment } from '../../platform/tables.ts'

/** The scores of a closed round: input and result as canonical JSON, so that anybody can recompute one from the other. */
export const settlement = pgTable('settlement', {
  roundId: uuid('round_id').$type<RoundId>().notNull(),
  number: integer('number').notNull(),
  input: text('input').notNull(),
  inputHash: bytes('input_hash').notNull(),
  rows: text('rows').notNull(),
  rowsHash: bytes('rows_hash').notNull(),
  settledBy: uuid('settled_by').$type<AccountId>(),
  settledAt: moment('settled_at').notNull(),
})
