/** Max cooldown, whatever the browser's clock says. */
export const longestWait = 60_000

const withinReason = (milliseconds: number): number => Math.min(Math.max(milliseconds, 0), longestWait)

/** The end of the countdown by the browser's clock, stored for a reload. */
export const endOf = (seconds: number, now: number): string => String(now + withinReason(seconds * 1000))

/** The rest of a stored countdown, limited to the max in case the clock was set back. */
export const waitUntil = (stored: string | null, now: number): number => {
  const end = Number(stored ?? Number.NaN)
  return Number.isFinite(end) ? withinReason(end - now) : 0
}

/** Full seconds to show: never 0 before the end. */
export const secondsLeft = (deadline: number, now: number): number => Math.max(0, Math.ceil((deadline - now) / 1000))
