import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { filePurposes, isPrivate, type FilePurpose } from '@lectern/contract/file-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { organisers, permit } from '../../platform/policy.ts'
import type { Database } from '../../platform/database/connect.ts'
import { UploadLost, type Space, type Storage } from '../../platform/storage/storage.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { lockIfActive, lockOwnAccount } from '../accounts/service.ts'
import { audit } from '../audit/service.ts'
import { contentType } from './content-kind.ts'
import { keyOf } from './keys.ts'
import { incomingPieces, type Receivers } from './receiving.ts'
import { upload } from './tables.ts'
import {
  addWaitingFile,
  arrivedUploads,
  requestRelease,
  bytesOf,
  countUnfinished,
  expiredUploads,
  findUpload,
  forgetUploads,
  lockUpload,
  releaseUpload,
  lockUploadStarts,
  lockUploadsOf,
  markFinished,
  noteReceived,
  reservedBytes,
  type Upload,
} from './upload-queries.ts'

/** How long an incomplete upload is kept after its last byte. */
const keepMilliseconds = 86_400_000
/**
 * An upload without a first byte expires after this time. One that pauses for so long no longer reserves disk space.
 */
const silentMilliseconds = 15 * 60_000
const maxUnfinished = 10
const megabyte = 1_000_000

