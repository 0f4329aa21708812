import type { Locale } from '@lectern/contract/locales.ts'
import { formatMoment } from '@lectern/contract/moment-formats.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import { say } from './messages.ts'

/** A moment in words, with its zone written out: for messages, where nobody can hover over it. */
export const tellMoment = (moment: Date, locale: Locale, timeZone: string): string => {
  return say(locale, 'time.exact', {
    date: formatMoment(locale, moment, 'day', timeZone),
    time: formatMoment(locale, moment, 'time', timeZone),
    zone: zoneName(locale, timeZone, { at: moment }),
  })
}
