import { dateFormat } from './formatters.ts'

type ZoneStyle = 'long' | 'shortOffset' | 'longOffset'

/** What a language calls a time zone; absent: the zone of this computer. Summer has names of its own. */
export const zoneName = (
  locale: string,
  timeZone: string | undefined,
  { style = 'long', at }: { style?: ZoneStyle; at?: Date | number } = {},
): string =>
  dateFormat(locale, { timeZone, timeZoneName: style })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''
