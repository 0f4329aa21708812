import { dateFormat } from '@lectern/contract/formatters.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import { say } from './messages.ts'

/** A moment in words, with its zone written out: for messages, where nobody can hover over it. */
export const tellMoment = (moment: Date, locale: Locale, timeZone: string): string => {
  const tell = (options: Intl.DateTimeFormatOptions): string =>
    dateFormat(locale, { ...options, timeZone }).format(moment)
  return say(locale, 'time.exact', {
    date: tell({ year: 'numeric', month: 'long', day: 'numeric' }),
    time: tell({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    zone: zoneName(locale, timeZone, { at: moment }),
  })
}
