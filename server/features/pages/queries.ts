import { pageNames, type PageName } from '@lectern/contract/pages/section-shapes.ts'
import type { Database } from '../../platform/database/connect.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { page } from './tables.ts'

const headColumns = {
  name: page.name,
  version: page.version,
  publishedVersion: page.publishedVersion,
  updatedAt: page.updatedAt,
  publishedAt: page.publishedAt,
}

/** All pages, in their fixed order. */
export const pageHeads = async (db: Database) => {
  const rows = await db.select(headColumns).from(page)
  return rows.toSorted((one, other) => pageNames.indexOf(one.name) - pageNames.indexOf(other.name))
}

/** What visitors see of a page. */
export const findPublished = async (db: Database, name: PageName) => {
  const [row] = await db
    .select({ name: page.name, publishedAt: page.publishedAt, sections: page.published })
    .from(page)
    .where(eq(page.name, name))
  return row
}

const draftQuery = (db: Database, name: PageName) =>
  db
    .select({ ...headColumns, sections: page.draft, published: page.published, written: page.written })
    .from(page)
    .where(eq(page.name, name))

export const findDraft = async (db: Database, name: PageName) => {
  const [row] = await draftQuery(db, name)
  return row
}

/** Locks the page until the transaction ends. */
export const lockDraft = async (db: Database, name: PageName) => {
  const [row] = await draftQuery(db, name).for('update')
  return row
}
