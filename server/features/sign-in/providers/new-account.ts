import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { signUpFromProvider as signUpEndpoint } from '@lectern/contract/sign-in/provider-sign-in.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { refuseTogether } from '../../../platform/problems.ts'
import { networkOf, takeIfLeft, type Allowance } from '../../../platform/throttle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { consentsToGive } from '../../documents/service.ts'
import { checkCode, spendCode } from '../codes.ts'
import { linkIdentity } from '../identities/identities.ts'
import { admissionOf, openSession, type Admission } from '../limits/admission.ts'
import { findClaimantById, type CodeId } from '../queries.ts'
import { consentProblem, storeNewAccount, usernameProblem } from '../sign-up.ts'
import { addressOf, isAddressConfirmed, requireUnknown, subjectOf } from './arrivals.ts'
import { spendVisit, type Ticket } from './visits.ts'

/** It tells whether a name is taken. */
const tries: Allowance = { name: 'accounts from providers', burst: 200, refillSeconds: 10 }

type Body = BodyOf<typeof signUpEndpoint>

/** Requires a confirmed contact, as every sign-up does: by a code, or by a provider whose addresses count as confirmed. */
const provenContact = async (
  ctx: Ctx,
  { visit, provider }: Awaited<ReturnType<typeof requireUnknown>>,
  { contact, code }: Body,
): Promise<{ contact: string; codeId?: CodeId }> => {
  const address = addressOf(visit.answer)
  if (address !== null && isAddressConfirmed(provider, visit.answer) && (contact ?? address) === address)
    return { contact: address }
  if (contact === undefined || code === undefined) throw fail('code.wrong').at('code')
  return { contact, codeId: await checkCode(ctx, { purpose: 'signUp', target: contact, code }) }
}

export const signUpFromProvider = async (
  outer: Ctx,
  ticket: Ticket,
  body: Body,
): Promise<{ admission: Admission; redirect: string | null }> => {
  const arrived = await requireUnknown(outer, ticket)
  const { visit, provider } = arrived
  if (!provider.allowsSignUp) throw fail('provider.noSignUp')
  const { secrets } = outer.installation
  const seconds = await takeIfLeft(outer.db, secrets, tries, networkOf(outer.caller.address), outer.now)
  if (seconds !== undefined) throw fail('request.tooMany', { seconds })
  const { contact, codeId } = await provenContact(outer, arrived, body)
  const admission = await inTransaction(outer, async (ctx) => {
    const missing = await consentsToGive(ctx)
    refuseTogether(ctx, [await usernameProblem(ctx, body.username), consentProblem(missing, body.consents)])
    if (codeId !== undefined) await spendCode(ctx, codeId)
    await spendVisit(ctx, visit)
    const id = await storeNewAccount(ctx, { username: body.username, contact }, missing)
    await linkIdentity(ctx, id, subjectOf(provider, visit.answer))
    const claimant = (await findClaimantById(ctx.db, id))!
    const { own, session } = await openSession(ctx, claimant, { remember: visit.remember })
    return admissionOf(own, { ...claimant, hasPassword: false, strong: false }, session)
  })
  return { admission, redirect: visit.redirect }
}
