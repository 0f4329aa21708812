import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Assertion, requestPasskeyChallenge } from '@lectern/contract/sign-in/passkeys.ts'
import { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { takeIfLeft, type Allowance } from '../../../platform/throttle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { asWritten } from '../../notices/service.ts'
import { audit } from '../../audit/service.ts'
import { notifyOwner } from '../owner.ts'
import { challengeMilliseconds, issueChallenge, requireChallenge, spendChallenge } from './challenges.ts'
import { findPasskey, markPasskeyUsed, type PasskeyRow } from './queries.ts'
import { relyingPartyOf, type RelyingParty } from './relying-party.ts'

/** The owner is notified once a day of a passkey that seems to exist twice. */
const warnings: Allowance = { name: 'passkey copied', burst: 1, refillSeconds: 86_400 }

const claims = z.object({ challenge: z.string(), origin: z.string() })

/** What the browser says about the page; what it signed is checked with it. */
export const readClaims = (clientDataJSON: string): z.infer<typeof claims> => {
  try {
    return claims.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()))
  } catch {
    throw fail('passkey.refused')
  }
}

export const requireRelyingParty = ({ installation: { address } }: Ctx): RelyingParty => {
  const party = relyingPartyOf(address)
  if (!party) throw fail('passkey.unavailable')
  return party
}

/** The id of the account, as devices store it beside the key. */
export const handleOf = (accountId: AccountId): string =>
  Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url')

/** For any passkey of the site: whose it is, is only known from the answer. */
export const requestSignInChallenge = (ctx: Ctx, browser: string): AnswerOf<typeof requestPasskeyChallenge> => ({
  challenge: issueChallenge(ctx, 'signIn', browser).toString('base64url'),
  timeout: challengeMilliseconds,
  rpId: requireRelyingParty(ctx).id,
  userVerification: 'required',
})

/** The library throws at whatever does not fit, and says in English what it was. */
const verify = async (
  party: RelyingParty,
  { publicKey, credentialId }: PasskeyRow,
  { response: { clientDataJSON, authenticatorData, signature }, ...response }: Assertion,
  { challenge, origin }: z.infer<typeof claims>,
): Promise<number | undefined> => {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...response,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.originOf(origin),
      expectedRPID: party.id,
      requireUserVerification: true,
      // The count is compared below, because its owner has to be told.
      credential: { id: credentialId.toString('base64url'), publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/** Two devices count with the same key: one of them may be a stranger's. */
const reportCopy = async (outer: Ctx, { accountId, name }: PasskeyRow): Promise<void> => {
  const { secrets } = outer.installation
  await inTransaction(outer, async (ctx) => {
    if ((await takeIfLeft(ctx.db, secrets, warnings, accountId, ctx.now)) !== undefined) return
    await audit(ctx, 'passkey.copied', { subject: { kind: 'account', id: accountId }, after: { name }, personal: true })
    await notifyOwner(ctx, accountId, {
      letter: 'passkeyCopied',
      content: () => ({ name }),
      notice: 'passkeyCopied',
      values: { name: asWritten(name) },
    })
  })
}

/** An answer that was right; it is used up where it takes effect. */
export interface VerifiedPasskey {
  accountId: AccountId
  /** Requires a transaction. Of several requests with this answer, one succeeds. */
  spend: (ctx: Ctx) => Promise<void>
}

/**
 * Requires an answer to a challenge of this browser, signed with a passkey of this site by somebody whom the device has
 * verified: who has the device, and can unlock it. Must not run in a transaction, which a failure would roll back.
 */
export const verifyPasskey = async (ctx: Ctx, response: Assertion): Promise<VerifiedPasskey> => {
  const party = requireRelyingParty(ctx)
  const stated = readClaims(response.response.clientDataJSON)
  await requireChallenge(ctx, 'signIn', stated.challenge)
  const row = await findPasskey(ctx.db, Buffer.from(response.id, 'base64url'))
  if (!row) throw fail('passkey.unknown')
  const { userHandle } = response.response
  const isOwners = userHandle === undefined || userHandle === handleOf(row.accountId)
  if (row.rpId !== party.id || !isOwners) throw fail('passkey.refused')
  const counter = await verify(party, row, response, stated)
  if (counter === undefined) throw fail('passkey.refused')
  // Those that several devices share do not count.
  if (Math.max(counter, row.counter) > 0 && counter <= row.counter) {
    await reportCopy(ctx, row)
    throw fail('passkey.copied')
  }
  return {
    accountId: row.accountId,
    spend: async (inside) => {
      await spendChallenge(inside, stated.challenge)
      if (!(await markPasskeyUsed(inside.db, { id: row.id, counter, now: inside.now }))) throw fail('passkey.refused')
    },
  }
}
