import { Worker } from 'node:worker_threads'
import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import type { DocumentFacts, Metadata } from './documents.ts'
import { performMediaTask, type MediaTask } from './media-tasks.ts'

/** From the thread: a range that it needs, or its result. */
export type ThreadMessage = { kind: 'read'; start: number; end: number } | { kind: 'done'; result: unknown }

interface Limits {
  /** Of the thread's own time: waiting for the storage does not count. */
  seconds: number
  megabytes: number
}

export interface ReadingOptions {
  limits?: Limits
  signal?: AbortSignal | undefined
  /** One of our own files, which needs no thread. */
  isTrusted?: boolean | undefined
}

const usualLimits: Limits = { seconds: 60, megabytes: 1_024 }

/** The file was made to exhaust whoever reads it, or is far beyond what people hand in. */
export class MediaTooCostly extends Error {}

/** A stopwatch that rings after some time, pauses not counted. */
const createTimer = (seconds: number, ring: () => void) => {
  let left = seconds * 1000
  let since = 0
  let timer: NodeJS.Timeout | undefined
  return {
    start: () => {
      since = performance.now()
      timer = setTimeout(ring, left)
    },
    pause: () => {
      clearTimeout(timer)
      left = Math.max(1, left - (performance.now() - since))
    },
  }
}

const memoryCheckMilliseconds = 200
const megabyte = 1024 * 1024

/** Buffers do not count as memory of the thread, so the process is watched, too. */
const watchMemory = (megabytes: number, ring: () => void): NodeJS.Timeout => {
  const before = process.memoryUsage.rss()
  return setInterval(() => {
    if (process.memoryUsage.rss() - before > 1.5 * megabytes * megabyte) ring()
  }, memoryCheckMilliseconds).unref()
}

/** In a thread of its own, with a limit on time and memory: a hostile file costs its thread, never the process. */
const runInThread = (
  source: ByteSource,
  task: Omit<MediaTask, 'size'>,
  { limits = usualLimits, signal }: ReadingOptions,
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const worker = new Worker(new URL('./media-worker.ts', import.meta.url), {
      workerData: { ...task, size: source.size } satisfies MediaTask,
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
      stderr: true,
      stdout: true,
    })
    const giveUp = (error: unknown): void => {
      reject(error instanceof Error ? error : new Error(String(error)))
      void worker.terminate()
    }
    const timer = createTimer(limits.seconds, () =>
      giveUp(new MediaTooCostly(`Reading took more than ${limits.seconds} s`)),
    )
    const memory = watchMemory(limits.megabytes, () => giveUp(new MediaTooCostly('Reading took too much memory')))
    const abort = (): void => giveUp(signal!.reason)
    signal?.addEventListener('abort', abort)
    worker.on('message', (message: ThreadMessage) => {
      if (message.kind === 'done') {
        resolve(message.result)
        return
      }
      timer.pause()
      source.read(message.start, message.end).then((bytes) => {
        timer.start()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
        worker.postMessage(bytes)
      }, giveUp)
    })
    worker.once('error', (error) => giveUp(new MediaTooCostly('The thread that reads a file failed', { cause: error })))
    worker.once('exit', () => {
      timer.pause()
      clearInterval(memory)
      signal?.removeEventListener('abort', abort)
      reject(new MediaTooCostly('The thread that reads a file has ended'))
    })
    timer.start()
  })

const maxThreads = 2
let running = 0
const waiting: (() => void)[] = []

/** A few at a time in each process: each may take a lot of memory. */
const inTurn: typeof runInThread = async (...given) => {
  const [source, task, { isTrusted }] = given
  if (isTrusted) return performMediaTask({ ...task, size: source.size }, source)
  if (running >= maxThreads) await new Promise<void>((start) => waiting.push(start))
  else running += 1
  try {
    return await runInThread(...given)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** What a file tells, and every text in it. Fails only if the source does. */
export const readMedia = async (
  source: ByteSource,
  type: string,
  options: ReadingOptions = {},
): Promise<DocumentFacts> => {
  try {
    return (await inTurn(source, { kind: 'read', type }, options)) as DocumentFacts
  } catch (error) {
    if (error instanceof MediaTooCostly) return { fault: 'unreadable', texts: [] }
    throw error
  }
}

const unlessTooCostly = async <Made>(making: Promise<unknown>): Promise<Made | undefined> => {
  try {
    return (await making) as Made | undefined
  } catch (error) {
    if (error instanceof MediaTooCostly) return undefined
    throw error
  }
}

/** A copy that does not tell who made it; undefined where none can be made. */
export const cleanDocument = (
  source: ByteSource,
  type: string,
  options: ReadingOptions = {},
): Promise<Uint8Array | undefined> => unlessTooCostly(inTurn(source, { kind: 'clean', type }, options))

/** What to write over a film or recording so that it does not tell who made it; undefined if it cannot be read. */
export const findMetadata = (
  source: ByteSource,
  type: string,
  options: ReadingOptions = {},
): Promise<Metadata | undefined> => unlessTooCostly(inTurn(source, { kind: 'findMetadata', type }, options))
