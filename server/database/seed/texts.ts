import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { fillDates } from './dates.ts'

/** A heading, a quoted summary, and the body in Markdown. */
export const parseText = (source: string, name: string): { title: string; summary: string; body: string } => {
  const [, title, summary, body] = /^# (.+)\n+> (.+)\n+([\s\S]+)$/.exec(source) ?? []
  if (!title || !summary || !body?.trim()) throw new Error(`${name} is not a heading, a quoted summary and a body`)
  return { title, summary, body }
}

/** A folder with a file for each language. */
export const readText = async (
  folder: string,
  slug: string,
  now: Date,
): Promise<Record<'title' | 'summary' | 'body', LocalizedText>> => {
  const parts = await Promise.all(
    locales.map(async (locale) => {
      const name = join(slug, `${locale}.md`)
      const source = await readFile(join(import.meta.dirname, folder, name), 'utf8')
      return [locale, parseText(fillDates(source, locale, now), name)] as const
    }),
  )
  const inEach = (name: 'title' | 'summary' | 'body'): LocalizedText =>
    Object.fromEntries(parts.map(([locale, text]) => [locale, text[name]]))
  return { title: inEach('title'), summary: inEach('summary'), body: inEach('body') }
}