const later = ({ now }: Ctx, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

interface NewUpload {
  purpose: FilePurpose
  name: string
  size: number
}

/** Only organisers may upload public files. */
const permitPurpose = ({ actor }: SignedIn, purpose: FilePurpose): void => {
  if (filePurposes[purpose].public) permit(organisers(actor))
}

const requireRoom = async (ctx: SignedIn, { purpose, size }: NewUpload): Promise<void> => {
  if ((await countUnfinished(ctx.db, ctx.actor.id, ctx.now)) >= maxUnfinished)
    throw fail('upload.tooMany', { most: maxUnfinished })
  if (!isPrivate(purpose)) return
  const { maxPerPerson } = filePurposes[purpose]
  if ((await bytesOf(ctx.db, ctx.actor.id, purpose, ctx.now)) + size > maxPerPerson)
    throw fail('upload.noRoom', { limitMb: maxPerPerson / megabyte })
}

/** The earliest expiry of an upload that has received a byte within `silentMilliseconds`. */
export const activeUntil = (now: Date): Date => new Date(now.getTime() + keepMilliseconds - silentMilliseconds)

/** Announced bytes count as if they were stored already. */
const requireDisk = async (ctx: Ctx, space: Space | undefined, size: number): Promise<void> => {
  if (!space) return
  await lockUploadStarts(ctx.db)
  if ((await reservedBytes(ctx.db, ctx.now, activeUntil(ctx.now))) + size > space.usable) throw fail('server.diskFull')
}

export const beginUpload = async (outer: SignedIn, asked: NewUpload): Promise<Upload> => {
  permitPurpose(outer, asked.purpose)
  const { most } = filePurposes[asked.purpose]
  if (asked.size > most) throw fail('file.tooLarge', { limitMb: most / megabyte })
  if (asked.size === 0) throw fail('file.refused')
  const space = await outer.installation.storage.space()
  return inTransaction(outer, async (ctx) => {
    await lockOwnAccount(ctx)
    await lockUploadsOf(ctx.db, ctx.actor.id)
    await requireRoom(ctx, asked)
    await requireDisk(ctx, space, asked.size)
    const [begun] = await ctx.db
      .insert(upload)
      .values({
        id: newId<FileId>(ctx.now),
        ownerId: ctx.actor.id,
        ...asked,
        uploadState: {},
        createdAt: ctx.now,
        expiresAt: later(ctx, silentMilliseconds),
      })
      .returning()
    return begun!
  })
}

export const requireUpload = async (ctx: SignedIn, id: FileId): Promise<Upload> => {
  const found = await findUpload(ctx.db, id, ctx.actor.id, ctx.now)
  if (!found) throw fail('upload.notFound')
  return found
}

const turns = 30
const turnMilliseconds = 100

/** The latest request wins: an earlier one may hang on a dead connection, and is asked to release the upload. */
const takeOverUpload = async (ctx: Ctx, id: FileId): Promise<Upload> => {
  for (let turn = 0; turn < turns; turn += 1) {
    const locked = await lockUpload(ctx.db, id)
    if (locked) return locked
    if (turn === 0) await requestRelease(ctx.db, id)
    await sleep(turnMilliseconds)
  }
  throw fail('upload.elsewhere')
}

/** The upload is complete: it becomes a file, pending inspection. */
const finishUpload = async (outer: Ctx, arrived: Upload): Promise<void> => {
  await outer.installation.storage.resumable.finish(keyOf(arrived), arrived.uploadState)
  await inTransaction(outer, async (ctx) => {
    // The owner has deleted their account meanwhile: nothing is stored; the sweep deletes the bytes.
    if (!(await lockIfActive(ctx, arrived.ownerId))) return
    if (!(await markFinished(ctx.db, arrived.id))) return
    await addWaitingFile(ctx.db, arrived, ctx.now)
    const { id, ownerId, purpose, name, size } = arrived
    await audit(ctx, 'file.stored', {
      subject: { kind: 'file', id },
      after: { purpose, name, size },
      // The name of a private file is personal data.
      personal: !filePurposes[purpose].public,
      ...(ctx.actor.kind === 'account' ? {} : { onBehalfOf: ownerId }),
    })
  })
}

const forget = async (ctx: Ctx, locked: Upload): Promise<void> => {
  await ctx.installation.storage.resumable.abandon(keyOf(locked), locked.uploadState)
  await forgetUploads(ctx.db, [locked.id])
}

/** The first bytes already show the wrong type: the rest need not be sent. */
const refuseWrongType = async (ctx: Ctx, locked: Upload, head: Buffer): Promise<void> => {
  if (head.length === 0 || (await contentType(locked.purpose, head, locked.name))) return
  await forget(ctx, locked)
  throw fail(locked.purpose === 'picture' ? 'file.noPicture' : 'file.wrongType')
}

interface Incoming {
  offset: number
  /** As announced; undefined if not announced. */
  length: number | undefined
  body: Readable
}

const receive = async (ctx: Ctx, locked: Upload, incoming: Incoming, receivers: Receivers): Promise<Upload> => {
  const { offset, length = 0, body } = incoming
  if (locked.received !== offset) throw fail('upload.elsewhere')
  if (offset + length > locked.size) throw fail('request.malformed')
  let current = locked
  const receiver = receivers.begin(ctx.db, locked)
  const pieces = incomingPieces(body, { most: locked.size - locked.received, signal: receiver.signal })
  try {
    await ctx.installation.storage.resumable.append(
      keyOf(locked),
      locked,
      pieces.all,
      async (received, uploadState) => {
        const expiresAt = later(ctx, keepMilliseconds)
        if (!(await noteReceived(ctx.db, locked, { received, uploadState, expiresAt }))) throw fail('upload.elsewhere')
        current = { ...current, received, uploadState, expiresAt }
      },
    )
  } catch (error) {
    if (!(error instanceof UploadLost)) throw error
    await forgetUploads(ctx.db, [locked.id])
    throw fail('upload.notFound')
  } finally {
    receiver.end()
  }
  if (offset === 0) await refuseWrongType(ctx, current, pieces.head())
  return current
}

export const continueUpload = async (
  ctx: SignedIn,
  id: FileId,
  incoming: Incoming,
  receivers: Receivers,
): Promise<Upload> => {
  const known = await requireUpload(ctx, id)
  // The response to the last byte may have been lost.
  if (known.isFinished && incoming.offset === known.size) return known
  const locked = await takeOverUpload(ctx, id)
  let current: Upload
  try {
    current = await receive(ctx, locked, incoming, receivers)
    if (current.received === current.size) await finishUpload(ctx, current)
  } finally {
    await releaseUpload(ctx.db, locked)
  }
  return current
}

export const cancelUpload = async (ctx: SignedIn, id: FileId): Promise<void> => {
  const { isFinished } = await requireUpload(ctx, id)
  // A finished upload is a file already.
  if (isFinished) return forgetUploads(ctx.db, [id])
  await forget(ctx, await takeOverUpload(ctx, id))
}

const maxAtOnce = 100

/** A job: deletes abandoned uploads. The content is deleted first, so that no content is left without a row. */
export const sweepUploads = async (db: Database, storage: Storage, now: Date): Promise<void> => {
  for (const expired of await expiredUploads(db, now, maxAtOnce)) {
    if (!expired.isFinished) await storage.resumable.abandon(keyOf(expired), expired.uploadState)
    await forgetUploads(db, [expired.id])
  }
}

/** A job: completes uploads that had fully arrived when the program ended. */
export const finishArrived = async (ctx: Ctx): Promise<void> => {
  for (const arrived of await arrivedUploads(ctx.db)) await finishUpload(ctx, arrived)
}
