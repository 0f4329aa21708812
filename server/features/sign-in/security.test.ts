import { endOtherSessions, listSessions, type SessionInfo } from '@lectern/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asc, eq } from '../../platform/database/drizzle.ts'
import { meetAt } from '../../testing/meeting.ts'
import { createOwner, ownPassword } from '../../testing/owners.ts'
import { createPerson, createSession, type TestPerson } from '../../testing/people.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { after, fixedNow, startSite, type Answer, type TestSite } from '../../testing/site.ts'
import { audit } from '../audit/tables.ts'
import { outbox } from '../outbox/tables.ts'
import { session } from './tables.ts'

const passwordPath = '/api/account/password'
const sessionsPath = '/api/account/sessions'
const newPassword = 'seven paper boats'
const missingId = '01890000-0000-7000-8000-000000000000'
const minute = 60_000

let site: TestSite

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(() => site.clock.set(fixedNow))

type Browser = Pick<TestPerson, 'headers'>

const change = ({ headers }: Browser, oldPassword: string, changed: string): Promise<Answer> =>
  site.call('PUT', passwordPath, { headers, body: { oldPassword, newPassword: changed } })

const isSignedIn = async ({ headers }: Browser): Promise<boolean> =>
  (await site.get('/api/user/currentUser', headers)).envelope().code === 200

const listOf = async ({ headers }: Browser): Promise<SessionInfo[]> =>
  (await site.get(sessionsPath, headers)).data(listSessions).list

const end = ({ headers }: Browser, id: string): Promise<Answer> =>
  site.call('DELETE', `${sessionsPath}/${id}`, { headers })

const actionsOn = (id: string) =>
  site.db
    .select({ action: audit.action, actorId: audit.actorId, changes: audit.changes })
    .from(audit)
    .where(eq(audit.subjectId, id))
    .orderBy(asc(audit.id))

test.each([
  ['PUT', passwordPath, { oldPassword: ownPassword, newPassword }],
  ['GET', sessionsPath, undefined],
  ['DELETE', sessionsPath, undefined],
  ['DELETE', `${sessionsPath}/${missingId}`, undefined],
])('a visitor cannot %s %s', async (method, to, body) => {
  const answer = await site.call(method, to, { body })
  expect({ status: answer.status, code: answer.envelope().code }).toEqual({ status: 401, code: 401 })
})

test('a changed password ends all other sessions at once, keeps this one, and the owner is told', async () => {
  const person = await createOwner(site, { email: 'changed@example.org', phone: '+8613800138011', locale: 'id-ID' })
  const others = [await createSession(site, person.id), await createSession(site, person.id)]
  const stranger = await createOwner(site)
  const answer = await change(person, ownPassword, newPassword)
  expect({ status: answer.status, data: answer.data(), cache: answer.headers.get('cache-control') }).toEqual({
    status: 200,
    data: {},
    cache: 'no-store',
  })
  const alive = await Promise.all([person, ...others, stranger].map(isSignedIn))
  expect(alive).toEqual([true, false, false, true])
  expect(await actionsOn(person.id)).toEqual([{ action: 'password.changed', actorId: person.id, changes: null }])
  const letters = await site.db
    .select({ to: outbox.recipient, letter: outbox.letter, locale: outbox.locale, content: outbox.content })
    .from(outbox)
    .where(eq(outbox.accountId, person.id))
  expect(letters).toEqual([{ to: 'changed@example.org', letter: 'passwordChanged', locale: 'id-ID', content: {} }])
  expect(refusalOf(await change(person, ownPassword, 'another paper boat'))).toEqual({
    status: 422,
    error: 'password.wrong',
    at: ['oldPassword'],
  })
  expect((await change(person, newPassword, 'another paper boat')).status).toBe(200)
})

test('a site without mail tells the owner by SMS', async () => {
  const withoutMail = await startSite({
    databaseUrl: site.databaseUrl,
    clock: site.clock,
    config: { demo: false, sms: { url: new URL('http://127.0.0.1:9'), token: undefined, body: {} } },
  })
  try {
    const person = await createOwner(site, { email: 'nomail@example.org', phone: '+8613800138012' })
    const { headers } = person
    await withoutMail.call('PUT', passwordPath, { headers, body: { oldPassword: ownPassword, newPassword } })
    const letters = await site.db.select({ to: outbox.recipient }).from(outbox).where(eq(outbox.accountId, person.id))
    expect(letters).toEqual([{ to: '+8613800138012' }])
  } finally {
    await withoutMail.close()
  }
})

