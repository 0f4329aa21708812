import { randomUUID } from 'node:crypto'
import { signUp } from '@lectern/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { installDocuments } from '../../database/documents.ts'
import { eq, ne, sql } from '../../platform/database/drizzle.ts'
import { throttle } from '../../platform/tables.ts'
import { otherCode, receiveCode } from '../../testing/codes.ts'
import { createOwner } from '../../testing/owners.ts'
import { createPerson } from '../../testing/people.ts'
import { easyProof, refusal } from '../../testing/proofs.ts'
import { after, fixedNow, startSite, type Answer, type TestSite } from '../../testing/site.ts'
import { account } from '../accounts/tables.ts'
import { audit, auditPersonal } from '../audit/tables.ts'
import { consent, document } from '../documents/tables.ts'
import { credential, session } from './tables.ts'

let site: TestSite
let consents: string[]

beforeAll(async () => {
  site = await startSite()
  await installDocuments(site.db, fixedNow)
  consents = (await site.db.select({ id: document.id }).from(document).where(ne(document.name, 'pledge'))).map(
    ({ id }) => id,
  )
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.delete(throttle)
})

const password = 'blue lantern over water'

interface Form {
  username: string
  password: string
  contact: string
  code: string
  consents: string[]
  proof: string
}

let count = 0
/** A valid form, except for the given fields. */
const fillIn = async (given: Partial<Form> = {}): Promise<Form> => {
  count += 1
  const contact = given.contact ?? `new-${count}@example.org`
  const code = given.code ?? (await receiveCode(site, 'signUp', contact))
  const proof = given.proof ?? (await easyProof(site, 'signUp'))
  return { username: `new-${count}`, password, consents, ...given, contact, code, proof }
}

const send = (form: Form, headers: Record<string, string> = {}): Promise<Answer> =>
  site.call('POST', '/api/account/register', { body: form, headers })

const cookieOf = (answer: Answer): string => answer.headers.get('set-cookie')!.split(';', 1)[0]!

