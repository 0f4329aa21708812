import type { Readable } from 'node:stream'

/** Bytes from `start` to `end`, both inclusive. */
export interface Range {
  start: number
  end: number
}

/** What a storage needs to know about an unfinished upload; stored by the caller. */
export type UploadState = Record<string, unknown>

/** The storage does not respond, or is temporarily unavailable: a retry may succeed. */
export class StorageAway extends Error {}

/** Acknowledged bytes are gone: the upload must start again. */
export class UploadLost extends Error {}

/** Called after each stored piece. If it fails, nothing more is stored. */
export type Commit = (received: number, uploadState: UploadState) => Promise<void>

/** Content that arrives in pieces, possibly over days and processes. Only one writer may append at a time. */
interface ResumableWrites {
  /**
   * Appends after the first `received` bytes, which are the last ones committed; an empty state starts an upload.
   * When the source fails, the pieces received are committed before the error is passed on.
   */
  append(
    key: string,
    state: { uploadState: UploadState; received: number },
    pieces: AsyncIterable<Buffer>,
    commit: Commit,
  ): Promise<void>
  /** The first `length` bytes of an unfinished upload; absent where they cannot be read. */
  readBack?(key: string, length: number): Promise<Readable | undefined>
  /** Makes it readable under its key. Idempotent. */
  finish(key: string, uploadState: UploadState): Promise<void>
  /** Deletes an unfinished upload. */
  abandon(key: string, uploadState: UploadState): Promise<void>
}

/** The disk of the stored files, in bytes. */
export interface Space {
  total: number
  free: number
  /** Free bytes that files may use: some are reserved for the database. */
  usable: number
}

/** Nothing more can be stored; shown to users as a full disk. */
export const diskFull = (reason: string): Error => Object.assign(new Error(reason), { code: 'ENOSPC' })

/** Stores the content of files; their metadata is in the database. */
export interface Storage {
  /** Stores the whole content or nothing, even after a crash. */
  put(key: string, content: Buffer): Promise<void>
  /** Undefined if there is nothing under the key. */
  read(key: string, range?: Range): Promise<Readable | undefined>
  /** Undefined if there is nothing under the key. */
  sizeOf(key: string): Promise<number | undefined>
  /** Succeeds if there is nothing under the key. */
  remove(key: string): Promise<void>
  /** Undefined where it is unknown, as for a bucket. */
  space(): Promise<Space | undefined>
  resumable: ResumableWrites
}

/** Keys are made by the program: letters, digits and dashes, in folders. */
const keyPattern = /^[\w-]+(\/[\w-]+)*$/

export const checkKey = (key: string): string => {
  if (!keyPattern.test(key)) throw new Error(`${key} is no key of a file`)
  return key
}
