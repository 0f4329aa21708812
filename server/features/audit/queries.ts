import { subjectKinds } from '@lectern/contract/audit/audit-actions.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { countRows } from '../../platform/database/count.ts'
import { and, desc, eq, gte, inArray, lt, not, or, sql, type SQL } from '../../platform/database/drizzle.ts'
import { preparedQuery, type Placeholders } from '../../platform/database/prepared-queries.ts'
import { audit, auditPersonal, type Changes } from './tables.ts'

/** JSON columns are passed as text. */
type Entry = Omit<typeof audit.$inferInsert, 'changes'> & { changes: string | null; salt: Buffer; content: string }

/** Inserts an entry and its personal data with one statement. */
export const insertEntry = preparedQuery((db, placeholders: Placeholders<Entry>) => {
  const entry = db.$with('entry').as(
    db.insert(audit).values({
      id: placeholders.id,
      at: placeholders.at,
      actorKind: placeholders.actorKind,
      actorId: placeholders.actorId,
      onBehalfOf: placeholders.onBehalfOf,
      action: placeholders.action,
      subjectKind: placeholders.subjectKind,
      subjectId: placeholders.subjectId,
      requestId: placeholders.requestId,
      changes: sql`${placeholders.changes}::jsonb`,
      personalDigest: placeholders.personalDigest,
    }),
  )
  const beside = { auditId: placeholders.id, salt: placeholders.salt, content: sql`${placeholders.content}::jsonb` }
  return db.with(entry).insert(auditPersonal).values(beside)
})

interface AuditFilter {
  actor?: AccountId | undefined
  action?: string | undefined
  subjectKind?: string | undefined
  subjectId?: string | undefined
  /** Inclusive; `to` is exclusive. */
  from?: Date | undefined
  to?: Date | undefined
  /** What this reader may see of the log. */
  shown?: SQL | undefined
}

interface Slice {
  page: number
  pageSize: number
}

const filtered = ({ actor, action, subjectKind, subjectId, from, to, shown }: AuditFilter) =>
  and(
    actor && eq(audit.actorId, actor),
    action ? eq(audit.action, action) : undefined,
    // The index starts with the subject's kind: a search by id alone asks for that id in each kind.
    subjectKind ? eq(audit.subjectKind, subjectKind) : subjectId ? inArray(audit.subjectKind, subjectKinds) : undefined,
    subjectId ? eq(audit.subjectId, subjectId) : undefined,
    from && gte(audit.at, from),
    to && lt(audit.at, to),
    shown,
  )

/** The recorded changes. Few rows. */
export const changesOfAction = async (
  db: Database,
  filter: Required<Omit<AuditFilter, 'to' | 'shown'>>,
): Promise<Changes[]> => {
  const rows = await db.select({ changes: audit.changes }).from(audit).where(filtered(filter))
  return rows.flatMap(({ changes }) => changes ?? [])
}

export const auditEntriesOnSubject = (
  db: Database,
  filter: Required<Pick<AuditFilter, 'action' | 'subjectKind' | 'subjectId'>>,
) => {
  const { at, actorId, onBehalfOf, changes } = audit
  return db.select({ at, actorId, onBehalfOf, changes }).from(audit).where(filtered(filter))
}

const newestFirst = [desc(audit.at), desc(audit.id)]

/** One page: ids first, then the rows of those only. */
export const auditPage = (db: Database, filter: AuditFilter, { page, pageSize }: Slice) => {
  const ids = db
    .select({ id: audit.id })
    .from(audit)
    .where(filtered(filter))
    .orderBy(...newestFirst)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return db
    .select({
      id: audit.id,
      at: audit.at,
      actorKind: audit.actorKind,
      actorId: audit.actorId,
      action: audit.action,
      subjectKind: audit.subjectKind,
      subjectId: audit.subjectId,
      requestId: audit.requestId,
      changes: audit.changes,
      personalDigest: audit.personalDigest,
      personal: auditPersonal.content,
    })
    .from(audit)
    .leftJoin(auditPersonal, eq(auditPersonal.auditId, audit.id))
    .where(inArray(audit.id, ids))
    .orderBy(...newestFirst)
}

export const countAudit = (db: Database, filter: AuditFilter): Promise<number> => countRows(db, audit, filtered(filter))

/** Of the whole log: with a filter, the number would tell what is withheld. */
export const countWithheld = (db: Database, visible: SQL): Promise<number> => countRows(db, audit, not(visible))

/** Erases the personal data of everything that this user did, or that was done to their account. */
export const erasePersonalSide = async (db: Database, id: AccountId): Promise<void> => {
  const entries = db
    .select({ id: audit.id })
    .from(audit)
    .where(or(eq(audit.actorId, id), and(eq(audit.subjectKind, 'account'), eq(audit.subjectId, id))))
  await db.delete(auditPersonal).where(inArray(auditPersonal.auditId, entries))
}
