import type { RoundRules } from './round-rules.ts'

/** The rules that a new round begins with. Its criteria are written by the organisers. */
export const newRoundRules: RoundRules = {
  kind: 'scored',
  mode: 'panel',
  criteria: [],
  step: 100,
  expertsPerWork: 5,
  maxWorks: 30,
  aggregate: 'trimmed',
  ties: [{ kind: 'median' }, { kind: 'chair' }],
  discrepancy: 1_500,
  goesOn: { kind: 'none' },
  weight: 1_000,
  practice: false,
}
