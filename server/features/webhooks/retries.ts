const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Pauses after the first, second … failed attempt; the last one is repeated. They are those of Standard Webhooks. */
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

/** For how long an event is tried, and an address may fail. */
export const patienceMilliseconds = 72 * hour

/** A part of each pause is random, so that what failed together does not come back together. */
const jitter = 0.1

/** However long an address asks for. */
const longestWish = 24 * hour

const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)

interface Series {
  firstAttemptAt: Date
  /** That have failed, this one included. */
  attempts: number
  now: Date
  /** The address asks to be left alone for so long. */
  wishMilliseconds?: number | undefined
  /** From 0 to 1. */
  random: number
}

/** The next attempt after a failed one: the last is three days after the first. Undefined: that was the last. */
export const nextAttempt = ({
  firstAttemptAt,
  attempts,
  now,
  wishMilliseconds = 0,
  random,
}: Series): Date | undefined => {
  const end = later(firstAttemptAt, patienceMilliseconds)
  if (now >= end) return undefined
  const pause = pauses[attempts - 1] ?? pauses.at(-1)!
  const next = later(now, Math.max(pause * (1 + jitter * random), Math.min(wishMilliseconds, longestWish)))
  return next < end ? next : end
}

/** An address that does not answer is asked rarely, however much waits for it. */
export const longestRest = 30 * minute

export const restAfter = (silentAttempts: number, now: Date): Date =>
  later(now, Math.min(pauses[silentAttempts - 1] ?? longestRest, longestRest))

/** The header `retry-after`: seconds or a date. Anything else counts as nothing. */
export const wishOf = (retryAfter: string | undefined, now: Date): number => {
  const text = retryAfter?.trim() ?? ''
  const milliseconds = /^\d{1,9}$/.test(text) ? Number(text) * second : Date.parse(text) - now.getTime()
  return milliseconds > 0 ? milliseconds : 0
}
