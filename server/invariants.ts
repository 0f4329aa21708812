import { features } from './features.ts'
import type { Invariant } from './platform/invariants.ts'

/** What must hold in the database of every site. */
export const invariants: readonly Invariant[] = features.flatMap((feature) => feature.invariants ?? [])
