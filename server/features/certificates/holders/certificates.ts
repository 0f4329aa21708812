import { certificateMoves } from '@lectern/contract/certificates/certificate-values.ts'
import type * as contract from '@lectern/contract/certificates/certificates.ts'
import type { AnswerOf, BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, CertificateId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import type { FileAnswer } from '../../../platform/http/serve.ts'
import { all, isOrganiser, permitted, refusalText, refuse, type Verdict } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { safeFileName } from '../../../platform/zip/safe-names.ts'
import { contentOf, coverOf } from '../../files/service.ts'
import { checkTakesNoPart, takeStep, type Taken } from '../../steps/service.ts'
import { queueEvents } from '../../webhooks/service.ts'
import { certificatePage, findCertificate, lockCertificate, type CertificateRow } from './certificate-queries.ts'
import { activitiesOfCertificate } from '../affected-activities.ts'
import { notifyHolders } from './notices.ts'
import { presentCertificate, presentListed } from '../present.ts'
import { pictureRules } from './pictures.ts'
import { certificate } from '../tables.ts'

export const requireCertificate = async ({ db }: Ctx, id: CertificateId): Promise<CertificateRow> => {
  const row = await findCertificate(db, id)
  if (!row) throw fail('certificate.notFound')
  return row
}

const mayEnd = ({ state, holderId }: Pick<CertificateRow, 'state' | 'holderId'>, by: AccountId): Verdict =>
  all(
    holderId === by ? refuse('certificate.own') : permitted,
    certificateMoves[state].length > 0 ? permitted : refuse('certificate.ended'),
  )

export const readCertificate = async (
  ctx: SignedIn,
  id: CertificateId,
): Promise<AnswerOf<typeof contract.readCertificate>> => {
  const row = await requireCertificate(ctx, id)
  const others = await checkTakesNoPart(ctx, activitiesOfCertificate({ id }), 'look')
  const refusal = refusalText(all(others, mayEnd(row, ctx.actor.id)), ctx.locale)
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

interface Ending {
  to: 'revoked' | 'replaced'
  reason: string
  /** The organiser who ends it, perhaps by a task. */
  by: AccountId
}

/** Ends a certificate; returns what is logged. Requires a transaction that has locked it. */
export const moveCertificate = async (ctx: Ctx, { id, state }: CertificateRow, { to, reason, by }: Ending) => {
  await ctx.db
    .update(certificate)
    .set({ state: to, reason, endedAt: ctx.now, endedBy: by })
    .where(eq(certificate.id, id))
  const subject = { kind: 'certificate', id } as const
  const isOwnStep = ctx.actor.kind === 'account' && ctx.actor.id === by
  return {
    action: `certificate.${to}`,
    subject,
    before: { state },
    after: { state: to, reason },
    ...(!isOwnStep && { onBehalfOf: by }),
  } as const
}

export const takeCertificateStep = <After>(
  ctx: Ctx,
  { id, by }: { id: CertificateId; by: AccountId },
  move: (row: CertificateRow) => Promise<Taken<After>>,
): Promise<After> =>
  takeStep(ctx, {
    lock: async () => {
      await lockCertificate(ctx.db, id)
      return requireCertificate(ctx, id)
    },
    may: (row) => mayEnd(row, by),
    move,
  })

export const revokeCertificate = (
  outer: SignedIn,
  id: CertificateId,
  { reason }: BodyOf<typeof contract.revokeCertificate>,
) =>
  inTransaction(outer, async (ctx) => {
    const by = ctx.actor.id
    await takeCertificateStep(ctx, { id, by }, async (row) => ({
      after: undefined,
      log: await moveCertificate(ctx, row, { to: 'revoked', reason, by }),
      notify: async () => {
        if (row.holderId) await notifyHolders(ctx, 'revoked', [{ ...row, holder: row.holderId }])
        await queueEvents(ctx, 'certificate.revoked', [{ id }])
      },
    }))
    return readCertificate(ctx, id)
  })
