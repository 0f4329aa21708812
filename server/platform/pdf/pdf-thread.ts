import { Worker } from 'node:worker_threads'

/** A document to draw. */
export interface PdfTask {
  /** Address of the module that draws it: it exports `drawPdf`. */
  drawnBy: string
  /** The argument of `drawPdf`; it is copied into the thread. */
  input: unknown
}

/** The exports of a module that draws a document. */
export interface PdfModule {
  drawPdf: (input: unknown) => Promise<Uint8Array>
}

/** The answer of the thread. */
export type PdfAnswer = { bytes: Uint8Array } | { failure: string }

/** Longer than any document takes, also while the machine is busy. */
const maxSeconds = 60

/** The thread keeps its fonts this long after the last document. */
const idleSeconds = 60

const maxMegabytes = 512

let current: Worker | undefined
let idle: NodeJS.Timeout | undefined
let last: Promise<unknown> = Promise.resolve()

/** Starts a thread that draws documents. */
export const startPdfWorker = (): Worker =>
  new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  })

const startThread = (): Worker => {
  const worker = startPdfWorker()
  worker.once('exit', () => {
    if (current === worker) current = undefined
  })
  // Failures are told by the call that is waiting.
  worker.on('error', () => undefined)
  return worker
}

const stop = (worker: Worker): void => {
  if (current === worker) current = undefined
  void worker.terminate()
}

const draw = (task: PdfTask): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    clearTimeout(idle)
    const worker = (current ??= startThread())
    worker.ref()
    const settle = (): void => {
      clearTimeout(timer)
      worker.removeAllListeners('message')
      worker.off('error', fail)
      worker.off('exit', end)
      worker.unref()
      idle = setTimeout(stop, idleSeconds * 1000, worker).unref()
    }
    const fail = (error: unknown): void => {
      settle()
      stop(worker)
      reject(new Error('A PDF could not be drawn', { cause: error }))
    }
    const end = (): void => fail(new Error('The thread has ended'))
    const timer = setTimeout(() => fail(new Error(`It took more than ${maxSeconds} s`)), maxSeconds * 1000)
    worker.once('message', (answer: PdfAnswer) => {
      if ('failure' in answer) return fail(new Error(answer.failure))
      settle()
      resolve(answer.bytes)
    })
    worker.once('error', fail)
    worker.once('exit', end)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is no window
    worker.postMessage(task)
  })

/**
 * A document, drawn in a thread: fonts for Chinese take 50 MB and half a second to read, and requests must not wait
 * for that. One at a time.
 */
export const drawInThread = (task: PdfTask): Promise<Uint8Array> => {
  const drawn = last.then(() => draw(task))
  last = drawn.catch(() => undefined)
  return drawn
}
