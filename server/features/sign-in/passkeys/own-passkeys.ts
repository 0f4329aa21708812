import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, PasskeyId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/sign-in/passkeys.ts'
import { maxPasskeys } from '@lectern/contract/sign-in/passkey-values.ts'
import type { ErrorName } from '@lectern/contract/errors.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { and, eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { t } from '../../../platform/messages.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { lockAccount, type Account } from '../../accounts/service.ts'
import { audit } from '../../audit/service.ts'
import { isLastWayIn, listWaysIn, requireWayIn } from '../identities/ways-in.ts'
import { notifyOwner } from '../owner.ts'
import { countFactors, requireFactorLeft } from '../second-factor/demanded-factor.ts'
import { needsSecondFactor } from '../sessions/sessions.ts'
import { passkey, session } from '../tables.ts'
import { handleOf, readClaims, requireRelyingParty } from './assertions.ts'
import { challengeMilliseconds, issueChallenge, requireChallenge, spendChallenge } from './challenges.ts'
import { firstNameOf } from './names.ts'
import { requireOwnerProof, type OwnerProof } from './owner-proof.ts'
import { passkeysOf, type PasskeyRow } from './queries.ts'
import { relyingPartyOf } from './relying-party.ts'

/** ES256, EdDSA and RS256: what the devices of people have. */
const algorithms = [-7, -8, -257]

type Change = 'added' | 'renamed' | 'removed'

const notices = { added: 'wayInAdded', renamed: 'wayInRenamed', removed: 'wayInRemoved' } as const

const notifyOfChange = (ctx: Ctx, accountId: AccountId, change: Change, name: string): Promise<void> =>
  notifyOwner(ctx, accountId, {
    letter: 'wayInChanged',
    content: (locale) => ({ change, name: t(locale, 'letter.passkeyName', { name }) }),
    notice: notices[change],
    values: {
      name: {
        inLanguages: Object.fromEntries(locales.map((locale) => [locale, t(locale, 'letter.passkeyName', { name })])),
      },
    },
  })

/** The caller's, with why each must stay, if it must. */
export const listMyPasskeys = async (ctx: SignedIn, account: Account) => {
  const party = relyingPartyOf(ctx.installation.address)
  const rows = await passkeysOf(ctx.db, account.id)
  const ways = await listWaysIn(ctx, account)
  const isDemanded = needsSecondFactor(account.access, ctx.installation.office)
  const factors = isDemanded ? await countFactors(ctx, account) : 0
  const whyNotRemove = ({ id, rpId }: PasskeyRow): ErrorName | undefined => {
    // It does not count any more.
    if (rpId !== party?.id) return undefined
    if (isLastWayIn(ways, { kind: 'passkey', id })) return 'wayIn.last'
    return isDemanded && factors === 1 ? 'secondFactor.demanded' : undefined
  }
  return {
    isAvailable: party !== undefined,
    rows: rows.map((row) => ({ ...row, isElsewhere: row.rpId !== party?.id, whyNotRemove: whyNotRemove(row) })),
  }
}

/** Begins a new passkey. The challenge stands for the proof: whoever answers it needs no other. */
export const beginPasskey = async (
  ctx: SignedIn,
  proof: OwnerProof,
  names: { site: string; username: string; displayName: string },
): Promise<AnswerOf<typeof contract.beginPasskey>> => {
  const party = requireRelyingParty(ctx)
  await requireOwnerProof(ctx, proof)
  const rows = await passkeysOf(ctx.db, ctx.actor.id)
  if (rows.length >= maxPasskeys) throw fail('passkey.tooMany', { most: maxPasskeys })
  return {
    challenge: issueChallenge(ctx, 'create').toString('base64url'),
    timeout: challengeMilliseconds,
    rp: { id: party.id, name: names.site },
    user: { id: handleOf(ctx.actor.id), name: names.username, displayName: names.displayName },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    excludeCredentials: rows
      .filter(({ rpId }) => rpId === party.id)
      .map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        type: 'public-key',
        transports,
      })),
    // With it people sign in without a name, and the device verifies them: both factors at once.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

type Registration = BodyOf<typeof contract.createPasskey>['registration']

