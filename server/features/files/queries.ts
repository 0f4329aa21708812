import { privatePurposes, type FilePurpose } from '@lectern/contract/file-values.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { PoolClient } from 'pg'
import type { Database } from '../../platform/database/connect.ts'
import { and, desc, eq, inArray, lt, lte, or, sql, type SQL } from '../../platform/database/drizzle.ts'
import { file } from './tables.ts'

type Purpose = typeof file.$inferSelect.purpose

export const findStored = async (db: Database, id: FileId) => {
  const [found] = await db
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
  return found
}
export type StoredFile = NonNullable<Awaited<ReturnType<typeof findStored>>>

/** A file of content or of an answer, on its way or arrived. */
export const findOnItsWay = async (db: Database, id: FileId) => {
  const [found] = await db
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
  return found
}

/** Longer than it takes to look into the largest file. */
const patienceMilliseconds = 600_000

/** The newest file that waits, for this process alone to look into; should it never say more, others may in a while. */
export const claimWaiting = async (db: Database, now: Date) => {
  const next = db
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.state, 'waiting'), lte(file.dueAt, now)))
    // Who has just uploaded something waits at a form; what a demo brings along does not.
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
      attempts: file.attempts,
    })
  return claimed
}
export type ClaimedFile = NonNullable<Awaited<ReturnType<typeof claimWaiting>>>

/** What became of a file that waited, unless it has been removed meanwhile. */
export const settle = async (db: Database, id: FileId, values: Partial<typeof file.$inferInsert>): Promise<boolean> => {
  const { rowCount } = await db
    .update(file)
    .set(values)
    .where(and(eq(file.id, id), eq(file.state, 'waiting')))
  return rowCount === 1
}

interface Spent {
  /** Nobody needs what was let go of before. */
  removedBefore: Date
  /** Whoever uploaded something unusable has been told by then. */
  refusedBefore: Date
}

/** Some of the files that nobody needs any more. */
export const spentFiles = (db: Database, { removedBefore, refusedBefore }: Spent, most: number) =>
  db
    .select({ id: file.id, purpose: file.purpose, width: file.width })
    .from(file)
    .where(
      or(
        and(eq(file.state, 'removed'), lt(file.createdAt, removedBefore)),
        and(eq(file.state, 'refused'), lt(file.createdAt, refusedBefore)),
      ),
    )
    .orderBy(file.createdAt)
    .limit(most)

/** Files of a purpose that were uploaded before this moment and that nothing names are let go of; `named` selects the others. */
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

/** What is about the person goes; what they wrote for the site stays. */
const personal: Purpose[] = ['avatar', ...privatePurposes]

export const removeAllOf = async (db: Database, ownerId: AccountId): Promise<void> => {
  await db
    .update(file)
    .set({ state: 'removed' })
    .where(and(eq(file.ownerId, ownerId), inArray(file.purpose, personal)))
}

/** All files that are stored or wait to be looked into, those that may change soonest first; asked on somebody's own connection. */
export const keptFiles = async (client: Pick<PoolClient, 'query'>) => {
  const { rows } = await client.query<Pick<typeof file.$inferSelect, 'id' | 'purpose' | 'width' | 'state'>>(
    `select id, purpose, width, state from file where state in ('stored', 'waiting') order by state desc, id`,
  )
  return rows
}
