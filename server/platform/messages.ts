import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import { IntlMessageFormat } from 'intl-messageformat'

const directory = dirname(createRequire(import.meta.url).resolve('@lectern/messages/package.json'))

const readMessages = (locale: Locale): Record<string, string> => {
  const files = readdirSync(join(directory, locale)).filter((name) => name.endsWith('.json'))
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(directory, locale, name), 'utf8'))))
}

const languages = new Map(
  locales.map((locale) => [locale, { messages: readMessages(locale), parsed: new Map<string, IntlMessageFormat>() }]),
)

/** For an id that was stored, or that is built from parts. */
export const isMessageId = (id: string): id is MessageId => Object.hasOwn(languages.get('en-US')!.messages, id)

/** A text of the messages folder in a language, with its values filled in. */
export const t = (locale: Locale, id: MessageId, values?: Record<string, string | number>): string => {
  const { messages, parsed } = languages.get(locale)!
  const message = messages[id]
  if (message === undefined) throw new Error(`No text “${id}” in ${locale}`)
  let text = parsed.get(id)
  if (!text) parsed.set(id, (text = new IntlMessageFormat(message, locale)))
  return text.format<string>(values) as string
}
