import type { NextStep } from '@lectern/contract/journey/journey.ts'
import type { ActivityDetail } from '@lectern/contract/competition/competition.ts'

type Activity = Pick<ActivityDetail, 'standing' | 'opensAt' | 'closesAt'>
type Step = Pick<NextStep, 'step' | 'until' | 'now' | 'isDone'>

/**
 * `own`: a deadline of the reader that replaces the general one, such as that of an extension. `countdown`: what the
 * page counts down to.
 */
export const deadlinesOf = ({ standing, opensAt, closesAt }: Activity, next: Step | undefined) => {
  const ahead = next?.until && next.until > next.now ? next.until : null
  const own = ahead === closesAt ? null : ahead
  if (next?.isDone) return { own, countdown: null }
  const isRunning = standing === 'open' || standing === 'closingSoon'
  // A full activity is over for newcomers, but not for a team with a seat that has something to do.
  const hasSeat = standing === 'full' && next !== undefined && next.step !== 'refused'
  const everybodys = standing === 'upcoming' ? opensAt : isRunning ? closesAt : hasSeat ? ahead : null
  return { own, countdown: own ?? everybodys }
}
