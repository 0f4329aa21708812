import { Worker } from 'node:worker_threads'
import type { RoundId } from '@lectern/contract/ids.ts'
import type { PoolProgress } from '../../platform/assignment/pool-plan.ts'
import type { MadePlan } from './plan-making.ts'

/** Copied into the thread. */
export interface PlanOrder {
  databaseUrl: string
  round: RoundId
  seed: string
}

/** Messages of the thread. `gone`: the round is no longer there, or no longer planned. */
export type PlanNews =
  | { kind: 'progress'; news: PoolProgress }
  | { kind: 'done'; made: MadePlan }
  | { kind: 'gone' }
  | { kind: 'failed'; message: string }

/** The plan took more time or memory than allowed, or the thread failed. */
class PlanFailed extends Error {}

interface Options {
  signal: AbortSignal
  onProgress: (news: PoolProgress) => void
}

/**
 * Makes a plan in a thread with a connection of its own: reading and hashing thousands of works takes long, too, and requests are answered
 * meanwhile. Undefined: the round cannot be planned any more.
 */
export const planInThread = (order: PlanOrder, { signal, onProgress }: Options): Promise<MadePlan | undefined> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const worker = new Worker(new URL('./plan-worker.ts', import.meta.url), { workerData: order })
    const abort = (): void => {
      reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)))
      void worker.terminate()
    }
    signal.addEventListener('abort', abort)
    worker.on('message', (message: PlanNews) => {
      if (message.kind === 'progress') onProgress(message.news)
      else if (message.kind === 'done') resolve(message.made)
      else if (message.kind === 'gone') resolve(undefined)
      else reject(new PlanFailed(message.message))
    })
    worker.once('error', (error) => reject(new PlanFailed('The thread that plans failed', { cause: error })))
    worker.once('exit', () => {
      signal.removeEventListener('abort', abort)
      reject(new PlanFailed('The thread that plans has ended'))
    })
  })
