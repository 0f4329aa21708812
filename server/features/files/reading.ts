import { filePurposes, widthsOf, type FilePurpose, type PictureFormat } from '@lectern/contract/file-values.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import type { FileAnswer } from '../../platform/http/serve.ts'
import type { StoredContent } from '../../platform/http/stored-content.ts'
import { isOrganiser, signedIn } from '../../platform/policy.ts'
import { keyOf, variantKeyOf } from './keys.ts'
import { findOnItsWay, findStored, isAnsweredTogether, type StoredFile } from './queries.ts'

/** Content never changes under an id. */
const keptByAll = 'public, max-age=31536000, immutable'
const keptByBrowser = 'private, max-age=31536000, immutable'
const keptByNobody = 'no-store'

type Owned = Pick<StoredFile, 'id' | 'ownerId'>

/** One reason for which somebody may have a file that is not for everybody. */
type MayRead = (ctx: Ctx, stored: Owned) => boolean | Promise<boolean>

const isOwner: MayRead = ({ actor }, { ownerId }): boolean => actor.kind === 'account' && actor.id === ownerId
const looksAfterAll: MayRead = ({ actor }) => isOrganiser(actor)

/** Who is in a team with somebody sees what he answers there, and nothing that he answers elsewhere. */
const answersWithOwner: MayRead = ({ db, actor }, stored) =>
  actor.kind === 'account' ? isAnsweredTogether(db, stored, actor.id) : false

/** Whoever has one of these reasons may read an answer. */
const mayReadAnswer: readonly MayRead[] = [isOwner, looksAfterAll, answersWithOwner]

const hasReason = async (ctx: Ctx, stored: Owned, reasons: readonly MayRead[]): Promise<boolean> => {
  for (const may of reasons) if (await may(ctx, stored)) return true
  return false
}

const isPublic = (purpose: StoredFile['purpose']): boolean => purpose !== 'avatar' && filePurposes[purpose].public

/** Pictures of people may be seen by everybody who is signed in. */
const mayRead = (ctx: Ctx, stored: StoredFile): Promise<boolean> | boolean => {
  if (stored.purpose === 'avatar') return signedIn(ctx.actor).permitted
  return isPublic(stored.purpose) || hasReason(ctx, stored, mayReadAnswer)
}

const cacheControlOf = (purpose: StoredFile['purpose']): string => {
  if (purpose === 'avatar') return keptByBrowser
  return isPublic(purpose) ? keptByAll : keptByNobody
}

/** Nobody's. */
const nobody = '00000000-0000-0000-0000-000000000000' as AccountId

/** What may not be read looks as if it did not exist: the same is asked of the database for both, so that it takes as long. */
const requireReadable = async (ctx: Ctx, id: FileId): Promise<StoredFile> => {
  const found = await findStored(ctx.db, id)
  const may = found ? await mayRead(ctx, found) : await hasReason(ctx, { id, ownerId: nobody }, mayReadAnswer)
  if (!found || !may) throw fail('file.notFound')
  return found
}

const contentUnder = async ({ installation: { storage } }: Ctx, key: string, size?: number): Promise<StoredContent> => {
  const known = size ?? (await storage.sizeOf(key))
  if (known === undefined) throw fail('file.notFound')
  return { size: known, tag: key.split('/').at(-1)!, open: (range) => storage.read(key, range) }
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

/** Shown where they are; everything else is stored by whoever asks for it. */
const shown = new Set<StoredFile['purpose']>(['avatar', 'video', 'captions'])

/** Whatever was uploaded as a picture is never given out: the widest one that was made from it is. */
export const readFile = async (ctx: Ctx, id: FileId): Promise<FileAnswer> => {
  const stored = await requireReadable(ctx, id)
  const { purpose, type, size, name, width } = stored
  if (purpose === 'picture') return readVariant(ctx, stored, widthsOf(width!).at(-1)!, 'webp')
  return {
    type: type === 'text/vtt' || type === 'text/plain' ? `${type}; charset=utf-8` : type,
    body: await contentUnder(ctx, keyOf(stored), size),
    cacheControl: cacheControlOf(purpose),
    ...(!shown.has(purpose) && { name }),
  }
}

export const readPicture = async (ctx: Ctx, id: FileId, variant: string): Promise<FileAnswer> => {
  const stored = await requireReadable(ctx, id)
  const [width, format] = variant.split('.') as [string, PictureFormat]
  const isMade = stored.purpose === 'picture' && widthsOf(stored.width!).includes(Number(width))
  if (!isMade) throw fail('file.notFound')
  return readVariant(ctx, stored, Number(width), format)
}

/** How far a file has come, for whoever uploaded it and for organisers. */
export const requireFileState = async (ctx: Ctx, id: FileId) => {
  const found = await findOnItsWay(ctx.db, id)
  if (!found || found.purpose === 'avatar' || found.state === 'removed') throw fail('file.notFound')
  if (!(await hasReason(ctx, found, [isOwner, looksAfterAll]))) throw fail('file.notFound')
  return { ...found, state: found.state, purpose: found.purpose satisfies FilePurpose }
}
