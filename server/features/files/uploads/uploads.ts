import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  filePurposes,
  isConfidential,
  isPrivate,
  megabyte,
  type FilePurpose,
} from '@lectern/contract/files/file-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { system, type Ctx, type SignedIn } from '../../../platform/context.ts'
import { AppError, fail } from '../../../platform/failure.ts'
import type { TargetedUpload } from '../../../platform/feature.ts'
import { newId } from '../../../platform/ids.ts'
import { organisers, permit } from '../../../platform/policy.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { UploadLost, type Space, type Storage } from '../../../platform/storage/storage.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { lockIfActive, lockOwnAccount } from '../../accounts/service.ts'
import { audit } from '../../audit/service.ts'
import { contentType, unknownType } from '../content/content-kind.ts'
import { digestUnder, readHead } from '../content/content.ts'
import { keyOf } from '../content/keys.ts'
import type { FileReaders } from '../content/read-file.ts'
import { incomingPieces, type Receivers } from './running-uploads.ts'
import { choosePartBytes } from './choose-way.ts'
import { continueHash, digestOf } from './running-hash.ts'
import { upload } from '../tables.ts'
import {
  addUploadedFile,
  arrivedUploads,
  requestRelease,
  bytesOf,
  countUnfinished,
  claimExpired,
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
  unfinishedUploadsTo,
  uploadsTo,
  type Upload,
} from './upload-queries.ts'

/** How long an incomplete upload is kept after its last byte. */
const keepMilliseconds = 86_400_000
/**
 * An upload without a first byte expires after this time. One that pauses for so long no longer reserves disk space.
 */
const silentMilliseconds = 15 * 60_000
/** An upload that pauses for so long no longer keeps its place in what it belongs to. */
const pauseMilliseconds = 2 * 60_000
/** Between two pieces of an upload no request holds it. */
const gapMilliseconds = 10_000
/** A browser that sends parts says more often than this that it goes on. */
const partGapMilliseconds = 25_000
const maxUnfinished = 10

