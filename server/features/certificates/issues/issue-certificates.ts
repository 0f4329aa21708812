import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import type {
  AccountId,
  CertificateId,
  CertificateIssueId,
  CertificateTemplateId,
  FileId,
} from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, isNull, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import type { TaskRun, TaskRunner } from '../../../platform/feature.ts'
import { newId } from '../../../platform/ids.ts'
import { runInThread, type ThreadLane } from '../../../platform/threads/thread-pool.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { safeFileName } from '../../../platform/zip/safe-names.ts'
import { audit } from '../../audit/service.ts'
import { removeFiles, storeFiles } from '../../files/service.ts'
import { correctionsOf, lockCorrections } from './award-queries.ts'
import { findWholeIssue, moveIssue, type IssueRow } from './issue-queries.ts'
import { notifyIssue } from '../holders/notices.ts'
import { numberCertificates } from './numbering.ts'
import { loadPictures } from '../templates/pictures.ts'
import { existingCertificates, planIssue, type Plan, type Planned, type SiteTitle } from './plan.ts'
import { printJob } from '../drawing/print.ts'
import { lockSeries } from './series.ts'
import { certificate, certificateIssue } from '../tables.ts'
import { findDesign, lockTemplate } from '../templates/template-queries.ts'

/** Numbered in one transaction: others who need the series wait for it. */
const batchSize = 500

type Checked = Pick<Plan, 'design' | 'templateNumber'>

/** Keeps others from saving the template until the certificates are stored. Repeating the task checks with the new one. */
const lockChecked = async (db: Database, id: CertificateTemplateId, checked: Checked): Promise<void> => {
  await lockTemplate(db, id)
  const design = await findDesign(db, id, checked.templateNumber)
  if (!isDeepStrictEqual(design, checked.design)) throw new Error('The template was saved while the issue was checked')
}

/** Keeps others from correcting names until the certificates are stored. Repeating the task prints names as corrected by then. */
const lockNames = async (db: Database, planned: readonly Planned[]): Promise<void> => {
  await lockCorrections(db, 'exclusive')
  const { stateOf } = await correctionsOf(
    db,
    planned.flatMap(({ workId }) => workId ?? []),
  )
  if (planned.some(({ workId, corrections }) => workId !== null && stateOf(workId) !== corrections))
    throw new Error('A name was corrected while the issue was checked')
}

/** Numbers those who have no certificate by now. */
const numberBatch = (outer: Ctx, issue: IssueRow, checked: Checked, planned: readonly Planned[]): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    await lockChecked(ctx.db, issue.templateId, checked)
    await lockSeries(ctx.db, issue.seriesId)
    await lockNames(ctx.db, planned)
    const existing = await existingCertificates(ctx.db, issue.kind, planned)
    const missing = planned.filter((row) => !existing.same(row)?.isValid && !existing.forOtherPrize(row))
    if (missing.length === 0) return
    const { templateNumber } = checked
    const numbered = await numberCertificates(ctx, { ...issue, issueId: issue.id, templateNumber }, missing)
    await audit(ctx, 'certificates.issued', {
      subject: { kind: 'certificateIssue', id: issue.id },
      after: { count: numbered.length, first: numbered[0]!.number, last: numbered.at(-1)!.number },
    })
  })

/** Drawn and stored together: few enough to fit in memory. */
const chunkSize = 40

const unprinted = (ctx: Ctx, which: SQL) =>
  ctx.db
    .select({
      id: certificate.id,
      number: certificate.number,
      code: certificate.code,
      locale: certificate.locale,
      content: certificate.content,
      issuedAt: certificate.issuedAt,
      templateId: certificate.templateId,
      templateNumber: certificate.templateNumber,
    })
    .from(certificate)
    .where(and(which, isNull(certificate.fileId)))
    .orderBy(asc(certificate.sequence))
    .limit(chunkSize)
type Unprinted = Awaited<ReturnType<typeof unprinted>>[number]

interface Paper {
  design: CertificateDesign
  pictures: Record<string, Uint8Array>
}

/** Designs with their pictures, each loaded once. */
const paperLoader = (ctx: Ctx) => {
  const loaded = new Map<string, Promise<Paper>>()
  const load = async ({ templateId, templateNumber }: Unprinted): Promise<Paper> => {
    const design = await findDesign(ctx.db, templateId, templateNumber)
    if (!design) throw new Error(`Version ${templateNumber} of the template ${templateId} is missing`)
    return { design, pictures: await loadPictures(ctx, design) }
  }
  return (row: Unprinted): Promise<Paper> => {
    const key = `${row.templateId} ${row.templateNumber}`
    const paper = loaded.get(key) ?? load(row)
    loaded.set(key, paper)
    return paper
  }
}

export interface PdfSigner {
  /** Signs a finished PDF. */
  sign: (pdf: Uint8Array, at: Date) => Promise<Uint8Array>
}

export interface IssuingDeps {
  siteTitle: SiteTitle
  signer: PdfSigner | undefined
}

interface MadePdf {
  id: CertificateId
  fileId: FileId
  name: string
  content: Buffer
}

