import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileId } from '@lectern/contract/ids.ts'
import { defaultLocale, isLocale, type Locale } from '@lectern/contract/locales.ts'
import { pageNames, type PageName } from '@lectern/contract/section-shapes.ts'
import type { Database } from '../../platform/database/connect.ts'
import { putPage } from '../pages.ts'
import { readSections } from '../sections.ts'
import { fillDates } from './dates.ts'
import { drawEvent, type EventScene } from './drawings/event-scenes.ts'
import { drawPortrait, type Portrait } from './drawings/portraits.ts'
import { readJson } from './lists.ts'
import type { SeedFiles } from './seed-files.ts'

const directory = join(import.meta.dirname, 'pages')

type Pictures = ReadonlyMap<string, FileId>

const drawingPattern = /"drawing:(event|portrait)-([\w-]+)"/g

/**
 * Pictures that a page refers to as drawings: a scene of the contest, the portrait of an expert by position, or of a
 * committee by name.
 */
const storePictures = async (source: string, files: SeedFiles): Promise<Pictures> => {
  const committee = await readJson<Record<string, Portrait>>('committee.json')
  const pictures = new Map<string, FileId>()
  for (const [, kind, name] of source.matchAll(drawingPattern)) {
    const draw = kind === 'event' ? () => drawEvent(name as EventScene) : () => drawPortrait(committee[name!]!)
    pictures.set(`drawing:${kind}-${name}`, await files.picture(`${kind}-${name}`, draw))
  }
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

const isPageName = (name: string): name is PageName => pageNames.some((known) => known === name)

/** Replaces the default pages by those of the demo. */
export const seedPages = async (db: Database, files: SeedFiles, now: Date): Promise<void> => {
  for (const file of (await readdir(directory)).toSorted()) {
    const name = file.replace(/\.json$/, '')
    if (!isPageName(name)) throw new Error(`${file} is not named after a page`)
    const pictures = await storePictures(await readFile(join(directory, file), 'utf8'), files)
    await files.writeDown()
    const sections = await readSections(join(directory, file), (content) => filled(content, now, pictures))
    await putPage(db, name, sections, now)
  }
}
