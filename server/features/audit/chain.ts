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

/** The columns that the hash covers, listed by name: a column added later must not change existing hashes. */
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

/** Covers the entry and everything before it; of the personal data only its digest, so that it can be erased. */
const linkHash = (previous: Buffer, { personalDigest, ...row }: Covered): Buffer =>
  createHash('sha256')
    .update(previous)
    .update(canonical({ ...row, personalDigest: personalDigest?.toString('hex') ?? null }))
    .digest()

const hourMilliseconds = 3_600_000

/** The smallest id of a moment: ids start with their timestamp. */
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

/** Entries without a link, after this one. Both sides are bounded, so that only that range of either is read. */
const unlinkedAfter = (db: Database, id: AuditId): Promise<Covered[]> =>
  db
    .select(covered)
    .from(audit)
    .leftJoin(auditLink, and(eq(auditLink.auditId, audit.id), gt(auditLink.auditId, id)))
    .where(and(isNull(auditLink.auditId), gt(audit.id, id)))
    .orderBy(asc(audit.id))
    .limit(batchSize)

type LastLink = Awaited<ReturnType<typeof lastLink>>

/**
 * Links the entries after one; returns the last of them if there may be more. Undefined if another process is
 * linking.
 */
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

/** Never later than now: a clock that once ran ahead must not hide later entries. */
const fromRecently = (last: LastLink): AuditId =>
  firstIdOf(last ? Math.min(momentOf(last.auditId), Date.now()) - hourMilliseconds : 0)

const thoroughEvery = 360

/**
 * A job that chains committed entries. An entry's id carries the time of its request, and it may be committed long
 * after later ones. Therefore each run looks for unlinked entries from an hour before the last link, which reads a
 * short range of two indexes. No transaction lives that long. If a clock was wrong by more, an entry may be missed;
 * the first run of a process and every so many after it check all entries.
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
    // If another process was linking, this one has not had its thorough run yet.
    if (done) untilThorough = isThorough ? thoroughEvery : untilThorough - 1
  }

  return { run }
}

/** What is wrong with an entry of the log. */
export type AuditFault =
  /** The entry, its link or its position was altered. */
  | 'changed'
  /** Its personal data was altered. Erasing it is allowed. */
  | 'personalChanged'
  /** The link exists, but the entry is gone. */
  | 'entryMissing'
  /** A position in the chain is missing. */
  | 'linkMissing'
  /** The entry was not linked in time. */
  | 'unlinked'

interface AuditFinding {
  entries: number
  /** The first fault; `position` is the position in the chain. */
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

/** Walks the whole chain and reports the first fault. */
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
