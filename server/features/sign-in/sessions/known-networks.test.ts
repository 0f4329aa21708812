import type { codePurposes } from '@lectern/contract/accounts/account-values.ts'
import { requestChallenge } from '@lectern/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { throttle } from '../../../platform/tables.ts'
import { lettersTo } from '../../../testing/codes.ts'
import { createOwner, ownPassword } from '../../../testing/owners.ts'
import { easyProof, refusal } from '../../../testing/proofs.ts'
import { after, fixedNow, startSite, type Answer, type TestSite } from '../../../testing/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite({ config: { trustProxy: ['127.0.0.1'] } })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.delete(throttle)
})

const minute = 60_000
const home = { 'x-forwarded-for': '198.51.100.7' }
const elsewhere = { 'x-forwarded-for': '203.0.113.9' }

const ask = async (purpose: (typeof codePurposes)[number], contact: string, headers: Record<string, string>) =>
  site.call('POST', '/api/account/codes', {
    headers,
    body: { purpose, contact, proof: await easyProof(site, 'code') },
  })

const stepFor = async (contact: string, headers: Record<string, string>): Promise<number> => {
  const body = { purpose: 'code', identifier: contact }
  const answer = await site.call('POST', '/api/account/challenge', { headers, body })
  const { challenge } = answer.data(requestChallenge)
  return (JSON.parse(challenge) as { parameters: { data: { step: number } } }).parameters.data.step
}

const signInAt = (username: string, headers: Record<string, string>): Promise<Answer> =>
  site.call('POST', '/api/account/login', { headers, body: { identifier: username, password: ownPassword } })

test('where its owner has signed in, nobody is held up by the codes that strangers ask for', async () => {
  const email = 'owner@example.org'
  const { username } = await createOwner(site, { email })
  expect((await signInAt(username, home)).status).toBe(200)
  for (let asked = 0; asked < 20; asked += 1) {
    site.clock.set(after(asked * minute))
    await ask('signIn', email, elsewhere)
  }
  expect(refusal(await ask('signIn', email, elsewhere))).toMatchObject({ error: 'code.tooSoon' })
  expect([await stepFor(email, elsewhere), await stepFor(email, home)]).toEqual([4, 0])
  // At a distinct moment, so that this letter is the newest.
  site.clock.set(after(19 * minute + 1_000))
  expect((await ask('signIn', email, home)).status).toBe(200)
  const [letter] = await lettersTo(site, email)
  const body = { contact: email, code: letter!.secret!.code! }
  expect((await site.call('POST', '/api/account/login/code', { headers: home, body })).status).toBe(200)
})

test('the same network is a stranger to everybody else’s contact, and to one that nobody has', async () => {
  const { username } = await createOwner(site, { email: 'one@example.org' })
  await createOwner(site, { email: 'other@example.org' })
  await signInAt(username, home)
  for (const contact of ['other@example.org', 'nobody@example.org']) {
    for (let asked = 0; asked < 11; asked += 1) {
      site.clock.set(after(asked * minute))
      await ask('signIn', contact, elsewhere)
    }
    expect(await stepFor(contact, home)).toBe(1)
    expect(refusal(await ask('signIn', contact, home))).toMatchObject({ error: 'code.tooSoon' })
  }
})

test('what is kept of a network tells no address', async () => {
  const { username } = await createOwner(site)
  await signInAt(username, home)
  const { rows } = await site.pool.query<{ row: string }>('select known_network::text as row from known_network')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ row }) => row.includes('198.51.100'))).toEqual([])
})
