import { randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Database } from '../database/connect.ts'
import { runInThread } from '../threads/thread-pool.ts'
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

/** Copied into the thread. */
export interface SheetWork extends SheetTask {
  databaseUrl: string
  descriptor: number
}

export interface SheetThreads {
  /** A sheet, readable while it is written. The work ends when the consumer stops. */
  write(task: SheetTask): Promise<Readable>
  /** Ends all sheets. */
  close(): Promise<void>
}

/** Many times what the largest sheet takes. */
const maxSeconds = 600

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

/**
 * Writes sheets in threads, so that a long one blocks nobody. A thread writes into a file as fast as it can and is
 * then free: a slow reader occupies neither memory, nor a thread, nor a transaction.
 */
export const createSheetThreads = (databaseUrl: string): SheetThreads => {
  const streams = new Set<GrowingFile>()
  return {
    write: async (task) => {
      const file = await openUnnamed()
      const stopped = new AbortController()
      const stream = new GrowingFile(file, async () => {
        streams.delete(stream)
        stopped.abort()
        await work
      })
      streams.add(stream)
      const input: SheetWork = { ...task, databaseUrl, descriptor: file.fd }
      const work = runInThread<void, number>(
        { module: new URL('./sheet-work.ts', import.meta.url).href, input },
        { lane: 'sheet', seconds: maxSeconds, signal: stopped.signal, onProgress: (bytes) => stream.grow(bytes) },
      ).then(
        () => stream.finish(),
        (error: Error) => void (stopped.signal.aborted || stream.destroy(error)),
      )
      return stream
    },
    close: async () => {
      await Promise.all(
        [...streams].map((stream) => new Promise((resolve) => void stream.once('close', resolve).destroy())),
      )
    },
  }
}
