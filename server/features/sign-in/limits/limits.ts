import type { proofPurposes } from '@lectern/contract/accounts/account-values.ts'
import { isContact, plainContact, plainEmail } from '@lectern/contract/contact-messages/contact-forms.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import {
  giveBack,
  networkOf,
  takeFrom,
  takeFromAll,
  takeIfLeft,
  throttleLevels,
  type Allowance,
  type Holder,
} from '../../../platform/throttle.ts'

import { countUnusedCodes } from '../queries.ts'
import type { CodePurpose } from '../tables.ts'

export type ProofPurpose = (typeof proofPurposes)[number]

// Limits count by the typed name, not by the account behind it, and success does not reset them. Otherwise failures
// at one name would show at another that both belong to one person, or that somebody has signed in.

/** Attempts per name. Short: a blocked user can continue in seconds, and with a code at once. */
const triesPerName: Allowance = { name: 'sign-in tries', burst: 20, refillSeconds: 10 }

/** Failures that raise the proof of work; remembered longer than any block lasts. */
const failuresPerName: Allowance = { name: 'sign-in failures', burst: 30, refillSeconds: 600 }
const failuresPerNetwork: Allowance = { name: 'failures of network', burst: 400, refillSeconds: 30 }

/** Codes cost money: beyond this a network gets one a minute. Before that, each makes the next proof of work harder. */
export const codesPerNetwork: Allowance = { name: 'codes of network', burst: 400, refillSeconds: 60 }

/** Messages to the organisers. A whole school may share one network: the work gets harder before anybody is blocked. */
const messagesPerNetwork: Allowance = { name: 'messages of network', burst: 60, refillSeconds: 60 }

/** Codes to new contacts, which need no proof of work. */
export const contactCodesPerAccount: Allowance = { name: 'contact codes', burst: 5, refillSeconds: 1_800 }

/** Each step doubles the work. */
export const hardestStep = 5
const hardestAfterFailures = 4

/** From the third failure at a name, one step more for every three. */
const nameStep = (level: number): number => Math.min(hardestAfterFailures, Math.floor(Math.ceil(level) / 3) - 1)

/** A whole school may share one address: from twenty, one step more with every doubling. */
const networkStep = (level: number): number =>
  Math.min(hardestAfterFailures, Math.floor(Math.log2(Math.ceil(level) / 20)))

/** Unused codes to one contact in a day: beyond ten, each needs more work, and none is refused. */
const freeCodesADay = 10
const contactStep = (unused: number): number => Math.min(hardestStep, Math.floor((unused - freeCodesADay) / 3) + 1)

/** The normalized name, whether or not an account has it. */
export const countedName = (identifier: string): string => {
  const contact = plainContact(identifier)
  return isContact(contact) ? contact : plainEmail(identifier)
}

/** The proof of work that this request needs now; undefined: none. */
export const askedStep = async (ctx: Ctx, purpose: ProofPurpose, name?: string): Promise<number | undefined> => {
  const network = networkOf(ctx.caller.address)
  const isSignIn = purpose === 'signIn'
  const ofNetwork = { allowance: purpose === 'message' ? messagesPerNetwork : codesPerNetwork, whose: network }
  const second = isSignIn ? { allowance: failuresPerName, whose: name } : ofNetwork
  const holders = [{ allowance: failuresPerNetwork, whose: network }, second].filter(
    (holder): holder is Holder => holder.whose !== undefined,
  )
  const [failures = 0, other = 0] = await throttleLevels(ctx.db, ctx.installation.secrets, holders, ctx.now)
  const step = isSignIn
    ? Math.max(networkStep(failures), nameStep(other))
    : Math.max(networkStep(failures), networkStep(other), 0)
  return step < 0 ? undefined : step
}

interface AskedCode {
  target: string
  /** Absent: any purpose. */
  purpose?: CodePurpose
  network: Buffer | null
}

/** The proof of work that a code to this contact needs now. */
export const askedStepOfCode = async (ctx: Ctx, { target, purpose, network }: AskedCode): Promise<number> => {
  const unused = await countUnusedCodes(ctx.db, { target, network, now: ctx.now })
  const sent = purpose ? (unused.get(purpose) ?? 0) : Math.max(0, ...unused.values())
  return Math.max((await askedStep(ctx, 'code')) ?? 0, contactStep(sent))
}

/** Counts an attempt before it is made, so that parallel ones count too. A refused one does not count. */
export const takeAttempt = async ({ db, now, installation }: Ctx, name: string): Promise<void> => {
  const seconds = await takeIfLeft(db, installation.secrets, triesPerName, name, now)
  if (seconds !== undefined) throw fail('signIn.tooMany', { seconds })
}

/** Counts a message of this network; a refused one does not count. */
export const takeMessage = async ({ db, now, caller, installation }: Ctx): Promise<void> => {
  const network = networkOf(caller.address)
  const seconds = await takeIfLeft(db, installation.secrets, messagesPerNetwork, network, now)
  if (seconds !== undefined) throw fail('message.tooMany', { minutes: Math.ceil(seconds / 60) })
}

const countNetworkFailure = async ({ db, now, caller, installation }: Ctx): Promise<void> => {
  await takeFrom(db, installation.secrets, failuresPerNetwork, networkOf(caller.address), now)
}

/** An attempt whose failure counts for the network only: a code allows few attempts anyway. */
export const countedForNetwork = async <Result>(ctx: Ctx, attempt: Promise<Result>): Promise<Result> => {
  try {
    return await attempt
  } catch (error) {
    await countNetworkFailure(ctx)
    throw error
  }
}

interface Attempt {
  /** The proof of work it needs; undefined: none. */
  step: number | undefined
  /** No password was checked: the attempt does not count. */
  takeBack: () => Promise<void>
  /** The password was right: neither failure nor attempt counts. */
  succeed: () => Promise<void>
}

/** Counts an attempt as a failure before it is made, so that parallel ones count too. */
export const countAttempt = async (
  { db, now, caller, installation: { secrets } }: Ctx,
  name: string,
): Promise<Attempt> => {
  const holders = [
    { allowance: failuresPerName, whose: name },
    { allowance: failuresPerNetwork, whose: networkOf(caller.address) },
  ]
  const [ofName, ofNetwork] = await takeFromAll(db, secrets, holders, now)
  const step = Math.max(nameStep(ofName!.level - 1), networkStep(ofNetwork!.level - 1))
  return {
    step: step < 0 ? undefined : step,
    takeBack: () => giveBack(db, secrets, holders),
    succeed: () => giveBack(db, secrets, [...holders, { allowance: triesPerName, whose: name }]),
  }
}
