import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultLocale, isLocale, type Locale } from '@lectern/contract/locales.ts'
import { pageNames, type PageName } from '@lectern/contract/section-shapes.ts'
import { page } from '../../features/pages/tables.ts'
import { revision } from '../../features/revisions/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, eq } from '../../platform/database/drizzle.ts'
import { firstRevision, newPage } from '../pages.ts'
import { readSections } from '../sections.ts'
import { fillDates } from './dates.ts'

const directory = join(import.meta.dirname, 'pages')

/** Fills in the dates of every text, each as its language writes them. */
const filled = (value: unknown, now: Date, locale: Locale = defaultLocale): unknown => {
  if (typeof value === 'string') return fillDates(value, locale, now)
  if (Array.isArray(value)) return value.map((item) => filled(item, now, locale))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, filled(inner, now, isLocale(key) ? key : locale)]),
  )
}

const isPageName = (name: string): name is PageName => pageNames.some((known) => known === name)

/** The pages of the demo, in the place of those that are delivered. */
export const seedPages = async (db: Database, now: Date): Promise<void> => {
  for (const file of (await readdir(directory)).toSorted()) {
    const name = file.replace(/\.json$/, '')
    if (!isPageName(name)) throw new Error(`${file} is not named after a page`)
    const sections = await readSections(join(directory, file), (content) => filled(content, now))
    const values = newPage(name, sections, now)
    await db.insert(page).values(values).onConflictDoUpdate({ target: page.name, set: values })
    await db.delete(revision).where(and(eq(revision.subjectKind, 'page'), eq(revision.subjectId, name)))
    await db.insert(revision).values(firstRevision(name, sections, now))
  }
}
