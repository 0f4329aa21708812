import type { PhaseKind } from '../competition/competition-values.ts'

// What the browser and the server both know about recommendations. No schemas, so that browsers may load it.

/** What institutions recommend in an activity. `none`: the activity has no levels. */
export const recommendedThings = ['none', 'enrolment', 'work'] as const
export type RecommendedThing = (typeof recommendedThings)[number]

/** Levels below the nation, the lowest first. */
export const recommendationLevels = ['school', 'province'] as const
export type RecommendationLevel = (typeof recommendationLevels)[number]

/** Who recommends in an activity, and so which levels have lists. */
export const levelsBy = {
  school: ['school'],
  province: ['province'],
  schoolAndProvince: ['school', 'province'],
} as const satisfies Record<string, readonly RecommendationLevel[]>
export type RecommendedBy = keyof typeof levelsBy
export const recommendedBys = Object.keys(levelsBy) as [RecommendedBy, ...RecommendedBy[]]

/** The last level that an entry passes before the organisers. */
export const highestLevel = (by: RecommendedBy): RecommendationLevel => levelsBy[by].at(-1)!

/** The phase in which a level hands in its lists. */
export const levelPhases = {
  school: 'school-recommendation',
  province: 'province-recommendation',
} as const satisfies Record<RecommendationLevel, PhaseKind>

/** The life of a list. An accepted one is returned only with a reason, and before the level above has handed in its own. */
export const listMoves = {
  draft: ['handedIn'],
  handedIn: ['accepted', 'returned'],
  accepted: ['returned'],
  returned: ['handedIn'],
} as const satisfies Record<string, readonly string[]>
export type ListState = keyof typeof listMoves
export const listStates = Object.keys(listMoves) as [ListState, ...ListState[]]

export const isListMove = (from: ListState, to: ListState): boolean =>
  (listMoves[from] as readonly ListState[]).includes(to)

/** Rows of a list in these states can be changed. */
export const isEditableList = (state: ListState): boolean => state === 'draft' || state === 'returned'

/** What the level above decides about a list. */
export const listDecisions = ['accepted', 'returned'] as const satisfies readonly ListState[]

/** What the level above says about a row: it goes on, the team changes it first, or it does not go on. */
export const rowVerdicts = ['pass', 'change', 'refuse'] as const
export type RowVerdict = (typeof rowVerdicts)[number]

export const rowVerdictNeedsReason = (verdict: RowVerdict): boolean => verdict !== 'pass'

export const listEventKinds = ['handIn', 'accept', 'return', 'verdict', 'extend', 'revokeExtension'] as const
export type ListEventKind = (typeof listEventKinds)[number]

/** Whether a list can be handed in now. The grace period is never shown. */
export const listWindowStandings = ['unscheduled', 'upcoming', 'open', 'closed'] as const
export type ListWindowStanding = (typeof listWindowStandings)[number]

/** What happens next with a list. */
export const listSteps = [
  /** The phase has not begun, or is not scheduled. */
  'wait',
  /** No quota yet. */
  'quota',
  /** Choose and rank. */
  'rank',
  /** Print the summary, have it stamped, hand in. */
  'handIn',
  /** It was returned: correct it and hand it in again. */
  'correct',
  /** The level above decides. */
  'above',
  /** Accepted. */
  'done',
  /** Its date is over, and it was not handed in. */
  'late',
] as const
export type ListStep = (typeof listSteps)[number]

/** Where an entry stands, as its team sees it. */
export const entryStandings = [
  /** Not submitted yet. */
  'unsubmitted',
  /** A level has it and has not handed in its list. */
  'with',
  /** The list with it was handed in; the level above decides. */
  'handedIn',
  /** The level above wants changes; the team acts. */
  'change',
  /** All levels have recommended it. */
  'recommended',
  /** It does not go on. Told after the date of the level. */
  'notRecommended',
] as const
export type EntryStanding = (typeof entryStandings)[number]

/** What an officer looks for among the entries of the institution. */
export const entryMarks = ['unsubmitted', 'ready', 'listed', 'change'] as const
export type EntryMark = (typeof entryMarks)[number]

/** What the level above looks for among lists. `late`: not handed in after its date. */
export const listMarks = ['late', 'waiting'] as const

export const maxRemarkLength = 200
export const maxVerdictReason = 1_000
export const maxQuotaReason = 500
/** The most entries that one institution recommends in one activity. */
export const maxQuota = 1_000
/** Entries, verdicts or institutions in one request. */
export const maxAtOnce = 100
export const maxQuotasAtOnce = 500
/** Between two reminders of the same team or institution. */
export const reminderCooldownHours = 24

export const recommendationFormats = ['xlsx', 'csv'] as const
export type RecommendationFormat = (typeof recommendationFormats)[number]
