/** Converts times to and from local time in the site's time zone. */

const wallFormat = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })

/** Local time as `2031-05-20T08:30`; empty for null. */
export const wallTimeOf = (moment: string | null | undefined, timeZone: string | undefined): string => {
  const date = new Date(moment ?? '')
  return Number.isNaN(date.getTime()) ? '' : wallFormat(timeZone).format(date).replace(' ', 'T')
}

/** The time for a local time; null if it is invalid. */
export const momentAt = (wallTime: string, timeZone: string | undefined): string | null => {
  const asUtc = Date.parse(`${wallTime}:00.000Z`)
  if (Number.isNaN(asUtc)) return null
  const offsetAt = (moment: number): number =>
    Date.parse(`${wallTimeOf(new Date(moment).toISOString(), timeZone)}:00.000Z`) - moment
  // With daylight saving time, the offset depends on the time itself, so guess first.
  const guess = asUtc - offsetAt(asUtc)
  return new Date(asUtc - offsetAt(guess)).toISOString()
}
