import { randomBytes, randomInt } from 'node:crypto'
import { codeLength, codePause } from '@lectern/contract/accounts/account-values.ts'
import { channelOf } from '@lectern/contract/contact-messages/contact-forms.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { networkOf, takeFrom, type Allowance } from '../../platform/throttle.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { queueLetter, requireServed } from '../outbox/service.ts'
import { codesPerNetwork } from './limits/limits.ts'
import { endCodes, insertCode, tryCode, markCodeUsed, type CodeId } from './queries.ts'
import type { CodePurpose } from './tables.ts'

const lifeMilliseconds = 10 * 60_000

/** Separate per purpose and per known network, so that a stranger cannot block the owner of a contact. */
const cooldown: Allowance = { name: 'code', burst: 1, refillSeconds: codePause }

interface Subject {
  purpose: CodePurpose
  /** The contact that the code goes to. */
  target: string
  /** The only one who may redeem it, where that is known. */
  bind?: string | undefined
}

interface Issue extends Subject {
  letterLocale: Locale
  accountId?: AccountId | undefined
  /** The caller's network, if the owner of the contact has signed in from it before. */
  network?: Buffer | null
  /** The letter says that there is no account; no code will work. */
  hasNoAccount?: boolean
}

const hashOf = ({ installation }: Ctx, { purpose, target, bind = '' }: Subject, digits: string): Buffer =>
  installation.secrets.digest(`code ${purpose}`, [target, bind, digits].join('\0'))

/** Codes can be sent to this contact. */
export const requireChannel = async (ctx: Ctx, target: string): Promise<void> => {
  if (!ctx.installation.channels.includes(channelOf(target))) throw fail('channel.none').at('contact')
  requireServed(ctx, target, 'contact')
}

/**
 * Sends a code and invalidates earlier ones for the same purpose. A refused request uses nothing up: the transaction
 * is rolled back. Of two parallel requests one fails at the target's cooldown.
 */
export const issueCode = async (outer: Ctx, issue: Issue): Promise<{ seconds: number }> => {
  const { purpose, target, letterLocale: locale, accountId, network = null, hasNoAccount = false } = issue
  await requireChannel(outer, target)
  return inTransaction(outer, async (ctx) => {
    const { db, now, caller } = ctx
    const { secrets } = ctx.installation
    const whose = [purpose, target, network?.toString('hex') ?? ''].join(' ')
    const wait = await takeFrom(db, secrets, cooldown, whose, now)
    if (wait.exceeded) throw fail('code.tooSoon', { seconds: wait.seconds })
    const ofNetwork = await takeFrom(db, secrets, codesPerNetwork, networkOf(caller.address), now)
    if (ofNetwork.exceeded) throw fail('request.tooMany', { seconds: ofNetwork.seconds })

    const digits = String(randomInt(10 ** codeLength)).padStart(codeLength, '0')
    const expiresAt = new Date(now.getTime() + lifeMilliseconds)
    await endCodes(db, { purpose, target, now })
    await insertCode(db, {
      purpose,
      target,
      hash: hasNoAccount ? randomBytes(32) : hashOf(ctx, issue, digits),
      network,
      now,
      expiresAt,
    })
    const letter = hasNoAccount
      ? { letter: 'noAccount' as const, content: { purpose } }
      : { letter: 'code' as const, content: { purpose }, secret: { code: digits } }
    await queueLetter(ctx, { to: target, accountId, locale, expiresAt, ...letter })
    return { seconds: codePause }
  })
}

interface Given extends Subject {
  code: string
}

/** Finds the given code. Must not run in a transaction that a failure rolls back: a wrong attempt must be counted. */
export const checkCode = async (ctx: Ctx, input: Given): Promise<CodeId> => {
  const { purpose, target, code } = input
  const row = await tryCode(ctx.db, { purpose, target, hash: hashOf(ctx, input, code), now: ctx.now })
  if (!row?.isRight) throw fail('code.wrong').at('code')
  return row.id
}

/** Marks a code as used, in the transaction of what it permits. */
export const spendCode = async (ctx: Ctx, id: CodeId): Promise<void> => {
  // Of two requests with the same code, one is too late.
  if (!(await markCodeUsed(ctx.db, id, ctx.now))) throw fail('code.wrong').at('code')
}

/**
 * Runs in one transaction what a code permits, and marks the code as used. Must not run inside another transaction,
 * as `checkCode`.
 */
export const redeemCode = async <C extends Ctx, Result>(
  outer: C,
  input: Given,
  work: (ctx: C) => Promise<Result>,
): Promise<Result> => {
  const id = await checkCode(outer, input)
  return inTransaction(outer, async (ctx) => {
    await spendCode(ctx, id)
    return work(ctx)
  })
}
