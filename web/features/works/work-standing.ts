import type { WorkState } from '@lectern/contract/works/work-values.ts'
import type { Work } from '@lectern/contract/works/works.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'

/** What is said of the last submission: whether it counts, and what can still be done. */
export const standingText = ({ state, isChanged, may }: Pick<Work, 'state' | 'isChanged' | 'may'>): MessageId => {
  const canChange = may.edit === null
  // Only a work that was withdrawn and revived is a draft again.
  if (state === 'draft') return 'work.standing.revived'
  if (state === 'submitted' && isChanged) return canChange ? 'work.standing.changed' : 'work.standing.lapsed'
  return state === 'submitted' && canChange ? 'work.standing.in' : 'work.standing.was'
}

/** States whose reason is at the top of the page. */
export const isReasonTold = (state: WorkState): state is 'returned' | 'disqualified' =>
  state === 'returned' || state === 'disqualified'

/** The end has passed; an upload that was begun before it may still arrive, or has arrived and waits to be submitted. */
export const isLateButOpen = ({ uploads, may }: Pick<Work, 'uploads' | 'may'>): boolean =>
  may.edit !== null && (may.submit === null || uploads.some(({ isOwn, isInTime }) => isOwn && isInTime))

/** What was submitted is changed only on request, unless that has begun: something was saved, or is on its way. */
export const isEditorShown = (
  work: Pick<Work, 'state' | 'isChanged' | 'uploads' | 'may'>,
  isAsked: boolean,
): boolean => {
  const isBegun = work.state !== 'submitted' || work.isChanged || work.uploads.some(({ isOwn }) => isOwn)
  return isLateButOpen(work) || (work.may.edit === null && (isAsked || isBegun))
}
