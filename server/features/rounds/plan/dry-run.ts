import type { RoundId } from '@lectern/contract/ids.ts'
import type { PoolOptions } from '../solver/pool-plan.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { hashPlanInput, loadPlanInput } from './plan-input.ts'
import { solvePlan } from './solve-plan.ts'
import type { StoredPlan } from './plan-values.ts'
import { mayArrange } from '../policy.ts'
import { findRound } from '../setup/round-queries.ts'

/** A finished dry run. */
export interface MadePlan {
  /** JSON, without the time at which it is stored: only the database reads it. */
  plan: string
  works: number
}

/** Makes a plan of a round as it is now. Undefined: the round is no longer there, or no longer planned. */
export const makePlan = async (
  db: Database,
  { round, seed }: { round: RoundId; seed: string },
  options: PoolOptions = {},
): Promise<MadePlan | undefined> => {
  const view = await findRound(db, round)
  if (!view || !mayArrange(view).permitted) return undefined
  const inputHash = await hashPlanInput(db, view)
  const input = await loadPlanInput(db, view)
  const solved = solvePlan(input, seed, options)
  const plan: Omit<StoredPlan, 'madeAt'> = {
    ...solved,
    seed,
    inputHash,
    works: input.works.length,
    experts: input.experts.filter(({ isAccepted }) => isAccepted).length,
  }
  return { plan: JSON.stringify(plan), works: input.works.length }
}
