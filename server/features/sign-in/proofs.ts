import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { hardestStep, type ProofPurpose } from './limits.ts'
import { insertSpentProof, isProofSpent } from './queries.ts'

const lifeMilliseconds = 10 * 60_000

/**
 * The browser derives one key after another until it meets the one that was asked for. A key takes this many rounds, here too; how
 * many keys it takes on average makes up the work: about 0.3 s on a slow phone, doubled with every step.
 */
const rounds = 1_000
const keys = { least: 100, most: 400 }

/** Signed with the challenge, so that it can be believed when the solution comes in. */
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

/** Work for the browser, as JSON. Everything needed to judge its outcome is in it, signed: nothing is stored. */
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
    // Our own clock judges this, not the library's.
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
  /** How hard it must be. */
  step: number
}

export interface Proof {
  signature: string
  expiresAt: Date
}

/** Judges a proof of work: JSON of the challenge and its solution. One that was made for less than is asked now must be made anew. */
export const checkProof = async (ctx: Ctx, { proof, purpose, step }: HandedIn): Promise<Proof> => {
  if (proof === undefined) throw fail('proof.required')
  const given = readSolved(proof)
  if (!given) throw fail('proof.refused')
  const { verifySolution, deriveKey } = await load()
  // The signed key makes this two digests, however hard the work was.
  const { verified } = await verifySolution({
    challenge: given.challenge as unknown as Parameters<typeof verifySolution>[0]['challenge'],
    solution: given.solution,
    deriveKey,
    ...secretsOf(ctx),
  })
  const signed = verified ? terms.parse(given.challenge.parameters.data) : undefined
  if (signed?.purpose !== purpose || signed.expiresAt <= ctx.now.getTime()) throw fail('proof.refused')
  // What is asked may have gone up while the browser was at work.
  if (signed.step < step - 1) throw fail('proof.required')
  const { signature } = given.challenge
  if (await isProofSpent(ctx.db, signature)) throw fail('proof.refused')
  return { signature, expiresAt: new Date(signed.expiresAt) }
}

/** A proof is good once: of many calls that hand it in, for one. */
export const spendProof = async (ctx: Ctx, proof: Proof): Promise<void> => {
  if (!(await insertSpentProof(ctx.db, proof))) throw fail('proof.refused')
}

export const takeProof = async (ctx: Ctx, handedIn: HandedIn): Promise<void> =>
  spendProof(ctx, await checkProof(ctx, handedIn))
