import type { Locale } from './locales.ts'
import { dateFormat } from './formatters.ts'

type ZoneStyle = 'long' | 'shortOffset' | 'longOffset'

/** The usual name in China; `Intl` has another one. */
const beijing: Partial<Record<string, string>> = { 'zh-CN': '北京时间', 'zh-TW': '北京時間' }

/** Name of a time zone; without a zone, the computer's own is used. Daylight saving time has a name of its own. */
export const zoneName = (
  locale: Locale,
  timeZone: string | undefined,
  { style = 'long', at }: { style?: ZoneStyle; at?: Date | number } = {},
): string =>
  (style !== 'longOffset' && timeZone === 'Asia/Shanghai' ? beijing[locale] : undefined) ??
  dateFormat(locale, { timeZone, timeZoneName: style })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ??
  ''
