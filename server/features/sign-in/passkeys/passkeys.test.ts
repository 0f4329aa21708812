import { readCurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { listAudit } from '@lectern/contract/audit/audit.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import {
  beginPasskey,
  listPasskeys,
  requestPasskeyChallenge,
  signInByPasskey,
} from '@lectern/contract/sign-in/passkeys.ts'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eq } from '../../../platform/database/drizzle.ts'
import { Authenticator, type Behaviour } from '../../../testing/authenticator.ts'
import { createOwner, ownPassword } from '../../../testing/owners.ts'
import { createPerson, createSession, type TestPerson } from '../../../testing/people.ts'
import { errorOf } from '../../../testing/refusals.ts'
import { demandSecondFactor } from '../../../testing/sign-in-providers.ts'
import { after, eventually, fixedNow, startSite, type Answer, type TestSite } from '../../../testing/site.ts'
import { account } from '../../accounts/tables.ts'
import { credential, passkey } from '../tables.ts'

const origin = 'http://contest.example'
const password = ownPassword

let site: TestSite
beforeAll(async () => {
  site = await startSite({ config: { publicUrl: new URL(origin) } })
})
afterAll(() => site.close())
beforeEach(() => site.clock.set(fixedNow))

const post = (path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> =>
  site.call('POST', path, { headers: { 'accept-language': 'en-US', ...headers }, ...(body !== undefined && { body }) })

/** A second passes before each change, so that rows are in order. */
let seconds = 0
const wait = (): void => {
  seconds += 1
  site.clock.set(after(seconds * 1_000))
}

const begin = async ({ headers }: TestPerson) =>
  (await post('/api/account/passkeys/challenge', headers, { password })).data(beginPasskey)

const send = ({ headers }: Pick<TestPerson, 'headers'>, registration: unknown): Promise<Answer> =>
  post(
    '/api/account/passkeys',
    { ...headers, 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0' },
    { registration },
  )

/** A device of this person with a passkey. */
const enrol = async (person: TestPerson, device = new Authenticator(origin)): Promise<Authenticator> => {
  wait()
  expect((await send(person, device.create(await begin(person)))).status).toBe(200)
  return device
}

/** Another browser, which has asked for a challenge. */
const openSignIn = async () => {
  const answer = await post('/api/account/login/passkey/challenge', {})
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]!)[0]!
  return { options: answer.data(requestPasskeyChallenge), headers: { cookie } }
}

const signIn = async (device: Authenticator, behaviour: Behaviour = {}): Promise<Answer> => {
  const { options, headers } = await openSignIn()
  return post('/api/account/login/passkey', headers, { passkey: device.get(options, behaviour) })
}

const listOf = async ({ headers }: TestPerson) =>
  (await site.get('/api/account/passkeys', { ...headers, 'accept-language': 'en-US' })).data(listPasskeys).list

const remove = (person: TestPerson, id: string, proof: unknown = { password }): Promise<Answer> =>
  post(`/api/account/passkeys/${id}/removal`, person.headers, proof)

const cookieOf = (answer: Answer) => ({ cookie: answer.headers.getSetCookie()[0]!.split(';')[0]! })

test('a passkey is made, listed under a name that its owner recognises, and signs in without a name', async () => {
  const person = await createOwner(site, { email: 'passkey@example.org' })
  const device = await enrol(person)
  const createdAt = site.clock.now().toISOString()
  const listed = { name: 'Chrome · Android', createdAt, otherAddress: null, whyNotRemove: null }
  expect(await listOf(person)).toEqual([{ id: expect.any(String), ...listed, usedAt: null }])

  const answer = await signIn(device)
  expect(answer.data(signInByPasskey).uid).toBe(person.id)
  expect((await site.get('/api/user/currentUser', cookieOf(answer))).data(readCurrentUser).username).toBe(
    person.username,
  )
  expect((await listOf(person))[0]!.usedAt).toBe(createdAt)
})

test('what is asked of the device: a passkey that is found without a name, for a verified user, once for each device', async () => {
  const person = await createOwner(site)
  const device = await enrol(person)
  const { challenge, ...options } = await begin(person)
  expect(Buffer.from(challenge, 'base64url').length).toBe(54)
  expect(options).toEqual({
    timeout: 300_000,
    rp: { id: 'contest.example', name: expect.any(String) },
    user: { id: device.key!.userHandle, name: person.username, displayName: person.username },
    pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' })),
    excludeCredentials: [{ id: device.key!.id.toString('base64url'), type: 'public-key', transports: ['internal'] }],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  })
})

