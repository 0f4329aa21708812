// What the browser and the server both know about expert review. No schemas, so that browsers may load it.

/** `scored`: experts give points. `advice`: they only comment, and teams revise their works. */
export const roundKinds = ['scored', 'advice'] as const
export type RoundKind = (typeof roundKinds)[number]

/** `panel`: everybody in a panel judges each of its works. `pool`: each work is judged by some of all experts. */
export const roundModes = ['panel', 'pool'] as const
export type RoundMode = (typeof roundModes)[number]

/** The life of a round. The rules are frozen when it is opened for the first time. */
export const roundMoves = {
  draft: ['planned'],
  planned: ['draft', 'open'],
  open: ['paused', 'closed'],
  paused: ['open', 'closed'],
  closed: ['open', 'settled'],
  // A ruling has sheets changed: the scores are settled again afterwards.
  settled: ['closed'],
} as const satisfies Record<string, readonly string[]>
export type RoundState = keyof typeof roundMoves
export const roundStates = Object.keys(roundMoves) as [RoundState, ...RoundState[]]

/** Moves that organisers make by a button of their own; `planned` is reached by publishing a plan, `settled` by settling. */
export const roundSteps = ['open', 'pause', 'resume', 'close', 'reopen', 'withdrawPlan'] as const
export type RoundStep = (typeof roundSteps)[number]

/** How the sheets of a work become one score. */
export const aggregates = ['mean', 'trimmed', 'calibrated', 'tScore'] as const
export type Aggregate = (typeof aggregates)[number]

/** Points are counted in hundredths. */
export const fullPoints = 10_000
export const maxCriteria = 20
export const maxLevels = 8
export const maxExpertsPerWork = 9
export const maxWorksPerExpert = 500
export const maxReviewers = 1_000
export const maxPanels = 100

export const maxCommentLength = 4_000
export const maxRemarkLength = 2_000
/** A hundred hours with one work. */
export const maxSheetSeconds = 360_000
export const maxNotes = 200
export const maxNoteLength = 500
export const maxReasonLength = 1_000
export const maxSeedLength = 40

export const reviewerMoves = {
  invited: ['accepted', 'declined', 'removed'],
  accepted: ['removed', 'declined'],
  declined: ['invited'],
  removed: ['invited'],
} as const satisfies Record<string, readonly string[]>
export type ReviewerState = keyof typeof reviewerMoves
export const reviewerStates = Object.keys(reviewerMoves) as [ReviewerState, ...ReviewerState[]]

/** The columns of a sheet of experts, and what becomes of a row. */
export const importColumns = [
  'name',
  'email',
  'phone',
  'username',
  'institution',
  'fields',
  'maxWorks',
  'panel',
  'chair',
] as const
export type ImportColumn = (typeof importColumns)[number]
export const importOutcomes = ['new', 'known', 'invited', 'wrong'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/**
 * Why an expert must not judge a work. `member`: in the team, or its advisor. `institution`: of the same one. `earlier`: was in a team with its
 * members in another edition. `declared`: the expert said so. `set`: an organiser did.
 */
export const conflictKinds = ['member', 'institution', 'earlier', 'declared', 'set'] as const
export type ConflictKind = (typeof conflictKinds)[number]

/** `open`: the expert judges the work. `kept`: the expert left, what they submitted counts. */
export const assignmentStates = ['open', 'kept', 'removed', 'declined'] as const
export type AssignmentState = (typeof assignmentStates)[number]

/** How far an expert is with a work. `changed`: submitted, and changed since. */
export const sheetStates = ['todo', 'draft', 'submitted', 'changed'] as const
export type SheetState = (typeof sheetStates)[number]

/** What an expert reports. `recognised`: they know who made the work. `identity`: the work shows it. `file`: a file does not open. */
export const flagKinds = ['recognised', 'identity', 'file', 'other'] as const
export type FlagKind = (typeof flagKinds)[number]

/** What is open when a round is to be closed: works with too few experts, sheets, large discrepancies, reports, panels without a signature. */
export const closingObstacles = ['short', 'unfinished', 'discrepancies', 'openFlags', 'unsigned'] as const
export type ClosingObstacle = (typeof closingObstacles)[number]

/** Why an expert gives a work back. */
export const declineKinds = ['conflict', 'unable'] as const
export type DeclineKind = (typeof declineKinds)[number]

/** Letters of codes that people read out: no 0, 1, I, L, O, U. */
export const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const entryCodeLength = 6
export const roundCodeLength = 8
