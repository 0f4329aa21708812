const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export type Unit = 'day' | 'hour' | 'minute' | 'second'
export type TimeLeft = Record<Unit, number>

/** The remaining time in full units; zero if it has passed. */
export const timeLeft = (milliseconds: number): TimeLeft => {
  const left = Math.max(0, Math.ceil(milliseconds / second) * second)
  return {
    day: Math.floor(left / day),
    hour: Math.floor((left % day) / hour),
    minute: Math.floor((left % hour) / minute),
    second: Math.floor((left % minute) / second),
  }
}
