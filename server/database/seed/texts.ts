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
export const readText = async (folder: string, slug: string, now: Date) => {
  const text: Record<'title' | 'summary' | 'body', LocalizedText> = { title: {}, summary: {}, body: {} }
  for (const locale of locales) {
    const name = join(slug, `${locale}.md`)
    const source = fillDates(await readFile(join(import.meta.dirname, folder, name), 'utf8'), locale, now)
    const { title, summary, body } = parseText(source, name)
    Object.assign(text.title, { [locale]: title })
    Object.assign(text.summary, { [locale]: summary })
    Object.assign(text.body, { [locale]: body })
  }
  return text
}
