// What the browser and the server both know about results. No schemas, so that browsers may load it.

/** The life of a result list. Only the newest list of an activity moves on. */
export const listMoves = {
  computed: ['proposed', 'superseded'],
  proposed: ['publicised', 'superseded'],
  publicised: ['final', 'superseded'],
  final: ['announced', 'superseded'],
  announced: ['superseded'],
  superseded: [],
} as const satisfies Record<string, readonly string[]>
export type ListState = keyof typeof listMoves
export const listStates = Object.keys(listMoves) as [ListState, ...ListState[]]

/**
 * What organisers do with a list. `confirm`: a second organiser agrees to what was proposed. `unschedule`: takes back a time in the future.
 * `discard`: drops a list that nobody but organisers has seen.
 */
export const listSteps = ['propose', 'confirm', 'publicise', 'finalise', 'announce', 'unschedule', 'discard'] as const
export type ListStep = (typeof listSteps)[number]

/** How a share of an odd number of works becomes a number of places. */
export const quotaRoundings = ['up', 'down', 'nearest'] as const
export type QuotaRounding = (typeof quotaRoundings)[number]

/** Tied works at the border of a prize: all get the better one, none does, or organisers put them in order. */
export const borderTies = ['in', 'out', 'broken'] as const
export type BorderTies = (typeof borderTies)[number]

/** Why tied works cannot all get a prize: its places end among them, or the institution they share has no room for all. */
export const tieCauses = ['places', 'institution'] as const
export type TieCause = (typeof tieCauses)[number]

/** What visitors see of a work in a list. */
export const publicColumns = [
  'rank',
  'score',
  'prize',
  'title',
  'team',
  'people',
  'advisors',
  'school',
  'province',
  'number',
] as const
export type PublicColumn = (typeof publicColumns)[number]

/** Decisions that change a list beside its rules. `correction`: of a title or a name, which changes no rank. */
export const resultDecisionKinds = ['tie', 'adjustment', 'exclusion', 'correction'] as const
export type ResultDecisionKind = (typeof resultDecisionKinds)[number]

/** How a work differs from the version before. `corrected`: in what is told of it, not in its place. */
export const changeKinds = ['added', 'removed', 'changed', 'corrected'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** What a correction may concern. */
export const correctedFields = ['title', 'school', 'people'] as const
export type CorrectedField = (typeof correctedFields)[number]

export const resultFormats = ['xlsx', 'csv'] as const

export const maxTiers = 12
export const maxWeightedRounds = 10
export const maxTierPlaces = 100_000
export const maxPublicityDays = 60
export const maxAppealDays = 30

/** Criteria means are told to teams only if so many experts gave points: of fewer, one could guess who. */
export const leastSheetsForFeedback = 3

/** The declaration by which a team allows to publish its work. */
export const licenceDeclaration = 'licence'
