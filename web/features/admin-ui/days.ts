import { zoneName } from '@lectern/contract/zone-names.ts'

/** Converts days in the site's time zone to the times at which they start and end. */

const offsetMinutes = (moment: Date, timeZone: string | undefined): number => {
  const name = zoneName('en-US', timeZone, { style: 'longOffset', at: moment })
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** The start of a day (2031-05-20); undefined if it is invalid. */
export const startOfDay = (day: string, timeZone: string | undefined): string | undefined => {
  const utc = new Date(`${day}T00:00:00.000Z`)
  if (Number.isNaN(utc.getTime())) return undefined
  return new Date(utc.getTime() - offsetMinutes(utc, timeZone) * 60_000).toISOString()
}

/** The last millisecond of a day. */
export const endOfDay = (day: string, timeZone: string | undefined): string | undefined => {
  const start = startOfDay(day, timeZone)
  return start && new Date(Date.parse(start) + 86_400_000 - 1).toISOString()
}

/** The day of a time; empty for null. */
export const dayOf = (moment: string | null, timeZone: string | undefined): string => {
  const date = new Date(moment ?? '')
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(date)
}
