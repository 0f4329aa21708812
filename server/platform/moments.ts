import type { Locale } from '@lectern/contract/locales.ts'
import { formatMoment } from '@lectern/contract/moment-formats.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import { t } from './messages.ts'

/** A moment in words, with its time zone: for messages. */
export const momentText = (moment: Date, locale: Locale, timeZone: string): string => {
  return t(locale, 'time.exact', {
    date: formatMoment(locale, moment, 'day', timeZone),
    time: formatMoment(locale, moment, 'time', timeZone),
    zone: zoneName(locale, timeZone, { at: moment }),
  })
}

/** So many times 24 hours earlier. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)

/** The earliest of several optional moments. */
export const earliest = async (moments: readonly Promise<Date | undefined>[]): Promise<Date | undefined> =>
  (await Promise.all(moments)).reduce((first, next) => (first && (!next || first < next) ? first : next), undefined)

/** The day of a moment in a zone: `2026-05-20` */
export const dayIn = (moment: Date, timeZone: string): string => zoneTime(moment, timeZone).slice(0, 10)

const zoneTimes = new Map<string, Intl.DateTimeFormat>()

/** A moment in the local time of a zone, for formats without time zones: `2026-05-20 20:00` */
export const zoneTime = (moment: Date, timeZone: string): string => {
  // Swedish dates are ISO 8601.
  const cached = zoneTimes.get(timeZone)
  const format = cached ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  if (!cached) zoneTimes.set(timeZone, format)
  return format.format(moment)
}
