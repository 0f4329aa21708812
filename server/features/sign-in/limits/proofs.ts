import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { hardestStep, type ProofPurpose } from './limits.ts'
import { insertSpentProof, isProofSpent } from '../queries.ts'

const lifeMilliseconds = 10 * 60_000

/**
 * The browser derives keys until it finds the requested one. Each key takes this many rounds, here too; the average
 * number of keys makes up the work: about 0.3 s on a slow phone, doubled with every step.
 */
const rounds = 1_000
const keys = { least: 100, most: 400 }

/** Signed with the challenge, so that it can be trusted when the solution is submitted. */
const terms = z.object({ purpose: z.string(), step: z.int().max(hardestStep), expiresAt: z.number() })

const solved = z.object({
  challenge: z.object({ parameters: z.looseObject({ data: z.unknown() }), signature: z.string() }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})

const secretsOf = ({ installation: { secrets } }: Ctx) => ({
  hmacSignatureSecret: secrets.digest('proof', 'challenge').toString('hex'),
  hmacKeySignatureSecret: secrets.digest('proof', 'key').toString('hex'),
})

const load = async () => {
  const [{ createChallenge, verifySolution }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/pbkdf2'),
  ])
  return { createChallenge, verifySolution, deriveKey }
}

/**
 * A challenge for the browser, as JSON. Everything needed to verify the solution is in it, signed: nothing is stored.
 */
export const writeChallenge = async (
  ctx: Ctx,
  purpose: ProofPurpose,
  step: number,
  counter = randomInt(keys.least * 2 ** step, keys.most * 2 ** step),
): Promise<string> => {
  const { createChallenge, deriveKey } = await load()
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: rounds,
    counter,
    deriveKey,
    // Expiry is checked by our own clock, not the library's.
    data: { purpose, step, expiresAt: ctx.now.getTime() + lifeMilliseconds } satisfies z.infer<typeof terms>,
    ...secretsOf(ctx),
  })
  return JSON.stringify(challenge)
}

const readSolved = (proof: string) => {
  try {
    return solved.safeParse(JSON.parse(proof)).data
  } catch {
    return undefined
  }
}

interface HandedIn {
  proof: string | undefined
  purpose: ProofPurpose
  /** The required difficulty. */
  step: number
}

export interface Proof {
  signature: string
  expiresAt: Date
}

/**
 * Verifies a proof of work: JSON of the challenge and its solution. If more is required by now, a new one must be
 * made.
 */
export const checkProof = async (ctx: Ctx, { proof, purpose, step }: HandedIn): Promise<Proof> => {
  if (proof === undefined) throw fail('proof.required')
  const solution = readSolved(proof)
  if (!solution) throw fail('proof.refused')
  const { verifySolution, deriveKey } = await load()
  // With the signed key this takes two digests, whatever the difficulty.
  const { verified } = await verifySolution({
    challenge: solution.challenge as unknown as Parameters<typeof verifySolution>[0]['challenge'],
    solution: solution.solution,
    deriveKey,
    ...secretsOf(ctx),
  })
  const signed = verified ? terms.parse(solution.challenge.parameters.data) : undefined
  if (signed?.purpose !== purpose || signed.expiresAt <= ctx.now.getTime()) throw fail('proof.refused')
  // The required difficulty may have gone up by one while the browser was working.
  if (signed.step < step - 1) throw fail('proof.required')
  const { signature } = solution.challenge
  if (await isProofSpent(ctx.db, signature)) throw fail('proof.refused')
  return { signature, expiresAt: new Date(signed.expiresAt) }
}

/** A proof is valid once, however many requests submit it. */
export const spendProof = async (ctx: Ctx, proof: Proof): Promise<void> => {
  if (!(await insertSpentProof(ctx.db, proof))) throw fail('proof.refused')
}

export const takeProof = async (ctx: Ctx, handedIn: HandedIn): Promise<void> =>
  spendProof(ctx, await checkProof(ctx, handedIn))
