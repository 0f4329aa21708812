import { tmpdir } from 'node:os'
import { codePurposes } from '@lectern/contract/accounts/account-values.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import { createDiskStorage } from '../../platform/storage/disk.ts'
import { throttle } from '../../platform/tables.ts'
import { features } from '../../features.ts'
import { createSweep } from '../../sweep.ts'
import { lettersTo, otherCode, receiveCode, requestCode } from '../../testing/codes.ts'
import { createOwner, ownPassword } from '../../testing/owners.ts'
import { askedStep, refusal, solve } from '../../testing/proofs.ts'
import { after, fixedNow, startSite, type Answer, type TestSite } from '../../testing/site.ts'
import { audit } from '../audit/tables.ts'
import { code as codes, session } from './tables.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.delete(throttle)
})

const minute = 60_000
const hour = 60 * minute

let count = 0
const createReader = async () => {
  count += 1
  const contacts = { email: `reader-${count}@example.org`, phone: `+86138001380${String(count).padStart(2, '0')}` }
  return { ...contacts, ...(await createOwner(site, contacts)) }
}

const signIn = (contact: string, code: string): Promise<Answer> =>
  site.call('POST', '/api/account/login/code', { body: { contact, code } })

const reset = (contact: string, code: string, newPassword = 'forty grey herons'): Promise<Answer> =>
  site.call('POST', '/api/account/password/reset', { body: { contact, code, newPassword } })

const wrong = { status: 422, error: 'code.wrong', at: ['code'] }

