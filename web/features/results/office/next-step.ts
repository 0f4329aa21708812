import type { ListState, ListStep } from '@lectern/contract/results/result-values.ts'
import type { ListHead } from '@lectern/contract/results/results.ts'

type Standing = Pick<ListHead, 'state' | 'confirmedAt' | 'isScheduled'>

/** A list that a second organiser has confirmed, or whose announcement has a time, is shown as such. */
export type ShownState = ListState | 'confirmed' | 'scheduled'

export const shownState = ({ state, confirmedAt, isScheduled }: Standing): ShownState => {
  if (state === 'proposed' && confirmedAt !== null) return 'confirmed'
  return state === 'final' && isScheduled ? 'scheduled' : state
}

/** What can be done in a state; the first one is what comes next. */
const stepsIn: Record<ShownState, readonly ListStep[]> = {
  computed: ['propose', 'discard'],
  proposed: ['confirm', 'discard'],
  confirmed: ['publicise', 'discard'],
  publicised: ['finalise'],
  final: ['announce'],
  scheduled: ['unschedule'],
  announced: [],
  superseded: [],
}

export const stepsOf = (list: Standing): readonly ListStep[] => stepsIn[shownState(list)]

/** What comes next with the results of an activity; undefined: nothing, they are announced or will be. */
export const nextStepOf = (newest: Standing | null | undefined): ListStep | 'compute' | undefined => {
  if (!newest || newest.state === 'superseded') return 'compute'
  const [next] = stepsOf(newest)
  return next === 'unschedule' ? undefined : next
}

/** The list that the page is about: the requested one, else the newest that was not replaced, else the newest. */
export const chosenList = <List extends Pick<ListHead, 'id' | 'state'>>(
  lists: readonly List[],
  tab: string | null,
): List | undefined =>
  lists.find(({ id }) => id === tab) ?? lists.find(({ state }) => state !== 'superseded') ?? lists[0]
