import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import { limitsFor, MediaTooCostly, type MediaLimits } from './media-limits.ts'
import type { MediaTask } from './media-tasks.ts'

export type ToReader =
  | { kind: 'task'; task: MediaTask; limits: MediaLimits }
  /** The range that it has asked for. */
  | { kind: 'bytes'; bytes: Uint8Array }

export type FromReader =
  | { kind: 'ready' }
  | { kind: 'read'; start: number; end: number }
  /** A result of so many bytes follows in pieces. */
  | { kind: 'size'; bytes: number }
  | { kind: 'piece'; bytes: Uint8Array }
  | { kind: 'done'; result?: unknown }
  /** The file cannot be read, or not within what it may take. */
  | { kind: 'failed'; message: string; isTooCostly: boolean }

export interface ProcessOptions {
  limits?: MediaLimits | undefined
  signal?: AbortSignal | undefined
  /** A process is used again only for files of the same owner: what a file does to it is nobody else's business. */
  owner?: string | undefined
}

/** The file is damaged, or not what it says. */
export class MediaUnreadable extends Error {}

const failureOf = ({ message, isTooCostly }: Extract<FromReader, { kind: 'failed' }>): Error =>
  isTooCostly ? new MediaTooCostly(message) : new MediaUnreadable(message)

interface Reader {
  child: ChildProcess
  owner: string | undefined
  tasks: number
}

/** Two that inspect, and one for everything else: each may take a lot of memory. */
const maxReaders = 3
/** Memory that a library has lost comes back with a new process. */
const maxTasks = 20
const idleMilliseconds = 3_000

/** A process that is given no processor, or waits for something that never comes, is ended after this many times its limit. */
const patience = 10

const readerPath = fileURLToPath(new URL('./media-reader.ts', import.meta.url))

const readers = new Set<Reader>()
const idle = new Map<Reader, NodeJS.Timeout>()
const waiting: (() => void)[] = []
let running = 0

const end = async (reader: Reader): Promise<void> => {
  clearTimeout(idle.get(reader))
  idle.delete(reader)
  if (!readers.delete(reader)) return
  const { child } = reader
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

process.once('exit', () => {
  for (const { child } of readers) child.kill('SIGKILL')
})

/** The server's own, if it has one. Node names a folder in it for its version. */
const compileCache = (): { NODE_COMPILE_CACHE?: string } => {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

/** Starts a process that knows nothing: no settings, no secrets, none of the server's files but by its task. */
const start = async (owner: string | undefined): Promise<Reader> => {
  const child = fork(readerPath, {
    // Code that was compiled before takes a third of the time to start.
    env: compileCache(),
    execArgv: ['--max-old-space-size=1024', '--max-semi-space-size=8'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const reader: Reader = { child, owner, tasks: 0 }
  readers.add(reader)
  const ended = once(child, 'exit').then(() => {
    throw new Error('A process that reads files ended before it was ready')
  })
  try {
    await Promise.race([once(child, 'message'), ended])
  } catch (error) {
    readers.delete(reader)
    throw error
  }
  // Whoever gives the next task listens.
  ended.catch(() => undefined)
  child.on('error', () => undefined)
  child.once('exit', () => void end(reader))
  return reader
}

/** The program may end while a process is idle. */
const setKeepsAlive = ({ child }: Reader, keeps: boolean): void => {
  if (keeps) child.ref()
  else child.unref()
  if (keeps) child.channel?.ref()
  else child.channel?.unref()
}

const takeReader = async (owner: string | undefined): Promise<Reader> => {
  const idleReader = [...idle.keys()].find((reader) => owner !== undefined && reader.owner === owner)
  if (idleReader) {
    clearTimeout(idle.get(idleReader))
    idle.delete(idleReader)
    setKeepsAlive(idleReader, true)
    return idleReader
  }
  const [oldest] = idle.keys()
  if (oldest && readers.size >= maxReaders) await end(oldest)
  return start(owner)
}

const giveBack = async (reader: Reader): Promise<void> => {
  reader.tasks += 1
  if (reader.owner === undefined || reader.tasks >= maxTasks) return end(reader)
  setKeepsAlive(reader, false)
  idle.set(
    reader,
    setTimeout(() => void end(reader), idleMilliseconds),
  )
  idle.get(reader)!.unref()
}

/** A stopwatch that rings after some time, pauses not counted. */
const createTimer = (milliseconds: number, ring: () => void) => {
  let left = milliseconds
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

const perform = (
  { child }: Reader,
  source: ByteSource,
  task: MediaTask,
  { limits = limitsFor(task), signal }: ProcessOptions,
): Promise<unknown> => {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const timer = createTimer(patience * limits.seconds * 1000, () =>
    reject(new MediaTooCostly(`Reading took more than ${patience * limits.seconds} s`)),
  )
  const send = (message: ToReader): boolean => child.send(message, (error) => error && reject(error))
  let result: Buffer | undefined
  let filled = 0
  const receive = (message: FromReader): void => {
    if (message.kind === 'done') resolve(result ?? message.result)
    else if (message.kind === 'failed') reject(failureOf(message))
    else if (message.kind === 'size') result = Buffer.allocUnsafeSlow(message.bytes)
    else if (message.kind === 'piece') {
      result!.set(message.bytes, filled)
      filled += message.bytes.length
    } else if (message.kind === 'read') {
      timer.pause()
      source.read(message.start, message.end).then((bytes) => {
        timer.start()
        send({ kind: 'bytes', bytes })
      }, reject)
    }
  }
  const abort = (): void => reject(signal!.reason as Error)
  const exit = (): void => reject(new MediaTooCostly('The process that reads a file was ended at its limit'))
  child.on('message', receive)
  child.once('exit', exit)
  signal?.addEventListener('abort', abort)
  timer.start()
  send({ kind: 'task', task, limits })
  return promise.finally(() => {
    timer.pause()
    child.off('message', receive)
    child.off('exit', exit)
    signal?.removeEventListener('abort', abort)
  })
}

/** In a process of its own, with a limit on time and memory: a hostile file costs that process, never this one. */
export const runInProcess = async (
  source: ByteSource,
  task: MediaTask,
  options: ProcessOptions = {},
): Promise<unknown> => {
  if (running >= maxReaders) await new Promise<void>((free) => waiting.push(free))
  else running += 1
  try {
    options.signal?.throwIfAborted()
    const reader = await takeReader(options.owner)
    try {
      // Cancelled while it waited or the process started.
      options.signal?.throwIfAborted()
      const result = await perform(reader, source, task, options)
      await giveBack(reader)
      return result
    } catch (error) {
      await end(reader)
      throw error
    }
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** The processes that are reading, or have read a moment ago. */
export const readerIds = (): number[] => [...readers].flatMap(({ child }) => child.pid ?? [])