const storePdfs = (ctx: Ctx, ownerId: AccountId, pdfs: readonly MadePdf[]): Promise<void> => {
  const files = pdfs.map(({ fileId, name, content }) => ({ id: fileId, name, type: 'application/pdf', content }))
  return storeFiles(ctx, { purpose: 'certificate', ownerId, files }, async ({ db }) => {
    const rows = pdfs.map(({ id, fileId, content }) => ({
      id,
      file: fileId,
      sha256: createHash('sha256').update(content).digest('hex'),
      size: content.length,
    }))
    const { rows: keptRows } = await db.execute<{ id: FileId }>(sql`
      update certificate set file_id = made.file, pdf_sha256 = decode(made.sha256, 'hex'), pdf_size = made.size
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (id uuid, file uuid, sha256 text, size integer)
      where certificate.id = made.id and certificate.file_id is null
      returning made.file as id
    `)
    // Somebody else has printed the others meanwhile.
    const used = new Set(keptRows.map(({ id }) => id))
    await removeFiles(
      db,
      pdfs.flatMap(({ fileId }) => (used.has(fileId) ? [] : [fileId])),
    )
  })
}

interface Press {
  lane: ThreadLane
  ownerId: AccountId
  signer: PdfSigner | undefined
}

/** Makes the PDFs that these certificates lack. One that has a PDF keeps it. */
const printMissing = async (
  ctx: Ctx,
  which: SQL,
  { lane, ownerId, signer }: Press,
  each: (printed: number) => Promise<void>,
): Promise<void> => {
  const paperOf = paperLoader(ctx)
  for (;;) {
    const rows = await unprinted(ctx, which)
    if (rows.length === 0) return
    const pdfs = await Promise.all(
      rows.map(async (row): Promise<MadePdf> => {
        const { design, pictures } = await paperOf(row)
        const drawn = await runInThread<Uint8Array>(printJob(row, design, pictures), { lane })
        const pdf = signer ? await signer.sign(drawn, row.issuedAt) : drawn
        const name = safeFileName(`${row.number} ${row.content.values.name}.pdf`)
        return { id: row.id, fileId: newId<FileId>(), name, content: Buffer.from(pdf) }
      }),
    )
    await storePdfs(ctx, ownerId, pdfs)
    await each(rows.length)
  }
}

type Print = (
  ctx: Ctx,
  which: SQL,
  press: Omit<Press, 'lane'>,
  each?: (printed: number) => Promise<void>,
) => Promise<void>

const ignore = (): Promise<void> => Promise.resolve()

/** Few PDFs are made by the thread that has its fonts open since it checked them. */
export const printFew: Print = (ctx, which, press, each = ignore) =>
  printMissing(ctx, which, { ...press, lane: 'request' }, each)

const printMany: Print = (ctx, which, press, each = ignore) =>
  printMissing(ctx, which, { ...press, lane: 'task' }, each)

const run = async (
  ctx: Ctx,
  issue: IssueRow,
  { signal, progress }: Pick<TaskRun, 'signal' | 'progress'>,
  deps: IssuingDeps,
): Promise<void> => {
  const { rows, ...checked } = await planIssue(ctx, issue, deps.siteTitle)
  const wanted = rows.filter(({ outcome }) => outcome === 'new')
  const blocked = rows.filter(({ outcome }) => outcome === 'blocked').length
  for (let from = 0; from < wanted.length; from += batchSize) {
    signal.throwIfAborted()
    await numberBatch(ctx, issue, checked, wanted.slice(from, from + batchSize))
  }
  const whereOfIssue = eq(certificate.issueId, issue.id)
  const [total, missing] = await Promise.all([
    ctx.db.$count(certificate, whereOfIssue),
    ctx.db.$count(certificate, and(whereOfIssue, isNull(certificate.fileId))),
  ])
  let done = total - missing
  await progress(done, total)
  const print = missing > chunkSize ? printMany : printFew
  await print(ctx, whereOfIssue, { ownerId: issue.createdBy!, signer: deps.signer }, async (printed) => {
    signal.throwIfAborted()
    done += printed
    await progress(done, total)
  })
  if (issue.notify) await notifyIssue(ctx, issue.id, signal)
  // One that made nothing can be changed or deleted.
  await moveIssue(ctx, issue.id, total > 0 ? 'issued' : 'draft', { blocked, finishedAt: ctx.now })
}

/** Of the task that only prints a certificate that took the place of another. */
export type PrintInput = { certificate: CertificateId; by: AccountId }

/**
 * The task `issueCertificates`: numbers, then PDFs, then notices; or the PDF of one certificate that replaces another. It may be repeated:
 * whoever has a certificate gets no second one, and only PDFs that are missing are made.
 */
export const issueRunner =
  (deps: IssuingDeps): TaskRunner =>
  async (ctx, task) => {
    const { certificate: one, by } = task.input as Partial<PrintInput>
    if (one && by) return printFew(ctx, eq(certificate.id, one), { ownerId: by, signer: deps.signer })
    const issue = await findWholeIssue(ctx.db, task.input['issue'] as CertificateIssueId)
    // Started again meanwhile: the newer task does it.
    if (!issue || issue.taskId !== task.id) return
    await run(ctx, issue, task, deps)
  }

/** Issues everything before it returns: for the demo, where nobody waits for a task. */
export const issueAtOnce = async (ctx: Ctx, id: CertificateIssueId, deps: IssuingDeps): Promise<void> => {
  const issue = await findWholeIssue(ctx.db, id)
  if (!issue) throw fail('certificate.issueNotFound')
  await ctx.db.update(certificateIssue).set({ startedAt: ctx.now }).where(eq(certificateIssue.id, id))
  await run(ctx, issue, { signal: AbortSignal.any([]), progress: () => Promise.resolve() }, deps)
}
