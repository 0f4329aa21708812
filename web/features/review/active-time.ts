/** Nobody reads for longer than this without touching anything. */
const idleMilliseconds = 60_000
/** A longer gap between two looks means that the computer slept. */
const maxGapMilliseconds = 5_000

export interface ActiveTime {
  /** Somebody pressed, moved or scrolled something, or a film is playing. */
  touch(now: number): void
  /** Called about once a second. */
  look(now: number, isVisible: boolean): void
  readonly seconds: number
}

/** Counts the time that a work is in use: its tab is visible, and somebody did something within the last minute. */
export const createActiveTime = (begun: number): ActiveTime => {
  let milliseconds = 0
  let looked = begun
  let touched = begun
  return {
    touch: (now) => {
      touched = now
    },
    look: (now, isVisible) => {
      const gap = now - looked
      looked = now
      if (isVisible && gap > 0 && gap <= maxGapMilliseconds && now - touched <= idleMilliseconds) milliseconds += gap
    },
    get seconds() {
      return Math.floor(milliseconds / 1_000)
    },
  }
}
