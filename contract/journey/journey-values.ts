/** Who has to act. */
export const turns = ['own', 'others', 'none'] as const
export type Turn = (typeof turns)[number]

/** Possible next steps, by stage. A later stage adds its own list. */
const visitorSteps = ['signIn', 'judge', 'invited', 'team', 'refused'] as const
const teamSteps = ['complete', 'gather'] as const
const enrolmentSteps = [
  'fill',
  'submit',
  'joinWaitingList',
  'onWaitingList',
  'takePlace',
  'wait',
  'amend',
  'resubmit',
  'done',
  'rejected',
  'withdrawn',
] as const

const workSteps = [
  'workLater',
  'prepareWork',
  'submitWork',
  'workSubmitted',
  'submitWorkChanges',
  'resubmitWork',
  'workAccepted',
  'workDisqualified',
  'workWithdrawn',
  'workMissed',
] as const

const recommendationSteps = ['waitForLevel', 'waitAboveLevel', 'notRecommended'] as const

const reviewSteps = ['workInReview'] as const

const resultSteps = ['workInPublicity', 'workAwarded', 'workNotAwarded'] as const

export const journeySteps = [
  ...visitorSteps,
  ...teamSteps,
  ...enrolmentSteps,
  ...workSteps,
  ...recommendationSteps,
  ...reviewSteps,
  ...resultSteps,
] as const
export type JourneyStepName = (typeof journeySteps)[number]