const verifyRegistration = async (
  ctx: SignedIn,
  { response: { clientDataJSON, attestationObject }, ...response }: Registration,
) => {
  const party = requireRelyingParty(ctx)
  const { challenge, origin } = readClaims(clientDataJSON)
  await requireChallenge(ctx, 'create', challenge)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.originOf(origin),
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (verified) return { challenge, rpId: party.id, ...registrationInfo }
  } catch {
    // The library says in English what did not fit.
  }
  throw fail('passkey.refused')
}

export const createPasskey = async (
  outer: SignedIn,
  registration: Registration,
): Promise<Pick<PasskeyRow, 'id' | 'name'>> => {
  const { challenge, rpId, credential, aaguid } = await verifyRegistration(outer, registration)
  const { id: accountId, sessionId } = outer.actor
  return inTransaction(outer, async (ctx) => {
    await lockAccount(ctx, accountId)
    await spendChallenge(ctx, challenge)
    if ((await passkeysOf(ctx.db, accountId)).length >= maxPasskeys)
      throw fail('passkey.tooMany', { most: maxPasskeys })
    const [row] = await ctx.db
      .insert(passkey)
      .values({
        id: newId<PasskeyId>(ctx.now),
        accountId,
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: registration.response.transports ?? [],
        rpId,
        name: firstNameOf(aaguid, ctx.caller.userAgent) ?? t(ctx.locale, 'letter.passkeyUnnamed'),
        createdAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning()
    if (!row) throw fail('passkey.exists')
    // Whoever made it has just shown both factors.
    await ctx.db.update(session).set({ strong: true }).where(eq(session.id, sessionId))
    await audit(ctx, 'passkey.created', {
      subject: { kind: 'account', id: accountId },
      after: { name: row.name },
      personal: true,
    })
    await notifyOfChange(ctx, accountId, 'added', row.name)
    return row
  })
}

/** Somebody else's is not found. Requires a transaction. */
const lockPasskey = async (ctx: SignedIn, id: PasskeyId): Promise<PasskeyRow> => {
  const [row] = await ctx.db
    .select()
    .from(passkey)
    .where(and(eq(passkey.id, id), eq(passkey.accountId, ctx.actor.id)))
    .for('update')
  if (!row) throw fail('passkey.notFound')
  return row
}

export const renamePasskey = (outer: SignedIn, id: PasskeyId, name: string): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const before = await lockPasskey(ctx, id)
    if (before.name === name) return
    await ctx.db.update(passkey).set({ name }).where(eq(passkey.id, id))
    await audit(ctx, 'passkey.renamed', {
      subject: { kind: 'account', id: ctx.actor.id },
      before: { name: before.name },
      after: { name },
      personal: true,
    })
    await notifyOfChange(ctx, ctx.actor.id, 'renamed', name)
  })

/** The last way to sign in stays, and the last second factor where one is required. */
export const removePasskey = async (outer: SignedIn, id: PasskeyId, proof: OwnerProof): Promise<void> => {
  await requireOwnerProof(outer, proof)
  await inTransaction(outer, async (ctx) => {
    const account = await lockAccount(ctx, ctx.actor.id)
    const { name } = await lockPasskey(ctx, id)
    await ctx.db.delete(passkey).where(eq(passkey.id, id))
    await requireWayIn(ctx, account)
    await requireFactorLeft(ctx, account)
    await audit(ctx, 'passkey.removed', {
      subject: { kind: 'account', id: account.id },
      before: { name },
      personal: true,
    })
    await notifyOfChange(ctx, account.id, 'removed', name)
  })
}

/** For users who have lost their devices; false if they have none. Requires a transaction that has locked the account. */
export const dropPasskeys = async (ctx: Ctx, account: Account): Promise<boolean> => {
  const rows = await ctx.db.delete(passkey).where(eq(passkey.accountId, account.id)).returning({ name: passkey.name })
  if (rows.length === 0) return false
  await requireWayIn(ctx, account)
  for (const { name } of rows) {
    await audit(ctx, 'passkey.removed', {
      subject: { kind: 'account', id: account.id },
      before: { name },
      personal: true,
    })
    await notifyOfChange(ctx, account.id, 'removed', name)
  }
  return true
}