test('without the password nothing is begun or removed, and strangers see nothing', async () => {
  const person = await createOwner(site)
  await enrol(person)
  const [mine] = await listOf(person)
  const stranger = await createOwner(site)
  const path = '/api/account/passkeys'
  expect(await errorOf(post(`${path}/challenge`, person.headers, { password: 'wrong' }))).toBe('password.wrong')
  expect(await errorOf(post(`${path}/challenge`, person.headers, {}))).toBe('password.wrong')
  expect(await errorOf(remove(person, mine!.id, {}))).toBe('password.wrong')
  expect(await errorOf(remove(stranger, mine!.id))).toBe('passkey.notFound')
  const renamed = await site.call('PUT', `${path}/${mine!.id}`, { headers: stranger.headers, body: { name: 'mine' } })
  expect(await errorOf(renamed)).toBe('passkey.notFound')
  expect(await listOf(stranger)).toEqual([])
  expect(await listOf(person)).toEqual([mine])
})

test.each([
  ['another origin', { origin: 'http://contest.example.evil.test' }],
  ['another site', { rpId: 'evil.test' }],
  ['a holder who was not verified', { isVerified: false }],
])('a new passkey of %s is refused', async (_name, behaviour) => {
  const person = await createOwner(site)
  const registration = new Authenticator(origin).create(await begin(person), behaviour)
  expect(await errorOf(send(person, registration))).toBe('passkey.refused')
  expect(await listOf(person)).toEqual([])
})

test('a challenge for a new passkey serves once, for five minutes, in the session that asked', async () => {
  const person = await createOwner(site)
  const other = { ...person, ...(await createSession(site, person.id)) }
  const options = await begin(person)
  const registration = new Authenticator(origin).create(options)
  expect(await errorOf(send(other, registration))).toBe('passkey.expired')
  site.clock.set(after(300_000))
  expect(await errorOf(send(person, registration))).toBe('passkey.expired')
  site.clock.set(after(299_000))
  expect((await send(person, registration)).status).toBe(200)
  expect(await errorOf(send(person, new Authenticator(origin).create(options)))).toBe('passkey.expired')
  const invented = new Authenticator(origin).create(options, { challenge: Buffer.alloc(54, 7).toString('base64url') })
  expect(await errorOf(send(person, invented))).toBe('passkey.expired')
  expect((await listOf(person)).length).toBe(1)
})

test('a challenge for signing in does not make a passkey, and the other way round', async () => {
  const person = await createOwner(site)
  const device = await enrol(person)
  const { options, headers } = await openSignIn()
  const cookie = `${person.headers.cookie}; ${headers.cookie}`
  const registration = new Authenticator(origin).create(await begin(person), { challenge: options.challenge })
  expect(await errorOf(send({ headers: { cookie } }, registration))).toBe('passkey.expired')
  const { challenge } = await begin(person)
  const answer = post('/api/account/login/passkey', { cookie }, { passkey: device.get(options, { challenge }) })
  expect(await errorOf(answer)).toBe('passkey.expired')
})

test.each([
  ['another origin', { origin: 'https://contest.example' }],
  ['another site', { rpId: 'evil.test' }],
  ['a holder who was not verified', { isVerified: false }],
  ['the handle of another account', { userHandle: Buffer.alloc(16).toString('base64url') }],
])('an answer of %s does not sign in', async (_name, behaviour) => {
  const person = await createOwner(site)
  const device = await enrol(person)
  expect(await errorOf(signIn(device, behaviour))).toBe('passkey.refused')
  expect((await signIn(device)).status).toBe(200)
})

