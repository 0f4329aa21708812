/** The stages of a contest, in order. */
export const contestStages = ['enrolment', 'work', 'review', 'results', 'cases', 'certificates'] as const
export type ContestStage = (typeof contestStages)[number]

/** `none`: nothing is there yet, or the activity does without it; `waiting`: somebody of the office must act. */
export const stageStandings = ['none', 'upcoming', 'running', 'waiting', 'done'] as const
export type StageStanding = (typeof stageStandings)[number]

export const stageActors = ['teams', 'experts', 'organisers', 'secondOrganiser', 'arbiters'] as const
export type StageActor = (typeof stageActors)[number]

/** Whether a step is taken in the office; null: it comes by itself. */
export const isOfOffice = (who: StageActor | null): boolean => who !== null && who !== 'teams' && who !== 'experts'

/** What comes next in a stage. The message is `office.line.step.<name>`. */
export const lineSteps = [
  'schedule',
  'openEnrolment',
  'enrol',
  'decideEnrolments',
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
