import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documentNames, type DocumentName } from '@lectern/contract/accounts/account-values.ts'
import type { DocumentId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { document } from '../features/documents/tables.ts'
import type { Database } from '../platform/database/connect.ts'
import { newId } from '../platform/ids.ts'

const directory = join(import.meta.dirname, 'documents')

/** A heading, and the body. */
export const parseDocument = (source: string, file: string): { title: string; body: string } => {
  const [, title, body] = /^# (.+)\n+([\s\S]+)$/.exec(source.replaceAll('\r\n', '\n')) ?? []
  if (!title || !body?.trim()) throw new Error(`${file} is not a heading and a body`)
  return { title: title.trim(), body: body.trim() }
}

const readDelivered = async (name: DocumentName): Promise<Record<'title' | 'body', LocalizedText>> => {
  const texts: Record<'title' | 'body', LocalizedText> = { title: {}, body: {} }
  for (const locale of locales) {
    const file = join(name, `${locale}.md`)
    const { title, body } = parseDocument(await readFile(join(directory, file), 'utf8'), file)
    texts.title[locale] = title
    texts.body[locale] = body
  }
  return texts
}

/** Nobody can sign up without documents to agree to: defaults are in force until organisers publish their own. */
export const installDocuments = async (db: Database, now: Date): Promise<void> => {
  const present = new Set((await db.selectDistinct({ name: document.name }).from(document)).map(({ name }) => name))
  for (const name of documentNames.filter((candidate) => !present.has(candidate))) {
    const row = { id: newId<DocumentId>(now), name, version: 1, publishedAt: now, ...(await readDelivered(name)) }
    // Another process may have been faster.
    await db.insert(document).values(row).onConflictDoNothing()
  }
}
