/** Values of objections and appeals; without schemas, so that the browser can load them. */

export const caseKinds = ['objection', 'appeal'] as const
export type CaseKind = (typeof caseKinds)[number]

/** States and allowed moves. */
export const caseMoves = {
  received: ['admitted', 'refused', 'withdrawn'],
  admitted: ['investigating', 'withdrawn'],
  investigating: ['upheld', 'dismissed'],
  refused: [],
  upheld: [],
  dismissed: [],
  withdrawn: [],
} as const satisfies Record<string, readonly string[]>
export type CaseState = keyof typeof caseMoves
export const caseStates = Object.keys(caseMoves) as [CaseState, ...CaseState[]]

/** A case that still waits for somebody: no list of its activity becomes final meanwhile. */
export const openCaseStates = ['received', 'admitted', 'investigating'] as const satisfies readonly CaseState[]
export const isOpenCase = (state: CaseState): boolean => (openCaseStates as readonly string[]).includes(state)

/** States that end with a decision, against which the party concerned may appeal. */
export const decidedCaseStates = ['refused', 'upheld', 'dismissed'] as const satisfies readonly CaseState[]

/** Who appeals: the objector if nothing came of the objection, the team if it was upheld. */
export const caseSides = ['objector', 'respondent'] as const
export type CaseSide = (typeof caseSides)[number]

/** To whom a message of a case belongs; a note is for arbiters only. */
export const caseThreads = ['objector', 'respondent', 'note'] as const
export type CaseThread = (typeof caseThreads)[number]

/** What follows from a ruling. Everything but `none` leads to a new version of the list. */
export const caseEffects = ['none', 'disqualify', 'restore', 'rescore', 'correct'] as const
export type CaseEffect = (typeof caseEffects)[number]

export const caseEventKinds = [
  'received',
  'looked',
  'evidenceRead',
  'admitted',
  'refused',
  'investigating',
  'statementAsked',
  'statementGiven',
  'message',
  'note',
  'upheld',
  'dismissed',
  'withdrawn',
  'appealed',
  'erased',
] as const
export type CaseEventKind = (typeof caseEventKinds)[number]

/** Profile fields without which nobody can object. A contact is an e-mail address or a phone number. */
export const objectorFields = ['realName', 'school', 'contact'] as const
export type ObjectorField = (typeof objectorFields)[number]

/** Working days until a case is admitted or refused, a statement is given, a ruling is made. */
export const caseDays = { admission: 3, statement: 5, ruling: 15 } as const

/** Max characters, and files of one message. */
export const caseLimits = { text: 8_000, reason: 2_000, substance: 4_000, ruling: 8_000, evidence: 10 } as const

/** How long a refusal, ruling or withdrawal is kept together with who objected; organisers may change it. */
export const defaultRetentionDays = 180
export const retentionLimits = { min: 30, max: 3_650 } as const

/** Filters of the arbiters' queue. */
export const caseStandings = ['open', 'overdue', 'closed'] as const
