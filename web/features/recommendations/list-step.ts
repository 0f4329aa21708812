import { isEditableList } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { ListSummary } from '@lectern/contract/recommendations/recommendations.ts'

/** What an officer does next with a list. */
export type OfficerStep =
  | 'later'
  | 'undated'
  | 'late'
  | 'noQuota'
  | 'noEntries'
  | 'rank'
  | 'handIn'
  | 'correct'
  | 'wait'
  | 'done'

type Listed = Pick<ListSummary, 'state' | 'window' | 'quota' | 'rows' | 'entries'>

/** The one next step. Preparing is possible before the date; only what the list lacks then matters. */
export const officerStep = ({ state, window, quota, rows, entries }: Listed): OfficerStep => {
  if (state === 'accepted') return 'done'
  if (!isEditableList(state)) return 'wait'
  if (window.standing === 'closed') return 'late'
  if (state === 'returned') return 'correct'
  if (rows === 0 && quota === 0) return 'noQuota'
  if (rows === 0 && entries === 0) return 'noEntries'
  if (window.standing === 'unscheduled') return 'undated'
  if (window.standing === 'upcoming') return 'later'
  return rows === 0 ? 'rank' : 'handIn'
}

const ownSteps: ReadonlySet<OfficerStep> = new Set(['rank', 'handIn', 'correct'])

/** Whether the officer has to act now. */
export const isOwnStep = (step: OfficerStep): boolean => ownSteps.has(step)

/** The moment that counts: the end while a list can be handed in, before that the beginning. */
export const dueOf = ({ state, window }: Pick<ListSummary, 'state' | 'window'>): string | null => {
  if (!isEditableList(state)) return null
  return window.standing === 'upcoming' ? window.opensAt : window.closesAt
}

const endOf = ({ window: { closesAt } }: Listed): number => (closesAt === null ? Infinity : Date.parse(closesAt))

/** The list to work on first: the earliest date among those where the officer acts. */
export const mostUrgent = <List extends Listed>(lists: readonly List[]): List | undefined =>
  lists.filter((list) => isOwnStep(officerStep(list))).toSorted((one, other) => endOf(one) - endOf(other))[0]
