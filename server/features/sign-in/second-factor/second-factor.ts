import type { AccountId } from '@lectern/contract/ids.ts'
import type { Assertion } from '@lectern/contract/sign-in/passkeys.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, isNotNull, isNull, lt, or, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { takeIfLeft, throttleLevels, type Allowance } from '../../../platform/throttle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { lockAccount } from '../../accounts/service.ts'
import { audit } from '../../audit/service.ts'
import { attempt } from '../limits/attempts.ts'
import { verifyPasskey, type VerifiedPasskey } from '../passkeys/assertions.ts'
import { dropPasskeys } from '../passkeys/own-passkeys.ts'
import { requirePassword } from '../passwords/own-password.ts'
import { notifyOwner } from '../owner.ts'
import { hashOfCode, newRecoveryCodes, plainCode } from './recovery-codes.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { requireFactorLeft } from './demanded-factor.ts'
import { readSecret } from './stored-secrets.ts'
import { credential } from '../tables.ts'
import { findStep, newSecret, uriOf } from './totp.ts'

const tries: Allowance = { name: 'second factor', burst: 10, refillSeconds: 30 }
/** Guessing gets slower: thirty attempts a day, then one in 48 minutes. */
const triesADay: Allowance = { name: 'second factor of day', burst: 30, refillSeconds: 2_880 }

/** The owner is notified once a day if somebody passes the first factor and then guesses. */
const notifiedAfter = 5
const warnings: Allowance = { name: 'second factor warning', burst: 1, refillSeconds: 86_400 }

/** Guessing shows that somebody has passed the first factor. */
const warnOwner = async (outer: Ctx, accountId: AccountId): Promise<void> => {
  const { secrets } = outer.installation
  const [level = 0] = await throttleLevels(outer.db, secrets, [{ allowance: triesADay, whose: accountId }], outer.now)
  if (level < notifiedAfter - 0.01) return
  await inTransaction(outer, async (ctx) => {
    if ((await takeIfLeft(ctx.db, secrets, warnings, accountId, ctx.now)) !== undefined) return
    await audit(ctx, 'secondFactor.guessed', { subject: { kind: 'account', id: accountId } })
    await notifyOwner(ctx, accountId, { letter: 'secondFactorGuessed', notice: 'secondFactorGuessed' })
  })
}

const whereOn = (accountId: AccountId) =>
  and(eq(credential.accountId, accountId), isNotNull(credential.totpConfirmedAt))

const findFactor = async (db: Database, accountId: AccountId) => {
  const [row] = await db
    .select({ secret: credential.totpSecret, confirmedAt: credential.totpConfirmedAt })
    .from(credential)
    .where(eq(credential.accountId, accountId))
  return row
}

/** True for only one of several parallel requests: a time step is used up in one statement. */
const useAppCode = async (ctx: Ctx, accountId: AccountId, code: string): Promise<boolean> => {
  const factor = await findFactor(ctx.db, accountId)
  if (!factor?.confirmedAt || factor.secret === null) return false
  const secret = await readSecret(ctx.installation.encryption, accountId, factor.secret)
  // The key was lost: recovery codes still work.
  if (secret === undefined) throw fail('secondFactor.unreadable').at('secondFactor')
  const step = await findStep(secret, code, ctx.now)
  if (step === undefined) return false
  const { rowCount } = await ctx.db
    .update(credential)
    .set({ totpLastStep: step })
    .where(
      and(
        whereOn(accountId),
        eq(credential.totpSecret, factor.secret),
        or(isNull(credential.totpLastStep), lt(credential.totpLastStep, step)),
      ),
    )
  return rowCount === 1
}

const useRecoveryCode = async (ctx: Ctx, accountId: AccountId, code: string): Promise<boolean> => {
  const hash = hashOfCode(ctx.installation.secrets, accountId, code)
  const { rowCount } = await ctx.db
    .update(credential)
    .set({ recoveryCodes: sql`array_remove(${credential.recoveryCodes}, ${hash})` })
    .where(and(whereOn(accountId), sql`${hash} = any(${credential.recoveryCodes})`))
  return rowCount === 1
}

/**
 * Uses up an authenticator code or a recovery code, or fails. Must run outside transactions, so that attempts are
 * counted; and as the last check, because a code works only once.
 */
export const verifySecondFactor = (ctx: Ctx, accountId: AccountId, input: string): Promise<void> =>
  attempt(ctx, [tries, triesADay], accountId, async () => {
    const code = plainCode(input)
    const use = /^\d{6}$/.test(code) ? useAppCode : useRecoveryCode
    if (await use(ctx, accountId, code)) return
    await warnOwner(ctx, accountId)
    throw fail('secondFactor.wrong').at('secondFactor')
  })

/** Requires an answer of this user's passkey; attempts count like those with codes. */
export const verifyPasskeyOf = (ctx: Ctx, accountId: AccountId, answer: Assertion): Promise<VerifiedPasskey> =>
  attempt(ctx, [tries, triesADay], accountId, async () => {
    const verified = await verifyPasskey(ctx, answer)
    if (verified.accountId !== accountId) throw fail('passkey.refused')
    return verified
  })

