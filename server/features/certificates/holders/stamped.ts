import type * as contract from '@lectern/contract/certificates/certificates.ts'
import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, CertificateId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { asc, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { AppError, fail } from '../../../platform/failure.ts'
import type { TaskRun } from '../../../platform/feature.ts'
import { t } from '../../../platform/messages.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { requireTakesNoPart } from '../../steps/service.ts'
import { enqueueTask } from '../../tasks/service.ts'
import { activitiesOfStamped } from '../affected-activities.ts'
import { printFew, type PdfSigner } from '../issues/issue-certificates.ts'
import { certificate, certificateTemplate } from '../tables.ts'
import { stampedVersions, whereStamped } from '../templates/demo-stamp.ts'
import { requireCertificate } from './certificates.ts'
import { prepareReplacement, storeReplacement } from './replacements.ts'

// Certificates that a real site has issued with the stamp of the demo.

export const readStamped = async ({ db, locale }: Ctx): Promise<AnswerOf<typeof contract.readStamped>> => {
  const templates = await db
    .select({ id: certificateTemplate.id, name: certificateTemplate.name })
    .from(certificateTemplate)
    .where(sql`${certificateTemplate.id} in (select template_id from certificate where ${whereStamped})`)
    .orderBy(asc(certificateTemplate.createdAt), asc(certificateTemplate.id))
  return {
    certificates: await db.$count(certificate, whereStamped),
    templates: templates.map(({ id, name }) => ({ id, name: localize(name, locale).text })),
  }
}

/** In the order of the numbers. */
export const stampedNumbers = async (db: Database): Promise<string[]> => {
  const rows = await db
    .select({ number: certificate.number })
    .from(certificate)
    .where(whereStamped)
    .orderBy(asc(certificate.seriesId), asc(certificate.sequence))
  return rows.map(({ number }) => number)
}

interface StampedInput extends Record<string, unknown> {
  stamped: { reason: string; notify: boolean; by: AccountId }
}

export const isStampedInput = (input: Record<string, unknown>): input is StampedInput => 'stamped' in input

export const replaceStamped = (
  outer: SignedIn,
  { reason, notify }: BodyOf<typeof contract.replaceStamped>,
): Promise<AnswerOf<typeof contract.replaceStamped>> =>
  inTransaction(outer, async (ctx) => {
    const count = await ctx.db.$count(certificate, whereStamped)
    if (count === 0) throw fail('certificate.noDemoStamp')
    await requireTakesNoPart(ctx, activitiesOfStamped)
    const by = ctx.actor.id
    const task = await enqueueTask(ctx, {
      kind: 'issueCertificates',
      input: { stamped: { reason, notify, by } } satisfies StampedInput,
      subject: t(ctx.locale, 'certificates.stamped.subject', { count }),
      link: '/Admin/Certificate?stamp=demo',
      startedBy: by,
    })
    return { task, certificates: count }
  })

/** Replacements of certificates with the demo's stamp that have no PDF yet, also those of an attempt that was cut off. */
const whereUnprinted: SQL = sql`
  certificate.file_id is null and certificate.replaces_id in (
    select former.id from certificate as former
    where (former.template_id, former.template_number) in (${stampedVersions})
  )
`

/** One that cannot be replaced now stays in the list, where organisers see the reason when they replace it by itself. */
const replaceOne = async (ctx: Ctx, id: CertificateId, { stamped }: StampedInput): Promise<void> => {
  try {
    const prepared = await prepareReplacement(ctx, await requireCertificate(ctx, id), {})
    await inTransaction(ctx, (inner) => storeReplacement(inner, id, prepared, stamped))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Replaced before they are printed together. */
const batchSize = 40

/** Part of the task `issueCertificates`. It may be repeated: whoever has a replacement gets no second one. */
export const runStamped = async (
  ctx: Ctx,
  input: StampedInput,
  { signal, progress }: Pick<TaskRun, 'signal' | 'progress'>,
  signer: PdfSigner | undefined,
): Promise<void> => {
  const rows = await ctx.db
    .select({ id: certificate.id })
    .from(certificate)
    .where(whereStamped)
    .orderBy(asc(certificate.seriesId), asc(certificate.sequence))
  const press = { ownerId: input.stamped.by, signer }
  for (let from = 0; from <= rows.length; from += batchSize) {
    for (const { id } of rows.slice(from, from + batchSize)) {
      signal.throwIfAborted()
      await replaceOne(ctx, id, input)
    }
    await printFew(ctx, whereUnprinted, press)
    await progress(Math.min(from + batchSize, rows.length), rows.length)
  }
}
