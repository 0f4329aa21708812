/** `2026-10-01` */
type Day = string

const oneDay = 86_400_000

/** The calendar day of a moment in a time zone. */
const dayIn = (moment: Date, timeZone: string): Day => {
  // Swedish dates are written as ISO 8601 writes them.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    moment,
  )
}

const nextDay = (day: Day): Day => new Date(Date.parse(`${day}T00:00:00Z`) + oneDay).toISOString().slice(0, 10)

const isWeekend = (day: Day): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** How far the clocks of a zone are ahead of UTC at a moment. */
const offsetAt = (moment: Date, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(moment)
  return Date.parse(`${parts.replace(' ', 'T')}Z`) - Math.floor(moment.getTime() / 1_000) * 1_000
}

/** The moment at which a day begins in a time zone. */
const startOf = (day: Day, timeZone: string): Date => {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // Where clocks change that night, the first guess is wrong by the change.
  const guess = new Date(utc - offsetAt(new Date(utc), timeZone))
  return new Date(utc - offsetAt(guess, timeZone))
}

/**
 * The end of the last of so many working days after the day of a moment: Monday to Friday, without holidays. The day
 * itself does not count.
 */
export const afterWorkingDays = (
  from: Date,
  days: number,
  { timeZone, holidays }: { timeZone: string; holidays: readonly Day[] },
): Date => {
  const free = new Set(holidays)
  let day = dayIn(from, timeZone)
  for (let left = days; left > 0;) {
    day = nextDay(day)
    if (!isWeekend(day) && !free.has(day)) left -= 1
  }
  return startOf(nextDay(day), timeZone)
}
