import { isDeepStrictEqual } from 'node:util'
import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import type { CertificateTemplateId, FileId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { removeFiles } from '../../files/service.ts'
import { file } from '../../files/tables.ts'
import { certificateTemplate, certificateTemplateVersion } from '../tables.ts'
import { allTemplates, lockTemplate } from './template-queries.ts'
import { requireTemplate, storeDesign } from './templates.ts'

// The certificates of the demo bear the stamp of an invented committee. A real site prints it nowhere.

/** The SHA-256 of the stamp that the demo brings: its file has no other mark. */
export const demoStampHash = '5d8284918dbaaaa3f69819320fd86ca4a0bcdcb48871c779ebe22f93310c3420'

const isDemoStamp = and(eq(file.purpose, 'artwork'), eq(file.sha256, Buffer.from(demoStampHash, 'hex')))

/** Selects template and number of the versions that bear the demo's stamp, in a real site; in the demo none. */
export const stampedVersions: SQL = sql`
  select template_id, number
  from certificate_template_version, jsonb_array_elements(design -> 'elements') as element
  join file on file.id = (element ->> 'file')::uuid
  where ${isDemoStamp} and not exists (select from setting where key = 'demo')
`

/** Certificates that bear it. For queries that select from `certificate`; nothing is read where no version bears it. */
export const whereBearsStamp: SQL = sql`(
  exists (${stampedVersions}) and (certificate.template_id, certificate.template_number) in (${stampedVersions})
)`

/** Valid ones. */
export const whereStamped: SQL = sql`(${whereBearsStamp} and certificate.state = 'issued')`

/** The version that a replacement of a certificate is printed with: the same, or the last one if the same bears the demo's stamp. */
export const findReplacingVersion = async (
  db: Database,
  { templateId, templateNumber }: { templateId: CertificateTemplateId; templateNumber: number },
): Promise<number> => {
  const { rows } = await db.execute<{ number: number }>(sql`
    select number from certificate_template
    where id = ${templateId} and (${templateId}::uuid, ${templateNumber}::integer) in (${stampedVersions})
  `)
  return rows[0]?.number ?? templateNumber
}

const findDemoStamps = async (db: Database) => {
  const rows = await db.select({ id: file.id, createdAt: file.createdAt }).from(file).where(isDemoStamp)
  return { ids: new Set<FileId>(rows.map(({ id }) => id)), rows }
}

/** The places of stamps are kept free. */
const withoutPictures = (design: CertificateDesign, ids: ReadonlySet<FileId>): CertificateDesign => ({
  ...design,
  background: design.background && ids.has(design.background) ? null : design.background,
  elements: design.elements.flatMap((element) => {
    if (!('file' in element) || element.file === null || !ids.has(element.file)) return [element]
    return element.kind === 'stamp' ? [{ ...element, file: null }] : []
  }),
})

const removeFrom = async (ctx: Ctx, ids: ReadonlySet<FileId>): Promise<number> => {
  let changed = 0
  for (const { id } of await allTemplates(ctx.db, undefined)) {
    await lockTemplate(ctx.db, id)
    const template = await requireTemplate(ctx, id)
    const design = withoutPictures(template.design, ids)
    if (isDeepStrictEqual(design, template.design)) continue
    await storeDesign(ctx, template, { name: template.name, design })
    changed += 1
  }
  return changed
}

/**
 * Takes the demo's stamp from the templates of a real site, which may have begun before this was done at the beginning. What was issued
 * stays as it is. Returns the number of templates that it was on.
 */
export const removeDemoStamp = async (outer: Ctx): Promise<number> => {
  const { rows: stamped } = await outer.db.execute(sql`
    select from certificate_template join (${stampedVersions}) as version
      on version.template_id = certificate_template.id and version.number = certificate_template.number
    limit 1
  `)
  if (stamped.length === 0) return 0
  return inTransaction(outer, async (ctx) => removeFrom(ctx, (await findDemoStamps(ctx.db)).ids))
}

/**
 * Puts templates back when the demo makes way for a real site and its certificates are gone. What organisers have made or changed stays,
 * without the stamp. Requires a transaction.
 */
export const clearTemplates = async (ctx: Ctx): Promise<void> => {
  const { db } = ctx
  await db.update(certificateTemplateVersion).set({ usedAt: null })
  await db.execute(sql`
    delete from certificate_template_version as version using certificate_template as template
    where template.id = version.template_id and version.number <> template.number
  `)
  const { ids, rows } = await findDemoStamps(db)
  // The demo makes its template at the same moment as its stamp.
  for (const { createdAt } of rows)
    await db
      .delete(certificateTemplate)
      .where(
        and(
          sql`${certificateTemplate.delivered} is null`,
          eq(certificateTemplate.createdAt, createdAt),
          eq(certificateTemplate.updatedAt, createdAt),
        ),
      )
  await removeFrom(ctx, ids)
  await removeFiles(db, [...ids])
}
