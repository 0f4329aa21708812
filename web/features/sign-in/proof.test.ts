import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { describe, expect, it } from 'vitest'
import { RequestError } from '../../request/request-error.ts'
import { workOut } from './proof-work.ts'
import { createProofs } from './proof.ts'

const secrets = { hmacSignatureSecret: 'chalk', hmacKeySignatureSecret: 'board' }

const newChallenge = () =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 30,
    deriveKey,
    data: { purpose: 'code' },
    ...secrets,
  })

describe('a proof', () => {
  it.each([
    ['with the cryptography of the browser', true],
    ['without it, as on plain http', false],
  ])('is the challenge and its solution as JSON, %s', async (_, hasCryptography) => {
    const challenge = await newChallenge()
    const proof = JSON.parse(await workOut(JSON.stringify(challenge), hasCryptography))
    expect(proof).toEqual({ challenge, solution: { counter: 30, derivedKey: expect.stringMatching(/^[0-9a-f]{64}$/) } })
    const { verified } = await verifySolution({ ...proof, deriveKey, ...secrets })
    expect(verified).toBe(true)
  })

  it('is not computed for an unknown algorithm', async () => {
    const challenge = await newChallenge()
    const other = { ...challenge, parameters: { ...challenge.parameters, algorithm: 'ARGON2ID' } }
    await expect(workOut(JSON.stringify(other), true)).rejects.toThrow('ARGON2ID')
    await expect(workOut(JSON.stringify(other), false)).rejects.toThrow('ARGON2ID')
  })
})

/** Numbered proofs, and whether a failure would be shown. */
const supply = (fails: (asked: number) => boolean = () => false) => {
  const asked: boolean[] = []
  const clock = { now: 0 }
  const obtain = async ({ quiet }: { quiet: boolean }): Promise<string> => {
    asked.push(quiet)
    const number = asked.length
    if (fails(number)) throw new Error('no network')
    return `proof ${number}`
  }
  return { asked, clock, proofs: createProofs(obtain, () => clock.now) }
}

const failing = (error: string): RequestError =>
  new RequestError('ResponseError', '', { url: '/api/account/codes', data: { data: { error } } })

describe('a supply of proofs', () => {
  it('computes one proof in advance, silently, and uses each once', async () => {
    const { proofs, asked } = supply()
    proofs.prepare()
    proofs.prepare()
    const sent = [await proofs.spend(async (proof) => proof), await proofs.spend(async (proof) => proof)]
    expect(sent).toEqual(['proof 1', 'proof 2'])
    expect(asked).toEqual([true, false])
  })

  it('does not use an expired proof', async () => {
    const { proofs, clock } = supply()
    proofs.prepare()
    clock.now = 8 * 60_000
    expect(await proofs.spend(async (proof) => proof)).toBe('proof 2')
  })

  it('retries visibly if computing in advance failed', async () => {
    const { proofs, asked } = supply((number) => number === 1)
    proofs.prepare()
    expect(await proofs.spend(async (proof) => proof)).toBe('proof 2')
    expect(asked).toEqual([true, false])
  })

  it('computes a harder proof when the server asks for it, once', async () => {
    const { proofs } = supply()
    const handedIn: string[] = []
    const error = failing('proof.required')
    const sending = proofs.spend(async (proof) => {
      handedIn.push(proof)
      throw error
    })
    await expect(sending).rejects.toBe(error)
    expect(handedIn).toEqual(['proof 1', 'proof 2'])
  })

  it('passes all other errors to the caller', async () => {
    const { proofs, asked } = supply()
    const error = failing('code.tooSoon')
    await expect(proofs.spend(() => Promise.reject(error))).rejects.toBe(error)
    expect(asked).toEqual([false])
  })
})
