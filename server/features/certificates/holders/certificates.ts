import { certificateMoves } from '@lectern/contract/certificates/certificate-values.ts'
import type * as contract from '@lectern/contract/certificates/certificates.ts'
import type { AnswerOf, BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { CertificateId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import type { FileAnswer } from '../../../platform/http/serve.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { all, isOrganiser, permitted, refusalText, refuse, type Verdict } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { safeFileName } from '../../../platform/zip/safe-names.ts'
import { contentOf, coverOf } from '../../files/service.ts'
import { checkTakesNoPart, takeStep, type Taken } from '../../steps/service.ts'
import { enqueueTask } from '../../tasks/service.ts'
import { queueEvents } from '../../webhooks/service.ts'
import { findPrizeInForce } from '../issues/award-queries.ts'
import { certificatePage, findCertificate, lockCertificate, type CertificateRow } from './certificate-queries.ts'
import { activitiesOfCertificate } from '../affected-activities.ts'
import { printFew, type PdfSigner, type PrintInput } from '../issues/issue-certificates.ts'
import { notifyHolders } from './notices.ts'
import { numberCertificates } from '../issues/numbering.ts'
import { presentCertificate, presentListed } from '../present.ts'
import { pictureRules } from './pictures.ts'
import { checkPrinting, problemText, valuesOf } from '../drawing/print.ts'
import { certificate } from '../tables.ts'
import { findDesign } from '../templates/template-queries.ts'

export const requireCertificate = async ({ db }: Ctx, id: CertificateId): Promise<CertificateRow> => {
  const row = await findCertificate(db, id)
  if (!row) throw fail('certificate.notFound')
  return row
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
  const result = await certificatePage(ctx, filter, { page, pageSize })
  return { ...result, list: result.list.map(presentListed) }
}

/** For its holder and for organisers; for others it does not exist. */
const requireReadable = async (ctx: SignedIn, id: CertificateId): Promise<CertificateRow> => {
  const row = await findCertificate(ctx.db, id)
  if (!row || (row.holderId !== ctx.actor.id && !isOrganiser(ctx.actor, 'contest'))) throw fail('certificate.notFound')
  return row
}

export const readCertificatePdf = async (ctx: SignedIn, id: CertificateId): Promise<FileAnswer> => {
  const { fileId, pdfSize, number, content } = await requireReadable(ctx, id)
  if (!fileId || !pdfSize) throw fail('certificate.pdfNotReady')
  return {
    type: 'application/pdf',
    name: safeFileName(`${number} ${content.values.name}.pdf`),
    body: contentOf(ctx, { purpose: 'certificate', id: fileId, size: pdfSize }),
  }
}

export const readCertificatePicture = async (ctx: SignedIn, id: CertificateId): Promise<FileAnswer> => {
  const { fileId, pictureSize } = await requireReadable(ctx, id)
  if (!fileId || pictureSize === null) throw fail('file.notFound')
  const stored = { purpose: 'certificate', id: fileId } as const
  return { type: 'image/jpeg', body: coverOf(ctx, stored, { size: pictureSize, rules: pictureRules }) }
}

/** Ends a certificate; returns what is logged. Requires a transaction that has locked it. */
const moveCertificate = async (
  ctx: SignedIn,
  { id, state }: CertificateRow,
  to: 'revoked' | 'replaced',
  reason: string,
) => {
  await ctx.db
    .update(certificate)
    .set({ state: to, reason, endedAt: ctx.now, endedBy: ctx.actor.id })
    .where(eq(certificate.id, id))
  const subject = { kind: 'certificate', id } as const
  return { action: `certificate.${to}`, subject, before: { state }, after: { state: to, reason } } as const
}

const takeCertificateStep = <After>(
  ctx: SignedIn,
  id: CertificateId,
  move: (row: CertificateRow) => Promise<Taken<After>>,
): Promise<After> =>
  takeStep(ctx, {
    lock: async () => {
      await lockCertificate(ctx.db, id)
      return requireCertificate(ctx, id)
    },
    may: (row) => mayEnd(row, ctx),
    move,
  })

export const revokeCertificate = (
  outer: SignedIn,
  id: CertificateId,
  { reason }: BodyOf<typeof contract.revokeCertificate>,
) =>
  inTransaction(outer, async (ctx) => {
    await takeCertificateStep(ctx, id, async (row) => ({
      after: undefined,
      log: await moveCertificate(ctx, row, 'revoked', reason),
      notify: async () => {
        if (row.holderId) await notifyHolders(ctx, 'revoked', [{ ...row, holder: row.holderId }])
        await queueEvents(ctx, 'certificate.revoked', [{ id }])
      },
    }))
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
const currentAward = async (ctx: Ctx, { award, workId, locale }: CertificateRow) => {
  if (award === '' || !workId) return undefined
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
  const call = { scope: `certificate.replace ${outer.actor.id} ${id}`, key, input: body }
  const answer = await withIdempotencyKey(outer, call, async (ctx) => {
    const next = await takeCertificateStep(ctx, id, async (row) => {
      const log = await moveCertificate(ctx, row, 'replaced', body.reason)
      const [numbered] = await numberCertificates(ctx, row, [
        { ...row, ...(award && { award: award.id }), content, replacesId: id },
      ])
      const { number } = numbered!
      return {
        after: numbered!,
        log: { ...log, after: { ...log.after, replacedBy: number } },
        notify: async () => {
          if (!body.notify || !row.holderId) return
          await notifyHolders(ctx, 'replaced', [{ id, holder: row.holderId, number, content }])
          await ctx.db.update(certificate).set({ notifiedAt: ctx.now }).where(eq(certificate.id, numbered!.id))
        },
      }
    })
    // Should the program end before it is printed, the task prints it.
    await enqueueTask(ctx, {
      kind: 'issueCertificates',
      input: { certificate: next.id, by: ctx.actor.id } satisfies PrintInput,
      subject: next.number,
      link: '/Admin/Certificate',
      startedBy: ctx.actor.id,
      delayMilliseconds: ownPrintMilliseconds,
    })
    return { id: next.id }
  })
  await printFew(outer, eq(certificate.id, answer.id), { ownerId: outer.actor.id, signer })
  return readCertificate(outer, answer.id)
}
