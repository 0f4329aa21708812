import type { InstitutionId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { definePort } from '../../platform/ports.ts'
import type { MovedRows } from './tables.ts'

export interface MergedPair {
  from: InstitutionId
  into: InstitutionId
}

/**
 * Rows of higher features that belong to an institution. Each feature moves its own when two institutions are merged,
 * and back when that is undone. All run in the transaction of the merge, which has locked both institutions.
 */
export const mergedRows = definePort<{
  /** How many rows would move. */
  count: (ctx: Ctx, from: InstitutionId) => Promise<number>
  /** Throws if they cannot be moved, such as lists of both in one activity. Returns the ids that moved, by table. */
  move: (ctx: Ctx, merge: MergedPair) => Promise<MovedRows>
  /** Moves back those of these rows that still belong to `into`. */
  moveBack: (ctx: Ctx, merge: MergedPair, moved: MovedRows) => Promise<void>
}>('mergedRows')

/** Teams by institution. Provided by the feature that knows teams. */
export const teamsByInstitution = definePort<{
  count: (ctx: Ctx, ids: readonly InstitutionId[]) => Promise<ReadonlyMap<InstitutionId, number>>
  /** How many teams without an institution have a captain whose school is spelled so. */
  countSpelled: (ctx: Ctx, spellings: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** Gives these teams the institution; returns how many. */
  match: (ctx: Ctx, spelling: string, id: InstitutionId) => Promise<number>
}>('teamsByInstitution')
