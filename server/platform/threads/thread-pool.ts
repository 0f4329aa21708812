import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Work for a thread. */
export interface ThreadJob {
  /** Address of a module that exports `run`. */
  module: string
  /** The argument of `run`; it is copied into the thread. */
  input: unknown
}

/** The exports of a module that works in a thread. `report` tells how far it is. */
export interface ThreadModule {
  run: (input: unknown, report: (news: unknown) => void) => unknown
}

/** Messages of a thread. */
export type ThreadMessage =
  | { kind: 'progress'; news: unknown }
  | { kind: 'done'; result: unknown }
  | { kind: 'failed'; message: string; stack: string | undefined; code: string | undefined }

/** `request`: somebody waits for it. `sheet`: an export, which may be long. `task`: in the background. */
export type ThreadLane = 'request' | 'sheet' | 'task'

export interface ThreadOptions<News = never> {
  lane?: ThreadLane
  /** Ends the work; the promise is rejected once the thread has ended. */
  signal?: AbortSignal | undefined
  onProgress?: ((news: News) => void) | undefined
  /** Processor time that it may take. */
  seconds?: number | undefined
}

/** The thread took more time or memory than allowed, or has ended. */
export class ThreadFailure extends Error {}

interface Lane {
  maxThreads: number
  /** Threads of a low priority leave the processor to requests. */
  isLow: boolean
}

/** One processor is left to requests, where there are several. */
const lanes: Record<ThreadLane, Lane> = {
  request: { maxThreads: 2, isLow: false },
  sheet: { maxThreads: 2, isLow: false },
  task: { maxThreads: Math.max(1, Math.min(4, availableParallelism() - 1)), isLow: true },
}

const defaultSeconds = 60

/** A busy machine gives a thread a small part of a processor. What takes longer than this many times its limit hangs. */
const elapsedFactor = 20

/** A thread keeps its modules and fonts this long after its last work. */
const idleSeconds = 60

const maxMegabytes = 512

interface Waiting {
  job: ThreadJob
  options: ThreadOptions<unknown>
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  isLow: boolean
  /** Of the thread while it waits for work. */
  idleTimer?: NodeJS.Timeout
}

const idle: Thread[] = []
const waiting: Record<ThreadLane, Waiting[]> = { request: [], sheet: [], task: [] }
const running: Record<ThreadLane, number> = { request: 0, sheet: 0, task: 0 }

const leaveIdle = (thread: Thread): void => {
  clearTimeout(thread.idleTimer)
  const place = idle.indexOf(thread)
  if (place >= 0) idle.splice(place, 1)
}

const startThread = (isLow: boolean): Thread => {
  const worker = new Worker(new URL('./thread-worker.ts', import.meta.url), {
    workerData: { isLow },
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  })
  const thread: Thread = { worker, isLow }
  // Failures are told by the work that is waiting.
  worker.on('error', () => undefined)
  worker.once('exit', () => leaveIdle(thread))
  return thread
}

/** The thread that worked last: it is the one most likely to have the modules, and the others may end. */
const takeThread = (isLow: boolean): Thread => {
  const thread = idle.findLast((one) => one.isLow === isLow)
  if (!thread) return startThread(isLow)
  leaveIdle(thread)
  thread.worker.ref()
  return thread
}

const keepThread = (thread: Thread): void => {
  thread.worker.unref()
  thread.idleTimer = setTimeout(() => {
    leaveIdle(thread)
    void thread.worker.terminate()
  }, idleSeconds * 1000).unref()
  idle.push(thread)
}

const errorOf = ({ message, stack, code }: Extract<ThreadMessage, { kind: 'failed' }>): Error =>
  Object.assign(new Error(message, { cause: stack }), code !== undefined && { code })

const processorSeconds = async (worker: Worker): Promise<number> => {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1_000_000
}

/** Calls back once the thread has used up its time. The function that it returns ends the watch. */
const watchTime = (worker: Worker, seconds: number, onSpent: () => void): (() => void) => {
  const began = performance.now()
  let before: number | undefined
  let hasEnded = false
  const look = async (): Promise<void> => {
    const used = await processorSeconds(worker)
    // The answer may arrive when the thread does other work already.
    if (hasEnded) return
    before ??= used
    if (used - before > seconds || performance.now() - began > elapsedFactor * seconds * 1000) onSpent()
  }
  // A thread that has ended says so itself.
  const lookSafely = (): void => void look().catch(() => undefined)
  lookSafely()
  const timer = setInterval(lookSafely, Math.min(1000, seconds * 250)).unref()
  return () => {
    hasEnded = true
    clearInterval(timer)
  }
}

const perform = (thread: Thread, { job, options, resolve, reject }: Waiting, onEnd: () => void): void => {
  const { worker } = thread
  const { signal, onProgress, seconds = defaultSeconds } = options
  const settle = (): void => {
    stopWatch()
    signal?.removeEventListener('abort', abort)
    worker.off('message', hear)
    worker.off('error', fail)
    worker.off('exit', end)
  }
  const giveUp = (error: Error): void => {
    settle()
    void worker.terminate().then(() => {
      reject(error)
      onEnd()
    })
  }
  const abort = (): void => giveUp(signal!.reason as Error)
  const fail = (cause: unknown): void => giveUp(new ThreadFailure('A thread has failed', { cause }))
  const end = (): void => giveUp(new ThreadFailure('A thread has ended'))
  const finish = (tell: () => void): void => {
    settle()
    keepThread(thread)
    tell()
    onEnd()
  }
  const hear = (message: ThreadMessage): void => {
    if (message.kind === 'progress') onProgress?.(message.news)
    else finish(() => (message.kind === 'done' ? resolve(message.result) : reject(errorOf(message))))
  }
  const stopWatch = watchTime(worker, seconds, () =>
    giveUp(new ThreadFailure(`The work took more than ${seconds} s of processor time`)),
  )
  signal?.addEventListener('abort', abort)
  worker.on('message', hear)
  worker.once('error', fail)
  worker.once('exit', end)
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port is no window
    worker.postMessage(job)
  } catch (error) {
    // The input cannot be copied.
    finish(() => reject(error as Error))
  }
}

const startNext = (lane: ThreadLane): void => {
  const { maxThreads, isLow } = lanes[lane]
  if (running[lane] >= maxThreads) return
  const next = waiting[lane].shift()
  if (!next) return
  running[lane] += 1
  perform(takeThread(isLow), next, () => {
    running[lane] -= 1
    startNext(lane)
  })
}

/**
 * Does heavy work of the program's own in a thread, so that requests are answered meanwhile. Threads are used again; each lane has a
 * limit, beyond which work waits for its turn.
 */
export const runInThread = <Result, News = never>(
  job: ThreadJob,
  options: ThreadOptions<News> = {},
): Promise<Result> => {
  const { lane = 'request', signal } = options
  return new Promise<Result>((resolve, reject) => {
    signal?.throwIfAborted()
    const leave = (): void => {
      const place = waiting[lane].indexOf(own)
      if (place < 0) return
      waiting[lane].splice(place, 1)
      reject(signal!.reason as Error)
    }
    const own: Waiting = {
      job,
      options: options as ThreadOptions<unknown>,
      resolve: (result) => {
        signal?.removeEventListener('abort', leave)
        resolve(result as Result)
      },
      reject: (error) => {
        signal?.removeEventListener('abort', leave)
        reject(error)
      },
    }
    signal?.addEventListener('abort', leave)
    waiting[lane].push(own)
    startNext(lane)
  })
}
