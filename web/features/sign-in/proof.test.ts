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

  it('is not made for a kind of work that is unknown here', async () => {
    const challenge = await newChallenge()
    const other = { ...challenge, parameters: { ...challenge.parameters, algorithm: 'ARGON2ID' } }
    await expect(workOut(JSON.stringify(other), true)).rejects.toThrow('ARGON2ID')
    await expect(workOut(JSON.stringify(other), false)).rejects.toThrow('ARGON2ID')
  })
})

/** Proofs named in order, and whether anybody would have heard of a failure. */
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
  it('works ahead once, in silence, and each proof is used once', async () => {
    const { proofs, asked } = supply()
    proofs.prepare()
    proofs.prepare()
    const sent = [await proofs.spend(async (proof) => proof), await proofs.spend(async (proof) => proof)]
    expect(sent).toEqual(['proof 1', 'proof 2'])
    expect(asked).toEqual([true, false])
  })

  it('does not hand in what has become too old', async () => {
    const { proofs, clock } = supply()
    proofs.prepare()
    clock.now = 8 * 60_000
    expect(await proofs.spend(async (proof) => proof)).toBe('proof 2')
  })

  it('tries again aloud when working ahead failed', async () => {
    const { proofs, asked } = supply((number) => number === 1)
    proofs.prepare()
    expect(await proofs.spend(async (proof) => proof)).toBe('proof 2')
    expect(asked).toEqual([true, false])
  })

  it('works once more when more is asked for, and only once', async () => {
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

  it('leaves every other failure to who asked', async () => {
    const { proofs, asked } = supply()
    const error = failing('code.tooSoon')
    await expect(proofs.spend(() => Promise.reject(error))).rejects.toBe(error)
    expect(asked).toEqual([false])
  })
})
