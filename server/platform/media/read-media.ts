import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import type { DocumentFacts, Metadata } from './documents.ts'
import { MediaTooCostly } from './media-limits.ts'
import { MediaUnreadable, runInProcess, type ProcessOptions } from './media-processes.ts'
import { performMediaTask, type MediaTask } from './media-tasks.ts'
import type { PictureShape, PictureSize } from './site-pictures.ts'

export interface ReadingOptions extends ProcessOptions {
  /** One of our own files, which needs no process. */
  isTrusted?: boolean | undefined
}

const run = (
  source: ByteSource,
  given: Omit<MediaTask, 'size'>,
  { isTrusted, ...options }: ReadingOptions,
): Promise<unknown> => {
  const task = { ...given, size: source.size }
  return isTrusted ? performMediaTask(task, source) : runInProcess(source, task, options)
}

/** What a file tells, and every text in it. Fails only if the source does. */
export const readMedia = async (
  source: ByteSource,
  type: string,
  options: ReadingOptions = {},
): Promise<DocumentFacts> => {
  try {
    return (await run(source, { kind: 'read', type }, options)) as DocumentFacts
  } catch (error) {
    if (error instanceof MediaTooCostly) return { fault: 'tooCostly', texts: [] }
    if (error instanceof MediaUnreadable) return { fault: 'unreadable', texts: [] }
    throw error
  }
}

/** Whether an error says something about the file, and nothing about the storage or the program. */
export const isFileFault = (error: unknown): boolean =>
  error instanceof MediaTooCostly || error instanceof MediaUnreadable

const whereReadable = async <Made>(making: Promise<unknown>): Promise<Made | undefined> => {
  try {
    return (await making) as Made | undefined
  } catch (error) {
    if (isFileFault(error)) return undefined
    throw error
  }
}

/** A copy that does not tell who made it; undefined where none can be made. */
export const cleanDocument = (
  source: ByteSource,
  type: string,
  options: ReadingOptions = {},
): Promise<Uint8Array | undefined> => whereReadable(run(source, { kind: 'clean', type }, options))

/** A copy of a document or picture with a text on every page; undefined where none can be made. */
export const stampDocument = (
  source: ByteSource,
  { type, stamp }: { type: string; stamp: string },
  options: ReadingOptions = {},
): Promise<Uint8Array | undefined> => whereReadable(run(source, { kind: 'stamp', type, stamp }, options))

/** What to write over a film or recording so that it does not tell who made it; undefined if it cannot be read. */
export const findMetadata = (
  source: ByteSource,
  type: string,
  options: ReadingOptions = {},
): Promise<Metadata | undefined> => whereReadable(run(source, { kind: 'findMetadata', type }, options))

/** A film of a few single frames of a film; fails with a fault of the file if it has none that can be read. */
export const takeKeyFrames = async (
  source: ByteSource,
  film: { type: string; seconds: number | null },
  options: ReadingOptions = {},
): Promise<Uint8Array> => (await run(source, { kind: 'takeKeyFrames', ...film }, options)) as Uint8Array

/** What kind of picture it is, is found out when it is read. */
const anyPicture = 'image/*'

/** Makes a picture of the site. Fails with a fault of the file if it is none, or takes too much. */
export const encodePicture = async (
  source: ByteSource,
  shape: PictureShape,
  options: ReadingOptions = {},
): Promise<Buffer> => (await run(source, { kind: 'encodePicture', type: anyPicture, shape }, options)) as Buffer

/** The size of a picture; fails in the same way. */
export const measurePicture = async (source: ByteSource, options: ReadingOptions = {}): Promise<PictureSize> =>
  (await run(source, { kind: 'measurePicture', type: anyPicture }, options)) as PictureSize
