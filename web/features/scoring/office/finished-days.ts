interface Day {
  day: string
  finished: number
}

/** More days than these are not drawn one by one. */
const mostDays = 366

/** Every day from the opening, or else the first sheet, to the last sheet, also those on which nothing was submitted. */
export const everyDay = (days: readonly Day[], openedOn = ''): Day[] => {
  const counts = new Map(days.map(({ day, finished }) => [day, finished]))
  const sorted = [...counts.keys()].toSorted()
  const last = sorted.at(-1)
  if (last === undefined) return []
  const first = openedOn !== '' && openedOn < sorted[0]! ? openedOn : sorted[0]!
  const found: Day[] = []
  const moment = new Date(`${first}T00:00:00Z`)
  while (found.length < mostDays) {
    const day = moment.toISOString().slice(0, 10)
    if (day > last) break
    found.push({ day, finished: counts.get(day) ?? 0 })
    moment.setUTCDate(moment.getUTCDate() + 1)
  }
  return found
}
