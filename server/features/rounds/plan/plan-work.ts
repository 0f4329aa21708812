import type { ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import { createBudget } from '../solver/planning-budget.ts'
import { connect } from '../../../platform/database/connect.ts'
import type { ThreadModule } from '../../../platform/threads/thread-pool.ts'
import { makePlan } from './dry-run.ts'
import { planMoves, type ReplacementWish } from '../assignments/replacement-moves.ts'

/** Copied into the thread. `seconds`: processor time, after which the best plan so far is taken. */
export type PlanWork = { databaseUrl: string; round: RoundId; seconds: number } & (
  | { kind: 'plan'; seed: string }
  | { kind: 'moves'; reviewer: ReviewerId; wish: ReplacementWish }
)

/** Called in a thread: reading thousands of works takes long, too, so it has a connection of its own. */
export const run: ThreadModule['run'] = async (input, onProgress) => {
  const work = input as PlanWork
  const { db, close } = connect(work.databaseUrl, () => undefined)
  const budget = createBudget(work.seconds)
  try {
    return work.kind === 'plan'
      ? await makePlan(db, work, { onProgress, budget })
      : await planMoves(db, work, { budget })
  } finally {
    await close()
  }
}
