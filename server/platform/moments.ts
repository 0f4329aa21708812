import type { Locale } from '@lectern/contract/locales.ts'

/** A moment in words, with its zone written out: for messages, where nobody can hover over it. */
export const tellMoment = (moment: Date, locale: Locale, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone,
    timeZoneName: 'short',
  }).format(moment)
