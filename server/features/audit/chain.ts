import { createHash } from 'node:crypto'
import type { AuditId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, count, desc, eq, gt, isNull, lt, sql } from '../../platform/database/drizzle.ts'
import { canonical } from './canonical.ts'
import { digestOf } from './service.ts'
import { audit, auditLink, auditPersonal } from './tables.ts'

/** Any number, the same for every version of the program. */
const chainLock = 7_305_002

const batchSize = 500
const beginning = Buffer.alloc(32)

/** What the chain covers, by name: a column that is added one day must not change what is chained already. */
const covered = {
  id: audit.id,
  at: audit.at,
  actorKind: audit.actorKind,
  actorId: audit.actorId,
  onBehalfOf: audit.onBehalfOf,
  action: audit.action,
  subjectKind: audit.subjectKind,
  subjectId: audit.subjectId,
  requestId: audit.requestId,
  changes: audit.changes,
  personalDigest: audit.personalDigest,
}

type Covered = Pick<typeof audit.$inferSelect, keyof typeof covered>

/** Covers the entry and everything before it; of the personal side only its digest, so that it can be erased. */
const linkHash = (previous: Buffer, { personalDigest, ...row }: Covered): Buffer =>
  createHash('sha256')
    .update(previous)
    .update(canonical({ ...row, personalDigest: personalDigest?.toString('hex') ?? null }))
    .digest()

const hourMilliseconds = 3_600_000

/** The least id of a moment: ids begin with their time. */
const firstIdOf = (milliseconds: number): AuditId => {
  const hex = Math.max(0, milliseconds).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000` as AuditId
}

const momentOf = (id: AuditId): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

const lastLink = async (db: Database) => {
  const [link] = await db
    .select({ position: auditLink.position, auditId: auditLink.auditId, hash: auditLink.hash })
    .from(auditLink)
    .orderBy(desc(auditLink.position))
    .limit(1)
  return link
}

/** Entries without a link, after this one. Both sides are bounded, so that no more than that stretch of either is read. */
const unlinkedAfter = (db: Database, id: AuditId): Promise<Covered[]> =>
  db
    .select(covered)
    .from(audit)
    .leftJoin(auditLink, and(eq(auditLink.auditId, audit.id), gt(auditLink.auditId, id)))
    .where(and(isNull(auditLink.auditId), gt(audit.id, id)))
    .orderBy(asc(audit.id))
    .limit(batchSize)

type LastLink = Awaited<ReturnType<typeof lastLink>>

/** Links the entries after one; gives the last of them if there may be more. Nothing at all if another process is at it. */
const linkBatch = (outer: Database, startAt: (last: LastLink) => AuditId): Promise<{ more?: AuditId } | undefined> =>
  outer.transaction(async (db) => {
    const { rows: locks } = await db.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(${chainLock}) as taken`,
    )
    if (!locks[0]!.taken) return undefined
    const last = await lastLink(db)
    let { position, hash } = last ?? { position: 0, hash: beginning }
    const links = (await unlinkedAfter(db, startAt(last))).map((row) => {
      position += 1
      hash = linkHash(hash, row)
      return { position, auditId: row.id, hash }
    })
    if (links.length > 0) await db.insert(auditLink).values(links)
    return links.length === batchSize ? { more: links.at(-1)!.auditId } : {}
  })

const fromTheBeginning = (): AuditId => firstIdOf(0)

/** A clock that once ran ahead must not hide what came after it: never later than now. */
const fromRecently = (last: LastLink): AuditId =>
  firstIdOf(last ? Math.min(momentOf(last.auditId), Date.now()) - hourMilliseconds : 0)

const thoroughEvery = 360

/**
 * A job that chains what has been committed. A row has the id of the moment at which its request came, and may be committed
 * long after later ones: so each run looks for rows without a link from an hour before the last link, which reads a short
 * stretch of two indexes. No transaction of ours lives that long; a clock that is wrong by more may still leave a row behind,
 * which the first run of a process and then every so many find, as they look at all rows.
 */
