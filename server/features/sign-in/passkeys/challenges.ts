import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { insertSpentProof, isProofSpent } from '../queries.ts'

/** How long somebody may look for their key or their finger. */
export const challengeMilliseconds = 5 * 60_000

const nonceBytes = 16
const headBytes = nonceBytes + 6

type Purpose = 'create' | 'signIn'

/** Whom a challenge is for: a session of somebody who is signed in, otherwise a browser. */
const holderOf = ({ actor, caller }: Ctx, purpose: Purpose): string | undefined => {
  if (purpose === 'signIn') return caller.browser
  return actor.kind === 'account' ? actor.sessionId : undefined
}

const sealOf = ({ installation: { secrets } }: Ctx, purpose: Purpose, holder: string, head: Buffer): Buffer =>
  secrets.digest('passkey challenge', `${purpose} ${holder} ${head.toString('hex')}`)

/** A challenge carries its end and a seal, so that nothing is stored before somebody has answered it. */
export const issueChallenge = (ctx: Ctx, purpose: Purpose, holder = holderOf(ctx, purpose)): Buffer => {
  if (holder === undefined) throw new Error('A challenge needs a browser or a session')
  const head = Buffer.alloc(headBytes)
  randomBytes(nonceBytes).copy(head)
  head.writeUIntBE(Math.floor((ctx.now.getTime() + challengeMilliseconds) / 1_000), nonceBytes, 6)
  return Buffer.concat([head, sealOf(ctx, purpose, holder, head)])
}

/** Requires a challenge for this purpose and this browser, not expired and not answered before. */
export const requireChallenge = async (ctx: Ctx, purpose: Purpose, challenge: string): Promise<void> => {
  const bytes = Buffer.from(challenge, 'base64url')
  const head = bytes.subarray(0, headBytes)
  const holder = holderOf(ctx, purpose)
  const isWhole = head.length === headBytes && bytes.toString('base64url') === challenge
  if (!isWhole || holder === undefined) throw fail('passkey.expired')
  const seal = sealOf(ctx, purpose, holder, head)
  const claimedSeal = bytes.subarray(headBytes)
  if (claimedSeal.length !== seal.length || !timingSafeEqual(claimedSeal, seal)) throw fail('passkey.expired')
  if (head.readUIntBE(nonceBytes, 6) * 1_000 <= ctx.now.getTime()) throw fail('passkey.expired')
  if (await isProofSpent(ctx.db, challenge)) throw fail('passkey.expired')
}

/** Of several requests with the same answer, one succeeds. */
export const spendChallenge = async (ctx: Ctx, challenge: string): Promise<void> => {
  const expiresAt = new Date(ctx.now.getTime() + challengeMilliseconds)
  if (!(await insertSpentProof(ctx.db, { signature: challenge, expiresAt }))) throw fail('passkey.expired')
}
