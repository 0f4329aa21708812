import type { Readable } from 'node:stream'

/** Bytes from `start` to `end`, both included. */
export interface Range {
  start: number
  end: number
}

/** What a storage has to know about content that is still arriving; kept by whoever lets it grow. */
export type UploadState = Record<string, unknown>

/** The storage does not answer, or says that it cannot at the moment: it may when tried again. */
export class StorageAway extends Error {}

/** What had arrived and been acknowledged is not there any more: the upload must begin anew. */
export class UploadLost extends Error {}

/** Told after each piece that is safely stored. Fails: nothing more is stored. */
export type Commit = (received: number, uploadState: UploadState) => Promise<void>

/** Content that arrives piece by piece, over days and processes if it must. Only one may append at a time. */
interface ResumableWrites {
  /**
   * Stores what comes after the first `received` bytes, which are the last ones committed; with an empty growth it begins. When the pieces
   * fail, those that came are committed before that failure is passed on.
   */
  append(
    key: string,
    state: { uploadState: UploadState; received: number },
    pieces: AsyncIterable<Buffer>,
    commit: Commit,
  ): Promise<void>
  /** Makes it readable under its key; done twice, it is done once. */
  finish(key: string, uploadState: UploadState): Promise<void>
  /** Forgets what has arrived. */
  abandon(key: string, uploadState: UploadState): Promise<void>
}

/** The disk that files are kept on, in bytes. */
export interface Space {
  total: number
  free: number
  /** Of the free bytes those that files may take: some are kept for the database. */
  usable: number
}

/** No more can be stored; told to people as a full disk. */
export const diskFull = (reason: string): Error => Object.assign(new Error(reason), { code: 'ENOSPC' })

/** Where the content of files lives; what they are stands in the database. */
export interface Storage {
  /** Stores the whole content or nothing; a crash leaves no half of it under its key. */
  put(key: string, content: Buffer): Promise<void>
  /** undefined when there is nothing under the key. */
  read(key: string, range?: Range): Promise<Readable | undefined>
  /** undefined when there is nothing under the key. */
  sizeOf(key: string): Promise<number | undefined>
  /** Nothing under the key is as good. */
  remove(key: string): Promise<void>
  /** undefined where nobody can tell, as of a bucket. */
  space(): Promise<Space | undefined>
  resumable: ResumableWrites
}

/** Keys are made by the program: letters, digits and dashes, in folders. */
const keyPattern = /^[\w-]+(\/[\w-]+)*$/

export const checkKey = (key: string): string => {
  if (!keyPattern.test(key)) throw new Error(`${key} is no key of a file`)
  return key
}
