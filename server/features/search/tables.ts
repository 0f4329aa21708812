import type { SearchKind } from '@lectern/contract/search/search-kinds.ts'
import { pgTable, text } from '../../platform/database/drizzle.ts'
import { moment, tsvector } from '../../platform/tables.ts'

/** Maintained by triggers of the searched tables. */
export const searchEntry = pgTable('search_entry', {
  kind: text('kind').$type<SearchKind>().notNull(),
  id: text('id').notNull(),
  listedFrom: moment('listed_from').notNull(),
  title: tsvector('title').notNull(),
  terms: tsvector('terms').notNull(),
})
