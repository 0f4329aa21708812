import { certificateMoves } from '@lectern/contract/certificate-values.ts'
import type * as contract from '@lectern/contract/certificates.ts'
import type { AnswerOf, BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { CertificateId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import type { FileAnswer } from '../../platform/http/serve.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { all, isOrganiser, permit, permitted, refusalText, refuse, type Verdict } from '../../platform/policy.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { safeFileName } from '../../platform/zip/safe-names.ts'
import { audit } from '../audit/service.ts'
import { contentOf } from '../files/service.ts'
import { checkTakesNoPart } from '../steps/service.ts'
import { enqueueTask } from '../tasks/service.ts'
import { findPrizeInForce } from './award-queries.ts'
import { certificatePage, findCertificate, lockCertificate, type CertificateRow } from './certificate-queries.ts'
import { activitiesOfCertificate } from './concerned.ts'
import { printFew, type PdfSigner, type PrintInput } from './issuing.ts'
import { notifyHolder } from './notices.ts'
import { numberCertificates } from './numbering.ts'
import { presentCertificate, presentListed } from './present.ts'
import { checkPrinting, problemText, valuesOf } from './printing.ts'
import { certificate } from './tables.ts'
import { findDesign } from './template-queries.ts'

export const requireCertificate = async ({ db }: Ctx, id: CertificateId): Promise<CertificateRow> => {
  const found = await findCertificate(db, id)
  if (!found) throw fail('certificate.notFound')
  return found
}

const mayEnd = ({ state, holderId }: Pick<CertificateRow, 'state' | 'holderId'>, { actor }: SignedIn): Verdict =>
  all(
    holderId === actor.id ? refuse('certificate.own') : permitted,
    certificateMoves[state].length > 0 ? permitted : refuse('certificate.ended'),
  )

export const readCertificate = async (
  ctx: SignedIn,
  id: CertificateId,
): Promise<AnswerOf<typeof contract.readCertificate>> => {
  const row = await requireCertificate(ctx, id)
  const others = await checkTakesNoPart(ctx, activitiesOfCertificate({ id }), 'look')
  const refusal = refusalText(all(others, mayEnd(row, ctx)), ctx.locale)
  return { ...presentCertificate(row), may: { revoke: refusal, replace: refusal } }
}

export const listCertificates = async (
  ctx: Ctx,
  { page, pageSize, ...filter }: QueryOf<typeof contract.listCertificates>,
) => {
  const found = await certificatePage(ctx.db, filter, { page, pageSize })
  return { ...found, list: found.list.map(presentListed) }
}

/** For its holder and for organisers; for others it does not exist. */
export const readCertificatePdf = async (ctx: SignedIn, id: CertificateId): Promise<FileAnswer> => {
  const row = await findCertificate(ctx.db, id)
  if (!row || (row.holderId !== ctx.actor.id && !isOrganiser(ctx.actor))) throw fail('certificate.notFound')
  const { fileId, pdfSize, number, content } = row
  if (!fileId || !pdfSize) throw fail('certificate.pdfNotReady')
  return {
    type: 'application/pdf',
    name: safeFileName(`${number} ${content.values.name}.pdf`),
    body: contentOf(ctx, { purpose: 'certificate', id: fileId, size: pdfSize }),
  }
}

const lockValid = async (ctx: SignedIn, id: CertificateId): Promise<CertificateRow> => {
  await lockCertificate(ctx.db, id)
  const found = await requireCertificate(ctx, id)
  permit(mayEnd(found, ctx))
  return found
}

export const revokeCertificate = (
  outer: SignedIn,
  id: CertificateId,
  { reason }: BodyOf<typeof contract.revokeCertificate>,
) =>
  inTransaction(outer, async (ctx) => {
    const found = await lockValid(ctx, id)
    await ctx.db
      .update(certificate)
      .set({ state: 'revoked', reason, endedAt: ctx.now, endedBy: ctx.actor.id })
      .where(eq(certificate.id, id))
    await audit(ctx, 'certificate.revoked', {
      subject: { kind: 'certificate', id },
      before: { state: 'issued' },
      after: { state: 'revoked', reason },
    })
    if (found.holderId) await notifyHolder(ctx, 'revoked', { ...found, holder: found.holderId })
    return readCertificate(ctx, id)
  })

type Replacement = BodyOf<typeof contract.replaceCertificate>

/** Corrected texts must be printable before the new one gets a number. */
const checkReplacement = async (ctx: Ctx, row: CertificateRow, content: CertificateRow['content']): Promise<void> => {
  const design = await findDesign(ctx.db, row.templateId, row.templateNumber)
  if (!design) throw new Error(`Version ${row.templateNumber} of the template ${row.templateId} is missing`)
  const values = [valuesOf({ number: row.number, content })]
  const [problems = []] = await checkPrinting({ design, locale: row.locale, values })
  if (problems.length > 0)
    throw fail('certificate.notPrintable', {
      problem: problems.map((problem) => problemText(ctx.locale, problem, content.values.name)).join(' '),
    }).at('printed')
}

const definedOnly = (printed: Replacement['printed']): Partial<Record<keyof Replacement['printed'], string>> =>
  Object.fromEntries(Object.entries(printed).filter(([, value]) => value !== undefined))

/** An award is printed as the list in force has it: nobody types one. */
const currentAward = async (ctx: Ctx, { kind, workId, locale }: CertificateRow) => {
  if (kind !== 'award' || !workId) return undefined
  const prize = await findPrizeInForce(ctx, workId)
  if (!prize) throw fail('certificate.noAward')
  return { id: prize.prize, text: localize(prize.label, locale).text }
}

/** Longer than a PDF takes. */
const ownPrintMilliseconds = 30_000

/** The new one has a new number of the same series; the old one says that it was replaced, and by which. */
export const replaceCertificate = async (
  outer: SignedIn,
  id: CertificateId,
  body: Replacement,
  { key, signer }: { key: string | undefined; signer: PdfSigner | undefined },
) => {
  const old = await requireCertificate(outer, id)
  const award = await currentAward(outer, old)
  const values = { ...old.content.values, ...definedOnly(body.printed), ...(award && { award: award.text }) }
  const content = { ...old.content, values }
  if (old.state === 'issued') await checkReplacement(outer, old, content)
  const made = await withIdempotencyKey(
    outer,
    { scope: `certificate.replace ${outer.actor.id} ${id}`, key, input: body },
    async (ctx) => {
      const found = await lockValid(ctx, id)
      await ctx.db
        .update(certificate)
        .set({ state: 'replaced', reason: body.reason, endedAt: ctx.now, endedBy: ctx.actor.id })
        .where(eq(certificate.id, id))
      const [next] = await numberCertificates(ctx, found, [
        { ...found, ...(award && { award: award.id }), content, replacesId: id },
      ])
      await audit(ctx, 'certificate.replaced', {
        subject: { kind: 'certificate', id },
        before: { state: 'issued' },
        after: { state: 'replaced', reason: body.reason, replacedBy: next!.number },
      })
      if (body.notify && found.holderId) {
        await notifyHolder(ctx, 'replaced', { holder: found.holderId, number: next!.number, content })
        await ctx.db.update(certificate).set({ notifiedAt: ctx.now }).where(eq(certificate.id, next!.id))
      }
      // Should the program end before it is printed, the task prints it.
      await enqueueTask(ctx, {
        kind: 'issueCertificates',
        input: { certificate: next!.id, by: ctx.actor.id } satisfies PrintInput,
        subject: next!.number,
        link: '/Admin/Certificate',
        startedBy: ctx.actor.id,
        delayMilliseconds: ownPrintMilliseconds,
      })
      return { id: next!.id }
    },
  )
  await printFew(outer, eq(certificate.id, made.id), { ownerId: outer.actor.id, signer })
  return readCertificate(outer, made.id)
}
