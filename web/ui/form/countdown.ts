/** Max cooldown, whatever the browser's clock says. */
export const longestWait = 60_000

const withinReason = (milliseconds: number): number => Math.min(Math.max(milliseconds, 0), longestWait)

/** What is written down for the case of a reload: the moment of the end, on the browser's clock. */
export const endOf = (seconds: number, now: number): string => String(now + withinReason(seconds * 1000))

/** What is left of a wait that was written down; a clock set back meanwhile makes it no longer than the longest. */
export const waitUntil = (written: string | null, now: number): number => {
  const end = Number(written ?? Number.NaN)
  return Number.isFinite(end) ? withinReason(end - now) : 0
}

/** Full seconds for the reader: never 0 while there is something left. */
export const secondsLeft = (deadline: number, now: number): number => Math.max(0, Math.ceil((deadline - now) / 1000))
