interface Sample {
  at: number
  bytes: number
}

export interface Pace {
  /** Records the number of bytes sent so far. */
  note(at: number, bytes: number): void
  /** Recent bytes per second; undefined until it can be measured. */
  speed(): number | undefined
}

const windowMilliseconds = 8_000
const minMilliseconds = 500

/** The speed over the last few seconds. */
export const createPace = (): Pace => {
  let samples: Sample[] = []
  return {
    note: (at, bytes) => {
      samples = [...samples.filter((sample) => at - sample.at <= windowMilliseconds), { at, bytes }]
    },
    speed: () => {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.at - first.at < minMilliseconds) return undefined
      return Math.max(0, ((last.bytes - first.bytes) * 1_000) / (last.at - first.at))
    },
  }
}

const smallestPiece = 512 * 1024
const largestPiece = 16 * 1024 ** 2
const pieceSeconds = 6

/** Bytes per request: some seconds' worth, so that a lost connection costs little and requests stay short. */
export const pieceBytes = (speed: number | undefined): number =>
  Math.round(Math.min(largestPiece, Math.max(smallestPiece, (speed ?? 0) * pieceSeconds)))
