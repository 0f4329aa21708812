import { dateFormat } from './formatters.ts'

type ZoneStyle = 'long' | 'shortOffset' | 'longOffset'

/** As people in China call it, in columns and fields too; the formatter has another name. */
const beijing: Partial<Record<string, string>> = { 'zh-CN': '北京时间', 'zh-TW': '北京時間' }

/** What a language calls a time zone; absent: the zone of this computer. Summer has names of its own. */
export const zoneName = (
  locale: string,
  timeZone: string | undefined,
  { style = 'long', at }: { style?: ZoneStyle; at?: Date | number } = {},
): string =>
  (style !== 'longOffset' && timeZone === 'Asia/Shanghai' ? beijing[locale] : undefined) ??
  dateFormat(locale, { timeZone, timeZoneName: style })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ??
  ''
