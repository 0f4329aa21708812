import { cleanableTypes, partTypes } from '@lectern/contract/works/work-values.ts'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import { sourceIn } from '@lectern/contract/media/byte-source.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import type { StoredContent } from '../../../platform/http/stored-content.ts'
import type { PlacedText } from '../../../platform/media/documents.ts'
import { cleanDocument, findMetadata, readMedia, type ReadingOptions } from '../../../platform/media/read-media.ts'
import { overlaidContent } from '../../../platform/media/overlay.ts'
import {
  contentOf,
  copyKeyOf,
  copyOf,
  isInfected,
  keyOf,
  putCopy,
  requireScanned,
  sourceOf,
} from '../../files/service.ts'
import { blindCopyVersion, isCurrentCopy } from './copy-version.ts'
import { findInspected, findStoredFile, type InspectedFile } from '../checks/inspection-queries.ts'
import { requestCopy } from '../checks/inspection-tasks.ts'
import { isBlindPart } from '../submission/part-rules.ts'
import type { BlindCopy } from '../tables.ts'

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
  /** Every text that is in the copy. */
  texts: PlacedText[]
}

export const failedCopy: MadeCopy = { blind: { kind: 'failed', version: blindCopyVersion }, texts: [] }

const makeCopy = async (ctx: Ctx, served: ServedFile, options: ReadingOptions): Promise<MadeCopy> => {
  const { type } = served
  const stored = { ...served, purpose: 'work' } as const
  if (!cleanableTypes.has(type)) return failedCopy
  if (overlaidTypes.has(type)) {
    const metadata = await findMetadata(sourceOf(ctx, stored), type, options)
    if (!metadata) return failedCopy
    const { patches: ranges, texts } = metadata
    return { blind: { kind: 'overlay', ranges, size: served.size, type, version: blindCopyVersion }, texts }
  }
  const copy = await cleanDocument(sourceOf(ctx, stored), type, options)
  if (!copy) return failedCopy
  // What experts will read is searched, not what the copy has left behind.
  const { texts, fault } = await readMedia(sourceIn(copy), type, options)
  if (fault) return failedCopy
  await putCopy(ctx, stored, Buffer.from(copy.buffer, copy.byteOffset, copy.byteLength))
  return { blind: { kind: 'copy', size: copy.length, type, version: blindCopyVersion }, texts }
}

/** How experts get a file by the rules as they are now; the copy is made if they need one. */
export const makeBlindCopy = async (ctx: Ctx, file: InspectedFile, options: ReadingOptions = {}): Promise<MadeCopy> => {
  if (!isBlindPart(file.rules, file.part)) return { blind: { kind: 'plain' }, texts: [] }
  const served = await servedFile(ctx, file)
  return served ? makeCopy(ctx, served, options) : failedCopy
}

/** How experts get a file; undefined: rules have become blind since the file was checked, or stricter. */
export const findCurrentCopy = (file: Pick<InspectedFile, 'blind' | 'rules' | 'part'>): BlindCopy | undefined => {
  const blind = file.blind ?? { kind: 'plain' }
  const isMissing = blind.kind === 'plain' && isBlindPart(file.rules, file.part)
  return !isMissing && isCurrentCopy(blind) ? blind : undefined
}

/** A copy is made by a task, never while somebody waits for it. */
const currentCopy = async (ctx: Ctx, file: InspectedFile): Promise<BlindCopy> => {
  const blind = findCurrentCopy(file)
  if (blind) return blind
  await requestCopy(ctx, file)
  throw fail('file.notReady')
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
  /** Where exactly these bytes are stored; undefined: what identifies people is overwritten on the way. */
  key: string | undefined
}

const placeOf = (served: ServedFile, { kind }: BlindCopy): string | undefined => {
  const stored = { ...served, purpose: 'work' } as const
  if (kind === 'plain') return keyOf(stored)
  return kind === 'copy' ? copyKeyOf(stored) : undefined
}

export const openCopy = (
  ctx: Ctx,
  served: ServedFile,
  blind: Exclude<BlindCopy, { kind: 'failed' }>,
): StoredContent => {
  const stored = { ...served, purpose: 'work' } as const
  if (blind.kind === 'plain') return contentOf(ctx, stored)
  const content =
    blind.kind === 'copy' ? copyOf(ctx, stored, blind.size) : overlaidContent(contentOf(ctx, stored), blind.ranges)
  // Browsers must not take one of an earlier version for the current one.
  return { ...content, tag: `${content.tag}-${blind.version}` }
}

/** A file, and the work that it must belong to. */
export interface BlindFile {
  workId: WorkId
  id: FileId
}

/** Malware comes first: there may be no copy just because of it. */
const requireReadable = async (ctx: Ctx, file: InspectedFile, served: ServedFile): Promise<void> => {
  if ((await isInfected(ctx.db, served.id)) || (await isInfected(ctx.db, file.id))) throw fail('file.infected')
  await requireScanned(ctx, [file.id, served.id])
}

/** A file of a work as experts get it; fails if there is no copy that names nobody. */
export const openBlindCopy = async (ctx: Ctx, { workId, id }: BlindFile): Promise<BlindContent> => {
  const file = await findInspected(ctx.db, id)
  const served = file?.workId === workId ? await servedFile(ctx, file) : undefined
  if (!file || !served) throw fail('file.notFound')
  await requireReadable(ctx, file, served)
  const blind = await currentCopy(ctx, file)
  if (blind.kind === 'failed') throw fail('file.notFound')
  return {
    ...openCopy(ctx, served, blind),
    type: served.type,
    name: neutralName(file, served.type),
    key: placeOf(served, blind),
  }
}
