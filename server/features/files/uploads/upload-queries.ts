import { randomUUID } from 'node:crypto'
import type { FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, gt, inArray, isNull, lt, lte, or, sql } from '../../../platform/database/drizzle.ts'
import type { UploadState } from '../../../platform/storage/storage.ts'
import { account } from '../../accounts/tables.ts'
import { file, upload } from '../tables.ts'

export type Upload = typeof upload.$inferSelect

export const findUpload = async (
  db: Database,
  id: FileId,
  ownerId: AccountId,
  now: Date,
): Promise<Upload | undefined> => {
  const [row] = await db
    .select()
    .from(upload)
    .where(and(eq(upload.id, id), eq(upload.ownerId, ownerId), gt(upload.expiresAt, now)))
  return row
}

/** Serializes the start of one user's uploads, so that parallel requests cannot exceed a limit. */
export const lockUploadsOf = async (db: Database, ownerId: AccountId): Promise<void> => {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads of ${ownerId}`}, 0))`)
}

export const countUnfinished = (db: Database, ownerId: AccountId, now: Date): Promise<number> =>
  db.$count(upload, and(eq(upload.ownerId, ownerId), eq(upload.isFinished, false), gt(upload.expiresAt, now)))

/** Serializes the start of all uploads: two that fit separately may not fit together. */
export const lockUploadStarts = async (db: Database): Promise<void> => {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('promised uploads', 0))`)
}

/**
 * Bytes that all unfinished uploads have announced and not yet sent. Paused uploads expire before `active` and
 * reserve no space; they may continue if there is room then.
 */
export const reservedBytes = async (db: Database, now: Date, active: Date): Promise<number> => {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select coalesce(sum(size - received), 0) as bytes from upload
    where not is_finished and expires_at > ${now} and (received = 0 or expires_at > ${active})
  `)
  return Number(rows[0]!.bytes)
}

