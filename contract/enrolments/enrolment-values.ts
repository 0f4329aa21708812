/** Allowed state transitions of an enrolment; the policy decides who may take which. */
export const enrolmentMoves = {
  draft: ['submitted', 'withdrawn'],
  submitted: ['submitted', 'approved', 'returned', 'rejected', 'withdrawn'],
  returned: ['submitted', 'withdrawn'],
  approved: ['submitted', 'returned', 'withdrawn'],
  rejected: ['submitted', 'returned'],
  withdrawn: ['draft'],
} as const satisfies Record<string, readonly string[]>
export type EnrolmentState = keyof typeof enrolmentMoves
/** Kinds of events. Revoking a decision also leads to the state `submitted`, but is not a submission. */
export const eventKinds = ['submission', 'decision', 'takeBack', 'withdrawal', 'revival'] as const
export type EventKind = (typeof eventKinds)[number]

export const enrolmentStates = Object.keys(enrolmentMoves) as [EnrolmentState, ...EnrolmentState[]]

/**
 * What may be done with an amendment: changes to a submitted enrolment that are not submitted yet. The submitted
 * version stays valid beside it. A decision never deletes the amendment. After a return, it is the draft of the new
 * submission; after other decisions it can only be read or discarded.
 */
export const amendmentUse = {
  draft: [],
  submitted: ['start', 'edit', 'submit', 'discard'],
  returned: ['edit', 'submit'],
  approved: ['discard'],
  rejected: ['discard'],
  withdrawn: [],
} as const satisfies Record<EnrolmentState, readonly AmendmentAction[]>
export type AmendmentAction = 'start' | 'edit' | 'submit' | 'discard'

export const mayUseAmendment = (state: EnrolmentState, action: AmendmentAction): boolean =>
  (amendmentUse[state] as readonly AmendmentAction[]).includes(action)

/** Decisions of organisers; `submitted` revokes a decision. */
export const decisions = ['approved', 'returned', 'rejected', 'submitted'] as const
export type Decision = (typeof decisions)[number]

/** The transitions that organisers may take. All others belong to the captain. */
export const decisionMoves = {
  draft: [],
  submitted: ['approved', 'returned', 'rejected'],
  returned: ['submitted'],
  approved: ['returned', 'submitted'],
  rejected: ['returned', 'submitted'],
  withdrawn: [],
} as const satisfies Record<EnrolmentState, readonly Decision[]>

export const mayDecide = (state: EnrolmentState, decision: Decision): boolean =>
  (decisionMoves[state] as readonly Decision[]).includes(decision)

/** An approval needs no reason; all other decisions do. */
export const needsReason = (state: EnrolmentState, decision: Decision): boolean =>
  decision !== 'approved' || state !== 'submitted'

/** Sort orders of the office's list; a minus sign reverses one. */
export const enrolmentSorts = ['-submittedAt', 'submittedAt', 'number', '-number'] as const
export type EnrolmentSort = (typeof enrolmentSorts)[number]

export const enrolmentFormats = ['xlsx', 'csv'] as const

/** A sheet has one row per team or one per person. */
export const sheetRows = ['teams', 'people'] as const
export type SheetRows = (typeof sheetRows)[number]

/** Columns with personal data; exported only if the organiser selects them. */
export const personalColumns = ['names', 'contacts', 'answers'] as const
export type PersonalColumns = (typeof personalColumns)[number]

/** Max decisions in one request. */
export const maxDecisions = 100

/** States in which an enrolment occupies a seat. */
export const placeStates = ['submitted', 'returned', 'approved'] as const satisfies readonly EnrolmentState[]

/** States in which the team cannot be changed. */
export const frozenStates = ['submitted', 'approved'] as const satisfies readonly EnrolmentState[]

export const isFrozen = (state: EnrolmentState): boolean => (frozenStates as readonly string[]).includes(state)

/** Min time that a team has to answer a return. */
export const resubmitMilliseconds = 72 * 3_600_000

/** How long a seat offered from the waiting list is reserved, but never beyond the deadline. */
export const offerMilliseconds = 48 * 3_600_000

/** Delay before a decision is notified; a decision revoked meanwhile is not. */
export const notifyDelayMilliseconds = 60_000
