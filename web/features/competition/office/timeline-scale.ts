const day = 86_400_000

interface Window {
  opensAt: string
  closesAt: string
}

/** The range of a timeline, and the position of a time on it. */
export interface Scale {
  from: number
  until: number
  /** In percent. */
  at: (moment: string | number) => number
  /** The labelled days. */
  ticks: readonly number[]
}

/** Months or weeks, so that about a dozen labels fit. */
const stepsOf = (span: number): { months?: number; days?: number } => {
  const days = span / day
  if (days <= 12) return { days: 1 }
  if (days <= 80) return { days: 7 }
  return { months: Math.ceil(days / 30.5 / 14) }
}

const ticksOf = (from: number, until: number): number[] => {
  const { months, days = 1 } = stepsOf(until - from)
  const first = new Date(from)
  const year = first.getUTCFullYear()
  const ticks = Array.from({ length: 32 }, (_, index) =>
    months
      ? Date.UTC(year, first.getUTCMonth() + index * months, 1)
      : Date.UTC(year, first.getUTCMonth(), first.getUTCDate() + index * days),
  )
  return ticks.filter((tick) => from <= tick && tick <= until)
}

/** Covers all phases and the current time, with a margin. */
export const scaleOf = (windows: readonly Window[], now: string): Scale => {
  const moments = [now, ...windows.flatMap(({ opensAt, closesAt }) => [opensAt, closesAt])].map((text) =>
    Date.parse(text),
  )
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  const space = Math.max((last - first) * 0.04, day)
  const [from, until] = [first - space, last + space]
  const at = (moment: string | number): number => ((new Date(moment).getTime() - from) / (until - from)) * 100
  return { from, until, at, ticks: ticksOf(from, until) }
}

export type Edge = 'whole' | 'start' | 'end'

const shifted = (moment: string, days: number): string => new Date(Date.parse(moment) + days * day).toISOString()

/** Moves a phase, or one of its ends, by whole days; it stays at least a day long. */
export const moved = <W extends Window>(window: W, edge: Edge, days: number): W => {
  const opensAt = edge === 'end' ? window.opensAt : shifted(window.opensAt, days)
  const closesAt = edge === 'start' ? window.closesAt : shifted(window.closesAt, days)
  return Date.parse(closesAt) - Date.parse(opensAt) < day ? window : { ...window, opensAt, closesAt }
}

/** Converts a distance in pixels to whole days. */
export const daysOf = (pixels: number, width: number, { from, until }: Scale): number =>
  width > 0 ? Math.round(((pixels / width) * (until - from)) / day) : 0