test.each([
  [
    'the wrong old password',
    'not this one',
    newPassword,
    { status: 422, error: 'password.wrong', at: ['oldPassword'] },
  ],
  ['the same password', ownPassword, ownPassword, { status: 422, error: 'password.same', at: ['newPassword'] }],
  [
    'the same in full width',
    ownPassword,
    ownPassword.replace('b', 'ｂ'),
    { status: 422, error: 'password.same', at: ['newPassword'] },
  ],
  ['a common password', ownPassword, 'password123', { status: 422, error: 'password.common', at: ['newPassword'] }],
  [
    'the wrong old password and a common new one, told together,',
    'not this one',
    'password123',
    { status: 422, error: 'request.invalid', at: ['oldPassword', 'newPassword'] },
  ],
  [
    'the wrong old password and too short a new one, told together,',
    'not this one',
    'seven',
    { status: 422, error: 'request.invalid', at: ['newPassword', 'oldPassword'] },
  ],
  ['too short a password', ownPassword, 'seven', { status: 422, error: 'request.invalid', at: ['newPassword'] }],
])('%s is refused and nothing ends', async (_name, oldPassword, changed, refusal) => {
  const person = await createOwner(site)
  const other = await createSession(site, person.id)
  expect(refusalOf(await change(person, oldPassword, changed))).toEqual(refusal)
  expect(await isSignedIn(other)).toBe(true)
  expect(await actionsOn(person.id)).toEqual([])
})

test.each([
  ['username', 'Wanderer-Of-Hills'],
  ['nickname', 'wanderer-of-hills'],
  ['realName', 'Wanderer-of-hills'],
  ['email', 'wanderer-of-hills@example.org'],
])('one’s own %s is no password', async (field, value) => {
  const person = await createOwner(site, { username: `owner-of-${field}`, [field]: value })
  expect(refusalOf(await change(person, ownPassword, 'wanderer-of-hills'))).toEqual({
    status: 422,
    error: 'password.personal',
    at: ['newPassword'],
  })
})

test('an account without a password has none to change', async () => {
  expect(refusalOf(await change(await createPerson(site), 'anything at all', newPassword))).toEqual({
    status: 422,
    error: 'password.none',
    at: ['oldPassword'],
  })
})

