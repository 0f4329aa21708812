import { randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Database } from '../database/connect.ts'
import type { NewSheet, SheetFormat } from './write-sheet.ts'

export interface SheetTask {
  /** Address of the module that provides the rows: it exports `openSheet`. */
  rowsFrom: string
  format: SheetFormat
  /** The argument of `openSheet`; it is copied into the thread. */
  input: unknown
}

/** The exports of a module that provides rows. */
export interface SheetModule {
  openSheet: (db: Database, input: unknown) => Promise<NewSheet> | NewSheet
}

/** Messages of a thread. */
export type SheetNews =
  | { kind: 'written'; bytes: number }
  | { kind: 'done' }
  | { kind: 'failed'; message: string; code: string | undefined }

export interface SheetThreads {
  /** A sheet, readable while it is written. The thread ends when the consumer stops. */
  write(task: SheetTask): Promise<Readable>
  /** Ends all threads. */
  close(): Promise<void>
}

/** Max sheets written at once; others are queued. */
const maxThreads = 2

const maxMegabytes = 256

const chunkBytes = 64 * 1024

/** An unlinked temporary file: it is gone when it is closed, however the program ends. */
const openUnnamed = async (): Promise<FileHandle> => {
  const path = join(tmpdir(), `lectern-sheet-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

/** Reads a growing file up to its current end. */
class GrowingFile extends Readable {
  readonly #file: FileHandle
  readonly #leave: () => Promise<void>
  #position = 0
  #written = 0
  #isDone = false
  #isReading = false
  #isWanted = false

  constructor(file: FileHandle, leave: () => Promise<void>) {
    super({ highWaterMark: chunkBytes })
    this.#file = file
    this.#leave = leave
  }

  grow(bytes: number): void {
    this.#written = bytes
    if (this.#isWanted) void this.#pump()
  }

  get isDone(): boolean {
    return this.#isDone
  }

  finish(): void {
    this.#isDone = true
    if (this.#isWanted) void this.#pump()
  }

  override _read(): void {
    this.#isWanted = true
    void this.#pump()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    void this.#end().then(() => process.nextTick(done, error))
  }

  async #end(): Promise<void> {
    // The descriptor must not be written to any more, because it may be reused after closing.
    await this.#leave().catch(() => undefined)
    await this.#file.close().catch(() => undefined)
  }

  async #pump(): Promise<void> {
    if (this.#isReading || this.destroyed) return
    const left = this.#written - this.#position
    if (left === 0) {
      if (this.#isDone) this.push(null)
      return
    }
    this.#isReading = true
    this.#isWanted = false
    try {
      const { buffer, bytesRead } = await this.#file.read(
        Buffer.allocUnsafe(Math.min(left, chunkBytes)),
        0,
        Math.min(left, chunkBytes),
        this.#position,
      )
      this.#position += bytesRead
      this.#isReading = false
      this.push(buffer.subarray(0, bytesRead))
    } catch (error) {
      this.destroy(error as Error)
    }
  }
}

const failureOf = ({ message, code }: Extract<SheetNews, { kind: 'failed' }>): Error =>
  Object.assign(new Error(message), code !== undefined && { code })

/**
 * Writes sheets in threads, so that a long one blocks nobody. A thread writes into a file as fast as it can and is
 * then free: a slow reader occupies neither memory, nor a thread, nor a transaction.
 */
export const createSheetThreads = (databaseUrl: string): SheetThreads => {
  const running = new Set<Worker>()
  const waiting: (() => void)[] = []
  const startNext = (): void => {
    if (running.size < maxThreads) waiting.shift()?.()
  }

  const start = (task: SheetTask, descriptor: number, stream: GrowingFile): Worker => {
    const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
      workerData: { ...task, databaseUrl, descriptor },
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    })
    running.add(worker)
    worker.on('message', (news: SheetNews) => {
      if (news.kind === 'written') stream.grow(news.bytes)
      else if (news.kind === 'done') stream.finish()
      else stream.destroy(failureOf(news))
    })
    worker.on('error', (error) => stream.destroy(error as Error))
    worker.once('exit', () => {
      running.delete(worker)
      startNext()
      if (!stream.isDone) stream.destroy(new Error('The thread that writes a sheet has ended.'))
    })
    return worker
  }

  return {
    write: async (task) => {
      const file = await openUnnamed()
      let worker: Worker | undefined
      const begin = (): void => {
        worker = start(task, file.fd, stream)
      }
      const stream = new GrowingFile(file, async () => {
        const place = waiting.indexOf(begin)
        if (place >= 0) waiting.splice(place, 1)
        await worker?.terminate()
      })
      waiting.push(begin)
      startNext()
      return stream
    },
    close: async () => {
      waiting.splice(0)
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}
