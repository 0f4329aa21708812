import { widthsOf, type PictureFormat } from '@lectern/contract/files/file-addresses.ts'
import type { Duty } from '@lectern/contract/accounts/duty-values.ts'
import { filePurposes, isConfidential, isPrivate, type FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Feature, FileReader } from '../../../platform/feature.ts'
import { fail } from '../../../platform/failure.ts'
import type { FileAnswer } from '../../../platform/http/serve.ts'
import type { StoredContent } from '../../../platform/http/stored-content.ts'
import { isOrganiser, signedIn } from '../../../platform/policy.ts'
import { keyOf, variantKeyOf } from './keys.ts'
import { requireScanned } from './scans.ts'
import { findOnItsWay, findStored, type StoredFile } from '../queries.ts'

/** Content never changes under an id. */
const keptByAll = 'public, max-age=31536000, immutable'
const keptByBrowser = 'private, max-age=31536000, immutable'
const keptByNobody = 'no-store'

/** Who may read files of a purpose that is not public. */
export type FileReaders = Partial<Record<FilePurpose, FileReader>>

/** One feature decides for each purpose. */
export const readersOf = (features: readonly Feature[]): FileReaders =>
  Object.assign({}, ...features.map(({ files }) => files))

type Owned = Pick<StoredFile, 'id' | 'ownerId' | 'name' | 'purpose'>

/** Organisers of which duty look after files of a purpose. */
const dutyOfFiles = (purpose: Owned['purpose']): Duty => {
  if (purpose === 'avatar' || purpose === 'officerLetter') return 'people'
  return isPrivate(purpose) ? 'contest' : 'content'
}

/**
 * The uploader may read a file, and organisers may read all that are not confidential. Bundles and certificates do not
 * belong to whoever had them made.
 */
const hasFullAccess = ({ actor }: Ctx, { ownerId, purpose }: Pick<Owned, 'ownerId' | 'purpose'>): boolean => {
  const isUploaded = purpose !== 'bundle' && purpose !== 'certificate'
  if (actor.kind === 'account' && actor.id === ownerId && isUploaded) return true
  return !(purpose !== 'avatar' && isConfidential(purpose)) && isOrganiser(actor, dutyOfFiles(purpose))
}

/** The name under which the user may read a private file; undefined: they may not. */
const privateName = async (ctx: Ctx, stored: Owned, reader: FileReader | undefined): Promise<string | undefined> =>
  hasFullAccess(ctx, stored) ? stored.name : reader?.nameFor(ctx, stored)

const isPublic = (purpose: StoredFile['purpose']): boolean => purpose !== 'avatar' && filePurposes[purpose].public

/** Avatars are visible to everybody who is signed in. */
const nameFor = async (ctx: Ctx, stored: StoredFile, readers: FileReaders): Promise<string | undefined> => {
  const { purpose, name } = stored
  if (purpose === 'avatar') return signedIn(ctx.actor).permitted ? name : undefined
  return isPublic(purpose) ? name : privateName(ctx, stored, readers[purpose])
}

const cacheControlOf = (purpose: StoredFile['purpose']): string => {
  if (purpose === 'avatar') return keptByBrowser
  return isPublic(purpose) ? keptByAll : keptByNobody
}

/** An id that no account has. */
const nobody = '00000000-0000-0000-0000-000000000000' as AccountId

/**
 * A file that may not be read looks as if it did not exist. The reader is asked in both cases, so that both take the
 * same time.
 */
const requireReadable = async (ctx: Ctx, id: FileId, readers: FileReaders): Promise<StoredFile> => {
  const row = await findStored(ctx.db, id)
  const name = row
    ? await nameFor(ctx, row, readers)
    : await privateName(ctx, { id, ownerId: nobody, name: '', purpose: 'answer' }, readers.answer)
  if (!row || name === undefined) throw fail('file.notFound')
  return { ...row, name }
}

const contentUnder = async ({ installation: { storage } }: Ctx, key: string, size?: number): Promise<StoredContent> => {
  const byteSize = size ?? (await storage.sizeOf(key))
  if (byteSize === undefined) throw fail('file.notFound')
  return { size: byteSize, tag: key.split('/').at(-1)!, open: (range) => storage.read(key, range) }
}

const readVariant = async (
  ctx: Ctx,
  stored: StoredFile,
  width: number,
  format: PictureFormat,
): Promise<FileAnswer> => ({
  type: `image/${format}`,
  body: await contentUnder(ctx, variantKeyOf(stored, width, format)),
  cacheControl: cacheControlOf(stored.purpose),
})

/** Displayed inline; everything else is downloaded. */
const inlinePurposes = new Set<StoredFile['purpose']>(['avatar', 'video', 'captions'])

/** The original of a picture is never served: the widest re-encoded one is. */
export const readFile = async (ctx: Ctx, id: FileId, readers: FileReaders): Promise<FileAnswer> => {
  const stored = await requireReadable(ctx, id, readers)
  const { purpose, type, size, name, width } = stored
  if (isPublic(purpose)) await requireScanned(ctx, [id])
  if (purpose === 'picture') return readVariant(ctx, stored, widthsOf(width!).at(-1)!, 'webp')
  return {
    type: type === 'text/vtt' || type === 'text/plain' ? `${type}; charset=utf-8` : type,
    body: await contentUnder(ctx, keyOf(stored), size),
    place: { key: keyOf(stored), name },
    cacheControl: cacheControlOf(purpose),
    ...(!inlinePurposes.has(purpose) && { name }),
  }
}

export const readPicture = async (ctx: Ctx, id: FileId, variant: string, readers: FileReaders): Promise<FileAnswer> => {
  const stored = await requireReadable(ctx, id, readers)
  const [width, format] = variant.split('.') as [string, PictureFormat]
  const isMade = stored.purpose === 'picture' && widthsOf(stored.width!).includes(Number(width))
  if (!isMade) throw fail('file.notFound')
  return readVariant(ctx, stored, Number(width), format)
}

/** The processing state of a file, for its uploader and for organisers. */
export const requireFileState = async (ctx: Ctx, id: FileId) => {
  const row = await findOnItsWay(ctx.db, id)
  if (!row || row.purpose === 'avatar' || row.state === 'removed') throw fail('file.notFound')
  if (!hasFullAccess(ctx, row)) throw fail('file.notFound')
  return { ...row, state: row.state, purpose: row.purpose satisfies FilePurpose }
}
