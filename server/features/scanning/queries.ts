import type { ScanOutcome } from '@lectern/contract/files/file-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, desc, eq, inArray, isNull, lte, sql, type SQL } from '../../platform/database/drizzle.ts'
import { file, fileScan } from '../files/tables.ts'
import { task } from '../tasks/tables.ts'

/** Longer than scanning the largest file takes. A process that ends meanwhile leaves the file to others after that. */
const leaseMilliseconds = 15 * 60_000

const whereDue = (now: Date) => lte(fileScan.dueAt, now)

/** Claims the newest file that is due: a team that has just uploaded it waits, files from before scanning was set up do not. */
export const claimDue = async (db: Database, now: Date) => {
  const next = db
    .select({ id: fileScan.fileId })
    .from(fileScan)
    .where(whereDue(now))
    .orderBy(desc(fileScan.fileId))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(fileScan)
    .set({ dueAt: new Date(now.getTime() + leaseMilliseconds), attempts: sql`${fileScan.attempts} + 1` })
    .where(inArray(fileScan.fileId, next))
    .returning({ id: fileScan.fileId, attempts: fileScan.attempts })
  return claimed
}

export const findScanned = async (db: Database, id: FileId) => {
  const [row] = await db
    .select({
      id: file.id,
      ownerId: file.ownerId,
      purpose: file.purpose,
      name: file.name,
      size: file.size,
      width: file.width,
    })
    .from(file)
    .where(and(eq(file.id, id), eq(file.state, 'stored')))
  return row
}
export type ScannedFile = NonNullable<Awaited<ReturnType<typeof findScanned>>>

type Row = typeof fileScan.$inferSelect

export const lockScan = async (db: Database, id: FileId): Promise<Pick<Row, 'outcome'> | undefined> => {
  const [row] = await db
    .select({ outcome: fileScan.outcome })
    .from(fileScan)
    .where(eq(fileScan.fileId, id))
    .for('update')
  return row
}

export const storeScan = async (db: Database, id: FileId, values: Partial<Omit<Row, 'fileId'>>): Promise<void> => {
  await db.update(fileScan).set(values).where(eq(fileScan.fileId, id))
}

/** Scanned never before, and not now: the newest of them, so many that a list of them is true. */
export const markUnreachable = async (db: Database, now: Date, most: number): Promise<void> => {
  const waiting = db
    .select({ id: fileScan.fileId })
    .from(fileScan)
    .where(and(whereDue(now), isNull(fileScan.outcome)))
    .orderBy(desc(fileScan.fileId))
    .limit(most)
  await db
    .update(fileScan)
    .set({ outcome: 'unreachable' satisfies ScanOutcome })
    .where(inArray(fileScan.fileId, waiting))
}

export const countDue = (db: Database, now: Date): Promise<number> => db.$count(fileScan, whereDue(now))

export const hasDue = async (db: Database, now: Date): Promise<boolean> => {
  const [row] = await db.select({ id: fileScan.fileId }).from(fileScan).where(whereDue(now)).limit(1)
  return row !== undefined
}

/** Whether a task scans already, waits to, or has failed since a moment: then it was in vain for all files. */
export const hasScanTask = async (db: Database, failedSince: Date): Promise<boolean> =>
  (await db.$count(
    task,
    and(
      eq(task.kind, 'scan'),
      sql`(${task.state} in ('waiting', 'running') or ${task.state} = 'failed' and ${task.finishedAt} > ${failedSince})`,
    ),
  )) > 0

/** Files by what is known of them. */
export const countScans = async (db: Database) => {
  const countOf = (where: SQL) => sql<number>`count(*) filter (where ${where})`.mapWith(Number)
  const [row] = await db
    .select({
      clean: countOf(sql`${fileScan.outcome} = 'clean'`),
      infected: countOf(sql`${fileScan.outcome} = 'infected'`),
      waiting: countOf(sql`coalesce(${fileScan.outcome}, 'unreachable') = 'unreachable'`),
      notScanned: countOf(sql`${fileScan.outcome} in ('tooLarge', 'unreadable')`),
      films: countOf(sql`${fileScan.outcome} = 'film'`),
    })
    .from(fileScan)
    .innerJoin(file, and(eq(file.id, fileScan.fileId), eq(file.state, 'stored')))
  return row!
}

/** The same for metrics, by indexes only. */
export const measureScans = async (db: Database, now: Date) => {
  const { rows } = await db.execute<{ waiting: number; infected: number; oldestSeconds: number | null }>(sql`
    select
      (select count(*)::int from ${fileScan} where ${fileScan.dueAt} is not null) as waiting,
      (select count(*)::int from ${fileScan} where ${fileScan.outcome} = 'infected') as infected,
      (select extract(epoch from ${now}::timestamptz - min(${fileScan.dueAt}))::float8 from ${fileScan} where ${fileScan.dueAt} is not null)
        as "oldestSeconds"
  `)
  const { waiting, infected, oldestSeconds } = rows[0]!
  return { waiting, infected, oldestSeconds: Math.max(0, oldestSeconds ?? 0) }
}

/** Every file but films is due; also those of a restored backup that has no row of theirs. Returns how many. */
export const makeAllDue = async (db: Database, now: Date): Promise<number> => {
  await db.execute(sql`
    insert into file_scan (file_id, outcome)
    select id, case when type like 'video/%' then 'film' end from file
    where state = 'stored' and purpose not in ('bundle', 'certificate')
    on conflict do nothing
  `)
  const { rowCount } = await db
    .update(fileScan)
    .set({ dueAt: now, attempts: 0 })
    .where(sql`${fileScan.outcome} is distinct from 'film'`)
  return rowCount ?? 0
}
