import { cleanableTypes, partTypes } from '@lectern/contract/work-values.ts'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import type { StoredContent } from '../../platform/http/stored-content.ts'
import type { PlacedText } from '../../platform/media/documents.ts'
import { cleanDocument, findMetadata, type ReadingOptions } from '../../platform/media/read-media.ts'
import { overlaidContent } from '../../platform/media/overlay.ts'
import { contentOf, copyOf, putCopy, sourceOf } from '../files/service.ts'
import { findInspected, findStoredFile, storeBlindCopy, type InspectedFile } from './inspection-queries.ts'
import { isBlindPart } from './part-rules.ts'
import type { BlindCopy } from './tables.ts'

/** Served without a copy, with what identifies people overwritten. */
const overlaidTypes = new Set(['video/mp4', 'video/quicktime', 'audio/mp4'])

interface ServedFile {
  id: FileId
  type: string
  size: number
}

/** The file that experts get a copy of: an organiser's redacted one, where there is one. */
const servedFile = async ({ db }: Ctx, file: InspectedFile): Promise<ServedFile | undefined> =>
  file.redactedId === null ? file : findStoredFile(db, file.redactedId)

interface MadeCopy {
  blind: BlindCopy
  /** What the file said about who made it. */
  texts: PlacedText[]
}

const makeCopy = async (ctx: Ctx, served: ServedFile, options: ReadingOptions): Promise<MadeCopy> => {
  const failed: MadeCopy = { blind: { kind: 'failed' }, texts: [] }
  const { type } = served
  const stored = { ...served, purpose: 'work' } as const
  if (!cleanableTypes.has(type)) return failed
  if (overlaidTypes.has(type)) {
    const metadata = await findMetadata(sourceOf(ctx, stored), type, options)
    return metadata ? { blind: { kind: 'overlay', ranges: metadata.patches }, texts: metadata.texts } : failed
  }
  const copy = await cleanDocument(sourceOf(ctx, stored), type, options)
  if (!copy) return failed
  await putCopy(ctx, stored, Buffer.from(copy.buffer, copy.byteOffset, copy.byteLength))
  return { blind: { kind: 'copy', size: copy.length, type }, texts: [] }
}

/** How experts get a file by the rules as they are now; the copy is made if they need one. */
export const makeBlindCopy = async (ctx: Ctx, file: InspectedFile, options: ReadingOptions = {}): Promise<MadeCopy> => {
  if (!isBlindPart(file.rules, file.part)) return { blind: { kind: 'plain' }, texts: [] }
  const served = await servedFile(ctx, file)
  return served ? makeCopy(ctx, served, options) : { blind: { kind: 'failed' }, texts: [] }
}

/** Rules may have become blind since the file was checked. */
const currentCopy = async (ctx: Ctx, file: InspectedFile): Promise<BlindCopy> => {
  const isStale = file.blind === null || (file.blind.kind === 'plain' && isBlindPart(file.rules, file.part))
  if (!isStale) return file.blind!
  const { blind } = await makeBlindCopy(ctx, file)
  await storeBlindCopy(ctx.db, file, blind)
  return blind
}

const endings: Readonly<Record<string, readonly string[]>> = Object.assign({}, ...Object.values(partTypes))

/** Tells nothing about who made the file: `lessonPlan-2.pdf`. */
const neutralName = ({ part, position }: InspectedFile, type: string): string => {
  const number = position === null ? '' : `-${position + 1}`
  const ending = endings[type]?.[0]
  return `${part}${number}${ending ? `.${ending}` : ''}`
}

/** A file as experts get it. */
export interface BlindContent extends StoredContent {
  type: string
  name: string
}

const openCopy = (ctx: Ctx, served: ServedFile, blind: Exclude<BlindCopy, { kind: 'failed' }>): StoredContent => {
  const stored = { ...served, purpose: 'work' } as const
  if (blind.kind === 'copy') return copyOf(ctx, stored, blind.size)
  const content = contentOf(ctx, stored)
  return blind.kind === 'overlay' ? overlaidContent(content, blind.ranges) : content
}

/** A file of a work as experts get it; fails if there is no copy that names nobody. */
export const openBlindCopy = async (
  ctx: Ctx,
  { workId, id }: { workId: WorkId; id: FileId },
): Promise<BlindContent> => {
  const file = await findInspected(ctx.db, id)
  const served = file?.workId === workId ? await servedFile(ctx, file) : undefined
  if (!file || !served) throw fail('file.notFound')
  const blind = await currentCopy(ctx, file)
  if (blind.kind === 'failed') throw fail('file.notFound')
  return { ...openCopy(ctx, served, blind), type: served.type, name: neutralName(file, served.type) }
}