describe('a code', () => {
  test('signs its owner in, once', async () => {
    const { email, username } = await createReader()
    const code = await receiveCode(site, 'signIn', email)
    expect(code).toMatch(/^\d{6}$/)
    expect((await signIn(email, code)).data()).toMatchObject({ username })
    expect(refusal(await signIn(email, code))).toEqual(wrong)
  })

  test('that is wrong is told together with what is wrong with the new password, account or none', async () => {
    const { email } = await createReader()
    const code = otherCode(await receiveCode(site, 'resetPassword', email))
    for (const [contact, newPassword, at] of [
      [email, 'password1', ['code', 'newPassword']],
      ['nobody-here@example.org', 'password1', ['code', 'newPassword']],
      [email, 'short', ['newPassword', 'code']],
      ['nobody-here@example.org', 'short', ['newPassword', 'code']],
      [email, email, ['code', 'newPassword']],
    ] as const)
      expect(refusal(await reset(contact, code, newPassword))).toEqual({ status: 422, error: 'request.invalid', at })
  })

  test('signs in once, however many hand it in at the same moment', async () => {
    const { email, id } = await createReader()
    const code = await receiveCode(site, 'signIn', email)
    const before = await site.db.$count(session, eq(session.accountId, id))
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(email, code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 422)])
    expect(await site.db.$count(session, eq(session.accountId, id))).toBe(before + 1)
  })

  test('is taken as people write it', async () => {
    const { phone } = await createReader()
    const code = await receiveCode(site, 'signIn', phone)
    const answer = await signIn(` ${phone.replace('+86', '')} `, ` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect(answer.status).toBe(200)
  })

  test('lives ten minutes', async () => {
    const [one, other] = [await createReader(), await createReader()]
    const [code, late] = [await receiveCode(site, 'signIn', one.email), await receiveCode(site, 'signIn', other.email)]
    site.clock.set(after(10 * minute - 1))
    expect((await signIn(one.email, code)).status).toBe(200)
    site.clock.set(after(10 * minute))
    expect(refusal(await signIn(other.email, late))).toEqual(wrong)
  })

  test('bears four wrong tries, not five', async () => {
    const [patient, hasty] = [await createReader(), await createReader()]
    for (const [{ email }, tries, expected] of [
      [patient, 4, 200],
      [hasty, 5, 422],
    ] as const) {
      const code = await receiveCode(site, 'signIn', email)
      for (let tried = 0; tried < tries; tried += 1)
        expect(refusal(await signIn(email, otherCode(code)))).toEqual(wrong)
      expect((await signIn(email, code)).status).toBe(expected)
    }
  })

  test('bears five wrong tries in all, however many come at the same moment', async () => {
    const { email } = await createReader()
    const code = await receiveCode(site, 'signIn', email)
    await Promise.all(Array.from({ length: 12 }, () => signIn(email, otherCode(code))))
    const [row] = await site.db.select({ tries: codes.tries }).from(codes).where(eq(codes.target, email))
    expect(row).toEqual({ tries: 5 })
  })

  test('dies when a newer one is sent for the same, and for the same alone', async () => {
    const { email } = await createReader()
    const old = await receiveCode(site, 'signIn', email)
    site.clock.set(after(minute))
    const resetting = await receiveCode(site, 'resetPassword', email)
    expect((await signIn(email, old)).status).toBe(200)

    const next = await createReader()
    const first = await receiveCode(site, 'signIn', next.email)
    site.clock.set(after(2 * minute))
    const second = await receiveCode(site, 'signIn', next.email)
    if (first !== second) expect(refusal(await signIn(next.email, first))).toEqual(wrong)
    expect((await signIn(next.email, second)).status).toBe(200)
    expect((await reset(email, resetting)).status).toBe(200)
  })

  test('is good for its purpose and its contact alone', async () => {
    const { email, phone } = await createReader()
    const code = await receiveCode(site, 'resetPassword', email)
    expect(refusal(await signIn(email, code))).toEqual(wrong)
    expect(refusal(await reset(phone, code))).toEqual(wrong)
    expect((await reset(email, code)).status).toBe(200)
  })

  test('does not stand in the database', async () => {
    const { email } = await createReader()
    const code = await receiveCode(site, 'signIn', email)
    const { rows } = await site.pool.query<{ all: string }>('select code::text as all from code where target = $1', [
      email,
    ])
    expect(rows.map(({ all }) => all.includes(code))).toEqual([false])
  })
})

describe('asking for a code', () => {
  test('is possible once a minute for a contact and purpose', async () => {
    const { email } = await createReader()
    expect((await requestCode(site, 'signIn', email)).data()).toEqual({ seconds: 60 })
    site.clock.set(after(20_000))
    // Asking too soon does not make the wait longer.
    for (let asked = 0; asked < 2; asked += 1)
      expect(refusal(await requestCode(site, 'signIn', email))).toEqual({
        status: 429,
        error: 'code.tooSoon',
        params: { seconds: 40 },
      })
    expect((await requestCode(site, 'resetPassword', email)).status).toBe(200)
    site.clock.set(after(minute))
    expect((await requestCode(site, 'signIn', email)).status).toBe(200)
  })

  test('twice in the same moment sends one, also at two programs', async () => {
    const { email } = await createReader()
    const other = await startSite({ databaseUrl: site.databaseUrl, clock: site.clock })
    const answers = await Promise.all([site, other, site, other].map((at) => requestCode(at, 'signIn', email)))
    await other.close()
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429])
    expect(await lettersTo(site, email)).toHaveLength(1)
  })

  test('more than ten times a day takes harder and harder work, and is never refused', async () => {
    const { phone } = await createReader()
    const sweep = createSweep({ db: site.db, clock: site.clock, storage: createDiskStorage(tmpdir()), features })
    const steps = []
    for (let sent = 0; sent < 25; sent += 1) {
      site.clock.set(after(sent * 10 * minute))
      steps.push(await askedStep(site, 'code', phone))
      expect((await requestCode(site, 'signIn', phone)).status).toBe(200)
      await sweep.run()
    }
    expect(steps).toEqual([...Array.from({ length: 10 }, () => 0), 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5])
    site.clock.set(after(28 * hour))
    expect(await askedStep(site, 'code', phone)).toBe(0)
  })

  test('with the usual work is not enough then', async () => {
    const { email } = await createReader()
    const usual = await solve(site, 'code')
    for (let sent = 0; sent < 13; sent += 1) {
      site.clock.set(after(sent * minute))
      await requestCode(site, 'signIn', email)
    }
    site.clock.set(after(9 * minute))
    const body = { purpose: 'signIn', contact: email, proof: usual }
    const answer = await site.call('POST', '/api/account/codes', { body })
    expect(refusal(answer)).toMatchObject({ error: 'proof.required' })
  })

  test('for one purpose makes it no harder for another', async () => {
    const { email } = await createReader()
    for (let sent = 0; sent < 20; sent += 1) {
      site.clock.set(after(sent * minute))
      await requestCode(site, 'signUp', email)
    }
    const proof = await solve(site, 'code')
    const body = { purpose: 'signIn', contact: email, proof }
    expect((await site.call('POST', '/api/account/codes', { body })).status).toBe(200)
  })

  test('does not count when the code was used', async () => {
    const { email } = await createReader()
    for (let sent = 0; sent < 12; sent += 1) {
      site.clock.set(after(sent * minute))
      expect((await signIn(email, await receiveCode(site, 'signIn', email))).status).toBe(200)
    }
    site.clock.set(after(hour))
    expect(await askedStep(site, 'code', email)).toBe(0)
  })

  test.each(codePurposes)('answers and leaves the same for a contact without account (%s)', async (purpose) => {
    const { email, id } = await createReader()
    const stranger = `nobody-${purpose.toLowerCase()}@example.org`
    const traces = async (contact: string, answer: Answer) => ({
      status: answer.status,
      body: answer.text,
      headers: [...answer.headers.keys()],
      codes: await site.db.$count(codes, eq(codes.target, contact)),
      letters: (await lettersTo(site, contact)).length,
    })
    const known = await traces(email, await requestCode(site, purpose, email))
    expect(await traces(stranger, await requestCode(site, purpose, stranger))).toEqual(known)

    const content = { purpose }
    const secret = { code: expect.stringMatching(/^\d{6}$/) as string }
    expect(await lettersTo(site, email)).toEqual([{ letter: 'code', content, secret, accountId: id }])
    expect(await lettersTo(site, stranger)).toEqual([
      purpose === 'signUp'
        ? { letter: 'code', content, secret, accountId: null }
        : { letter: 'noAccount', content, secret: null, accountId: null },
    ])
  })

  test('says the same to a guess at a code that was never sent, as often as to one that was', async () => {
    const { email } = await createReader()
    await requestCode(site, 'signIn', email)
    await requestCode(site, 'signIn', 'nobody-guessed@example.org')
    for (const contact of [email, 'nobody-guessed@example.org', 'never-asked@example.org'])
      for (let tried = 0; tried < 6; tried += 1) expect(refusal(await signIn(contact, '000000'))).toEqual(wrong)
  })

  test('is refused where no message can be sent that way', async () => {
    const mailOnly = await startSite({ config: { demo: false, smtpUrl: new URL('smtp://127.0.0.1:1') } })
    expect((await requestCode(mailOnly, 'signUp', 'somebody@example.org')).status).toBe(200)
    expect(refusal(await requestCode(mailOnly, 'signUp', '13800138999'))).toEqual({
      status: 422,
      error: 'channel.none',
      at: ['contact'],
    })
    await mailOnly.close()
  })

  test.each([
    { contact: 'no contact' },
    { contact: ['a@example.org'] },
    { purpose: 'changeContact' },
    { extra: true },
    { proof: undefined },
  ])('with %j instead is refused', async (change) => {
    const body = { purpose: 'signIn', contact: 'a@example.org', proof: 'x', ...change }
    const answer = await site.call('POST', '/api/account/codes', { body })
    expect({ status: answer.status, error: answer.failure().error }).toEqual({
      status: 422,
      error: 'request.invalid',
    })
  })
})

describe('a new password by code', () => {
  const signInWith = (identifier: string, password: string): Promise<Answer> =>
    site.call('POST', '/api/account/login', { body: { identifier, password } })

  test('replaces the old one, ends all sessions and is told to all contacts', async () => {
    const { email, phone, id, headers } = await createReader()
    const code = await receiveCode(site, 'resetPassword', phone)
    site.clock.set(after(1_000))
    expect((await reset(phone, code)).data()).toEqual({})
    expect((await site.get('/api/user/currentUser', headers)).json()).toMatchObject({ code: 4002, data: null })
    expect(await site.db.$count(session, eq(session.accountId, id))).toBe(0)
    expect(refusal(await signInWith(email, ownPassword))).toMatchObject({ error: 'signIn.wrong' })
    expect((await signInWith(email, 'forty grey herons')).status).toBe(200)
    const expectedLetter = { letter: 'passwordChanged', content: {}, secret: null, accountId: id }
    expect((await lettersTo(site, email))[0]).toEqual(expectedLetter)
    expect((await lettersTo(site, phone))[0]).toEqual(expectedLetter)
    const rows = await site.db.select({ action: audit.action }).from(audit).where(eq(audit.subjectId, id))
    expect(rows).toEqual([{ action: 'password.reset' }])
    expect(refusal(await reset(phone, code))).toEqual(wrong)
  })

  test('that is refused leaves the code good', async () => {
    const { email, username } = await createReader()
    const code = await receiveCode(site, 'resetPassword', email)
    expect(refusal(await reset(email, code, 'password1'))).toEqual({
      status: 422,
      error: 'password.common',
      at: ['newPassword'],
    })
    expect(refusal(await reset(email, code, `${username}!`))).toEqual({
      status: 422,
      error: 'password.personal',
      at: ['newPassword'],
    })
    expect((await reset(email, code)).status).toBe(200)
  })

  test('is refused alike for a wrong code and for a contact without account', async () => {
    const { email } = await createReader()
    const code = await receiveCode(site, 'resetPassword', email)
    await requestCode(site, 'resetPassword', 'nobody-resets@example.org')
    expect(refusal(await reset(email, otherCode(code)))).toEqual(wrong)
    expect(refusal(await reset('nobody-resets@example.org', code))).toEqual(wrong)
  })

  test('is refused to whom the organisers have disabled', async () => {
    const email = 'disabled-reader@example.org'
    await createOwner(site, { email, status: 'disabled' })
    const code = await receiveCode(site, 'resetPassword', email)
    expect(refusal(await reset(email, code))).toEqual({ status: 422, error: 'signIn.disabled' })
  })
})