const later = ({ now }: Pick<Ctx, 'now'>, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

/** When an upload expires that has received a byte now, or none yet. */
export const expiryOf = (ctx: Pick<Ctx, 'now'>, received: number): Date =>
  later(ctx, received > 0 ? keepMilliseconds : silentMilliseconds)

interface NewUpload {
  purpose: FilePurpose
  name: string
  size: number
  target: Record<string, string>
  /** The browser can send parts to a bucket. */
  canSendParts?: boolean
}

/** What the feature is told to which the upload belongs. */
export const targeted = ({
  id,
  ownerId,
  name,
  size,
  target,
  createdAt,
  partBytes,
}: Pick<Upload, 'id' | 'ownerId' | 'name' | 'size' | 'target' | 'createdAt' | 'partBytes'>): TargetedUpload => ({
  id,
  ownerId,
  name,
  size,
  target: target ?? {},
  begunAt: createdAt,
  isInParts: partBytes !== null,
})

/** Only organisers may upload public files and pictures for certificates. */
const permitPurpose = ({ actor }: SignedIn, purpose: FilePurpose): void => {
  if (filePurposes[purpose].public) permit(organisers('content', 'contest')(actor))
  if (purpose === 'artwork') permit(organisers('contest')(actor))
}

const requireRoom = async (ctx: SignedIn, { purpose, size }: Pick<NewUpload, 'purpose' | 'size'>): Promise<void> => {
  if ((await countUnfinished(ctx.db, ctx.actor.id, ctx.now)) >= maxUnfinished)
    throw fail('upload.tooMany', { most: maxUnfinished })
  if (!isPrivate(purpose)) return
  const { maxPerPerson } = filePurposes[purpose]
  if ((await bytesOf(ctx.db, ctx.actor.id, purpose, ctx.now)) + size > maxPerPerson)
    throw fail('upload.noRoom', { limitMb: maxPerPerson / megabyte })
}

/** The earliest expiry of an upload that has received a byte within so many milliseconds. */
const activeWithin = (now: Date, milliseconds: number): Date =>
  new Date(now.getTime() + keepMilliseconds - milliseconds)

export const activeUntil = (now: Date): Date => activeWithin(now, silentMilliseconds)

/** Unfinished uploads with this target, without those that pause. */
export const runningUploads = ({ db, now }: Ctx, target: Record<string, string>) =>
  uploadsTo(db, target, { now, active: activeWithin(now, pauseMilliseconds) })

/** Unfinished uploads with this target, the oldest first; `isPaused`: no byte of it has arrived for some seconds. */
export const unfinishedUploads = async ({ db, now }: Ctx, target: Record<string, string>) =>
  (await unfinishedUploadsTo(db, target, now)).map(({ expiresAt, createdAt, partBytes, ...row }) => {
    const milliseconds = row.received > 0 ? keepMilliseconds : silentMilliseconds
    const lastSignAt = row.received > 0 || partBytes !== null ? expiresAt.getTime() - milliseconds : createdAt.getTime()
    const gap = partBytes === null ? gapMilliseconds : partGapMilliseconds
    return { ...row, createdAt, expiresAt, isPaused: !row.isHeld && lastSignAt < now.getTime() - gap }
  })

/** Announced bytes count as if they were stored already. */
const requireDisk = async (ctx: Ctx, space: Space | undefined, size: number): Promise<void> => {
  if (!space) return
  await lockUploadStarts(ctx.db)
  if ((await reservedBytes(ctx.db, ctx.now, activeUntil(ctx.now))) + size > space.usable) throw fail('server.diskFull')
}

export const beginUpload = async (
  outer: SignedIn,
  { target, canSendParts = false, ...head }: NewUpload,
  readers: FileReaders,
): Promise<Upload> => {
  permitPurpose(outer, head.purpose)
  const { uploads } = readers[head.purpose] ?? {}
  const { most } = filePurposes[head.purpose]
  if (head.size > most) throw fail('file.tooLarge', { limitMb: most / megabyte })
  if (head.size === 0) throw fail('file.refused')
  const space = await outer.installation.storage.space()
  const partBytes = canSendParts ? await choosePartBytes(outer, { size: head.size, target }, uploads) : null
  return inTransaction(outer, async (ctx) => {
    await lockOwnAccount(ctx)
    const row = {
      id: newId<FileId>(ctx.now),
      ownerId: ctx.actor.id,
      ...head,
      target: uploads ? target : null,
      partBytes,
      createdAt: ctx.now,
    }
    // Locks what the upload belongs to before anything that all uploads share.
    await uploads?.begin(ctx, targeted(row))
    await lockUploadsOf(ctx.db, ctx.actor.id)
    await requireRoom(ctx, head)
    await requireDisk(ctx, space, head.size)
    const [begun] = await ctx.db
      .insert(upload)
      .values({ ...row, uploadState: {}, expiresAt: later(ctx, silentMilliseconds) })
      .returning()
    return begun!
  })
}

export const requireUpload = async (ctx: SignedIn, id: FileId): Promise<Upload> => {
  const row = await findUpload(ctx.db, id, ctx.actor.id, ctx.now)
  if (!row) throw fail('upload.notFound')
  return row
}

const turns = 30
const turnMilliseconds = 100

/** The latest request wins: an earlier one may hang on a dead connection, and is asked to release the upload. */
export const takeOverUpload = async (ctx: Ctx, id: FileId): Promise<Upload> => {
  for (let turn = 0; turn < turns; turn += 1) {
    const locked = await lockUpload(ctx.db, id)
    if (locked) return locked
    if (turn === 0) await requestRelease(ctx.db, id)
    await sleep(turnMilliseconds)
  }
  throw fail('upload.elsewhere')
}

/** `sha256`: known to the process that has received the last byte, and of what was sent in parts. */
type Arrived = Upload

/** Files of a work are stored as they are: what is wrong with them is told later. Others wait for their inspection. */
const arrivedFile = async ({ installation: { storage }, now }: Ctx, arrived: Arrived) => {
  const { purpose, name, size, hashState, partBytes } = arrived
  const sha256 = arrived.sha256 ?? (await digestOf(hashState, size))
  const values = { type: unknownType, sha256, isConfirmed: partBytes === null, createdAt: now }
  if (purpose !== 'work') return { ...values, state: 'waiting', dueAt: now } as const
  const key = keyOf(arrived)
  const head = await readHead(storage, key, size)
  const type = (head && (await contentType(purpose, head, name))) ?? unknownType
  return { ...values, type, sha256: sha256 ?? (await digestUnder(storage, key)), state: 'stored' } as const
}

/** What it belongs to has changed since: the content is left to the sweep, and the upload is gone. */
const discardUpload = (outer: Ctx, arrived: Arrived): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    if (!(await markFinished(ctx.db, arrived.id))) return
    await addUploadedFile(ctx.db, arrived, { type: unknownType, state: 'removed', createdAt: ctx.now })
    await forgetUploads(ctx.db, [arrived.id])
  })

const logStored = (ctx: Ctx, { id, ownerId, purpose, name, size }: Arrived): Promise<void> => {
  const subject = { kind: 'file', id } as const
  // All organisers read the log: it must not tell them who uploaded this.
  if (isConfidential(purpose))
    return audit({ ...ctx, actor: system, caller: { address: '', userAgent: '' } }, 'file.stored', {
      subject,
      after: { purpose },
    })
  return audit(ctx, 'file.stored', {
    subject,
    after: { purpose, name, size },
    // The name of a private file is personal data.
    personal: !filePurposes[purpose].public,
    ...(ctx.actor.kind === 'account' ? {} : { onBehalfOf: ownerId }),
  })
}

