import type { proofPurposes } from '@lectern/contract/account-values.ts'
import { isContact, plainContact, plainEmail } from '@lectern/contract/contact-forms.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import {
  giveBack,
  networkOf,
  takeFrom,
  takeFromAll,
  takeIfLeft,
  throttleLevels,
  type Allowance,
  type Holder,
} from '../../platform/throttle.ts'

import { countUnusedCodes } from './queries.ts'
import type { CodePurpose } from './tables.ts'

export type ProofPurpose = (typeof proofPurposes)[number]

// What counts is the name that was typed, and not the account behind it; and success forgives nothing. Otherwise whoever fails at one name
// could see at another that both are the same person's, or that somebody has signed in.

/** Tries at one name at a time. Short: whoever is stopped here can go on in seconds, and by a code at once. */
const triesPerName: Allowance = { name: 'sign-in tries', burst: 20, refillSeconds: 10 }

/** Failures that count for the proof of work; they are remembered longer than anybody is stopped. */
const failuresPerName: Allowance = { name: 'sign-in failures', burst: 30, refillSeconds: 600 }
const failuresPerNetwork: Allowance = { name: 'failures of network', burst: 400, refillSeconds: 30 }

/** Codes cost money: beyond this a network gets one a minute. Until then each makes the next proof of work harder. */
export const codesPerNetwork: Allowance = { name: 'codes of network', burst: 400, refillSeconds: 60 }

/** Messages to the office. A whole school may write from one network: it works harder before anybody there is stopped. */
const messagesPerNetwork: Allowance = { name: 'messages of network', burst: 60, refillSeconds: 60 }

/** Codes to new contacts, which need no proof of work. */
export const contactCodesPerAccount: Allowance = { name: 'contact codes', burst: 5, refillSeconds: 1_800 }

/** Each step doubles the work. */
export const hardestStep = 5
const hardestAfterFailures = 4

/** From the third failure at a name on, and one step more after every three. */
const nameStep = (level: number): number => Math.min(hardestAfterFailures, Math.floor(Math.ceil(level) / 3) - 1)

/** A whole school may sit behind one address: from twenty on, and one step more with every doubling. */
const networkStep = (level: number): number =>
  Math.min(hardestAfterFailures, Math.floor(Math.log2(Math.ceil(level) / 20)))

/** Codes to one contact in a day that nobody has used: beyond ten each needs more work, and none is refused. */
const freeCodesADay = 10
const contactStep = (unused: number): number => Math.min(hardestStep, Math.floor((unused - freeCodesADay) / 3) + 1)

/** A name as it counts: in whatever spelling, and whether or not anybody is called so. */
export const countedName = (identifier: string): string => {
  const contact = plainContact(identifier)
  return isContact(contact) ? contact : plainEmail(identifier)
}

/** How hard a proof of work this call takes now; none: undefined. */
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
  /** Absent: whatever it will be for. */
  purpose?: CodePurpose
  network: Buffer | null
}

/** How hard a proof of work a code to this contact takes now. */
export const askedStepOfCode = async (ctx: Ctx, { target, purpose, network }: AskedCode): Promise<number> => {
  const unused = await countUnusedCodes(ctx.db, { target, network, now: ctx.now })
  const sent = purpose ? (unused.get(purpose) ?? 0) : Math.max(0, ...unused.values())
  return Math.max((await askedStep(ctx, 'code')) ?? 0, contactStep(sent))
}

/** Takes a try before it is made, so that many at once do not slip through. Being refused is no try. */
export const takeTry = async ({ db, now, installation }: Ctx, name: string): Promise<void> => {
  const seconds = await takeIfLeft(db, installation.secrets, triesPerName, name, now)
  if (seconds !== undefined) throw fail('signIn.tooMany', { seconds })
}

/** Takes a message from what this network may write; one that is refused takes nothing. */
export const takeMessage = async ({ db, now, caller, installation }: Ctx): Promise<void> => {
  const network = networkOf(caller.address)
  const seconds = await takeIfLeft(db, installation.secrets, messagesPerNetwork, network, now)
  if (seconds !== undefined) throw fail('message.tooMany', { minutes: Math.ceil(seconds / 60) })
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

interface Attempt {
  /** How hard a proof of work it takes; none: undefined. */
  step: number | undefined
  /** No password was judged: it counts for nothing. */
  takeBack: () => Promise<void>
  /** It was right: neither it nor its try counts, and everything is as before. */
  succeed: () => Promise<void>
}

/** Counts an attempt as a failure before it is made, so that many at once do not slip through. */
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
