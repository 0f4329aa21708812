import { writeDuration } from '../../ui/duration.ts'

/** A place in a film: 0:32, 12:05, 1:02:03. */
export const clockOf = (seconds: number): string => writeDuration(Math.floor(seconds))

export const speeds = [0.75, 1, 1.25, 1.5, 2] as const

export const nextSpeed = (speed: number, by: 1 | -1): number => {
  const at = speeds.findIndex((each) => each === speed)
  return speeds[Math.min(speeds.length - 1, Math.max(0, at + by))]!
}

/** Where to begin: a film that was watched to its end begins anew. */
export const resumedAt = (place: number | undefined, duration: number): number =>
  place === undefined || place > duration - 5 ? 0 : place
