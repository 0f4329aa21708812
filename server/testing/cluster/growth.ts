/** What one process used at one time. */
export interface Usage {
  /** Resident memory in MB. */
  memory: number
  /** Open files and connections. */
  handles: number
  threads: number
}

export type Measure = keyof Usage

export const measures: readonly Measure[] = ['memory', 'handles', 'threads']

/** How much more a process may use at the end than after its warm-up: a share, or a number where that is more. */
const allowance: Record<Measure, { share: number; least: number }> = {
  memory: { share: 0.2, least: 40 },
  handles: { share: 0.2, least: 15 },
  threads: { share: 0.2, least: 6 },
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

export interface Growth {
  measure: Measure
  before: number
  after: number
}

/** The second quarter of the time, when everything has been loaded once, and the last one. */
const ends = (values: readonly number[]): [number, number] => {
  const quarter = Math.floor(values.length / 4)
  return [median(values.slice(quarter, 2 * quarter)), median(values.slice(-quarter))]
}

/** Compares medians, so that neither a sheet that is being written nor a pause after one decides. */
export const growthsOf = (samples: readonly Usage[]): Growth[] =>
  measures.map((measure) => {
    const [before, after] = ends(samples.map((sample) => sample[measure]))
    return { measure, before, after }
  })

/** Whether something grows that should stay as it is. */
export const isLeak = ({ measure, before, after }: Growth): boolean => {
  const { share, least } = allowance[measure]
  return after - before > Math.max(before * share, least)
}
