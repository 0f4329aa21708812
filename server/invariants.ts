import { enrolmentInvariants } from './features/enrolments/invariants.ts'
import { teamInvariants } from './features/teams/invariants.ts'
import type { Invariant } from './platform/invariants.ts'

/** What must hold in the database of every site. A feature with rules of its own adds them here. */
export const invariants: readonly Invariant[] = [...teamInvariants, ...enrolmentInvariants]
