// What the browser and the server both know about loans. No schemas, so that browsers may load it.

/** What organisers lend for recordings. */
export const loanItems = ['camera', 'microphone', 'tablet'] as const
export type LoanItem = (typeof loanItems)[number]

export const maxPurposeLength = 500

/** The life of a loan. A decision that is taken back makes it `submitted` again. */
export const loanMoves = {
  submitted: ['lent', 'refused'],
  lent: ['givenBack', 'submitted'],
  refused: ['submitted'],
  givenBack: [],
} as const satisfies Record<string, readonly string[]>
export type LoanState = keyof typeof loanMoves
export const loanStates = Object.keys(loanMoves) as [LoanState, ...LoanState[]]

/** Organisers' decisions; `submitted` takes one back. */
export const loanDecisions = ['lent', 'refused', 'submitted'] as const
export type LoanDecision = (typeof loanDecisions)[number]

/** Lending needs no reason; all other decisions do. */
export const loanNeedsReason = (decision: LoanDecision): boolean => decision !== 'lent'

export const isLoanMove = (from: LoanState, to: LoanState): boolean =>
  (loanMoves[from] as readonly LoanState[]).includes(to)

export const loanEventKinds = ['decision', 'takeBack', 'giveBack'] as const
export type LoanEventKind = (typeof loanEventKinds)[number]

/** A team has one loan in these states at most. */
export const isOpenLoan = (state: LoanState): boolean => state === 'submitted' || state === 'lent'

export const loanSorts = ['-submittedAt', 'submittedAt'] as const
export type LoanSort = (typeof loanSorts)[number]
