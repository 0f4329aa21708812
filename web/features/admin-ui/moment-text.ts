import { momentAt, wallTimeOf } from '../../ui/wall-time.ts'

/** A time as it is typed: `2031-05-20 18:00`. */
export const momentText = (moment: string | undefined, timeZone: string | undefined): string =>
  wallTimeOf(moment, timeZone).replace('T', ' ')

const momentPattern =
  /^(\d{4})[-/.\p{Script=Han}](\d{1,2})[-/.\p{Script=Han}](\d{1,2})\p{Script=Han}?[ T]+(\d{1,2}):(\d{2})$/u

/** Parses typed text; undefined if it is invalid. Accepts full-width digits and the usual separators. */
export const parseMoment = (text: string, timeZone: string | undefined): string | undefined => {
  const [, year = '', month = '', day = '', hour = '', minute = ''] =
    momentPattern.exec(text.normalize('NFKC').trim()) ?? []
  if (year === '') return undefined
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const wall = `${date}T${hour.padStart(2, '0')}:${minute}`
  const isDay = new Date(`${date}T00:00:00.000Z`).toJSON()?.startsWith(date) ?? false
  const isTime = Number(hour) < 24 && Number(minute) < 60
  return isDay && isTime ? (momentAt(wall, timeZone) ?? undefined) : undefined
}
