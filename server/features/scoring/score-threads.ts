import { Worker } from 'node:worker_threads'
import type { IntegrityFigures, ScoreTask, SettledRound } from './score-tasks.ts'

/** Seconds for tens of thousands of sheets: in a thread, so that requests are answered meanwhile. */
const runInThread = (task: ScoreTask, signal?: AbortSignal): Promise<SettledRound | IntegrityFigures> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = new Worker(new URL('./score-worker.ts', import.meta.url), { workerData: task })
    const abort = (): void => void worker.terminate()
    signal?.addEventListener('abort', abort)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      signal?.removeEventListener('abort', abort)
      reject(new Error('The thread that computes scores has ended', { cause: signal?.reason }))
    })
  })

export const settleInThread = (task: Omit<ScoreTask & { kind: 'settle' }, 'kind'>, signal?: AbortSignal) =>
  runInThread({ kind: 'settle', ...task }, signal) as Promise<SettledRound>

export const integrityInThread = (task: Omit<ScoreTask & { kind: 'integrity' }, 'kind'>) =>
  runInThread({ kind: 'integrity', ...task }) as Promise<IntegrityFigures>
