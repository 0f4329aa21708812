import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileId } from '@lectern/contract/ids.ts'
import { defaultLocale, isLocale, type Locale } from '@lectern/contract/locales.ts'
import { pageNames, type PageName } from '@lectern/contract/pages/section-shapes.ts'
import type { Database } from '../../platform/database/connect.ts'
import { putPage } from '../pages.ts'
import { readSections } from '../sections.ts'
import { daysFrom, fillDates } from './dates.ts'
import type { SeedFiles } from './seed-files.ts'

const directory = join(import.meta.dirname, 'pages')

type Pictures = ReadonlyMap<string, FileId>

/** The rules came into force when enrolment opened, not on the day when somebody started the demo. */
const publishedDays = -35

const drawingPattern = /"drawing:([\w-]+)"/g

/** Pictures that a page refers to as drawings. */
const storePictures = async (source: string, files: SeedFiles): Promise<Pictures> => {
  const pictures = new Map<string, FileId>()
  for (const [, name] of source.matchAll(drawingPattern)) pictures.set(`drawing:${name}`, await files.picture(name!))
  return pictures
}

/** Fills in dates, in the format of each language, and pictures. */
const filled = (value: unknown, now: Date, pictures: Pictures, locale: Locale = defaultLocale): unknown => {
  if (typeof value === 'string') return pictures.get(value) ?? fillDates(value, locale, now)
  if (Array.isArray(value)) return value.map((item) => filled(item, now, pictures, locale))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, filled(inner, now, pictures, isLocale(key) ? key : locale)]),
  )
}

const isPageName = (name: string): name is PageName => pageNames.some((pageName) => pageName === name)

/** Replaces the default pages by those of the demo. */
export const seedPages = async (db: Database, files: SeedFiles, now: Date): Promise<void> => {
  for (const file of (await readdir(directory)).toSorted()) {
    const name = file.replace(/\.json$/, '')
    if (!isPageName(name)) throw new Error(`${file} is not named after a page`)
    const pictures = await storePictures(await readFile(join(directory, file), 'utf8'), files)
    await files.writeDown()
    const sections = await readSections(join(directory, file), (content) => filled(content, now, pictures))
    await putPage(db, name, sections, daysFrom(now, publishedDays))
  }
}
