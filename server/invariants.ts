import { features } from './features.ts'
import type { Invariant } from './platform/invariants.ts'

/** The invariants of all features. */
export const invariants: readonly Invariant[] = features.flatMap((feature) => feature.invariants ?? [])
