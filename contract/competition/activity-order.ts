import type { ActivityCard } from './competition.ts'

const urgencyOf = ({ standing, opensAt, closesAt }: ActivityCard): number => {
  const isRunning = standing === 'open' || standing === 'closingSoon'
  if (isRunning && closesAt) return Date.parse(closesAt)
  return standing === 'upcoming' && opensAt ? 1e15 + Date.parse(opensAt) : 1e16
}

/** Activities that close first come first, then those that open first. Closed ones keep their order at the end. */
export const byUrgency = <Card extends ActivityCard>(activities: readonly Card[]): Card[] =>
  activities.toSorted((one, other) => urgencyOf(one) - urgencyOf(other))
