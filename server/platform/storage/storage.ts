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

/** How an answer of the bucket itself is described. */
export interface LinkedHeaders {
  type: string
  disposition: string
  cacheControl: string
}

/** A part of a file as a browser is about to send it. */
export interface NewPart {
  /** From 1. */
  number: number
  size: number
  /** In base64. */
  sha256: string
}

/** What browsers may do in a bucket without this program in between, each by an address that expires. */
export interface DirectAccess {
  /** Reads one file, in whole or by range, for a minute. */
  link(key: string, headers: LinkedHeaders): Promise<string>
  /** Stores one part of an upload: with exactly these bytes, for two minutes. */
  partLink(key: string, uploadState: UploadState, part: NewPart): string
}

/** A part that the storage has. */
export interface StoredPart {
  number: number
  size: number
  /** In base64; null where the storage keeps none. */
  sha256: string | null
}

/** Content that browsers send in numbered parts, in any order. `resumable` finishes and abandons it. */
interface PartWrites {
  begin(key: string): Promise<UploadState>
  /** By their numbers; undefined: the storage does not know the upload any more, which may have been finished. */
  list(key: string, uploadState: UploadState): Promise<StoredPart[] | undefined>
}

/** The key of a bucket may read and write objects, but not list them. */
export class ListingRefused extends Error {}

/** Sizes of what is stored under keys; undefined: there is nothing. */
export type SizesOf = (keys: readonly string[]) => Promise<(number | undefined)[]>

/** Stores the content of files; their metadata is in the database. */
export interface Storage {
  /** Stores the whole content or nothing, even after a crash. */
  put(key: string, content: Buffer): Promise<void>
  /** Undefined if there is nothing under the key. */
  read(key: string, range?: Range): Promise<Readable | undefined>
  /** Undefined if there is nothing under the key. */
  sizeOf(key: string): Promise<number | undefined>
  /**
   * Looks up many keys, which must come in the order of their bytes, in one call or in several. A bucket is listed, a thousand keys for each
   * request, and not asked for each of them.
   */
  openListing(): SizesOf
  /** Succeeds if there is nothing under the key. */
  remove(key: string): Promise<void>
  /** Undefined where it is unknown, as for a bucket. */
  space(): Promise<Space | undefined>
  resumable: ResumableWrites
  /** Absent where browsers can never send parts. */
  parts?: PartWrites
  /** Absent, or undefined: browsers cannot reach it, and all bytes pass through this program. */
  direct?(): Promise<DirectAccess | undefined>
}

/** Keys are made by the program: letters, digits and dashes, in folders. */
const keyPattern = /^[\w-]+(\/[\w-]+)*$/

export const checkKey = (key: string): string => {
  if (!keyPattern.test(key)) throw new Error(`${key} is no key of a file`)
  return key
}
