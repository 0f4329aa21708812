export const phaseKinds = [
  'enrolment',
  'submission',
  'school-recommendation',
  'province-recommendation',
  'review',
  'publicity',
  'results',
] as const
export type PhaseKind = (typeof phaseKinds)[number]

/** Kinds that an edition needs only where institutions recommend: nobody is asked to plan them. */
const levelKinds: readonly PhaseKind[] = ['school-recommendation', 'province-recommendation']

export const usualPhaseKinds = phaseKinds.filter((kind) => !levelKinds.includes(kind))

/**
 * States of an activity and the allowed moves. Visitors see published ones. A scheduled activity becomes visible when
 * its time comes; changing that time is a move too. An activity with teams cannot become a draft again.
 */
export const activityMoves = {
  draft: ['published', 'scheduled', 'archived'],
  scheduled: ['published', 'scheduled', 'draft', 'archived'],
  published: ['draft', 'archived'],
  archived: ['draft', 'published', 'scheduled'],
} as const satisfies Record<string, readonly string[]>
export type ActivityState = keyof typeof activityMoves
export const activityStates = Object.keys(activityMoves) as [ActivityState, ...ActivityState[]]

/** What an organiser who takes part has changed where nobody else could: who is an organiser, where mail goes, site rules. */
export const controlChanges = [
  'organiserAppointed',
  'dutiesChanged',
  'mailChanged',
  'rulesChanged',
  'tokenCreated',
  'webhookChanged',
] as const
export type ControlChange = (typeof controlChanges)[number]

/** Whether teams can enrol in an activity, the same for everybody. */
export const enrolmentStandings = ['unscheduled', 'upcoming', 'open', 'closingSoon', 'full', 'closed'] as const
export type EnrolmentStanding = (typeof enrolmentStandings)[number]

/** Whether a phase is over, running or upcoming. */
export const phaseStandings = ['past', 'running', 'upcoming'] as const
export type PhaseStanding = (typeof phaseStandings)[number]

/** Max grace period in minutes for forms that were open at the end of a phase. */
export const maxGraceMinutes = 1_440

/** Phases in which a team can get an extension. */
export const extendedKinds = ['enrolment', 'submission'] as const satisfies readonly PhaseKind[]
export type ExtendedKind = (typeof extendedKinds)[number]

/** The phase of each stage: teams are formed and changed during the enrolment phase. */
export const stagePhases = {
  team: 'enrolment',
  enrolment: 'enrolment',
  work: 'submission',
} as const satisfies Record<string, ExtendedKind>

/** What organisers look at before an edition begins, above all after it was copied from another one. */
export const editionChecks = [
  'oldYear',
  'pastPhases',
  'drafts',
  'pastRounds',
  'noPrizes',
  'oldTemplates',
  'notCurrent',
] as const
export type EditionCheck = (typeof editionChecks)[number]
