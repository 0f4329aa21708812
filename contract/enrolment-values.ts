/** The life of an enrolment; who may take which step, the policy says. */
export const enrolmentMoves = {
  draft: ['submitted', 'withdrawn'],
  submitted: ['approved', 'returned', 'rejected', 'withdrawn'],
  returned: ['submitted', 'withdrawn'],
  approved: ['submitted', 'returned', 'withdrawn'],
  rejected: ['submitted', 'returned'],
  withdrawn: ['draft'],
} as const satisfies Record<string, readonly string[]>
export type EnrolmentState = keyof typeof enrolmentMoves
export const enrolmentStates = Object.keys(enrolmentMoves) as [EnrolmentState, ...EnrolmentState[]]

/** What organisers decide; `submitted` takes a decision back. */
export const decisions = ['approved', 'returned', 'rejected', 'submitted'] as const
export type Decision = (typeof decisions)[number]

/** States in which an enrolment holds one of the activity's places. */
export const placeStates = ['submitted', 'returned', 'approved'] as const satisfies readonly EnrolmentState[]

/** States in which the team stays as it is. */
export const frozenStates = ['submitted', 'approved'] as const satisfies readonly EnrolmentState[]

/** So long after a return there is at least time to answer it. */
export const resubmitMilliseconds = 72 * 3_600_000

/** A decision is told so much later, and only if it still stands. */
export const tellAfterMilliseconds = 60_000