test('an answer signs in once, in the browser that asked, while its challenge lasts', async () => {
  const device = await enrol(await createOwner(site))
  const { options, headers } = await openSignIn()
  const elsewhere = await openSignIn()
  const body = { passkey: device.get(options) }
  const path = '/api/account/login/passkey'
  expect(await errorOf(post(path, {}, body))).toBe('passkey.expired')
  expect(await errorOf(post(path, elsewhere.headers, body))).toBe('passkey.expired')
  const asked = site.clock.now()
  site.clock.set(after(300_000, asked))
  expect(await errorOf(post(path, headers, body))).toBe('passkey.expired')
  site.clock.set(asked)
  const both = await Promise.all([post(path, headers, body), post(path, headers, body)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(await errorOf(post(path, headers, body))).toBe('passkey.expired')
})

test('a signature of another key, and a passkey that was removed, do not sign in', async () => {
  const person = await createOwner(site)
  const device = await enrol(person)
  const forger = await enrol(await createOwner(site))
  forger.key = { ...forger.key!, id: device.key!.id, userHandle: device.key!.userHandle, counter: 100 }
  expect(await errorOf(signIn(forger))).toBe('passkey.refused')
  const [mine] = await listOf(person)
  expect((await remove(person, mine!.id)).status).toBe(200)
  expect(await errorOf(signIn(device))).toBe('passkey.unknown')
})

test('a count that goes back is refused, and its owner is told once a day', async () => {
  const person = await createOwner(site, { email: 'copied@example.org' })
  const device = await enrol(person)
  expect((await signIn(device)).status).toBe(200)
  const counter = device.key!.counter
  expect(await errorOf(signIn(device, { counter }))).toBe('passkey.copied')
  expect(await errorOf(signIn(device, { counter: 1 }))).toBe('passkey.copied')
  expect(await errorOf(signIn(device, { counter: 0 }))).toBe('passkey.copied')
  const { rows } = await site.pool.query('select letter, content from outbox where account_id = $1 and letter = $2', [
    person.id,
    'passkeyCopied',
  ])
  expect(rows).toEqual([{ letter: 'passkeyCopied', content: { name: 'Chrome · Android' } }])
  expect((await signIn(device, { counter: counter + 1 })).status).toBe(200)
})

test('a passkey that several devices share does not count', async () => {
  const device = await enrol(await createOwner(site), new Authenticator(origin, { counts: false }))
  expect((await signIn(device)).status).toBe(200)
  expect((await signIn(device)).status).toBe(200)
})

test('every change tells the owner and is logged, without the name where others read', async () => {
  const admin = await createPerson(site, { access: 'admin' })
  const person = await createOwner(site, { email: 'told@example.org' })
  await enrol(person)
  const [mine] = await listOf(person)
  wait()
  const renaming = { headers: person.headers, body: { name: ' Phone of Lin ' } }
  expect((await site.call('PUT', `/api/account/passkeys/${mine!.id}`, renaming)).status).toBe(200)
  expect((await listOf(person))[0]!.name).toBe('Phone of Lin')
  wait()
  expect((await remove(person, mine!.id)).status).toBe(200)
  const { list } = (await site.get('/api/notices', { ...person.headers, 'accept-language': 'en-US' })).data(listNotices)
  expect(list.map(({ title }) => title).toReversed()).toEqual([
    'A new way to sign in was added',
    'A way to sign in was renamed',
    'A way to sign in was removed',
  ])
  const { rows } = await site.pool.query(
    `select letter, content->>'change' as change, content->>'name' as name from outbox where account_id = $1 order by id`,
    [person.id],
  )
  expect(rows).toEqual([
    { letter: 'wayInChanged', change: 'added', name: 'Passkey · Chrome · Android' },
    { letter: 'wayInChanged', change: 'renamed', name: 'Passkey · Phone of Lin' },
    { letter: 'wayInChanged', change: 'removed', name: 'Passkey · Phone of Lin' },
  ])
  const log = (await site.get(`/api/audit?subjectKind=account&subjectId=${person.id}`, admin.headers)).data(listAudit)
  expect(log.list.map(({ action }) => action)).toEqual(['passkey.removed', 'passkey.renamed', 'passkey.created'])
})

test('the last way to sign in stays; a passkey proves its owner where there is no password', async () => {
  const person = await createOwner(site)
  const first = await enrol(person)
  await enrol(person)
  await site.db.update(credential).set({ password: null }).where(eq(credential.accountId, person.id))
  const [newer, older] = await listOf(person)
  expect([newer!.whyNotRemove, older!.whyNotRemove]).toEqual([null, null])
  expect(await errorOf(remove(person, newer!.id))).toBe('password.none')

  const proofOf = async (device: Authenticator) => {
    const { options, headers } = await openSignIn()
    return { proof: { passkey: device.get(options) }, cookie: `${person.headers.cookie}; ${headers.cookie}` }
  }
  const removeWith = async (device: Authenticator, id: string): Promise<Answer> => {
    const { proof, cookie } = await proofOf(device)
    return post(`/api/account/passkeys/${id}/removal`, { cookie }, proof)
  }
  const stranger = await enrol(await createOwner(site))
  expect(await errorOf(removeWith(stranger, newer!.id))).toBe('passkey.refused')
  expect((await removeWith(first, newer!.id)).status).toBe(200)
  expect(await errorOf(removeWith(first, older!.id))).toBe('wayIn.last')
  const [left] = await listOf(person)
  expect(left).toMatchObject({
    id: older!.id,
    whyNotRemove:
      'This is the last way to sign in to your account. Add another one first, such as a password or a confirmed email address.',
  })
})

test('a passkey made at a former address is shown as such, proves nothing and can be removed', async () => {
  const person = await createOwner(site)
  const device = await enrol(person)
  await site.db.update(passkey).set({ rpId: 'old.example' }).where(eq(passkey.accountId, person.id))
  await site.db.update(credential).set({ password: null }).where(eq(credential.accountId, person.id))
  expect(await listOf(person)).toMatchObject([{ otherAddress: 'old.example', whyNotRemove: null }])
  expect(await errorOf(signIn(device))).toBe('passkey.refused')
})

test('a disabled account is not signed in to, and of a deleted one nothing is left', async () => {
  const person = await createOwner(site)
  const device = await enrol(person)
  await site.db.update(account).set({ status: 'disabled' }).where(eq(account.id, person.id))
  expect(await errorOf(signIn(device))).toBe('signIn.disabled')
  await site.db.update(account).set({ status: 'active' }).where(eq(account.id, person.id))
  const data = await site.get('/api/account/data', person.headers)
  expect(JSON.stringify(data.json())).toContain('"address":"contest.example"')
  const body = { username: person.username, password }
  expect((await post('/api/account/deletion', person.headers, body)).status).toBe(200)
  expect(await site.db.select().from(passkey).where(eq(passkey.accountId, person.id))).toEqual([])
  expect(await errorOf(signIn(device))).toBe('passkey.unknown')
})

test('a person has at most twenty', async () => {
  const person = await createOwner(site)
  await enrol(person)
  await site.pool.query(
    `insert into passkey select gen_random_uuid(), account_id, sha256(number::text::bytea), public_key, 0, transports, rp_id, name, created_at
      from passkey, generate_series(1, 19) as number where account_id = $1`,
    [person.id],
  )
  expect(await errorOf(post('/api/account/passkeys/challenge', person.headers, { password }))).toBe('passkey.tooMany')
})

const login = (identifier: string, headers: Record<string, string>, more: object = {}): Promise<Answer> =>
  post('/api/account/login', headers, { identifier, password, ...more })

test('after a password a passkey does in the place of a code; one of another person does not', async () => {
  const person = await createOwner(site)
  const device = await enrol(person)
  expect((await login(person.username, {})).status).toBe(200)
  await site.db
    .update(credential)
    .set({ totpSecret: new TOTP().secret.base32, totpConfirmedAt: fixedNow })
    .where(eq(credential.accountId, person.id))
  expect(await errorOf(login(person.username, {}))).toBe('secondFactor.orPasskey')
  const stranger = await enrol(await createOwner(site))
  const theirs = await openSignIn()
  const wrong = login(person.username, theirs.headers, { passkey: stranger.get(theirs.options) })
  expect(await errorOf(wrong)).toBe('passkey.refused')
  const mine = await openSignIn()
  const more = { passkey: device.get(mine.options) }
  expect((await login(person.username, mine.headers, more)).status).toBe(200)
  expect(await errorOf(login(person.username, mine.headers, more))).toBe('passkey.expired')
})

test('where organisers require a second factor, a passkey is enough, and the last one stays', async () => {
  await demandSecondFactor(site, true)
  const organiser = await createOwner(site, { access: 'admin', email: 'demanded@example.org' })
  const outbox = (headers: { cookie: string }) => site.get('/api/outbox', headers)
  await eventually(async () => expect(await errorOf(outbox(organiser.headers))).toBe('secondFactor.missing'))

  const device = await enrol(organiser)
  expect((await outbox(organiser.headers)).status).toBe(200)
  const [mine] = await listOf(organiser)
  expect(await errorOf(remove(organiser, mine!.id))).toBe('secondFactor.demanded')

  expect(await errorOf(login(organiser.username, {}))).toBe('passkey.required')
  const asked = await openSignIn()
  const byBoth = await login(organiser.username, asked.headers, { passkey: device.get(asked.options) })
  expect((await outbox(cookieOf(byBoth))).status).toBe(200)

  const session = cookieOf(await signIn(device))
  expect((await outbox(session)).status).toBe(200)
  const user = (await site.get('/api/user/currentUser', session)).data(readCurrentUser)
  expect([user.hasSecondFactor, user.lacksSecondFactor]).toEqual([false, false])
  // A form sends back what it was given.
  const body = { uid: organiser.id, lacksSecondFactor: false, title: 'Chair' }
  expect((await site.call('PUT', `/api/user/user/${organiser.id}`, { headers: session, body })).status).toBe(200)
  // Other tests have organisers without a second factor.
  const another = await createPerson(site, { access: 'admin' })
  await demandSecondFactor(site, false)
  await eventually(async () => expect((await outbox(another.headers)).status).toBe(200))
})

test('a reset by an organiser removes the passkeys, too, and ends the sessions', async () => {
  const organiser = await createOwner(site, { access: 'admin' })
  const person = await createOwner(site, { email: 'reset@example.org' })
  const device = await enrol(person)
  const reset = await site.call('DELETE', `/api/users/${person.id}/second-factor`, { headers: organiser.headers })
  expect(reset.status).toBe(200)
  expect(await site.db.select().from(passkey).where(eq(passkey.accountId, person.id))).toEqual([])
  expect(await errorOf(signIn(device))).toBe('passkey.unknown')
  expect(await errorOf(site.get('/api/account/passkeys', person.headers))).toBe('session.required')
})
