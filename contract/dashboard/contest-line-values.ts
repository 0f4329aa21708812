/** The stages of a contest, in order. Only activities with levels have `recommendation`; those that recommend works have it after them. */
export const contestStages = [
  'enrolment',
  'recommendation',
  'work',
  'review',
  'results',
  'cases',
  'certificates',
] as const
export type ContestStage = (typeof contestStages)[number]

/** `none`: nothing is there yet, or the activity does without it; `waiting`: somebody of the office must act. */
export const stageStandings = ['none', 'upcoming', 'running', 'waiting', 'done'] as const
export type StageStanding = (typeof stageStandings)[number]

export const stageActors = [
  'teams',
  'schools',
  'provinces',
  'experts',
  'organisers',
  'secondOrganiser',
  'arbiters',
] as const
export type StageActor = (typeof stageActors)[number]

/** Whether a step is taken in the office; null: it comes by itself. */
const ofOffice: readonly (StageActor | null)[] = ['organisers', 'secondOrganiser', 'arbiters']
export const isOfOffice = (who: StageActor | null): boolean => ofOffice.includes(who)

/** What comes next in a stage. The message is `office.line.step.<name>`. */
export const lineSteps = [
  'schedule',
  'openEnrolment',
  'enrol',
  'decideEnrolments',
  'grantQuotas',
  'openRecommendation',
  'recommend',
  'decideLists',
  'openSubmission',
  'submitWorks',
  'checkWorks',
  'createRound',
  'planRound',
  'openRound',
  'score',
  'resumeRound',
  'closeRound',
  'settleRound',
  'setPrizes',
  'computeList',
  'proposeList',
  'confirmList',
  'publiciseList',
  'publicity',
  'finaliseList',
  'announceList',
  'announcement',
  'decideCases',
  'issueCertificates',
  'finishIssue',
  'answerCorrections',
  'replaceCertificates',
] as const
export type LineStep = (typeof lineSteps)[number]

/** Numbers of a stage. The message is `office.line.count.<name>`. */
export const lineCounts = [
  'approved',
  'undecided',
  'drafts',
  'waitingLists',
  'acceptedLists',
  'accepted',
  'unchecked',
  'sheets',
  'prizes',
  'openCases',
  'certificates',
  'corrections',
  'changedAwards',
] as const
export type LineCount = (typeof lineCounts)[number]
