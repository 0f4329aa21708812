export const phaseKinds = ['enrolment', 'submission', 'review', 'publicity', 'results'] as const
export type PhaseKind = (typeof phaseKinds)[number]

/**
 * The life of an activity: visitors see a published one. A scheduled one is published by time alone; another time for it is a move too. What
 * teams belong to does not become a draft again.
 */
export const activityMoves = {
  draft: ['published', 'scheduled', 'archived'],
  scheduled: ['published', 'scheduled', 'draft', 'archived'],
  published: ['draft', 'archived'],
  archived: ['draft', 'published', 'scheduled'],
} as const satisfies Record<string, readonly string[]>
export type ActivityState = keyof typeof activityMoves
export const activityStates = Object.keys(activityMoves) as [ActivityState, ...ActivityState[]]

/** How it stands with enrolling in an activity, for anybody. */
export const enrolmentStandings = ['unscheduled', 'upcoming', 'open', 'closingSoon', 'full', 'closed'] as const
export type EnrolmentStanding = (typeof enrolmentStandings)[number]

/** How a phase stands at a moment. */
export const phaseStandings = ['past', 'running', 'upcoming'] as const
export type PhaseStanding = (typeof phaseStandings)[number]

/** Max grace period in minutes for forms that were open at the end of a phase. */
export const maxGraceMinutes = 1_440

/** Phases in which a team can get an extension. */
export const extendedKinds = ['enrolment', 'submission'] as const satisfies readonly PhaseKind[]
export type ExtendedKind = (typeof extendedKinds)[number]

/** The phase that each stage of the contest takes place in: teams are formed and changed while they enrol. */
export const stagePhases = {
  team: 'enrolment',
  enrolment: 'enrolment',
  work: 'submission',
} as const satisfies Record<string, ExtendedKind>
