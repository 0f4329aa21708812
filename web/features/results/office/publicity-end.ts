const hour = 3_600_000

/** When a public notice of so many days ends if it begins now: at the next full hour, so that it is never too short. */
export const publicityEnd = (now: number, days: number): string =>
  new Date(Math.ceil((now + days * 24 * hour) / hour) * hour).toISOString()
