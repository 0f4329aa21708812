import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { LanguageStamps } from '@lectern/contract/pages/publish-state.ts'

type Texts = readonly LocalizedText[]

const said = (texts: Texts, locale: (typeof locales)[number]): string =>
  JSON.stringify(texts.map((text) => text[locale] ?? ''))

const isSilent = (texts: Texts, locale: (typeof locales)[number]): boolean => texts.every((text) => !text[locale])

/** When each language was last written, after a change: a language whose text differs was written now. */
export const stampLanguages = (stamps: LanguageStamps, before: Texts, after: Texts, now: Date): LanguageStamps =>
  Object.fromEntries(
    locales.flatMap((locale) => {
      if (isSilent(after, locale)) return []
      const isNew = stamps[locale] === undefined || said(before, locale) !== said(after, locale)
      return [[locale, isNew ? now.toISOString() : stamps[locale]]]
    }),
  )
