import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { takeFrom } from '../../../platform/throttle.ts'
import { loadSecrets } from '../../../platform/secrets.ts'
import { throttle } from '../../../platform/tables.ts'
import { askedStep, refusal, solve } from '../../../testing/proofs.ts'
import { after, fixedNow, startSite, type Answer, type TestSite } from '../../../testing/site.ts'
import { codesPerNetwork } from './limits.ts'
import { spendProof } from './proofs.ts'
import { spentProof } from '../tables.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.delete(throttle)
})

let count = 0
/** A new user each time, so that only the proof matters. */
const hand = (proof: string, to: TestSite = site): Promise<Answer> => {
  count += 1
  return to.call('POST', '/api/account/codes', {
    body: { purpose: 'signIn', contact: `reader-${count}@example.org`, proof },
  })
}

const refused = { status: 422, error: 'proof.refused' }
const required = { status: 422, error: 'proof.required' }
const accepted = { seconds: 60 }

interface Proof {
  challenge: { parameters: { data: Record<string, unknown>; cost: number }; signature: string }
  solution: { counter: number; derivedKey: string }
}

const changed = (proof: string, change: (parts: Proof) => void): string => {
  const parts = JSON.parse(proof) as Proof
  change(parts)
  return JSON.stringify(parts)
}

/** As if this network had requested this many codes. */
const haveCodesSent = async (times: number): Promise<void> => {
  const secrets = await loadSecrets(site.db)
  for (let sent = 0; sent < times; sent += 1)
    await takeFrom(site.db, secrets, codesPerNetwork, '127.0.0.1', site.clock.now())
}

const flipFirstDigit = (hex: string): string => `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`

describe('a proof of work', () => {
  test('is good once', async () => {
    const proof = await solve(site, 'code')
    expect((await hand(proof)).data()).toEqual(accepted)
    expect(refusal(await hand(proof))).toEqual(refused)
  })

  test('is good once, however it is written', async () => {
    const proof = await solve(site, 'code')
    expect((await hand(proof)).data()).toEqual(accepted)
    const { challenge, solution } = JSON.parse(proof) as Proof
    const parameters = Object.fromEntries(Object.entries(challenge.parameters).toReversed())
    expect(refusal(await hand(JSON.stringify({ solution, challenge: { ...challenge, parameters } })))).toEqual(refused)
    const shouted = changed(proof, (parts) => (parts.challenge.signature = parts.challenge.signature.toUpperCase()))
    expect(refusal(await hand(shouted))).toEqual(refused)
  })

  test('is good once for many who hand it in at the same moment', async () => {
    const proof = await solve(site, 'code')
    const answers = await Promise.all(Array.from({ length: 8 }, () => hand(proof)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // All of these are verified before the first is spent.
    const judged = { signature: 'of all of them', expiresAt: fixedNow }
    const spent = await Promise.allSettled(Array.from({ length: 8 }, () => spendProof({ db: site.db } as Ctx, judged)))
    expect(spent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is good once in all processes of an installation', async () => {
    const other = await startSite({ databaseUrl: site.databaseUrl, clock: site.clock })
    const proof = await solve(other, 'code')
    expect((await hand(proof)).data()).toEqual(accepted)
    expect(refusal(await hand(proof, other))).toEqual(refused)
    await other.close()
  })

  test('is good for ten minutes by the clock of the site', async () => {
    const [early, late] = [await solve(site, 'code'), await solve(site, 'code')]
    site.clock.set(after(10 * 60_000 - 1))
    expect((await hand(early)).data()).toEqual(accepted)
    site.clock.set(after(10 * 60_000))
    expect(refusal(await hand(late))).toEqual(refused)
  })

  test('is good for its purpose alone', async () => {
    expect(refusal(await hand(await solve(site, 'signUp')))).toEqual(refused)
  })

  test.each<[string, (parts: Proof) => void]>([
    ['another purpose', ({ challenge }) => (challenge.parameters.data.purpose = 'signIn')],
    ['a longer life', ({ challenge }) => (challenge.parameters.data.expiresAt = after(86_400_000).getTime())],
    ['less work', ({ challenge }) => (challenge.parameters.cost = 1)],
    ['no signature', ({ challenge }) => (challenge.signature = '')],
    ['another solution', ({ solution }) => (solution.derivedKey = flipFirstDigit(solution.derivedKey))],
    ['no solution', ({ solution }) => (solution.derivedKey = '')],
  ])('that was given %s afterwards is refused', async (_name, change) => {
    expect(refusal(await hand(changed(await solve(site, 'code'), change)))).toEqual(refused)
  })

  test.each([
    'x',
    '{}',
    'null',
    '[]',
    '{"challenge":1}',
    '['.repeat(4_000),
    `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`,
  ])('that is none is refused (%#)', async (junk) => {
    const before = await site.db.$count(spentProof)
    expect(refusal(await hand(junk))).toEqual(refused)
    expect(await site.db.$count(spentProof)).toBe(before)
  })

  test('takes the most of what can be sent', async () => {
    const answer = await hand('x'.repeat(4_097))
    expect(refusal(answer)).toEqual({ status: 422, error: 'request.invalid', at: ['proof'] })
  })
})

describe('the work', () => {
  test('grows with what a network asks for, up to sixteen times', async () => {
    const steps = []
    for (const more of [0, 19, 1, 20, 40, 80, 140]) {
      await haveCodesSent(more)
      steps.push(await askedStep(site, 'code'))
    }
    expect(steps).toEqual([0, 0, 0, 1, 2, 3, 3])
    await haveCodesSent(21)
    expect(await askedStep(site, 'signUp')).toBe(4)
    expect(await askedStep(site, 'signIn')).toBe(0)
  })

  test('that was done for less is asked for again, but for one step', async () => {
    const [one, other] = [await solve(site, 'code'), await solve(site, 'code')]
    await haveCodesSent(40)
    expect((await hand(one)).data()).toEqual(accepted)
    await haveCodesSent(40)
    expect(refusal(await hand(other))).toEqual(required)
  })

  test('does not spare a network the limit in the end', async () => {
    await haveCodesSent(400)
    const answer = await hand(await solve(site, 'code'))
    expect(refusal(answer)).toEqual({ status: 429, error: 'request.tooMany', params: { seconds: 60 } })
    site.clock.set(after(60_000))
    expect((await hand(await solve(site, 'code'))).data()).toEqual(accepted)
  })

  test('leaves a way to sign in by password without any, at first', async () => {
    const body = { identifier: 'nobody-yet', password: 'blue lantern' }
    const answer = await site.call('POST', '/api/account/login', { body })
    expect(refusal(answer)).toEqual({ status: 422, error: 'signIn.wrong', at: ['password'] })
  })
})
