import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import type { DocumentFacts, Metadata } from './documents.ts'
import { MediaTooCostly } from './media-limits.ts'
import { MediaUnreadable, runInProcess, type ProcessOptions } from './media-processes.ts'
import { performMediaTask, type MediaTask } from './media-tasks.ts'

export interface ReadingOptions extends ProcessOptions {
  /** One of our own files, which needs no process. */
  isTrusted?: boolean | undefined
}

const run = (
  source: ByteSource,
  given: Pick<MediaTask, 'kind' | 'type'>,
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

const whereReadable = async <Made>(making: Promise<unknown>): Promise<Made | undefined> => {
  try {
    return (await making) as Made | undefined
  } catch (error) {
    if (error instanceof MediaTooCostly || error instanceof MediaUnreadable) return undefined
    throw error
  }
}

/** A copy that does not tell who made it; undefined where none can be made. */
export const cleanDocument = (
  source: ByteSource,
  type: string,
  options: ReadingOptions = {},
): Promise<Uint8Array | undefined> => whereReadable(run(source, { kind: 'clean', type }, options))

/** What to write over a film or recording so that it does not tell who made it; undefined if it cannot be read. */
export const findMetadata = (
  source: ByteSource,
  type: string,
  options: ReadingOptions = {},
): Promise<Metadata | undefined> => whereReadable(run(source, { kind: 'findMetadata', type }, options))
