interface Day {
  day: string
  finished: number
}

/** When a round runs, as days of its zone; empty: unknown. */
export interface DayWindow {
  from: string
  until: string
  /** Days after this one have not come yet. */
  today: string
}

export interface ProgressDay extends Day {
  /** Submitted by the end of the day; null: the day has not come yet. */
  total: number | null
  /** What would be submitted by then if all days had equally much; null: the end is unknown. */
  expected: number | null
}

/** More days than these are not drawn one by one. */
const mostDays = 366

const earliest = (days: readonly string[]): string | undefined => days.filter((day) => day !== '').toSorted()[0]
const latest = (days: readonly string[]): string | undefined => days.toSorted().at(-1)

const listDays = (first: string, last: string): string[] => {
  const days: string[] = []
  const moment = new Date(`${first}T00:00:00Z`)
  for (let day = first; day <= last && days.length < mostDays; day = moment.toISOString().slice(0, 10)) {
    days.push(day)
    moment.setUTCDate(moment.getUTCDate() + 1)
  }
  return days
}

/** Every day of a round's window, also those on which nothing was submitted, and those before and after with sheets. */
export const progressDays = (days: readonly Day[], all: number, { from, until, today }: DayWindow): ProgressDay[] => {
  const counts = new Map(days.map(({ day, finished }) => [day, finished]))
  const first = earliest([from, ...counts.keys()])
  const last = latest([until, ...counts.keys()])
  if (!first || !last) return []
  const planned = from !== '' && until !== '' ? listDays(from, until) : []
  let total = 0
  return listDays(first, last).map((day) => {
    const finished = counts.get(day) ?? 0
    total += finished
    const passed = planned.filter((each) => each <= day).length
    return {
      day,
      finished,
      total: today === '' || day <= today || finished > 0 ? total : null,
      expected: planned.length > 0 ? (all * passed) / planned.length : null,
    }
  })
}
