import { z } from 'zod'
import { extendedKinds } from '../competition/competition-values.ts'
import { timings } from '../competition/timing.ts'

const count = z.int().min(0)

/**
 * What a step of the second half would leave out: opening a round, a public notice, the announcement of results. Whoever takes the step
 * sends back what they have seen, so that nothing is left out unknowingly.
 */
export const leftOut = z.strictObject({
  /** Phases in which teams of the activities can still act. */
  running: z.array(z.enum(extendedKinds)).max(extendedKinds.length),
  /** Works that are started and can still be submitted, teams that can still start one, and teams with an extension. */
  drafts: count,
  unstarted: count,
  extended: count,
  /** Works that are submitted and not checked. */
  unchecked: count,
  /** The step is taken before or after the phase that is meant for it. */
  timing: z.enum(timings).nullable(),
})
export type LeftOut = z.infer<typeof leftOut>
