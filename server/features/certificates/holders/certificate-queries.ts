import type { CertificateFilter } from '@lectern/contract/certificates/certificates.ts'
import type { AccountId, CertificateId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { preparedPageOfIds } from '../../../platform/database/id-page.ts'
import { and, asc, desc, eq, inArray, isNotNull, sql, type SQL } from '../../../platform/database/drizzle.ts'
import {
  preparedQuery,
  preparedQueries,
  type PageShape,
  type Placeholders,
} from '../../../platform/database/prepared-queries.ts'
import { withoutTotal } from '../../../platform/database/count.ts'
import { certificate } from '../tables.ts'
import { whereStamped } from '../templates/demo-stamp.ts'
import { whereAwardChanged } from './changed-awards.ts'

const columns = {
  id: certificate.id,
  issueId: certificate.issueId,
  seriesId: certificate.seriesId,
  sequence: certificate.sequence,
  number: certificate.number,
  code: certificate.code,
  kind: certificate.kind,
  subject: certificate.subject,
  person: certificate.person,
  award: certificate.award,
  editionId: certificate.editionId,
  activityId: certificate.activityId,
  workId: certificate.workId,
  holderId: certificate.holderId,
  isHolderErased: certificate.isHolderErased,
  templateId: certificate.templateId,
  templateNumber: certificate.templateNumber,
  locale: certificate.locale,
  content: certificate.content,
  contentHash: certificate.contentHash,
  fileId: certificate.fileId,
  pictureSize: sql<
    number | null
  >`(select file.cover_size from file where file.id = "certificate"."file_id" and file.state = 'stored')`,
  pdfSha256: certificate.pdfSha256,
  pdfSize: certificate.pdfSize,
  state: certificate.state,
  issuedAt: certificate.issuedAt,
  endedAt: certificate.endedAt,
  reason: certificate.reason,
  replacesId: certificate.replacesId,
  notifiedAt: certificate.notifiedAt,
  replacesNumber: sql<
    string | null
  >`(select former.number from certificate as former where former.id = "certificate"."replaces_id")`,
  replacedById: sql<CertificateId | null>`(select later.id from certificate as later where later.replaces_id = "certificate"."id")`,
  replacedByNumber: sql<
    string | null
  >`(select later.number from certificate as later where later.replaces_id = "certificate"."id")`,
}

const certificates = (db: Database) => db.select(columns).from(certificate)

export const findCertificate = async (db: Database, id: CertificateId) => {
  const [row] = await certificates(db).where(eq(certificate.id, id))
  return row
}
export type CertificateRow = NonNullable<Awaited<ReturnType<typeof findCertificate>>>

const verificationColumns = {
  number: columns.number,
  code: columns.code,
  kind: columns.kind,
  isHolderErased: columns.isHolderErased,
  locale: columns.locale,
  content: columns.content,
  pdfSha256: columns.pdfSha256,
  state: columns.state,
  endedAt: columns.endedAt,
  reason: columns.reason,
  replacedByNumber: columns.replacedByNumber,
}

/** What is needed to verify a certificate. */
export type VerificationRow = Pick<CertificateRow, keyof typeof verificationColumns>

const certificatesWithNumber = preparedQuery((db, { number }: Placeholders<{ number: string }>) =>
  db.select(verificationColumns).from(certificate).where(eq(certificate.number, number)),
)

export const findByNumber = async (db: Database, number: string): Promise<VerificationRow | undefined> =>
  (await certificatesWithNumber(db, { number }))[0]

export const findByPdf = async (db: Database, sha256: Buffer): Promise<VerificationRow | undefined> => {
  const [row] = await db.select(verificationColumns).from(certificate).where(eq(certificate.pdfSha256, sha256)).limit(1)
  return row
}

const whereMatches = (filter: CertificateFilter, now: Date): SQL | undefined =>
  and(
    filter.edition && eq(certificate.editionId, filter.edition),
    filter.activity && eq(certificate.activityId, filter.activity),
    filter.issue && eq(certificate.issueId, filter.issue),
    filter.series && eq(certificate.seriesId, filter.series),
    filter.kind && eq(certificate.kind, filter.kind),
    filter.state && eq(certificate.state, filter.state),
    filter.award && whereAwardChanged(now),
    filter.stamp && whereStamped,
    filter.institution === undefined ? undefined : eq(certificate.institution, filter.institution),
    filter.search ? sql`${certificate.search} @@ search_query(${filter.search})` : undefined,
  )

const newestFirst = [desc(certificate.issuedAt), desc(certificate.sequence), desc(certificate.id)]

const wholePage = preparedQueries(
  (db, { pageSize, isFirst }: Omit<PageShape<never>, 'sort'>, placeholders: Placeholders<{ offset: number }>) => {
    const ids = preparedPageOfIds(certificate, {
      where: undefined,
      order: newestFirst,
      pageSize,
      offset: isFirst ? undefined : placeholders.offset,
    })
    return db
      .select({ ...columns, total: sql<number>`(select count(*)::int from certificate as every)` })
      .from(certificate)
      .where(sql`${certificate.id} in ${ids}`)
      .orderBy(...newestFirst)
  },
)

export const certificatePage = async (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  filter: CertificateFilter,
  { page, pageSize }: { page: number; pageSize: number },
) => {
  if (Object.values(filter).every((value) => value === undefined)) {
    const shape = { pageSize, isFirst: page === 1 }
    const { list, total } = withoutTotal(await wholePage(db, shape, { offset: (page - 1) * pageSize }))
    if (total !== undefined) return { list, total, page, pageSize }
  }
  const where = whereMatches(filter, now)
  const [list, total] = await Promise.all([
    certificates(db)
      .where(where)
      .orderBy(...newestFirst)
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.$count(certificate, where),
  ])
  return { list, total, page, pageSize }
}

export const certificatesOf = (db: Database, holder: AccountId): Promise<CertificateRow[]> =>
  certificates(db)
    .where(eq(certificate.holderId, holder))
    .orderBy(desc(certificate.issuedAt), desc(certificate.sequence))

/** Locks a certificate. */
export const lockCertificate = async (db: Database, id: CertificateId): Promise<void> => {
  await db.execute(sql`select from certificate where id = ${id} for update`)
}

/** What goes into an archive: valid ones with a PDF, by number. */
const whereBundled = (
  filter: CertificateFilter,
  ids: readonly CertificateId[] | undefined,
  now: Date,
): SQL | undefined =>
  and(
    whereMatches({ ...filter, state: 'issued' }, now),
    ids && inArray(certificate.id, [...ids]),
    isNotNull(certificate.fileId),
  )

export const measureCertificates = async (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  filter: CertificateFilter,
  ids: readonly CertificateId[] | undefined,
) => {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::integer`,
      bytes: sql<number>`coalesce(sum(${certificate.pdfSize}), 0)::float8`,
    })
    .from(certificate)
    .where(whereBundled(filter, ids, now))
  return row!
}

/** A page of them, after the one with this number. */
export const bundledAfter = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  filter: CertificateFilter,
  ids: readonly CertificateId[] | undefined,
  after: string,
) =>
  db
    .select({
      number: certificate.number,
      fileId: certificate.fileId,
      name: sql<string>`${certificate.content} -> 'values' ->> 'name'`,
      institution: certificate.institution,
      issuedAt: certificate.issuedAt,
    })
    .from(certificate)
    .where(and(whereBundled(filter, ids, now), sql`${certificate.number} collate "C" > ${after}`))
    .orderBy(sql`${certificate.number} collate "C"`, asc(certificate.id))
    .limit(200)
