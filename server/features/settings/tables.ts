import { integer, jsonb, pgTable, text } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

/** One row for each group of settings; what a row does not say is as delivered. The row `demo` marks a site full of invented people, `begun` one that was. */
export const setting = pgTable('setting', {
  key: text('key').$type<'site' | 'office' | 'mail' | 'demo' | 'begun'>().primaryKey(),
  value: jsonb('value').$type<Record<string, unknown>>().notNull(),
  version: integer('version').notNull().default(0),
  updatedAt: moment('updated_at').notNull(),
})
