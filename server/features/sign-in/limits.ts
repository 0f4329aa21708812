import type { AccountId } from '@lectern/contract/ids.ts'
import type { proofPurposes } from '@lectern/contract/account-values.ts'
import { isContact, plainContact, plainEmail } from '@lectern/contract/contact-forms.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import {
  forgive,
  networkOf,
  takeFrom,
  takeIfLeft,
  throttleLevels,
  type Allowance,
  type Holder,
} from '../../platform/throttle.ts'

export type ProofPurpose = (typeof proofPurposes)[number]

/** Tries at one account at a time. Short: whoever is stopped here can go on in seconds, and by a code at once. */
const triesPerAccount: Allowance = { name: 'sign-in tries', burst: 20, refillSeconds: 10 }

/** Failures that count for the proof of work; they are remembered longer than anybody is stopped. */
const failuresPerAccount: Allowance = { name: 'sign-in failures', burst: 30, refillSeconds: 600 }
const failuresPerNetwork: Allowance = {
  name: 'failures of network',
  burst: 400,
  refillSeconds: 30,
}

/** Codes cost money: beyond this a network gets one a minute. Until then each makes the next proof of work harder. */
export const codesPerNetwork: Allowance = {
  name: 'codes of network',
  burst: 400,
  refillSeconds: 60,
}

/** Each step doubles the work. */
export const hardestStep = 4

/** From the third failure at an account on, and one step more after every three. */
const accountStep = (level: number): number => Math.min(hardestStep, Math.floor(Math.ceil(level) / 3) - 1)

/** A whole school may sit behind one address: from twenty on, and one step more with every doubling. */
const networkStep = (level: number): number => Math.min(hardestStep, Math.floor(Math.log2(Math.ceil(level) / 20)))

/** Under which name failures at an account count: however it was called, and whether or not it exists. */
export const failuresKey = (accountId: AccountId | undefined, identifier: string): string => {
  if (accountId) return accountId
  const contact = plainContact(identifier)
  return isContact(contact) ? contact : plainEmail(identifier)
}

/** How hard a proof of work this call takes now; none: undefined. */
export const askedStep = async (ctx: Ctx, purpose: ProofPurpose, key?: string): Promise<number | undefined> => {
  const network = networkOf(ctx.caller.address)
  const isSignIn = purpose === 'signIn'
  const second = isSignIn
    ? { allowance: failuresPerAccount, whose: key }
    : { allowance: codesPerNetwork, whose: network }
  const holders = [{ allowance: failuresPerNetwork, whose: network }, second].filter(
    (holder): holder is Holder => holder.whose !== undefined,
  )
  const [failures = 0, other = 0] = await throttleLevels(ctx.db, ctx.installation.secrets, holders, ctx.now)
  const step = isSignIn
    ? Math.max(networkStep(failures), accountStep(other))
    : Math.max(networkStep(failures), networkStep(other), 0)
  return step < 0 ? undefined : step
}

/** Takes a try before it is made, so that many at once do not slip through. Being refused is no try. */
export const takeTry = async ({ db, now, installation }: Ctx, key: string): Promise<void> => {
  const seconds = await takeIfLeft(db, installation.secrets, triesPerAccount, key, now)
  if (seconds !== undefined) throw fail('signIn.tooMany', { seconds })
}

const countNetworkFailure = async ({ db, now, caller, installation }: Ctx): Promise<void> => {
  await takeFrom(db, installation.secrets, failuresPerNetwork, networkOf(caller.address), now)
}

/** An attempt whose failure counts for the network alone: a code bears few tries anyway. */
export const countedForNetwork = async <Result>(ctx: Ctx, attempt: Promise<Result>): Promise<Result> => {
  try {
    return await attempt
  } catch (error) {
    await countNetworkFailure(ctx)
    throw error
  }
}

export const countFailure = async (ctx: Ctx, key: string): Promise<void> => {
  await takeFrom(ctx.db, ctx.installation.secrets, failuresPerAccount, key, ctx.now)
  await countNetworkFailure(ctx)
}

/** The owner is here: what happened at his account is forgotten. */
export const forgiveFailures = async ({ db, installation }: Ctx, key: string): Promise<void> => {
  await forgive(db, installation.secrets, [triesPerAccount, failuresPerAccount], key)
}
