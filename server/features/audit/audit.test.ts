import { auditActions } from '@lectern/contract/audit/audit-actions.ts'
import { listAudit, type AuditEntry } from '@lectern/contract/audit/audit.ts'
import { defaultOfficeSettings } from '@lectern/contract/settings/settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor, Ctx } from '../../platform/context.ts'
import { daysFromNoon } from '../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { audit, eraseFromAudit } from './service.ts'

interface Listed {
  list: AuditEntry[]
  total: number
  page: number
  pageSize: number
  actions: string[]
}

let site: TestSite
let admin: TestPerson
let lin: TestPerson
let empty: Listed
beforeAll(async () => {
  site = await startSite()
  admin = await createPerson(site, { access: 'admin', username: 'admin' })
  lin = await createPerson(site, { username: 'lin' })
  empty = await list()
})
afterAll(() => site.close())

const contextOf = (actor: Actor, now: Date): Ctx => ({
  actor,
  now,
  db: site.db,
  requestId: 'the-request',
  locale: 'en-US',
  caller: { address: '192.0.2.7', userAgent: 'test' },
  installation: { office: defaultOfficeSettings } as Ctx['installation'],
  remember: (_key, find) => find(),
})

const actorOf = ({ id, sessionId }: TestPerson): Actor => ({
  kind: 'account',
  id,
  sessionId,
  access: 'user',
  lacksSecondFactor: false,
  duties: [],
  activities: null,
})

const list = async (query = ''): Promise<Listed> => {
  const answer = await site.get(`/api/audit${query}`, admin.headers)
  expect(answer.status).toBe(200)
  return answer.data(listAudit)
}

const actionsOf = async (query: string): Promise<string[]> => (await list(query)).list.map(({ action }) => action)

test('the log is for organisers alone', async () => {
  const expert = await createPerson(site, { access: 'expert' })
  const statusFor = async (headers = {}) => (await site.get('/api/audit', headers)).status
  expect(await Promise.all([statusFor(), statusFor(lin.headers), statusFor(expert.headers)])).toEqual([401, 403, 403])
})

test.each(['?actor=me', '?from=yesterday', '?page=0', '?pageSize=101', '?who=x', `?action=${'x'.repeat(65)}`])(
  '%s is refused',
  async (query) => {
    expect((await site.get(`/api/audit${query}`, admin.headers)).status).toBe(422)
  },
)

test('an empty log has no entries, and says what can be asked for', () => {
  expect(empty).toEqual({
    list: [],
    total: 0,
    page: 1,
    pageSize: 10,
    withheld: 0,
    names: {},
    chosen: { actor: null, subject: null },
    actions: [...auditActions],
  })
})

test('an entry says who did what to whom, from where, and only what differs', async () => {
  const zhao = await createPerson(site, { username: 'zhao' })
  await audit(contextOf(actorOf(admin), fixedNow), 'account.updated', {
    subject: { kind: 'account', id: zhao.id },
    before: { school: 'A', title: null, city: '110101' },
    after: { school: 'B', title: 'Professor', city: '110101' },
    personal: true,
  })
  const { list: entries, total } = await list(`?subjectId=${zhao.id}`)
  expect(total).toBe(1)
  expect(entries).toEqual([
    {
      id: entries[0]!.id,
      at: fixedNow.toISOString(),
      actorKind: 'account',
      actorId: admin.id,
      actorName: 'admin',
      action: 'account.updated',
      subjectKind: 'account',
      subjectId: zhao.id,
      subjectName: 'zhao',
      subjectDetail: null,
      subjectLocale: null,
      subjectVariant: null,
      timeZone: null,
      questions: {},
      before: { school: 'A', title: null },
      after: { school: 'B', title: 'Professor' },
      address: '192.0.2.7',
      requestId: 'the-request',
      erased: false,
    },
  ])
})

