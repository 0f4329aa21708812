import type { Locale } from './locales.ts'
import { dateFormat } from './formatters.ts'
import { withNote } from './pages/brackets.ts'

type ZoneStyle = 'long' | 'shortOffset' | 'longOffset'

/** The name that the texts of the site use; `Intl` has another one. */
const beijing: Partial<Record<string, string>> = {
  'en-US': 'Beijing time',
  'id-ID': 'waktu Beijing',
  'pt-BR': 'horário de Pequim',
  'zh-CN': '北京时间',
  'zh-TW': '北京時間',
}

/** Other languages have an offset where a name would be too long. */
const hasName = (locale: string, style: ZoneStyle): boolean =>
  style === 'long' || (style === 'shortOffset' && locale.startsWith('zh'))

/** Name of a time zone; without a zone, the computer's own is used. Daylight saving time has a name of its own. */
export const zoneName = (
  locale: Locale,
  timeZone: string | undefined,
  { style = 'long', at }: { style?: ZoneStyle; at?: Date | number } = {},
): string =>
  (hasName(locale, style) && timeZone === 'Asia/Shanghai' ? beijing[locale] : undefined) ??
  dateFormat(locale, { timeZone, timeZoneName: style })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ??
  ''

/** A time zone where one is chosen: its name, with the one of IANA that lists of zones have. */
export const zoneLabel = (locale: Locale, timeZone: string): string =>
  withNote(locale, zoneName(locale, timeZone), timeZone)
