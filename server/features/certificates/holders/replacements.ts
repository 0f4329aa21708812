import { isDeepStrictEqual } from 'node:util'
import type * as contract from '@lectern/contract/certificates/certificates.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, CertificateId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { enqueueTask } from '../../tasks/service.ts'
import { checkPrinting, problemText, valuesOf } from '../drawing/print.ts'
import { findPrizeInForce } from '../issues/award-queries.ts'
import { printFew, type PdfSigner, type PrintInput } from '../issues/issue-certificates.ts'
import { numberCertificates } from '../issues/numbering.ts'
import { certificate } from '../tables.ts'
import { findReplacingVersion } from '../templates/demo-stamp.ts'
import { findDesign, lockTemplate } from '../templates/template-queries.ts'
import type { CertificateRow } from './certificate-queries.ts'
import { moveCertificate, readCertificate, requireCertificate, takeCertificateStep } from './certificates.ts'
import { notifyHolders } from './notices.ts'

type Replacement = BodyOf<typeof contract.replaceCertificate>

const requireDesign = async (ctx: Ctx, { templateId }: CertificateRow, version: number) => {
  const design = await findDesign(ctx.db, templateId, version)
  if (!design) throw new Error(`Version ${version} of the template ${templateId} is missing`)
  return design
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

/** What takes the place of a certificate. Its texts must be printable before it gets a number. */
export const prepareReplacement = async (ctx: Ctx, old: CertificateRow, printed: Replacement['printed']) => {
  const award = await currentAward(ctx, old)
  const values = { ...old.content.values, ...definedOnly(printed), ...(award && { award: award.text }) }
  const content = { ...old.content, values }
  const templateNumber = await findReplacingVersion(ctx.db, old)
  const design = await requireDesign(ctx, old, templateNumber)
  const [problems = []] =
    old.state === 'issued'
      ? await checkPrinting({ design, locale: old.locale, values: [valuesOf({ number: old.number, content })] })
      : []
  if (problems.length > 0)
    throw fail('certificate.notPrintable', {
      problem: problems.map((problem) => problemText(ctx.locale, problem, values.name)).join(' '),
    }).at('printed')
  return { award: award?.id ?? old.award, content, design, templateNumber }
}

interface Replacing extends Pick<Replacement, 'reason' | 'notify'> {
  /** The organiser who replaces it. */
  by: AccountId
}

/** The new one has a new number of the same series; the old one says that it was replaced, and by which. Requires a transaction. */
export const storeReplacement = (
  ctx: Ctx,
  id: CertificateId,
  { award, content, design, templateNumber }: Awaited<ReturnType<typeof prepareReplacement>>,
  { reason, notify, by }: Replacing,
): Promise<{ id: CertificateId; number: string }> =>
  takeCertificateStep(ctx, { id, by }, async (row) => {
    await lockTemplate(ctx.db, row.templateId)
    if (!isDeepStrictEqual(await requireDesign(ctx, row, templateNumber), design)) throw fail('resource.changed')
    const log = await moveCertificate(ctx, row, { to: 'replaced', reason, by })
    const [numbered] = await numberCertificates(ctx, { ...row, templateNumber }, [
      { ...row, award, content, replacesId: id },
    ])
    const { number } = numbered!
    return {
      after: numbered!,
      log: { ...log, after: { ...log.after, replacedBy: number } },
      notify: async () => {
        if (!notify || !row.holderId) return
        await notifyHolders(ctx, 'replaced', [{ id, holder: row.holderId, number, content }])
        await ctx.db.update(certificate).set({ notifiedAt: ctx.now }).where(eq(certificate.id, numbered!.id))
      },
    }
  })

/** Longer than a PDF takes. */
const ownPrintMilliseconds = 30_000

export const replaceCertificate = async (
  outer: SignedIn,
  id: CertificateId,
  body: Replacement,
  { key, signer }: { key: string | undefined; signer: PdfSigner | undefined },
) => {
  const prepared = await prepareReplacement(outer, await requireCertificate(outer, id), body.printed)
  const by = outer.actor.id
  const call = { scope: `certificate.replace ${by} ${id}`, key, input: body }
  const answer = await withIdempotencyKey(outer, call, async (ctx) => {
    const next = await storeReplacement(ctx, id, prepared, { ...body, by })
    // Should the program end before it is printed, the task prints it.
    await enqueueTask(ctx, {
      kind: 'issueCertificates',
      input: { certificate: next.id, by } satisfies PrintInput,
      subject: next.number,
      link: '/Admin/Certificate',
      startedBy: by,
      delayMilliseconds: ownPrintMilliseconds,
    })
    return { id: next.id }
  })
  await printFew(outer, eq(certificate.id, answer.id), { ownerId: by, signer })
  return readCertificate(outer, answer.id)
}
