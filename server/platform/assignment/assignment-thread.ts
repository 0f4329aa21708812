import { Worker } from 'node:worker_threads'
import type { PanelDeal, PanelInput } from './panel-plan.ts'
import type { PoolInput } from './pool-problem.ts'
import type { PoolPlan, PoolProgress } from './pool-plan.ts'

/** Copied into the thread. */
export type AssignmentTask = { kind: 'pool'; input: PoolInput } | { kind: 'panels'; input: PanelInput }

/** Messages of the thread. */
export type AssignmentNews =
  | { kind: 'progress'; news: PoolProgress }
  | { kind: 'done'; result: PoolPlan | PanelDeal }
  | { kind: 'failed'; message: string }

export interface AssignmentOptions {
  signal?: AbortSignal | undefined
  onProgress?: ((news: PoolProgress) => void) | undefined
  limits?: AssignmentLimits | undefined
}

export interface AssignmentLimits {
  seconds: number
  megabytes: number
}

/** Many times what 5,000 works and 300 experts take. */
const usualLimits: AssignmentLimits = { seconds: 300, megabytes: 500 }

const memoryCheckMilliseconds = 200
const megabyte = 1024 * 1024

/** The plan took more time or memory than allowed, or the thread failed. */
export class AssignmentFailed extends Error {}

const runInThread = (task: AssignmentTask, options: AssignmentOptions): Promise<PoolPlan | PanelDeal> =>
  new Promise((resolve, reject) => {
    const { signal, onProgress, limits = usualLimits } = options
    signal?.throwIfAborted()
    const worker = new Worker(new URL('./assignment-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    })
    const giveUp = (error: unknown): void => {
      reject(error instanceof Error ? error : new Error(String(error)))
      void worker.terminate()
    }
    const timer = setTimeout(
      () => giveUp(new AssignmentFailed(`Planning took more than ${limits.seconds} s`)),
      limits.seconds * 1000,
    )
    // Numbers in typed arrays do not count as memory of the thread, so the process is watched, too.
    const before = process.memoryUsage.rss()
    const memory = setInterval(() => {
      if (process.memoryUsage.rss() - before > limits.megabytes * megabyte)
        giveUp(new AssignmentFailed(`Planning took more than ${limits.megabytes} MB`))
    }, memoryCheckMilliseconds)
    const abort = (): void => giveUp(signal!.reason)
    signal?.addEventListener('abort', abort)
    worker.on('message', (message: AssignmentNews) => {
      if (message.kind === 'progress') onProgress?.(message.news)
      else if (message.kind === 'done') resolve(message.result)
      else giveUp(new AssignmentFailed(message.message))
    })
    worker.once('error', (error) => giveUp(new AssignmentFailed('The thread that plans failed', { cause: error })))
    worker.once('exit', () => {
      clearTimeout(timer)
      clearInterval(memory)
      signal?.removeEventListener('abort', abort)
      reject(new AssignmentFailed('The thread that plans has ended'))
    })
  })

/** `planPool` in a thread of its own, so that requests are answered meanwhile. */
export const planPoolInThread = (input: PoolInput, options: AssignmentOptions = {}): Promise<PoolPlan> =>
  runInThread({ kind: 'pool', input }, options) as Promise<PoolPlan>

/** `dealPanels` in a thread of its own. */
export const dealPanelsInThread = (input: PanelInput, options: AssignmentOptions = {}): Promise<PanelDeal> =>
  runInThread({ kind: 'panels', input }, options) as Promise<PanelDeal>