test('of two changes at once from one old password one wins', async () => {
  const person = await createOwner(site)
  const other = await createSession(site, person.id)
  const answers = await meetAt(
    site,
    ['select from credential where account_id = $1 for update', person.id],
    [() => change(person, ownPassword, newPassword), () => change(other, ownPassword, 'nine paper boats')],
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect((await actionsOn(person.id)).length).toBe(1)
})

test('after ten wrong passwords the right one waits half a minute; others do not', async () => {
  const person = await createOwner(site)
  const tries = []
  for (let count = 0; count < 10; count += 1) tries.push((await change(person, 'not this one', newPassword)).status)
  expect(tries).toEqual(Array.from({ length: 10 }, () => 422))
  const refused = await change(person, ownPassword, newPassword)
  expect([refusalOf(refused), refused.headers.get('retry-after')]).toEqual([
    { status: 429, error: 'signIn.tooMany' },
    '30',
  ])
  expect((await change(await createOwner(site), ownPassword, newPassword)).status).toBe(200)
  site.clock.set(after(30_000))
  expect((await change(person, ownPassword, newPassword)).status).toBe(200)
})

test('my sessions are listed with the latest first, this one marked, nobody else’s and none that has expired', async () => {
  const person = await createPerson(site)
  site.clock.set(after(minute))
  const phone = await createSession(site, person.id)
  await site.db
    .update(session)
    .set({
      remembered: false,
      address: '2001:db8::1',
      userAgent: 'Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    })
    .where(eq(session.id, phone.sessionId))
  const expired = await createSession(site, person.id)
  await site.db
    .update(session)
    .set({ expiresAt: after(minute) })
    .where(eq(session.id, expired.sessionId))
  await createPerson(site)
  const answer = await site.get(sessionsPath, person.headers)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const month = 30 * 24 * 60 * minute
  expect(answer.data()).toEqual({
    list: [
      {
        id: phone.sessionId,
        current: false,
        remembered: false,
        createdAt: after(minute).toISOString(),
        seenAt: after(minute).toISOString(),
        expiresAt: after(minute + month).toISOString(),
        address: '2001:db8::1',
        browser: 'Firefox',
        system: 'Android',
      },
      {
        id: person.sessionId,
        current: true,
        remembered: true,
        createdAt: fixedNow.toISOString(),
        seenAt: fixedNow.toISOString(),
        expiresAt: after(month).toISOString(),
        address: '127.0.0.1',
        browser: null,
        system: null,
      },
    ],
  })
})

test('a list of thirty sessions takes as many statements as a list of one', async () => {
  const person = await createPerson(site)
  const statementsOf = async () => {
    const before = site.statements.length
    const list = await listOf(person)
    return { sessions: list.length, statements: site.statements.length - before }
  }
  const one = await statementsOf()
  for (let count = 1; count < 30; count += 1) await createSession(site, person.id)
  expect([one, await statementsOf()]).toEqual([
    { sessions: 1, statements: 2 },
    { sessions: 30, statements: 2 },
  ])
})

test('one of my other sessions ends at once and is written down', async () => {
  const person = await createPerson(site)
  const other = await createSession(site, person.id)
  const answer = await end(person, other.sessionId)
  expect({ status: answer.status, data: answer.data(), cookie: answer.headers.get('set-cookie') }).toEqual({
    status: 200,
    data: {},
    cookie: null,
  })
  expect([await isSignedIn(other), await isSignedIn(person)]).toEqual([false, true])
  expect(await actionsOn(other.sessionId)).toEqual([{ action: 'session.ended', actorId: person.id, changes: null }])
})

test('ending this session takes the cookie back', async () => {
  const person = await createPerson(site)
  const answer = await end(person, person.sessionId)
  expect({ status: answer.status, cookie: answer.headers.get('set-cookie') }).toEqual({
    status: 200,
    cookie: 'lectern=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
  })
  expect(await isSignedIn(person)).toBe(false)
})

test('somebody else’s session, an ended one and a missing one look the same', async () => {
  const [person, stranger] = [await createPerson(site), await createPerson(site)]
  const ended = await createSession(site, person.id)
  await end(person, ended.sessionId)
  const answers = await Promise.all([stranger.sessionId, ended.sessionId, missingId].map((id) => end(person, id)))
  expect(answers.map(refusalOf)).toEqual(Array.from({ length: 3 }, () => ({ status: 404, error: 'session.notFound' })))
  expect(await isSignedIn(stranger)).toBe(true)
})

test('what is no session id is refused', async () => {
  expect(refusalOf(await end(await createPerson(site), 'all'))).toEqual({
    status: 422,
    error: 'request.invalid',
    at: ['id'],
  })
})

test('all my other sessions end together; this one and other people’s stay', async () => {
  const person = await createPerson(site)
  const others = [await createSession(site, person.id), await createSession(site, person.id)]
  const stranger = await createPerson(site)
  const endOthers = async () =>
    (await site.call('DELETE', sessionsPath, { headers: person.headers })).data(endOtherSessions)
  expect([await endOthers(), await endOthers()]).toEqual([{ ended: 2 }, { ended: 0 }])
  const alive = await Promise.all([person, ...others, stranger].map(isSignedIn))
  expect(alive).toEqual([true, false, false, true])
  expect(await actionsOn(person.id)).toEqual([
    { action: 'sessions.ended', actorId: person.id, changes: { before: null, after: { ended: 2 } } },
  ])
})

test('no password reaches the log', async () => {
  const person = await createOwner(site)
  await change(person, 'a mistyped paper boat', newPassword)
  await change(person, ownPassword, 'password123')
  await change(person, ownPassword, newPassword)
  const words = ['a mistyped paper boat', ownPassword, newPassword]
  expect(words.filter((word) => site.logText().includes(word))).toEqual([])
})
