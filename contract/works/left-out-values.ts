import type { ExtendedKind } from '../competition/competition-values.ts'
import type { Timing } from '../competition/timing.ts'

/** What is counted of it. */
export const leftOutCounts = ['drafts', 'unstarted', 'extended', 'unchecked'] as const

export type LeftOutValues = Record<(typeof leftOutCounts)[number], number> & {
  running: ExtendedKind[]
  timing: Timing | null
}

export const nothingLeftOut: LeftOutValues = {
  running: [],
  drafts: 0,
  unstarted: 0,
  extended: 0,
  unchecked: 0,
  timing: null,
}

/** Nothing has to be acknowledged. */
export const isNothing = (left: LeftOutValues): boolean =>
  left.running.length === 0 && left.timing === null && leftOutCounts.every((name) => left[name] === 0)
