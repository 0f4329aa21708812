import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import { certificateKinds, type CertificateKind } from '@lectern/contract/certificates/certificate-values.ts'
import type { CertificateTemplateId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, inArray, sql } from '../../../platform/database/drizzle.ts'
import { account } from '../../accounts/tables.ts'
import { file } from '../../files/tables.ts'
import { certificate, certificateIssue, certificateTemplate, certificateTemplateVersion } from '../tables.ts'

const certificates = sql<number>`(select count(*)::integer from ${certificate} where ${certificate.templateId} = ${certificateTemplate.id})`

const columns = {
  id: certificateTemplate.id,
  delivered: certificateTemplate.delivered,
  kind: certificateTemplate.kind,
  name: certificateTemplate.name,
  version: certificateTemplate.version,
  number: certificateTemplate.number,
  updatedAt: certificateTemplate.updatedAt,
  design: certificateTemplateVersion.design,
  usedAt: certificateTemplateVersion.usedAt,
  certificates,
  isPlanned: sql<boolean>`exists (select from ${certificateIssue} where ${certificateIssue.templateId} = ${certificateTemplate.id})`,
}

/** Joins each template with its newest version. */
export const isNewestVersion = and(
  eq(certificateTemplateVersion.templateId, certificateTemplate.id),
  eq(certificateTemplateVersion.number, certificateTemplate.number),
)

const templates = (db: Database) =>
  db.select(columns).from(certificateTemplate).innerJoin(certificateTemplateVersion, isNewestVersion)

export const findTemplate = async (db: Database, id: CertificateTemplateId) => {
  const [row] = await templates(db).where(eq(certificateTemplate.id, id))
  return row
}
export type TemplateRow = NonNullable<Awaited<ReturnType<typeof findTemplate>>>

/** Few: at most `maxTemplates`. */
export const allTemplates = (db: Database, kind: CertificateKind | undefined): Promise<TemplateRow[]> =>
  templates(db)
    .where(kind && eq(certificateTemplate.kind, kind))
    .orderBy(
      sql`array_position(${sql.param([...certificateKinds])}::text[], ${certificateTemplate.kind})`,
      asc(certificateTemplate.createdAt),
      asc(certificateTemplate.id),
    )

/** The pictures that a design prints as stamps, and who has uploaded them. */
export const findStamps = (db: Database, { elements }: CertificateDesign) => {
  const ids = elements.flatMap((element) => (element.kind === 'stamp' && element.file !== null ? [element.file] : []))
  return db
    .select({
      file: file.name,
      by: sql<string | null>`coalesce(${account.realName}, ${account.username})`,
      uploadedAt: file.createdAt,
    })
    .from(file)
    .leftJoin(account, and(eq(account.id, file.ownerId), eq(account.status, 'active')))
    .where(inArray(file.id, ids))
    .orderBy(asc(file.createdAt), asc(file.id))
}

export const lockTemplate = async (db: Database, id: CertificateTemplateId): Promise<void> => {
  await db.execute(sql`select from certificate_template where id = ${id} for update`)
}

export const findDesign = async (
  db: Database,
  id: CertificateTemplateId,
  number: number,
): Promise<CertificateDesign | undefined> => {
  const [row] = await db
    .select({ design: certificateTemplateVersion.design })
    .from(certificateTemplateVersion)
    .where(and(eq(certificateTemplateVersion.templateId, id), eq(certificateTemplateVersion.number, number)))
  return row?.design
}
