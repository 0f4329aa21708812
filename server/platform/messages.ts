import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl'
import { defaultLocale, locales, type Locale } from '@lectern/contract/locales.ts'

const directory = dirname(createRequire(import.meta.url).resolve('@lectern/messages/package.json'))

const readMessages = (locale: Locale): Record<string, string> => {
  const files = readdirSync(join(directory, locale)).filter((name) => name.endsWith('.json'))
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(directory, locale, name), 'utf8'))))
}

const cache = createIntlCache()

const createLanguage = (locale: Locale): IntlShape =>
  createIntl(
    {
      locale,
      defaultLocale,
      messages: readMessages(locale),
      onError: (error) => {
        throw error
      },
    },
    cache,
  )

const languages = new Map(locales.map((locale) => [locale, createLanguage(locale)]))

/** A text of the messages folder in a language, with its values filled in. */
export const say = (locale: Locale, id: string, values?: Record<string, string | number>): string =>
  languages.get(locale)!.formatMessage({ id }, values)

/** Whether there is such a text; every language has the same ones. */
export const canSay = (id: string): boolean => Object.hasOwn(languages.get(defaultLocale)!.messages, id)
