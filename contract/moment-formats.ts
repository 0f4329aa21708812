import type { Locale } from './locales.ts'
import { dateFormat } from './formatters.ts'

const day = { year: 'numeric', month: 'long', day: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** All formats of dates and times. `npm test` refuses formatters that are created elsewhere. */
const momentFormats = {
  day,
  moment: { ...day, ...clock },
  /** For narrow places where the year is clear. */
  dayAndTime: { month: 'long', day: 'numeric', ...clock },
  time: clock,
  timeToSecond: { ...clock, second: '2-digit' },
  /** For tables. */
  tableDay: { year: 'numeric', month: '2-digit', day: '2-digit' },
  /** For the axis of a chart. */
  axisDay: { month: 'short', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type MomentFormat = keyof typeof momentFormats

/** Without a zone, the computer's own is used. */
export const formatMoment = (
  locale: Locale,
  value: Date | number | string,
  format: MomentFormat,
  timeZone: string | undefined,
): string => dateFormat(locale, { ...momentFormats[format], timeZone }).format(new Date(value))