export const createAuditChain = ({ db }: { db: Database }) => {
  let untilThorough = 0

  const run = async (): Promise<void> => {
    const isThorough = untilThorough === 0
    let done = await linkBatch(db, isThorough ? fromTheBeginning : fromRecently)
    while (done?.more) {
      const { more } = done
      done = await linkBatch(db, () => more)
    }
    // If another process was at it, this one's turn is yet to come.
    if (done) untilThorough = isThorough ? thoroughEvery : untilThorough - 1
  }

  return { run }
}

/** What is wrong with an entry of the log. */
export type AuditFault =
  /** The entry, its link or its place is not what it was. */
  | 'changed'
  /** What it says about persons is not what it was; erased it may be. */
  | 'personalChanged'
  /** The chain goes on, but the entry is gone. */
  | 'entryMissing'
  /** A place in the chain is empty. */
  | 'linkMissing'
  /** The entry has not been chained in time. */
  | 'unlinked'

interface AuditFinding {
  entries: number
  /** The first of all faults; the position is that in the chain. */
  broken: { fault: AuditFault; position: number | undefined; id: AuditId | undefined } | undefined
}

const linksAfter = (db: Database, position: number) =>
  db
    .select({
      position: auditLink.position,
      id: auditLink.auditId,
      hash: auditLink.hash,
      row: covered,
      salt: auditPersonal.salt,
      content: auditPersonal.content,
    })
    .from(auditLink)
    .leftJoin(audit, eq(audit.id, auditLink.auditId))
    .leftJoin(auditPersonal, eq(auditPersonal.auditId, auditLink.auditId))
    .where(gt(auditLink.position, position))
    .orderBy(asc(auditLink.position))
    .limit(batchSize)

type Linked = Awaited<ReturnType<typeof linksAfter>>[number]

const faultOf = (previous: { position: number; hash: Buffer }, link: Linked): AuditFault | undefined => {
  if (link.position !== previous.position + 1) return 'linkMissing'
  if (!link.row) return 'entryMissing'
  if (!linkHash(previous.hash, link.row).equals(link.hash)) return 'changed'
  const { salt, content, row } = link
  const isKept = !salt || !content || (row.personalDigest?.equals(digestOf(salt, content)) ?? false)
  return isKept ? undefined : 'personalChanged'
}

const linkingMilliseconds = 5 * 60_000

const findUnlinked = async (db: Database, before: Date): Promise<AuditId | undefined> => {
  const [row] = await db
    .select({ id: audit.id })
    .from(audit)
    .leftJoin(auditLink, eq(auditLink.auditId, audit.id))
    .where(and(isNull(auditLink.auditId), lt(audit.at, before)))
    .orderBy(asc(audit.id))
    .limit(1)
  return row?.id
}

const countEntries = async (db: Database): Promise<number> => {
  const [row] = await db.select({ total: count() }).from(audit)
  return row!.total
}

/** Walks the whole chain; what was written is still there as it was written, or the first place where it is not. */
export const verifyAudit = async (db: Database, now: Date): Promise<AuditFinding> => {
  const entries = await countEntries(db)
  let previous: { position: number; hash: Buffer } = { position: 0, hash: beginning }
  for (;;) {
    const links = await linksAfter(db, previous.position)
    for (const link of links) {
      const fault = faultOf(previous, link)
      const id = fault === 'linkMissing' ? undefined : link.id
      if (fault) return { entries, broken: { fault, position: previous.position + 1, id } }
      previous = link
    }
    if (links.length < batchSize) break
  }
  const unlinked = await findUnlinked(db, new Date(now.getTime() - linkingMilliseconds))
  return { entries, broken: unlinked ? { fault: 'unlinked', position: undefined, id: unlinked } : undefined }
}
