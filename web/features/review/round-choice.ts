import type { DeskRound } from '@lectern/contract/review/review.ts'

/** Whether the works of a round are shown. */
export const isReady = ({ invitation, hasPledged, needsPractice }: DeskRound): boolean =>
  invitation === 'accepted' && hasPledged && !needsPractice

/** Whether there is something to do in a round. */
const isPending = ({ state, works, finished }: DeskRound): boolean => state === 'open' && finished < works

/** The round that is asked for; otherwise the one that has something to do, and ends first. */
export const chooseRound = (rounds: readonly DeskRound[], asked: string | null): DeskRound | undefined => {
  const accepted = rounds.filter(({ invitation }) => invitation === 'accepted')
  const byEnd = accepted.toSorted((one, other) => (one.closesAt ?? '9').localeCompare(other.closesAt ?? '9'))
  return accepted.find(({ code }) => code === asked) ?? byEnd.find(isPending) ?? accepted[0]
}