/** Bytes of a user's files of a purpose, unfinished uploads included. */
export const bytesOf = async (db: Database, ownerId: AccountId, purpose: FilePurpose, now: Date): Promise<number> => {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select coalesce(sum(size), 0) as bytes from (
      select size from file
      where owner_id = ${ownerId} and purpose = ${purpose} and state in ('waiting', 'stored')
      union all
      select size from upload
      where owner_id = ${ownerId} and purpose = ${purpose} and not is_finished and expires_at > ${now}
    ) as held
  `)
  return Number(rows[0]!.bytes)
}

/** Uploads with this target that somebody is sending, or that have received a byte after a time. */
export const uploadsTo = (
  db: Database,
  target: Record<string, string>,
  { now, active }: { now: Date; active: Date },
): Promise<Pick<Upload, 'id' | 'size' | 'target'>[]> =>
  db
    .select({ id: upload.id, size: upload.size, target: upload.target })
    .from(upload)
    .where(
      and(
        sql`${upload.target} @> ${JSON.stringify(target)}::jsonb`,
        eq(upload.isFinished, false),
        gt(upload.expiresAt, now),
        or(eq(upload.received, 0), gt(upload.expiresAt, active), gt(upload.heldUntil, sql`clock_timestamp()`)),
      ),
    )

/** Unfinished uploads with this target, paused ones too, and who sends each; `isHeld`: a request is sending it now. */
export const unfinishedUploadsTo = (db: Database, target: Record<string, string>, now: Date) =>
  db
    .select({
      id: upload.id,
      ownerId: upload.ownerId,
      name: upload.name,
      size: upload.size,
      received: upload.received,
      partBytes: upload.partBytes,
      target: upload.target,
      createdAt: upload.createdAt,
      expiresAt: upload.expiresAt,
      isHeld: sql<boolean>`coalesce(${upload.heldUntil} > clock_timestamp(), false)`,
      username: account.username,
      nickname: account.nickname,
      realName: account.realName,
    })
    .from(upload)
    .innerJoin(account, and(eq(account.id, upload.ownerId), eq(account.status, 'active')))
    .where(
      and(
        sql`${upload.target} @> ${JSON.stringify(target)}::jsonb`,
        eq(upload.isFinished, false),
        gt(upload.expiresAt, now),
      ),
    )
    .orderBy(asc(upload.createdAt), asc(upload.id))

/** The lock on an upload expires without a heartbeat. The database's clock is shared by all processes. */
const leaseEnd = sql`clock_timestamp() + interval '10 seconds'`

const isFree = or(isNull(upload.holder), lt(upload.heldUntil, sql`clock_timestamp()`))

/** Takes the lock on an upload, unless another request has it. */
export const lockUpload = async (db: Database, id: FileId): Promise<Upload | undefined> => {
  const holder = randomUUID()
  const [held] = await db
    .update(upload)
    .set({ holder, heldUntil: leaseEnd })
    .where(and(eq(upload.id, id), isFree))
    .returning()
  return held
}

type Held = Pick<Upload, 'id' | 'holder'>

/** Users who may no longer sign in cannot continue an upload. */
const ownerIsActive = sql`exists (select from account where account.id = ${upload.ownerId} and account.status = 'active')`

const stillHeld = ({ id, holder }: Held) => and(eq(upload.id, id), eq(upload.holder, holder!), ownerIsActive)

/** False: another request has the lock, or the owner may no longer send. */
export const renewLock = async (db: Database, held: Held): Promise<boolean> => {
  const { rowCount } = await db.update(upload).set({ heldUntil: leaseEnd }).where(stillHeld(held))
  return rowCount === 1
}

/** Stores the state of an upload in parts that has just been begun; undefined: another request has begun it. */
export const storeBegun = async (db: Database, id: FileId, uploadState: UploadState): Promise<boolean> => {
  const { rowCount } = await db
    .update(upload)
    .set({ uploadState })
    .where(and(eq(upload.id, id), eq(upload.isFinished, false), eq(upload.uploadState, {}), ownerIsActive))
  return rowCount === 1
}

/** What a browser has sent to the bucket, as it says. */
export const noteSent = async (
  db: Database,
  id: FileId,
  values: { received: number; expiresAt: Date },
): Promise<void> => {
  await db
    .update(upload)
    .set(values)
    .where(and(eq(upload.id, id), eq(upload.isFinished, false), isNull(upload.sha256)))
}

/** All parts are in the bucket. False: another request has the lock. */
export const noteArrived = async (
  db: Database,
  held: Held & Pick<Upload, 'size'>,
  values: { sha256: Buffer; expiresAt: Date },
): Promise<boolean> => {
  const { rowCount } = await db
    .update(upload)
    .set({ ...values, received: held.size })
    .where(stillHeld(held))
  return rowCount === 1
}

/** False: another request has the lock. */
export const noteReceived = async (
  db: Database,
  held: Held,
  values: { received: number; uploadState: UploadState; hashState: Buffer | null; expiresAt: Date },
): Promise<boolean> => {
  const { rowCount } = await db
    .update(upload)
    .set({ ...values, heldUntil: leaseEnd })
    .where(stillHeld(held))
  return rowCount === 1
}

export const releaseUpload = async (db: Database, held: Held): Promise<void> => {
  await db.update(upload).set({ holder: null, heldUntil: null }).where(stillHeld(held))
}

/** Asks the process that receives this upload to release it. */
export const requestRelease = async (db: Database, id: FileId): Promise<void> => {
  await db.execute(sql`select pg_notify('upload', ${id})`)
}

/** False if it was finished before. */
export const markFinished = async (db: Database, id: FileId): Promise<boolean> => {
  const { rowCount } = await db
    .update(upload)
    .set({ isFinished: true })
    .where(and(eq(upload.id, id), eq(upload.isFinished, false)))
  return rowCount === 1
}

type FileRow = typeof file.$inferInsert

export const addUploadedFile = async (
  db: Database,
  { id, ownerId, purpose, name, size }: Upload,
  values: Pick<FileRow, 'state' | 'type' | 'sha256' | 'isConfirmed' | 'dueAt' | 'createdAt'>,
): Promise<void> => {
  await db.insert(file).values({ id, ownerId, purpose, name, size, ...values })
}

const isOfActiveOwner = sql`exists (select from ${account} where ${account.id} = ${upload.ownerId} and ${account.status} = 'active')`

/** Complete uploads whose request ended before they became files. */
export const arrivedUploads = (db: Database): Promise<Upload[]> =>
  db
    .select()
    .from(upload)
    .where(and(eq(upload.isFinished, false), eq(upload.received, upload.size), isFree, isOfActiveOwner))

/** An upload whose first piece is still arriving is kept. */
const whereExpired = (now: Date) => and(lte(upload.expiresAt, now), isFree)

export const expiredUploads = (db: Database, now: Date, most: number): Promise<Pick<Upload, 'id'>[]> =>
  db.select({ id: upload.id }).from(upload).where(whereExpired(now)).orderBy(upload.expiresAt).limit(most)

/** Locks an upload if it is still expired: until the transaction ends, nobody can go on with it. */
export const claimExpired = async (db: Database, id: FileId, now: Date): Promise<Upload | undefined> => {
  const [claimed] = await db
    .select()
    .from(upload)
    .where(and(eq(upload.id, id), whereExpired(now)))
    .for('update', { skipLocked: true })
  return claimed
}

export const forgetUploads = async (db: Database, ids: FileId[]): Promise<void> => {
  await db.delete(upload).where(inArray(upload.id, ids))
}

export const expireUploadsOf = async (db: Database, ownerId: AccountId, now: Date): Promise<void> => {
  await db
    .update(upload)
    // A running request notices with its next piece that it has lost the upload.
    .set({ expiresAt: now, holder: null, heldUntil: null })
    .where(and(eq(upload.ownerId, ownerId), eq(upload.isFinished, false)))
}
