/** Whether something happens before or after the phase that is meant for it. */
export const timings = ['early', 'late'] as const
export type Timing = (typeof timings)[number]

/** Null: within the phase, or there is none. */
export const timingOf = (phase: { opensAt: Date; closesAt: Date } | null | undefined, moment: Date): Timing | null => {
  if (!phase) return null
  if (moment < phase.opensAt) return 'early'
  return moment >= phase.closesAt ? 'late' : null
}