test('entries come newest first, a page at a time, and can be narrowed down', async () => {
  // Later than all entries of other tests.
  const minutes = (count: number): Date => after(count * 60_000, daysFromNoon(1))
  const operator = { kind: 'operator' } as const
  const subject = { kind: 'account' as const, id: lin.id }
  await audit(contextOf(actorOf(admin), minutes(0)), 'account.updated', {
    subject,
    before: { school: 'A' },
    after: { school: 'B' },
    personal: true,
  })
  await audit(contextOf(actorOf(lin), minutes(1)), 'password.changed', { subject })
  await audit(contextOf(operator, minutes(2)), 'settings.changed', {
    subject: { kind: 'settings', id: 'office' },
    before: { requireSecondFactor: false },
    after: { requireSecondFactor: true },
  })
  await audit(contextOf(actorOf(lin), minutes(3)), 'session.started', {
    subject: { kind: 'session', id: lin.sessionId },
  })

  const since = `from=${minutes(0).toISOString()}`
  const newestFirst = ['session.started', 'settings.changed', 'password.changed', 'account.updated']
  expect((await actionsOf('')).slice(0, 4)).toEqual(newestFirst)
  expect(await actionsOf(`?${since}`)).toEqual(newestFirst)
  const second = await list(`?page=2&pageSize=3&${since}`)
  expect([second.list.map(({ action }) => action), second.total]).toEqual([['account.updated'], 4])
  expect(await actionsOf(`?actor=${lin.id}`)).toEqual(['session.started', 'password.changed'])
  expect(await actionsOf(`?action=settings.changed&${since}`)).toEqual(['settings.changed'])
  expect(await actionsOf(`?subjectKind=account&${since}`)).toEqual(['password.changed', 'account.updated'])
  expect(await actionsOf(`?subjectId=${lin.sessionId}`)).toEqual(['session.started'])
  expect(await actionsOf(`?subjectKind=account&subjectId=${lin.id}&actor=${lin.id}`)).toEqual(['password.changed'])
  const from = minutes(1).toISOString()
  const to = minutes(3).toISOString()
  expect(await actionsOf(`?from=${from}&to=${to}`)).toEqual(['settings.changed', 'password.changed'])
  expect((await list(`?action=settings.changed&${since}`)).list[0]).toMatchObject({
    actorKind: 'operator',
    actorId: null,
    actorName: null,
    subjectName: null,
    before: { requireSecondFactor: false },
    after: { requireSecondFactor: true },
  })
})

test('what is not personal stays when a user is erased; their name is no longer shown', async () => {
  const wang = await createPerson(site, { username: 'wang', access: 'admin' })
  const ctx = contextOf(actorOf(wang), fixedNow)
  const values = { before: { requireSecondFactor: false }, after: { requireSecondFactor: true } }
  await audit(ctx, 'settings.changed', { subject: { kind: 'settings', id: 'office' }, ...values })
  await audit(contextOf(actorOf(admin), fixedNow), 'account.updated', {
    subject: { kind: 'account', id: wang.id },
    before: { realName: '王芳' },
    after: { realName: '王方' },
    personal: true,
  })
  const [kept] = (await list(`?subjectId=${wang.id}`)).list
  await eraseFromAudit(ctx, wang.id)
  await site.pool.query(`update account set status = 'deleted' where id = $1`, [wang.id])

  const [did] = (await list(`?actor=${wang.id}`)).list
  const [suffered] = (await list(`?subjectId=${wang.id}`)).list
  expect(did).toMatchObject({ actorId: wang.id, actorName: null, address: null, erased: true, ...values })
  expect(suffered).toEqual({ ...kept!, subjectName: null, before: null, after: null, address: null, erased: true })
  const others = (await list('?pageSize=100')).list.filter(({ erased }) => erased)
  expect(others.map(({ id }) => id).toSorted()).toEqual([did!.id, suffered!.id].toSorted())
})

test('a page of thirty takes as many statements as a page of one', async () => {
  for (let entry = 0; entry < 30; entry += 1) {
    const person = await createPerson(site)
    await audit(contextOf(actorOf(person), after(entry)), 'account.created', {
      subject: { kind: 'account', id: person.id },
      after: { username: person.username },
      personal: true,
    })
  }
  const statementsFor = async (pageSize: number) => {
    const before = site.statements.length
    expect((await list(`?pageSize=${pageSize}`)).list.length).toBe(pageSize)
    return site.statements.length - before
  }
  expect(await statementsFor(30)).toBe(await statementsFor(1))
})
