import { Worker } from 'node:worker_threads'

/** Runs a script in a thread of its own, so that requests are answered meanwhile. The script posts its result as its only message. */
export const runInThread = <Result>(script: URL, workerData: unknown, signal?: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = new Worker(script, { workerData })
    const abort = (): void => void worker.terminate()
    signal?.addEventListener('abort', abort)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      signal?.removeEventListener('abort', abort)
      reject(new Error('The thread has ended without a result', { cause: signal?.reason }))
    })
  })
