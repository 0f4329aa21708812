import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { startPdfWorker, type PdfAnswer, type PdfTask } from './pdf-thread.ts'

/** Threads that draw many documents, one each at a time. */
export interface PdfPool {
  readonly size: number
  draw: (task: PdfTask) => Promise<Uint8Array>
  close: () => Promise<void>
}

const maxThreads = 4

interface Waiting {
  task: PdfTask
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
}

/** One processor is left to requests, where there are several. */
export const openPdfPool = (size = Math.max(1, Math.min(maxThreads, availableParallelism() - 1))): PdfPool => {
  const waiting: Waiting[] = []
  const idle: Worker[] = []
  const current = new Map<Worker, Waiting>()
  let broken: Error | undefined

  const next = (): void => {
    while (idle.length > 0 && waiting.length > 0) {
      const worker = idle.pop()!
      const job = waiting.shift()!
      current.set(worker, job)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is no window
      worker.postMessage(job.task)
    }
  }
  const breakDown = (error: Error): void => {
    broken ??= error
    for (const { reject } of [...current.values(), ...waiting.splice(0)]) reject(broken)
    current.clear()
  }
  const workers = Array.from({ length: size }, () => {
    const worker = startPdfWorker()
    worker.on('message', (answer: PdfAnswer) => {
      const job = current.get(worker)
      current.delete(worker)
      idle.push(worker)
      if (job && 'failure' in answer) job.reject(new Error('A PDF could not be drawn', { cause: answer.failure }))
      else if (job && 'bytes' in answer) job.resolve(answer.bytes)
      next()
    })
    worker.once('error', (error) => breakDown(new Error('A thread that draws PDFs has failed', { cause: error })))
    worker.once('exit', () => breakDown(new Error('A thread that draws PDFs has ended')))
    idle.push(worker)
    return worker
  })

  return {
    size,
    draw: (task) =>
      new Promise((resolve, reject) => {
        if (broken) return reject(broken)
        waiting.push({ task, resolve, reject })
        next()
      }),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
