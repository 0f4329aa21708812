import { readCurrentUser, updateUser, type CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { audit, auditPersonal } from '../audit/tables.ts'
import { notice } from '../notices/tables.ts'
import { account } from '../accounts/tables.ts'

let site: TestSite
let admin: TestPerson
beforeAll(async () => {
  site = await startSite()
  admin = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())

type User = Omit<
  CurrentUser,
  'isComplete' | 'hasPassword' | 'hasSecondFactor' | 'lacksSecondFactor' | 'duties' | 'activities'
>

const put = (by: { headers: Record<string, string> }, uid: string, changes: object) =>
  site.call('PUT', `/api/user/user/${uid}`, {
    headers: { 'accept-language': 'en-US', ...by.headers },
    body: { uid, ...changes },
  })

const stored = async (id: TestPerson['id']) => (await site.db.select().from(account).where(eq(account.id, id)))[0]!

const auditOf = async (id: string) =>
  site.db
    .select({ action: audit.action, actorId: audit.actorId, changes: auditPersonal.content })
    .from(audit)
    .innerJoin(auditPersonal, eq(auditPersonal.auditId, audit.id))
    .where(eq(audit.subjectId, id))
    .orderBy(audit.action)

test('users change their own profile, and only differences are logged', async () => {
  const person = await createPerson(site, { nickname: 'Old', school: 'Same' })
  site.clock.set(after(60_000))
  const answer = await put(person, person.id, { version: 1, nickname: 'New', school: 'Same', realName: '王小明' })
  site.clock.set(fixedNow)
  expect(answer.status).toBe(200)
  expect(answer.data()).toEqual({
    uid: person.id,
    username: person.username,
    nickname: 'New',
    realName: '王小明',
    email: null,
    phone: null,
    avatar: null,
    profile: null,
    country: null,
    province: null,
    city: null,
    address: null,
    school: 'Same',
    institutionId: null,
    department: null,
    title: null,
    locale: 'en-US',
    access: 'user',
    version: 2,
  } satisfies User)
  const { updatedAt, createdAt } = await stored(person.id)
  expect({ updatedAt, createdAt }).toEqual({ updatedAt: after(60_000), createdAt: fixedNow })
  expect(await auditOf(person.id)).toEqual([
    {
      action: 'account.updated',
      actorId: person.id,
      changes: {
        changes: { before: { nickname: 'Old', realName: null }, after: { nickname: 'New', realName: '王小明' } },
        address: '127.0.0.1',
      },
    },
  ])
})

test('a call that changes nothing leaves version and log as they are', async () => {
  const person = await createPerson(site, { nickname: 'Old' })
  const answer = await put(person, person.id, { nickname: 'Old', access: 'user', locale: 'en-US' })
  expect([answer.status, answer.data(updateUser).version]).toEqual([200, 1])
  expect(await auditOf(person.id)).toEqual([])
})

test('null empties a field', async () => {
  const person = await createPerson(site, { nickname: 'Old' })
  expect((await put(person, person.id, { nickname: null })).data(updateUser).nickname).toBe(null)
})

test('name, school, department and title can be corrected, and nickname, profile and street left out', async () => {
  const givenProfile = {
    realName: '王小名',
    school: '江州一中学',
    department: '数学',
    title: '讲师',
    nickname: 'Old',
    address: 'Lane 1',
  }
  const person = await createPerson(site, givenProfile)
  const corrected = { realName: '王小明', school: '江州一中', department: '数学组', title: '教授' }
  const emptied = { nickname: null, profile: null, address: null }
  expect((await put(person, person.id, { version: 1, ...corrected, ...emptied })).status).toBe(200)
  expect(await stored(person.id)).toMatchObject({ ...corrected, ...emptied, version: 2 })
})

test('a visitor is asked to sign in', async () => {
  expect(refusalOf(await put({ headers: {} }, admin.id, { nickname: 'x' }))).toEqual({
    status: 401,
    error: 'session.required',
  })
})

test.each(['user', 'expert'] as const)(
  'to a person of access %s somebody else and nobody look the same',
  async (access) => {
    const person = await createPerson(site, { access })
    const other = await createPerson(site)
    const answers = [await put(person, other.id, { nickname: 'x' }), await put(person, newId(), { nickname: 'x' })]
    const [first, second] = answers.map((answer) => {
      return { http: answer.status, ...answer.envelope(), data: { ...answer.failure(), requestId: '' } }
    })
    expect(first).toEqual(second)
    expect(refusalOf(answers[0]!)).toEqual({ status: 404, error: 'account.notFound' })
  },
)

test('deleted accounts cannot be changed', async () => {
  const gone = await createPerson(site, { status: 'deleted' })
  expect(refusalOf(await put(admin, gone.id, { nickname: 'x' }))).toEqual({ status: 404, error: 'account.notFound' })
})

test('the id in the address and the id in the body are the same', async () => {
  const other = await createPerson(site)
  const answer = await site.call('PUT', `/api/user/user/${admin.id}`, {
    headers: admin.headers,
    body: { uid: other.id, nickname: 'x' },
  })
  expect(refusalOf(answer)).toEqual({ status: 422, error: 'request.invalid', at: ['uid'] })
})

test.each(['status', 'avatarId', '__proto__x'])('%s cannot be changed here', async (name) => {
  const person = await createPerson(site)
  const answer = await put(person, person.id, { [name]: 'x' })
  expect(refusalOf(answer)).toEqual({ status: 422, error: 'request.invalid', at: [name] })
})

test('a stale version gets an error', async () => {
  const person = await createPerson(site)
  await put(person, person.id, { version: 1, nickname: 'first' })
  expect(refusalOf(await put(admin, person.id, { version: 1, nickname: 'second' }))).toEqual({
    status: 409,
    error: 'resource.changed',
  })
  expect((await stored(person.id)).nickname).toBe('first')
})

test.each([
  [{ country: 'CN', province: '110000', city: '110101' }, undefined],
  [{ country: null, province: '110000', city: '110101' }, undefined],
  [{ country: 'CN', province: '北京' }, 'province'],
  [{ province: '990000' }, 'province'],
  [{ country: 'CN', province: '110000', city: '310101' }, 'city'],
  [{ country: 'CN', city: '110101' }, 'city'],
  [{ country: 'BR', province: 'São Paulo', city: 'Campinas' }, undefined],
] as const)('the residence %o: %s is not on the list', async (residence, field) => {
  const person = await createPerson(site)
  const answer = await put(person, person.id, residence)
  if (field === undefined) {
    const { country, province, city } = answer.data(updateUser)
    expect({ country, province, city }).toEqual(residence)
  } else expect(refusalOf(answer)).toEqual({ status: 422, error: 'account.regionUnknown', at: [field] })
})

test('a new province is compared with the city that is stored', async () => {
  const person = await createPerson(site, { country: 'CN', province: '110000', city: '110101' })
  expect(refusalOf(await put(person, person.id, { province: '310000' }))).toEqual({
    status: 422,
    error: 'account.regionUnknown',
    at: ['city'],
  })
})

test('an organiser changes somebody’s access: it is in force at once, told, and written down', async () => {
  const person = await createPerson(site, { email: 'told@example.org' })
  const answer = await put(admin, person.id, { access: 'expert', nickname: 'N' })
  expect([answer.status, answer.data(updateUser).access, answer.data(updateUser).version]).toEqual([200, 'expert', 2])
  const own = await site.get('/api/user/currentUser', person.headers)
  expect(own.data(readCurrentUser).access).toBe('expert')
  expect(await auditOf(person.id)).toEqual([
    {
      action: 'account.accessChanged',
      actorId: admin.id,
      changes: { changes: { before: { access: 'user' }, after: { access: 'expert' } }, address: '127.0.0.1' },
    },
    {
      action: 'account.updated',
      actorId: admin.id,
      changes: { changes: { before: { nickname: null }, after: { nickname: 'N' } }, address: '127.0.0.1' },
    },
  ])
  const notices = await site.db.select().from(notice).where(eq(notice.accountId, person.id))
  expect(notices.map(({ kind, title }) => [kind, title['en-US']]).toSorted()).toEqual([
    ['account', 'Your access has changed'],
    ['account', 'Your account details were updated'],
  ])
})

test('organisers cannot change their own access', async () => {
  const person = await createPerson(site)
  const refused = { status: 422, error: 'account.ownAccess', at: ['access'] }
  expect(refusalOf(await put(person, person.id, { access: 'admin' }))).toEqual(refused)
  expect(refusalOf(await put(admin, admin.id, { access: 'user' }))).toEqual(refused)
  expect([(await stored(person.id)).access, (await stored(admin.id)).access]).toEqual(['user', 'admin'])
})

test('of two administrators who dismiss each other at the same moment one stays', async () => {
  const other = await startSite()
  const gate = await other.pool.connect()
  try {
    const pair = [
      await createPerson(other, { access: 'admin' }),
      await createPerson(other, { access: 'admin' }),
    ] as const
    const dismiss = (by: TestPerson, whom: TestPerson) =>
      other.call('PUT', `/api/user/user/${whom.id}`, { headers: by.headers, body: { uid: whom.id, access: 'user' } })
    // Both pass the access check before either of them may change anything.
    await gate.query('begin')
    await gate.query('select from account for update')
    const dismissals = Promise.all([dismiss(pair[0], pair[1]), dismiss(pair[1], pair[0])])
    await eventually(async () => {
      const { rowCount } = await other.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBe(2)
    })
    await gate.query('commit')
    const answers = (await dismissals).map((answer) => (answer.status === 200 ? 'done' : answer.failure().error))
    expect(answers.toSorted()).toEqual(['account.lastAdmin', 'done'])
    const admins = await other.db.select({ id: account.id }).from(account).where(eq(account.access, 'admin'))
    expect(admins.length).toBe(1)
  } finally {
    gate.release()
    await other.close()
  }
})

test('an account may be sent back as it was given, and what cannot be changed here is refused when it differs', async () => {
  const person = await createPerson(site, { email: 'back@example.org', realName: '王芳' })
  const current = (await site.get('/api/user/currentUser', person.headers)).data(readCurrentUser)
  const changed = await put(person, person.id, { ...current, school: '江州一中' })
  expect([changed.status, changed.data(updateUser).school]).toEqual([200, '江州一中'])
  const { version: _version, ...later } = current
  expect(
    refusalOf(await put(person, person.id, { ...later, email: 'other@example.org', hasSecondFactor: true })),
  ).toEqual({
    status: 422,
    error: 'account.fieldFixed',
    at: ['email', 'hasSecondFactor'],
  })
})
