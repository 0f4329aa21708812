import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import type * as contract from '@lectern/contract/certificates/certificate-office.ts'
import { fieldsIn, isMergeField, maxTemplates } from '@lectern/contract/certificates/certificate-values.ts'
import type { AnswerOf, BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { CertificateTemplateId, FileId } from '@lectern/contract/ids.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { pageFrom } from '../../../platform/paging.ts'
import { permit, permitted, refusalText, refuse, type Verdict } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { requireFiles } from '../../files/service.ts'
import { deliveredTemplates } from './bundled-templates.ts'
import { loadPictures, picturesIn } from './pictures.ts'
import { certificateTemplate, certificateTemplateVersion } from '../tables.ts'
import { allTemplates, findStamps, findTemplate, lockTemplate, type TemplateRow } from './template-queries.ts'

/** Templates that come with the program; those that exist stay as they are. */
export const installTemplates = async (db: Database, now: Date): Promise<void> => {
  const present = new Set(
    (await db.select({ delivered: certificateTemplate.delivered }).from(certificateTemplate)).map(
      (row) => row.delivered,
    ),
  )
  for (const { kind, name, design } of deliveredTemplates().filter((one) => !present.has(one.kind)))
    await db.transaction(async (transaction) => {
      const id = newId<CertificateTemplateId>(now)
      const row = { id, delivered: kind, kind, name, createdAt: now, updatedAt: now }
      // Another process may have been faster.
      const { rowCount } = await transaction.insert(certificateTemplate).values(row).onConflictDoNothing()
      if (rowCount === 1)
        await transaction
          .insert(certificateTemplateVersion)
          .values({ templateId: id, number: 1, design, createdAt: now })
    })
}

const languagesOf = ({ elements }: CertificateDesign): Locale[] =>
  locales.filter((locale) => elements.every((element) => element.kind !== 'text' || element.text[locale] !== undefined))

const mayDelete = ({ certificates, isPlanned, delivered }: TemplateRow): Verdict =>
  certificates > 0 || isPlanned || delivered !== null ? refuse('certificate.templateUsed') : permitted

const presentListed = ({ locale }: Ctx, row: TemplateRow) => ({
  id: row.id,
  version: row.version,
  kind: row.kind,
  name: localize(row.name, locale).text,
  page: row.design.page,
  languages: languagesOf(row.design),
  number: row.number,
  certificates: row.certificates,
  updatedAt: row.updatedAt.toISOString(),
})

const present = async (ctx: Ctx, row: TemplateRow): Promise<AnswerOf<typeof contract.readTemplate>> => ({
  ...presentListed(ctx, row),
  source: { name: row.name, design: row.design },
  stamps: (await findStamps(ctx.db, row.design)).map(({ file, by, uploadedAt }) => ({
    file,
    by,
    uploadedAt: uploadedAt.toISOString(),
  })),
  isUsed: row.usedAt !== null,
  may: { delete: refusalText(mayDelete(row), ctx.locale) },
})

export const requireTemplate = async ({ db }: Ctx, id: CertificateTemplateId): Promise<TemplateRow> => {
  const template = await findTemplate(db, id)
  if (!template) throw fail('certificate.templateNotFound')
  return template
}

export const listTemplates = async (ctx: Ctx, { kind, ...slice }: QueryOf<typeof contract.listTemplates>) =>
  pageFrom(
    (await allTemplates(ctx.db, kind)).map((row) => presentListed(ctx, row)),
    slice,
  )

export const readTemplate = async (ctx: Ctx, id: CertificateTemplateId) => present(ctx, await requireTemplate(ctx, id))

/** The pictures of a design. Throws where it names a field that does not exist, or a picture that is not there or cannot be printed. */
export const prepareDesign = async (ctx: Ctx, design: CertificateDesign): Promise<Record<FileId, Uint8Array>> => {
  for (const element of design.elements)
    if (element.kind === 'text')
      for (const text of Object.values(element.text))
        for (const field of fieldsIn(text ?? ''))
          if (!isMergeField(field)) throw fail('certificate.unknownField', { field }).at('design')
  await requireFiles(
    ctx,
    picturesIn(design).map((id) => ({ id, purpose: 'artwork' as const, field: 'design' })),
  )
  return loadPictures(ctx, design)
}

export const createTemplate = async (
  outer: SignedIn,
  body: BodyOf<typeof contract.createTemplate>,
  key: string | undefined,
): Promise<AnswerOf<typeof contract.readTemplate>> => {
  const { id } = await withIdempotencyKey(
    outer,
    { scope: `certificateTemplate.create ${outer.actor.id}`, key, input: body },
    async (ctx) => {
      const { kind, design } = await requireTemplate(ctx, body.copyOf)
      if ((await allTemplates(ctx.db, undefined)).length >= maxTemplates)
        throw fail('certificate.tooManyTemplates', { most: maxTemplates })
      const newTemplate = newId<CertificateTemplateId>(ctx.now)
      const row = { id: newTemplate, kind, name: body.name, createdAt: ctx.now, updatedAt: ctx.now }
      await ctx.db.insert(certificateTemplate).values(row)
      await ctx.db
        .insert(certificateTemplateVersion)
        .values({ templateId: newTemplate, number: 1, design, createdAt: ctx.now })
      await audit(ctx, 'certificateTemplate.created', {
        subject: { kind: 'certificateTemplate', id: newTemplate },
        after: { name: body.name, kind, copyOf: body.copyOf },
      })
      return { id: newTemplate }
    },
  )
  return readTemplate(outer, id)
}

const lockSeen = async (ctx: Ctx, id: CertificateTemplateId, version: number): Promise<TemplateRow> => {
  await lockTemplate(ctx.db, id)
  const template = await requireTemplate(ctx, id)
  if (template.version !== version) throw fail('resource.changed')
  return template
}

/** Stores a design as the last version of a template: as a new one if certificates were printed with the one before. */
export const storeDesign = async (
  ctx: Ctx,
  template: TemplateRow,
  { name, design }: Pick<TemplateRow, 'name' | 'design'>,
): Promise<void> => {
  const { id, usedAt } = template
  const number = usedAt === null ? template.number : template.number + 1
  if (usedAt === null)
    await ctx.db
      .update(certificateTemplateVersion)
      .set({ design })
      .where(and(eq(certificateTemplateVersion.templateId, id), eq(certificateTemplateVersion.number, number)))
  else await ctx.db.insert(certificateTemplateVersion).values({ templateId: id, number, design, createdAt: ctx.now })
  await ctx.db
    .update(certificateTemplate)
    .set({ name, number, version: template.version + 1, updatedAt: ctx.now })
    .where(eq(certificateTemplate.id, id))
  await audit(ctx, 'certificateTemplate.saved', {
    subject: { kind: 'certificateTemplate', id },
    before: { name: template.name, version: template.number },
    after: { name, version: number },
  })
}

export const saveTemplate = async (
  outer: SignedIn,
  id: CertificateTemplateId,
  { version, name, design }: BodyOf<typeof contract.saveTemplate>,
) => {
  await prepareDesign(outer, design)
  return inTransaction(outer, async (ctx) => {
    await storeDesign(ctx, await lockSeen(ctx, id, version), { name, design })
    return readTemplate(ctx, id)
  })
}

export const deleteTemplate = (outer: SignedIn, id: CertificateTemplateId, version: number): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const template = await lockSeen(ctx, id, version)
    permit(mayDelete(template))
    await ctx.db.delete(certificateTemplate).where(eq(certificateTemplate.id, id))
    await audit(ctx, 'certificateTemplate.deleted', {
      subject: { kind: 'certificateTemplate', id },
      before: { name: template.name, kind: template.kind },
    })
  })
