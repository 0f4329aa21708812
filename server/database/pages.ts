import { join } from 'node:path'
import type { RevisionId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import { pageNames, sectionShapes, type PageName } from '@lectern/contract/pages/section-shapes.ts'
import { textsIn } from '@lectern/contract/pages/section-texts.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import { page } from '../features/pages/tables.ts'
import { revision } from '../features/revisions/tables.ts'
import type { Database } from '../platform/database/connect.ts'
import { and, eq } from '../platform/database/drizzle.ts'
import { newId } from '../platform/ids.ts'
import { readSections } from './sections.ts'

const directory = join(import.meta.dirname, 'pages')

/** A page whose first version is published. */
const newPage = (name: PageName, sections: WrittenSection[], now: Date): typeof page.$inferInsert => {
  const stamp = now.toISOString()
  const writtenIn = ({ type, content }: WrittenSection) => {
    const texts = textsIn(sectionShapes[type], content)
    return Object.fromEntries(
      locales.filter((locale) => texts.some((text) => text[locale])).map((locale) => [locale, stamp]),
    )
  }
  return {
    name,
    draft: sections,
    published: sections,
    written: Object.fromEntries(sections.map((section) => [section.id, writtenIn(section)])),
    updatedAt: now,
    publishedAt: now,
  }
}

/** The first version is kept, so that organisers can restore it. */
const firstRevision = (name: PageName, sections: WrittenSection[], now: Date): typeof revision.$inferInsert => ({
  id: newId<RevisionId>(now),
  subjectKind: 'page',
  subjectId: name,
  number: 1,
  content: { sections },
  at: now,
})

/** Resets a page and deletes its revisions. */
export const putPage = async (db: Database, name: PageName, sections: WrittenSection[], now: Date): Promise<void> => {
  const values = { ...newPage(name, sections, now), version: 1, publishedVersion: 1 }
  await db.insert(page).values(values).onConflictDoUpdate({ target: page.name, set: values })
  await db.delete(revision).where(and(eq(revision.subjectKind, 'page'), eq(revision.subjectId, name)))
  await db.insert(revision).values(firstRevision(name, sections, now))
}

/** Replaces these pages by the defaults. */
export const resetPages = async (db: Database, now: Date, names: readonly string[]): Promise<void> => {
  for (const name of pageNames.filter((candidate) => names.includes(candidate)))
    await putPage(db, name, await readSections(join(directory, `${name}.json`)), now)
}

/** Every page exists from the first start, with a minimal default text. */
export const installPages = async (db: Database, now: Date): Promise<void> => {
  const present = new Set((await db.select({ name: page.name }).from(page)).map(({ name }) => name))
  for (const name of pageNames.filter((candidate) => !present.has(candidate))) {
    const sections = await readSections(join(directory, `${name}.json`))
    await db.transaction(async (transaction) => {
      // Another process may have been faster.
      const { rowCount } = await transaction
        .insert(page)
        .values(newPage(name, sections, now))
        .onConflictDoNothing()
      if (rowCount) await transaction.insert(revision).values(firstRevision(name, sections, now))
    })
  }
}