describe('signing up', () => {
  test('makes an account, agrees to the documents and signs in', async () => {
    const form = await fillIn({ username: ' 林小美_2 ', contact: ' New.Person@Example.ORG ' })
    const answer = await send(form, { 'accept-language': 'pt-BR' })
    const { uid, ...user } = answer.data(signUp)
    expect(user).toEqual({
      username: '林小美_2',
      nickname: null,
      realName: null,
      email: 'new.person@example.org',
      phone: null,
      avatar: null,
      profile: null,
      country: null,
      province: null,
      city: null,
      address: null,
      school: null,
      institutionId: null,
      department: null,
      title: null,
      locale: 'pt-BR',
      access: 'user',
      version: 1,
      isComplete: false,
      hasPassword: true,
      hasSecondFactor: false,
      lacksSecondFactor: false,
      duties: [],
      activities: null,
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('set-cookie')).toMatch(/^lectern=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    const current = await site.get('/api/user/currentUser', { cookie: cookieOf(answer) })
    expect(current.data()).toEqual(answer.data(signUp))

    const given = await site.db.select({ id: consent.documentId }).from(consent).where(eq(consent.accountId, uid))
    expect(given.map(({ id }) => id).toSorted()).toEqual(consents.toSorted())
    const rows = await site.db
      .select({ action: audit.action, changes: audit.changes, personal: auditPersonal.content })
      .from(audit)
      .innerJoin(auditPersonal, eq(auditPersonal.auditId, audit.id))
      .where(sql`${audit.subjectId} = ${uid} and ${audit.action} = 'account.created'`)
    const values = { username: '林小美_2', email: 'new.person@example.org', locale: 'pt-BR', access: 'user' }
    expect(rows).toEqual([
      {
        action: 'account.created',
        changes: null,
        personal: { address: '127.0.0.1', changes: { before: null, after: values } },
      },
    ])
  })

  test('works with a phone number, too', async () => {
    const answer = await send(await fillIn({ contact: '138 0013 7777' }))
    expect(answer.data()).toMatchObject({ phone: '+8613800137777', email: null })
  })

  test('ends the session of whoever used the browser before', async () => {
    const before = await createPerson(site)
    const answer = await send(await fillIn(), before.headers)
    expect(answer.status).toBe(200)
    expect(await site.db.$count(session, eq(session.id, before.sessionId))).toBe(0)
  })

  test('stores the password as nothing but its hash', async () => {
    const form = await fillIn({ password: 'sixty-four quiet ponies' })
    await send(form, { 'idempotency-key': randomUUID() })
    const { rows } = await site.pool.query<{ stored: string }>(
      `select coalesce(string_agg(x::text, ' '), '') as stored from (
         select to_jsonb(a) as x from account a union all select to_jsonb(c) from credential c
         union all select to_jsonb(i) from idempotency i union all select to_jsonb(p) from audit_personal p
       ) everything`,
    )
    expect(rows[0]!.stored).toContain('$argon2id$')
    expect(rows[0]!.stored).not.toContain('sixty-four quiet ponies')
  })

  test('leaves neither password nor code nor token nor proof in the log', async () => {
    const form = await fillIn({ password: 'a password for the log' })
    const answer = await send(form)
    await send({ ...form, username: 'x' })
    const log = site.logText()
    expect(log).toContain('/api/account/register')
    const token = cookieOf(answer).split('=')[1]!
    for (const secret of [form.password, form.code, token, (JSON.parse(form.proof) as Proof).challenge.signature])
      expect(log).not.toContain(secret)
  })
})

interface Proof {
  challenge: { signature: string }
}

describe('a form with faults', () => {
  test.each([
    ['аdmin', 'account.usernameMixed'],
    ['chie1-of-office', 'account.usernameLooksAlike'],
  ])('is refused when a name deceives the eye: %j', async (username, error) => {
    await createPerson(site, { username: 'chiel-of-office', access: 'admin' }).catch(() => undefined)
    expect(refusal(await send(await fillIn({ username })))).toEqual({ status: 422, error, at: ['username'] })
  })

  test.each(['KEEPER-of-Names', 'ｋｅｅｐｅｒ-of-names', 'keeper\u200b-of-names', ' keeper-of-names\u2060 '])(
    'is refused when somebody is called the same to the eye: %j',
    async (username) => {
      await createPerson(site, { username: 'Keeper-of-Names' }).catch(() => undefined)
      expect(refusal(await send(await fillIn({ username })))).toEqual({
        status: 422,
        error: 'account.usernameTaken',
        at: ['username'],
      })
    },
  )

  test('is refused for a taken contact, but only after the code was right', async () => {
    const email = 'taken@example.org'
    await createOwner(site, { email })
    const form = await fillIn({ contact: 'TAKEN@example.org' })
    expect(refusal(await send({ ...form, code: otherCode(form.code) }))).toEqual({
      status: 422,
      error: 'code.wrong',
      at: ['code'],
    })
    const again = { ...form, proof: await easyProof(site, 'signUp') }
    expect(refusal(await send(again))).toEqual({ status: 422, error: 'account.contactTaken', at: ['contact'] })
  })

  test('is told all its faults at once', async () => {
    await createPerson(site, { username: 'first-come' })
    const form = await fillIn({ username: 'first-come', password: 'password1' })
    const answer = await send({ ...form, code: otherCode(form.code) })
    expect(refusal(answer)).toEqual({
      status: 422,
      error: 'request.invalid',
      at: ['username', 'password', 'code'],
    })
  })

  test('is told what only the server knows together with what is missing or malformed', async () => {
    await createPerson(site, { username: 'early-bird' })
    const form = await fillIn({ username: 'early-bird', password: 'password1', consents: [] })
    expect(refusal(await send({ ...form, code: otherCode(form.code), contact: 'nowhere' }))).toEqual({
      status: 422,
      error: 'request.invalid',
      at: ['contact', 'username', 'password', 'consents'],
    })
    const { code: _code, ...unfinished } = await fillIn({ username: 'early-bird', password: 'short', consents: [] })
    const answer = await site.call('POST', '/api/account/register', { body: unfinished })
    expect(refusal(answer)).toEqual({
      status: 422,
      error: 'request.invalid',
      at: ['password', 'code', 'username', 'consents'],
    })
  })

  test('is told which field is too short, in words that name it', async () => {
    const form = await fillIn({ username: 'ab', password: 'short' })
    const { fields } = (await send(form, { 'accept-language': 'en-US' })).failure()
    expect(fields).toEqual([
      { path: 'username', message: 'The username must have 3 to 32 characters' },
      { path: 'password', message: 'The password must have 8 to 128 characters' },
    ])
  })

  test('is told about consent together with everything else', async () => {
    await createPerson(site, { username: 'quick-fox' })
    const form = await fillIn({ username: 'quick-fox', password: 'password1', consents: [] })
    expect(refusal(await send({ ...form, code: otherCode(form.code) }))).toEqual({
      status: 422,
      error: 'request.invalid',
      at: ['username', 'password', 'code', 'consents'],
    })
  })

  test('that is malformed learns whether a name is taken for a proof alone, and once', async () => {
    await createPerson(site, { username: 'well-hidden' })
    const form = await fillIn({ username: 'well-hidden', password: 'short' })
    const both = { status: 422, error: 'request.invalid', at: ['password', 'username'] }
    expect(refusal(await send({ ...form, proof: 'x' }))).toEqual({ ...both, at: ['password'] })
    expect(refusal(await send(form))).toEqual(both)
    expect(refusal(await send(form))).toEqual({ ...both, at: ['password'] })
    expect(refusal(await send({ ...form, password }))).toEqual({ status: 422, error: 'proof.refused' })
  })

  test('is refused with a password that is the person’s own name', async () => {
    const answer = await send(await fillIn({ username: 'wandering-heron', password: 'Wandering-Heron1' }))
    expect(refusal(answer)).toEqual({ status: 422, error: 'password.personal', at: ['password'] })
  })

  test('is refused without consent to every document in force', async () => {
    const form = await fillIn({ consents: consents.slice(1) })
    expect(refusal(await send(form))).toEqual({ status: 422, error: 'consent.required', at: ['consents'] })
    const again = { ...form, consents, proof: await easyProof(site, 'signUp') }
    expect((await send(again)).status).toBe(200)
  })

  test('is refused with a proof that was used before, and makes no account', async () => {
    const { proof } = await fillIn().then(async (form) => ({ proof: form.proof, answer: await send(form) }))
    const form = await fillIn({ proof })
    expect(refusal(await send(form))).toEqual({ status: 422, error: 'proof.refused' })
    expect(refusal(await send(form, { 'idempotency-key': randomUUID() }))).toEqual({
      status: 422,
      error: 'proof.refused',
    })
    expect(await site.db.$count(account, eq(account.username, form.username))).toBe(0)
  })

  test('has spent its proof', async () => {
    const form = await fillIn({ password: 'password1' })
    expect(refusal(await send(form))).toMatchObject({ error: 'password.common' })
    expect(refusal(await send({ ...form, password }))).toEqual({ status: 422, error: 'proof.refused' })
  })

  test.each([
    [{ username: 'ab' }, 'username'],
    [{ username: '12345' }, 'username'],
    [{ username: 'a b c' }, 'username'],
    [{ username: 'a@example.org' }, 'username'],
    [{ password: '1234567' }, 'password'],
    [{ password: 'x'.repeat(129) }, 'password'],
    [{ contact: 'nowhere' }, 'contact'],
    [{ code: '12345' }, 'code'],
    [{ username: 5 }, 'username'],
    [{ password: 12345678 }, 'password'],
    [{ consents: 'all' }, 'consents'],
    [{ access: 'admin' }, 'access'],
    [{ status: 'active' }, 'status'],
  ])('is refused with %j', async (change, field) => {
    const body = {
      username: 'good-name',
      password,
      contact: 'g@example.org',
      code: '123456',
      consents,
      proof: 'x',
      ...change,
    }
    const answer = await site.call('POST', '/api/account/register', { body })
    expect(refusal(answer)).toEqual({ status: 422, error: 'request.invalid', at: [field] })
  })

  test('of a megabyte is refused', async () => {
    const body = {
      username: 'x'.repeat(1_000_000),
      password,
      contact: 'g@example.org',
      code: '123456',
      consents,
      proof: 'x',
    }
    const answer = await site.call('POST', '/api/account/register', { body })
    expect(refusal(answer)).toEqual({ status: 413, error: 'request.tooLarge', params: { limitKb: 16 } })
  })
})

describe('the same call', () => {
  test('twenty times at once with one key makes one account and gives twenty equal answers', async () => {
    const form = await fillIn()
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(form, headers)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(new Set(answers.map(cookieOf)).size).toBe(20)
    expect(await site.db.$count(account, eq(account.email, form.contact))).toBe(1)
    const { uid } = answers[0]!.data(signUp)
    expect(await site.db.$count(session, eq(session.accountId, uid))).toBe(20)
    expect(await site.db.$count(audit, sql`${audit.subjectId} = ${uid} and ${audit.action} = 'account.created'`)).toBe(
      1,
    )
  })

  test('four times at once without a key makes one account', async () => {
    const form = await fillIn()
    const proofs = await Promise.all(Array.from({ length: 4 }, () => easyProof(site, 'signUp')))
    const answers = await Promise.all(proofs.map((proof) => send({ ...form, proof })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
    expect(await site.db.$count(account, eq(account.email, form.contact))).toBe(1)
  })

  test('later, when its code and its proof are no good any more, is answered the same', async () => {
    const form = await fillIn()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await send(form, headers)
    site.clock.set(after(3_600_000))
    const second = await send(form, headers)
    expect(second.text).toBe(first.text)
    expect((await site.get('/api/user/currentUser', { cookie: cookieOf(second) })).data()).toEqual(first.data(signUp))
  })

  test.each<[string, Partial<Form>]>([
    ['another name', { username: 'somebody-else' }],
    ['another password', { password: 'not the same at all' }],
  ])('with the same key and %s is another one, and refused', async (_name, change) => {
    const form = await fillIn()
    const headers = { 'idempotency-key': randomUUID() }
    expect((await send(form, headers)).status).toBe(200)
    const answer = await send({ ...form, ...change }, headers)
    expect(refusal(answer)).toEqual({ status: 422, error: 'request.keyReused' })
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('does not go past a second factor that was set up since', async () => {
    const form = await fillIn()
    const headers = { 'idempotency-key': randomUUID() }
    const { uid } = (await send(form, headers)).data(signUp)
    await site.db
      .update(credential)
      .set({ totpSecret: 'x', totpConfirmedAt: fixedNow })
      .where(eq(credential.accountId, uid))
    expect(refusal(await send(form, headers))).toEqual({ status: 422, error: 'request.keyReused' })
  })

  test('that failed can be sent again with the same key, corrected', async () => {
    await createPerson(site, { username: 'gone-already' })
    const form = await fillIn({ username: 'gone-already' })
    const headers = { 'idempotency-key': randomUUID() }
    expect(refusal(await send(form, headers))).toMatchObject({ error: 'account.usernameTaken' })
    const again = { ...form, username: 'still-free', proof: await easyProof(site, 'signUp') }
    expect((await send(again, headers)).data()).toMatchObject({ username: 'still-free' })
  })
})

test('two people who want one name at the same moment are two calls, and one gets it', async () => {
  const forms = [await fillIn({ username: 'Wanted' }), await fillIn({ username: 'wanted' })]
  const answers = await Promise.all(forms.map((form) => send(form)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(refusal(answers.find(({ status }) => status === 422)!)).toEqual({
    status: 422,
    error: 'account.usernameTaken',
    at: ['username'],
  })
})
