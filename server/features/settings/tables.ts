import { integer, jsonb, pgTable, text } from '../../platform/database/drizzle.ts'
import { moment } from '../../platform/tables.ts'

/**
 * One row per group of settings; missing values are defaults. The row `demo` marks a demo site, `begun` a former one.
 */
export const setting = pgTable('setting', {
  key: text('key').$type<'site' | 'office' | 'mail' | 'signIn' | 'demo' | 'begun'>().primaryKey(),
  value: jsonb('value').$type<Record<string, unknown>>().notNull(),
  version: integer('version').notNull().default(0),
  updatedAt: moment('updated_at').notNull(),
})
