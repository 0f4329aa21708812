import type { ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type { PoolProgress } from '../solver/pool-plan.ts'
import { runInThread } from '../../../platform/threads/thread-pool.ts'
import type { MadePlan } from './dry-run.ts'
import type { PlanWork } from './plan-work.ts'
import type { Moves, ReplacementWish } from '../assignments/replacement-moves.ts'

const module = new URL('./plan-work.ts', import.meta.url).href

/** Longer than reading, solving and explaining take together. */
const boundOf = (seconds: number): number => 2 * seconds + 60

interface Order {
  databaseUrl: string
  round: RoundId
  /** Processor time, after which the best plan so far is taken. */
  seconds: number
}

interface Options {
  signal: AbortSignal
  onProgress: (news: PoolProgress) => void
}

/** Makes a plan in a thread. Undefined: the round cannot be planned any more. */
export const planInThread = (order: Order & { seed: string }, options: Options): Promise<MadePlan | undefined> =>
  runInThread<MadePlan | undefined, PoolProgress>(
    { module, input: { kind: 'plan', ...order } satisfies PlanWork },
    { ...options, lane: 'task', seconds: boundOf(order.seconds) },
  )

/** Somebody waits for it. */
const secondsOfMoves = 20

/** Who takes over the works of an expert. Undefined: there is no such round. */
export const movesInThread = (
  order: Omit<Order, 'seconds'> & { reviewer: ReviewerId; wish: ReplacementWish },
): Promise<Moves | undefined> =>
  runInThread(
    { module, input: { kind: 'moves', seconds: secondsOfMoves, ...order } satisfies PlanWork },
    { seconds: boundOf(secondsOfMoves) },
  )
