import type { FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { PoolClient } from 'pg'
import type { Database } from '../../platform/database/connect.ts'
import { and, desc, eq, inArray, lt, lte, or, sql, type SQL } from '../../platform/database/drizzle.ts'
import { file } from './tables.ts'

type Purpose = typeof file.$inferSelect.purpose

export const findStored = async (db: Database, id: FileId) => {
  const [row] = await db
    .select({
      id: file.id,
      ownerId: file.ownerId,
      purpose: file.purpose,
      name: file.name,
      type: file.type,
      size: file.size,
      width: file.width,
    })
    .from(file)
    .where(and(eq(file.id, id), eq(file.state, 'stored')))
  return row
}
export type StoredFile = NonNullable<Awaited<ReturnType<typeof findStored>>>

/** An uploaded file, pending or ready. */
export const findOnItsWay = async (db: Database, id: FileId) => {
  const [row] = await db
    .select({
      id: file.id,
      ownerId: file.ownerId,
      purpose: file.purpose,
      name: file.name,
      size: file.size,
      state: file.state,
      width: file.width,
      height: file.height,
      refusal: file.refusal,
    })
    .from(file)
    .where(eq(file.id, id))
  return row
}

/** Longer than inspecting the largest file takes. */
const patienceMilliseconds = 600_000

/** Claims the newest pending file for this process. If it never reports back, others may claim the file later. */
export const claimWaiting = async (db: Database, now: Date) => {
  const next = db
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.state, 'waiting'), lte(file.dueAt, now)))
    // A user who has just uploaded something waits at a form; files of the demo can wait.
    .orderBy(file.attempts, desc(file.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(file)
    .set({ attempts: sql`${file.attempts} + 1`, dueAt: new Date(now.getTime() + patienceMilliseconds) })
    .where(inArray(file.id, next))
    .returning({
      id: file.id,
      purpose: file.purpose,
      name: file.name,
      type: file.type,
      size: file.size,
      sha256: file.sha256,
      attempts: file.attempts,
    })
  return claimed
}
export type ClaimedFile = NonNullable<Awaited<ReturnType<typeof claimWaiting>>>

/** Stores the result of an inspection, unless the file has been removed meanwhile. */
export const settle = async (db: Database, id: FileId, values: Partial<typeof file.$inferInsert>): Promise<boolean> => {
  const { rowCount } = await db
    .update(file)
    .set(values)
    .where(and(eq(file.id, id), eq(file.state, 'waiting')))
  return rowCount === 1
}

interface Spent {
  /** Files removed before this moment are deleted. */
  removedBefore: Date
  /** Refused files older than this are deleted: their owners have been told. */
  refusedBefore: Date
}

const whereSpent = ({ removedBefore, refusedBefore }: Spent) =>
  or(
    and(eq(file.state, 'removed'), lt(file.createdAt, removedBefore)),
    and(eq(file.state, 'refused'), lt(file.createdAt, refusedBefore)),
  )

/** Some of the files that nobody needs any more. */
export const spentFiles = (db: Database, spent: Spent, most: number) =>
  db.select({ id: file.id }).from(file).where(whereSpent(spent)).orderBy(file.createdAt).limit(most)

/** Locks a file if still nobody needs it: until the transaction ends, nobody can make it readable. */
export const claimSpent = async (db: Database, id: FileId, spent: Spent) => {
  const [claimed] = await db
    .select({ id: file.id, purpose: file.purpose, width: file.width })
    .from(file)
    .where(and(eq(file.id, id), whereSpent(spent)))
    .for('update', { skipLocked: true })
  return claimed
}

/**
 * Marks files of a purpose as removed that were uploaded before this moment and are not referred to; `named` selects
 * those that are.
 */
export const removeUnnamedFiles = async (
  db: Database,
  purpose: FilePurpose,
  { named, before, most }: { named: SQL; before: Date; most: number },
): Promise<void> => {
  const isOld = sql`purpose = ${purpose} and state in ('waiting', 'stored') and created_at < ${before}`
  const { rows } = await db.execute<{ found: boolean }>(sql`select exists (select from file where ${isOld}) as found`)
  if (!rows[0]!.found) return
  await db.execute(sql`
    with named as materialized (${named})
    update file set state = 'removed' where id in (
      select id from file where ${isOld} and not exists (select from named where named.id = file.id)
      order by created_at limit ${most} for update skip locked
    )
  `)
}

export const setState = async (db: Database, id: FileId, state: 'stored' | 'removed'): Promise<void> => {
  await db.update(file).set({ state }).where(eq(file.id, id))
}

export const markRemoved = async (db: Database, ids: readonly FileId[]): Promise<void> => {
  await db
    .update(file)
    .set({ state: 'removed' })
    .where(inArray(file.id, [...ids]))
}

/** Personal files are deleted. Files uploaded for the site's content stay, and so do those of works, which are the team's, and archives. */
const personal: Purpose[] = ['avatar', 'answer']

export const removeAllOf = async (db: Database, ownerId: AccountId): Promise<void> => {
  await db
    .update(file)
    .set({ state: 'removed' })
    .where(and(eq(file.ownerId, ownerId), inArray(file.purpose, personal)))
}

const keptColumns = `id, purpose, width, state, size::float8 as size, copy_size::float8 as "copySize", cover_size as "coverSize",
  pages_size::float8 as "pagesSize", sha256`
const whereKept = `state in ('stored', 'waiting')`

export type KeptFile = Pick<
  typeof file.$inferSelect,
  'id' | 'purpose' | 'width' | 'state' | 'size' | 'copySize' | 'coverSize' | 'pagesSize' | 'sha256'
>

/** All files that are stored or pending, those that may change soonest first; on the caller's connection. */
export const keptFiles = async (client: Pick<PoolClient, 'query'>): Promise<KeptFile[]> => {
  const { rows } = await client.query<KeptFile>(
    `select ${keptColumns} from file where ${whereKept} order by state desc, id`,
  )
  return rows
}

/** Those of one purpose in the order of their keys, to be read in batches: no statement sorts all files of the site. */
export const keptFilesOf = (purpose: Purpose) =>
  sql`select ${sql.raw(keptColumns)} from file where ${sql.raw(whereKept)} and purpose = ${purpose} order by id`

/** Those of these files that are still stored or pending. */
export const findKept = async (db: Database, ids: readonly FileId[]): Promise<KeptFile[]> => {
  const { rows } = await db.execute(
    sql`select ${sql.raw(keptColumns)} from file where ${sql.raw(whereKept)} and id = any (${sql.param([...ids])}::uuid[])`,
  )
  return rows as unknown as KeptFile[]
}
