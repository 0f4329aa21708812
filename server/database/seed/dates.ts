import type { Locale } from '@lectern/contract/locales.ts'
import { defaultSettings } from '@lectern/contract/settings/settings.ts'

const dayMilliseconds = 86_400_000

/** `{{year}}` and `{{date+12}}` keep the texts current on any day. */
export const fillDates = (text: string, locale: Locale, now: Date): string => {
  // Formats are slow to make, and most texts need none.
  if (!text.includes('{{')) return text
  const { timeZone } = defaultSettings
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  const year = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone }).format(now)
  return text
    .replaceAll('{{year}}', year)
    .replaceAll(/\{\{date([+-]\d+)\}\}/g, (_, days: string) =>
      format.format(now.getTime() + Number(days) * dayMilliseconds),
    )
}

/** The end of a working day at the contest's location, so many days from today. */
const closingHour = 17
const zoneHours = 8

export const closingTime = (days: number, now: Date): Date => {
  const hour = 3_600_000
  const today = Math.floor((now.getTime() + zoneHours * hour) / dayMilliseconds)
  return new Date((today + days) * dayMilliseconds + (closingHour - zoneHours) * hour)
}

export const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMilliseconds)

/** A varying office hour of that day, never in the future. */
export const officeHour = (day: number, position: number, now: Date): Date => {
  const date = daysFrom(now, day)
  date.setUTCHours(1 + (position % 8), (position * 7) % 60, 0, 0)
  return day <= 0 && date > now ? new Date(now.getTime() - (position + 1) * 60_000) : date
}
