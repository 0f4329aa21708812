import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { linkUploadParts } from '@lectern/contract/files/uploads.ts'
import { countParts, placeOfPart } from '@lectern/contract/files/part-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { UploadLost, type StoredPart, type UploadState } from '../../../platform/storage/storage.ts'
import { keyOf } from '../content/keys.ts'
import type { FileReaders } from '../content/read-file.ts'
import type { Receivers } from './running-uploads.ts'
import {
  findUpload,
  forgetUploads,
  noteArrived,
  noteSent,
  releaseUpload,
  storeBegun,
  type Upload,
} from './upload-queries.ts'
import { expiryOf, finishUpload, requireUpload, takeOverUpload, targeted } from './uploads.ts'

type PartUpload = Upload & { partBytes: number }

const isPartUpload = (row: Upload): row is PartUpload => row.partBytes !== null

const requirePartUpload = async (ctx: SignedIn, id: FileId): Promise<PartUpload> => {
  const row = await requireUpload(ctx, id)
  if (!isPartUpload(row)) throw fail('upload.wrongProtocol')
  return row
}

/** Everything is in the bucket: only the file has to be made of it, or is made. */
const hasArrived = ({ isFinished, received, size }: Upload): boolean => isFinished || received === size

const sizeOfPart = ({ size, partBytes }: PartUpload, number: number): number => {
  const { start, end } = placeOfPart(size, partBytes, number)
  return end - start
}

/** The bucket has dropped what it had: the browser begins anew. */
const failLost = async (ctx: Ctx, id: FileId): Promise<never> => {
  await forgetUploads(ctx.db, [id])
  throw fail('upload.notFound')
}

/** The parts that have arrived whole. */
const wholeParts = (row: PartUpload, parts: readonly StoredPart[]): StoredPart[] =>
  parts.filter(({ number, size }) => size > 0 && size === sizeOfPart(row, number))

/** What a browser need not send again, after a reload or a lost connection. */
export const readParts = async (ctx: SignedIn, id: FileId) => {
  const row = await requirePartUpload(ctx, id)
  const { partBytes, size, uploadState } = row
  if (hasArrived(row)) {
    const numbers = Array.from({ length: countParts(size, partBytes) }, (_, index) => index + 1)
    return { partBytes, parts: numbers.map((number) => ({ number, sha256: null })) }
  }
  // Nothing has been sent yet.
  if (Object.keys(uploadState).length === 0) return { partBytes, parts: [] }
  const parts = await ctx.installation.storage.parts?.list(keyOf(row), uploadState)
  if (!parts) return failLost(ctx, id)
  return { partBytes, parts: wholeParts(row, parts).map(({ number, sha256 }) => ({ number, sha256 })) }
}

/** Begins the upload in the bucket with its first link. Two requests at once begin two, and one of them is ended. */
const requireBegun = async (ctx: SignedIn, row: PartUpload): Promise<UploadState> => {
  if (Object.keys(row.uploadState).length > 0) return row.uploadState
  const { storage } = ctx.installation
  const uploadState = await storage.parts!.begin(keyOf(row))
  if (await storeBegun(ctx.db, row.id, uploadState)) return uploadState
  await storage.resumable.abandon(keyOf(row), uploadState)
  const current = await findUpload(ctx.db, row.id, ctx.actor.id, ctx.now)
  if (!current) throw fail('upload.notFound')
  return current.uploadState
}

type Wanted = BodyOf<typeof linkUploadParts>

/** Addresses for the next parts. Whether the user may still send is asked each time. */
export const linkParts = async (
  ctx: SignedIn,
  id: FileId,
  { arrived, parts }: Wanted,
  readers: FileReaders,
): Promise<{ number: number; url: string }[]> => {
  const row = await requirePartUpload(ctx, id)
  if (hasArrived(row)) throw fail('upload.elsewhere')
  if (parts.some(({ number }) => number > countParts(row.size, row.partBytes))) throw fail('request.malformed')
  await readers[row.purpose]?.uploads?.inParts?.goOn(ctx, targeted(row))
  const received = Math.min(arrived, row.size - 1)
  await noteSent(ctx.db, id, { received, expiresAt: expiryOf(ctx, received) })
  if (parts.length === 0) return []
  // The bucket has been closed to browsers meanwhile: they wait.
  const direct = await ctx.installation.storage.direct?.()
  if (!direct) throw fail('server.busy')
  const uploadState = await requireBegun(ctx, row)
  return parts.map(({ number, sha256 }) => ({
    number,
    url: direct.partLink(keyOf(row), uploadState, { number, size: sizeOfPart(row, number), sha256 }),
  }))
}

/** Notes that all parts are there, so that the file is made of them even if this program ends now. */
const requireArrived = async (ctx: SignedIn, locked: PartUpload, sha256: Buffer): Promise<PartUpload> => {
  if (hasArrived(locked)) return locked
  const parts = await ctx.installation.storage.parts?.list(keyOf(locked), locked.uploadState)
  if (!parts) throw new UploadLost()
  // Some are missing: the browser asks which.
  const isWhole =
    parts.length === wholeParts(locked, parts).length && parts.length === countParts(locked.size, locked.partBytes)
  if (!isWhole) throw fail('upload.elsewhere')
  const values = { sha256, expiresAt: expiryOf(ctx, locked.size) }
  if (!(await noteArrived(ctx.db, locked, values))) throw fail('upload.elsewhere')
  return { ...locked, ...values, received: locked.size }
}

/** Makes an upload a file that was sent in parts. Only one request does; repeated, it does nothing more. */
export const completeParts = async (
  ctx: SignedIn,
  id: FileId,
  sha256: Buffer,
  { receivers, readers }: { receivers: Receivers; readers: FileReaders },
): Promise<void> => {
  const row = await requirePartUpload(ctx, id)
  if (row.isFinished) return
  if (Object.keys(row.uploadState).length === 0) throw fail('upload.elsewhere')
  const locked = await takeOverUpload(ctx, id)
  // Keeps the lock: a bucket may take a minute.
  const holder = receivers.begin(ctx.db, locked)
  try {
    if (locked.isFinished || !isPartUpload(locked)) return
    await finishUpload(ctx, await requireArrived(ctx, locked, sha256), readers)
  } catch (error) {
    if (error instanceof UploadLost) await failLost(ctx, id)
    throw error
  } finally {
    holder.end()
    await releaseUpload(ctx.db, locked)
  }
}