/** The upload is complete: it becomes a file. */
export const finishUpload = async (outer: Ctx, arrived: Arrived, readers: FileReaders): Promise<void> => {
  await outer.installation.storage.resumable.finish(keyOf(arrived), arrived.uploadState)
  const values = await arrivedFile(outer, arrived)
  const settling = inTransaction(outer, async (ctx) => {
    // The owner has deleted their account meanwhile: nothing is stored; the sweep deletes the bytes.
    if (!(await lockIfActive(ctx, arrived.ownerId))) return
    if (!(await markFinished(ctx.db, arrived.id))) return
    await addUploadedFile(ctx.db, arrived, values)
    await logStored(ctx, arrived)
    await readers[arrived.purpose]?.uploads?.finish(ctx, targeted(arrived))
  })
  await settling.catch(async (error: unknown) => {
    if (error instanceof AppError) await discardUpload(outer, arrived)
    throw error
  })
}

/** Deletes what has arrived. The bucket may have put parts together although nothing became of it. */
const abandon = async (storage: Storage, row: Upload): Promise<void> => {
  await storage.resumable.abandon(keyOf(row), row.uploadState)
  if (row.partBytes !== null && row.received === row.size) await storage.remove(keyOf(row))
}

const forget = async (ctx: Ctx, locked: Upload): Promise<void> => {
  await abandon(ctx.installation.storage, locked)
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

const receive = async (ctx: Ctx, locked: Upload, incoming: Incoming, receivers: Receivers): Promise<Arrived> => {
  const { offset, length = 0, body } = incoming
  if (locked.received !== offset) throw fail('upload.elsewhere')
  if (offset + length > locked.size) throw fail('request.malformed')
  const { resumable } = ctx.installation.storage
  const key = keyOf(locked)
  let current: Arrived = locked
  const receiver = receivers.begin(ctx.db, locked)
  const pieces = incomingPieces(body, {
    most: locked.size - locked.received,
    signal: receiver.signal,
    onBytes: receivers.onBytes,
  })
  try {
    const hash = await continueHash({
      id: locked.id,
      state: locked.hashState,
      offset,
      readBack: resumable.readBack && (() => resumable.readBack!(key, offset)),
      memory: receivers.hashes,
      signal: receiver.signal,
    }).catch((error: unknown) => {
      // Unwanted bytes are read to the end, so that the response gets through.
      body.resume()
      throw error
    })
    const source = hash ? hash.follow(pieces.all) : pieces.all
    await resumable.append(key, locked, source, async (received, uploadState) => {
      const expiresAt = later(ctx, keepMilliseconds)
      const progress = { received, uploadState, hashState: hash?.commit(received) ?? null, expiresAt }
      if (!(await noteReceived(ctx.db, locked, progress))) throw fail('upload.elsewhere')
      current = { ...current, ...progress, sha256: hash?.digest(locked.size) ?? null }
    })
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
  { receivers, readers }: { receivers: Receivers; readers: FileReaders },
): Promise<Upload> => {
  const storedUpload = await requireUpload(ctx, id)
  if (storedUpload.partBytes !== null) throw fail('upload.wrongProtocol')
  // The response to the last byte may have been lost.
  if (storedUpload.isFinished && incoming.offset === storedUpload.size) return storedUpload
  const locked = await takeOverUpload(ctx, id)
  let current: Arrived
  try {
    current = await receive(ctx, locked, incoming, receivers)
    if (current.received === current.size) {
      await finishUpload(ctx, current, readers)
      receivers.hashes.delete(id)
    }
  } finally {
    await releaseUpload(ctx.db, locked)
  }
  return current
}

export const cancelUpload = async (ctx: SignedIn, id: FileId): Promise<void> => {
  const { isFinished } = await requireUpload(ctx, id)
  // A finished upload is a file already.
  if (isFinished) return forgetUploads(ctx.db, [id])
  const locked = await takeOverUpload(ctx, id)
  // It may have become one meanwhile.
  if (locked.isFinished) return forgetUploads(ctx.db, [id])
  await forget(ctx, locked)
}

const maxAtOnce = 100

/** A job: deletes abandoned uploads, as `sweepFiles` does files. */
export const sweepUploads = async (db: Database, storage: Storage, now: Date): Promise<void> => {
  for (const { id } of await expiredUploads(db, now, maxAtOnce))
    await db.transaction(async (transaction) => {
      const claimed = await claimExpired(transaction, id, now)
      if (!claimed) return
      if (!claimed.isFinished) await abandon(storage, claimed)
      await forgetUploads(transaction, [id])
    })
}

/** A job: completes uploads that had fully arrived when the program ended. Every process runs it. */
export const finishArrived = async (ctx: Ctx, readers: FileReaders): Promise<void> => {
  for (const { id } of await arrivedUploads(ctx.db)) {
    const locked = await lockUpload(ctx.db, id)
    if (!locked) continue
    try {
      if (!locked.isFinished) await finishUpload(ctx, locked, readers)
    } catch (error) {
      // The bucket has dropped the parts: the browser begins anew.
      if (error instanceof UploadLost) await forgetUploads(ctx.db, [id])
      // Otherwise refused by what it belongs to, and discarded.
      else if (!(error instanceof AppError)) throw error
    } finally {
      await releaseUpload(ctx.db, locked)
    }
  }
}
