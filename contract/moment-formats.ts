import { dateFormat } from './formatters.ts'

const day = { year: 'numeric', month: 'long', day: 'numeric' } as const
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** The ways in which moments are written for people. There are no others: `npm test` refuses formatters made elsewhere. */
const momentFormats = {
  day,
  moment: { ...day, ...clock },
  /** Where space is short and the year is known. */
  dayAndTime: { month: 'long', day: 'numeric', ...clock },
  time: clock,
  timeToSecond: { ...clock, second: '2-digit' },
  /** In every table. */
  tableDay: { year: 'numeric', month: '2-digit', day: '2-digit' },
  /** On the axis of a chart. */
  axisDay: { month: 'short', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type MomentFormat = keyof typeof momentFormats

/** Absent zone: that of this computer. */
export const formatMoment = (
  locale: string,
  value: Date | number | string,
  format: MomentFormat,
  timeZone: string | undefined,
): string => dateFormat(locale, { ...momentFormats[format], timeZone }).format(new Date(value))
