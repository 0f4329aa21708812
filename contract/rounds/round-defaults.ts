import type { Aggregate, RoundMode } from '../review/review-values.ts'
import type { RoundRules, TieRule } from './round-rules.ts'

/** In a pool every work has other experts: how strict they are must be evened out. */
export const usualAggregates: Readonly<Record<RoundMode, Aggregate>> = { panel: 'trimmed', pool: 'calibrated' }

/** A pool has no chair. */
export const usualTies: Readonly<Record<RoundMode, TieRule[]>> = {
  panel: [{ kind: 'median' }, { kind: 'chair' }],
  pool: [{ kind: 'median' }],
}

/** The rules that a new round begins with. Its criteria are written by the organisers. */
export const newRoundRules: RoundRules = {
  kind: 'scored',
  mode: 'panel',
  criteria: [],
  step: 100,
  expertsPerWork: 5,
  maxWorks: 30,
  aggregate: usualAggregates.panel,
  ties: usualTies.panel,
  discrepancy: 1_500,
  goesOn: { kind: 'none' },
  weight: 1_000,
  practice: false,
}