export const beginSecondFactor = async (
  ctx: SignedIn,
  password: string,
  names: { issuer: string; label: string },
): Promise<{ secret: string; uri: string }> => {
  await requirePassword(ctx, password, 'password')
  const secret = await newSecret()
  const { rowCount } = await ctx.db
    .update(credential)
    .set({ totpSecret: await ctx.installation.encryption.encrypt(ctx.actor.id, secret), totpLastStep: null })
    .where(and(eq(credential.accountId, ctx.actor.id), isNull(credential.totpConfirmedAt)))
  if (rowCount === 0) throw fail('secondFactor.exists')
  return { secret, uri: await uriOf(secret, names) }
}

const requireUnconfirmed = async (ctx: SignedIn): Promise<{ secret: string; stored: string }> => {
  const factor = await findFactor(ctx.db, ctx.actor.id)
  if (factor?.confirmedAt) throw fail('secondFactor.exists')
  if (!factor?.secret) throw fail('secondFactor.none')
  const secret = await readSecret(ctx.installation.encryption, ctx.actor.id, factor.secret)
  // The key was replaced since the setup started: it must be restarted.
  if (secret === undefined) throw fail('secondFactor.none')
  return { secret, stored: factor.secret }
}

/** Enables the second factor; returns the recovery codes. */
export const confirmSecondFactor = async (outer: SignedIn, code: string): Promise<string[]> => {
  const { id } = outer.actor
  const { secret, stored } = await requireUnconfirmed(outer)
  const step = await attempt(outer, tries, id, async () => {
    const codeStep = await findStep(secret, code, outer.now)
    if (codeStep === undefined) throw fail('secondFactor.wrong').at('code')
    return codeStep
  })
  const { codes, hashes } = newRecoveryCodes(outer.installation.secrets, id)
  return inTransaction(outer, async (ctx) => {
    const { rowCount } = await ctx.db
      .update(credential)
      .set({ totpConfirmedAt: ctx.now, totpLastStep: step, recoveryCodes: hashes })
      .where(and(eq(credential.accountId, id), eq(credential.totpSecret, stored), isNull(credential.totpConfirmedAt)))
    // Restarted or confirmed in another window meanwhile.
    if (rowCount === 0) throw fail('resource.changed')
    await audit(ctx, 'secondFactor.enabled', { subject: { kind: 'account', id } })
    await notifyOwner(ctx, id, {
      letter: 'secondFactorChanged',
      content: () => ({ change: 'enabled' }),
      notice: 'secondFactorEnabled',
    })
    return codes
  })
}

/** Removes the second factor; false if there is none. */
export const clearSecondFactor = async (db: Database, accountId: AccountId): Promise<boolean> => {
  const { rowCount } = await db
    .update(credential)
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null, recoveryCodes: [] })
    .where(whereOn(accountId))
  return rowCount === 1
}

const turnOff = async (ctx: Ctx, id: AccountId): Promise<boolean> => {
  if (!(await clearSecondFactor(ctx.db, id))) return false
  await audit(ctx, 'secondFactor.removed', { subject: { kind: 'account', id } })
  await notifyOwner(ctx, id, {
    letter: 'secondFactorChanged',
    content: () => ({ change: 'removed' }),
    notice: 'secondFactorRemoved',
  })
  return true
}

/** For an app whose key was lost; false if there is none. Ends the owner's sessions. Requires a transaction. */
export const dropApp = async (ctx: Ctx, id: AccountId): Promise<boolean> => {
  if (!(await turnOff(ctx, id))) return false
  await endSessionsOf(ctx.db, id)
  return true
}

/** The app and all passkeys, for users who have lost their devices; otherwise like `dropApp`. */
export const dropSecondFactor = async (ctx: Ctx, id: AccountId): Promise<boolean> => {
  const hadApp = await turnOff(ctx, id)
  const hadPasskeys = await dropPasskeys(ctx, await lockAccount(ctx, id))
  if (!hadApp && !hadPasskeys) return false
  await endSessionsOf(ctx.db, id)
  return true
}

export const removeSecondFactor = async (outer: SignedIn, password: string): Promise<void> => {
  const { id } = outer.actor
  await requirePassword(outer, password, 'password')
  await inTransaction(outer, async (ctx) => {
    const account = await lockAccount(ctx, id)
    if (!(await turnOff(ctx, id))) throw fail('secondFactor.none')
    await requireFactorLeft(ctx, account)
  })
}

/** New recovery codes; the old ones become invalid. */
export const renewRecoveryCodes = async (outer: SignedIn, password: string): Promise<string[]> => {
  const { id } = outer.actor
  await requirePassword(outer, password, 'password')
  const { codes, hashes } = newRecoveryCodes(outer.installation.secrets, id)
  return inTransaction(outer, async (ctx) => {
    const { rowCount } = await ctx.db.update(credential).set({ recoveryCodes: hashes }).where(whereOn(id))
    if (rowCount === 0) throw fail('secondFactor.none')
    await audit(ctx, 'secondFactor.codesRenewed', { subject: { kind: 'account', id } })
    await notifyOwner(ctx, id, {
      letter: 'secondFactorChanged',
      content: () => ({ change: 'codesRenewed' }),
      notice: 'codesRenewed',
    })
    return codes
  })
}
