export const phaseKinds = ['enrolment', 'submission', 'review', 'publicity', 'results'] as const
export type PhaseKind = (typeof phaseKinds)[number]

export const activityStates = ['draft', 'published', 'archived'] as const

/** How it stands with enrolling in an activity, for anybody. */
export const enrolmentStandings = ['unscheduled', 'upcoming', 'open', 'closingSoon', 'full', 'closed'] as const
export type EnrolmentStanding = (typeof enrolmentStandings)[number]

/** How a phase stands at a moment. */
export const phaseStandings = ['past', 'running', 'upcoming'] as const
export type PhaseStanding = (typeof phaseStandings)[number]
