import { joinList } from '@lectern/contract/lists.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import { momentText } from '../../platform/moments.ts'

/**
 * A value in the text of a notice. Never a bare string: that could be text in the author's language, while the reader
 * has another.
 */
type NoticeValue =
  | number
  /** Names, numbers and text of users: the same in every language. */
  | { asWritten: string }
  | { inLanguages: LocalizedText }
  | { moment: Date; timeZone: string }
  | { list: readonly LocalizedText[] }

export type NoticeValues = Readonly<Record<string, NoticeValue>>

export const asWritten = (text: string): NoticeValue => ({ asWritten: text })

const valueText = (value: NoticeValue, locale: Locale): string | number => {
  if (typeof value === 'number') return value
  if ('asWritten' in value) return value.asWritten
  if ('list' in value)
    return joinList(
      locale,
      value.list.map((text) => localize(text, locale).text),
    )
  if ('inLanguages' in value) return localize(value.inLanguages, locale).text
  return momentText(value.moment, locale, value.timeZone)
}

/** The values formatted for one language. */
export const valueTexts = (values: NoticeValues, locale: Locale): Record<string, string | number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(value, locale)]))
