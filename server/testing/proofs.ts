import { requestChallenge as requestChallengeEndpoint } from '@lectern/contract/sign-in/sign-in.ts'
import type { Answer, TestSite } from './site.ts'
import { hardestStep, type ProofPurpose } from '../features/sign-in/limits/limits.ts'
import { writeChallenge } from '../features/sign-in/limits/proofs.ts'
import type { Ctx } from '../platform/context.ts'
import { loadSecrets } from '../platform/secrets.ts'

type Site = Pick<TestSite, 'call'>

interface Asked {
  parameters: { data: { step: number } }
}

const requestChallenge = async (site: Site, purpose: ProofPurpose, identifier?: string): Promise<string> => {
  const answer = await site.call('POST', '/api/account/challenge', { body: { purpose, identifier } })
  return answer.data(requestChallengeEndpoint).challenge
}

/** The difficulty of the challenge that is given now. */
export const askedStep = async (site: Site, purpose: ProofPurpose, identifier?: string): Promise<number> =>
  (JSON.parse(await requestChallenge(site, purpose, identifier)) as Asked).parameters.data.step

const workOut = async (written: string): Promise<string> => {
  const { solveChallenge } = await import('altcha-lib')
  const { deriveKey } = await import('altcha-lib/algorithms/pbkdf2')
  const challenge = JSON.parse(written) as Parameters<typeof solveChallenge>[0]['challenge']
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

/** Solves a challenge like a browser. */
export const solve = async (site: Site, purpose: ProofPurpose, identifier?: string): Promise<string> =>
  workOut(await requestChallenge(site, purpose, identifier))

/** Where the proof is not under test: worth as much as the hardest, at the cost of one key. */
export const easyProof = async ({ db, clock }: TestSite, purpose: ProofPurpose): Promise<string> => {
  const ctx = { now: clock.now(), installation: { secrets: await loadSecrets(db) } } as Ctx
  return workOut(await writeChallenge(ctx, purpose, hardestStep, 0))
}

/** A refusal without the parts that vary. */
export const refusal = (answer: Answer): unknown => {
  const { error, params, fields } = answer.failure()
  return {
    status: answer.status,
    error,
    ...(params !== undefined && { params }),
    ...(fields && { at: fields.map(({ path }) => path) }),
  }
}
