import { features } from './features.ts'
import type { Invariant } from './platform/invariants.ts'

/** The invariants of all features. */
export const invariants: readonly Invariant[] = features.flatMap((feature) => feature.invariants ?? [])

/** The feature that declares an invariant. */
export const featureOf = (invariant: string): string =>
  features.find((feature) => feature.invariants?.some(({ name }) => name === invariant))?.name ?? 'database'
