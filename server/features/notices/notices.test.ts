import { listNotices, type Notice } from '@lectern/contract/notices/notices.ts'
import { newId } from '../../platform/ids.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noticeSender, tell } from '../../testing/notices.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { asWritten } from './service.ts'

interface Listed {
  list: Notice[]
  total: number
  page: number
  pageSize: number
  unread: number
}

let site: TestSite
let person: TestPerson
beforeAll(async () => {
  site = await startSite({ extraRoutes: noticeSender })
})
beforeEach(async () => {
  await site.pool.query('truncate notice, notice_read')
  site.clock.set(fixedNow)
  person = await createPerson(site)
})
afterAll(() => site.close())

const list = async (query = '', { headers }: Pick<TestPerson, 'headers'> = person): Promise<Listed> =>
  (await site.get(`/api/notices${query}`, { ...headers, 'accept-language': 'en-US' })).data(listNotices)

const read = (ids: unknown, { headers }: Pick<TestPerson, 'headers'> = person) =>
  site.call('POST', '/api/notices/read', { headers, body: { ids } })

const welcome = (name: string) => ({ message: 'welcome' as const, values: { name: asWritten(name) } })
const titles = ({ list: notices }: Listed): string[] => notices.map(({ title }) => title)

test('a visitor has no notices', async () => {
  const answers = await Promise.all([site.get('/api/notices'), read('all', { headers: { cookie: '' } })])
  expect(answers.map(({ status, envelope }) => [status, envelope().code])).toEqual([
    [401, 401],
    [401, 401],
  ])
})

test('a notice is told in the language of the reader, its values as plain text', async () => {
  await tell(site, { account: person.id }, { ...welcome('<b>Ana</b> & {x}'), link: '/Welcome' })
  const expected = {
    id: expect.any(String),
    kind: 'account',
    title: 'Welcome, <b>Ana</b> & {x}',
    body: 'Your account is ready. Complete your information now, and you can enroll as soon as enrollment opens.',
    html: null,
    locale: 'en-US',
    link: '/Welcome',
    createdAt: fixedNow.toISOString(),
    read: false,
  }
  expect(await list()).toEqual({ list: [expected], total: 1, page: 1, pageSize: 10, unread: 1 })
  const inPortuguese = await site.get('/api/notices', { ...person.headers, 'accept-language': 'pt-BR' })
  expect(inPortuguese.data(listNotices).list[0]).toMatchObject({
    title: 'Boas-vindas, <b>Ana</b> & {x}',
    locale: 'pt-BR',
  })
})

test('users see what is for them, for their access or for all since their account was created', async () => {
  const admin = await createPerson(site, { access: 'admin' })
  await tell(site, 'everyone', welcome('all'))
  await tell(site, { access: 'admin' }, welcome('organisers'))
  await tell(site, { account: person.id }, welcome('person'))
  site.clock.set(after(1))
  const newcomer = await createPerson(site, { access: 'admin' })
  await tell(site, { access: 'admin' }, welcome('organisers again'))

  expect(titles(await list()).toSorted()).toEqual(['Welcome, all', 'Welcome, person'])
  expect(titles(await list('', admin)).toSorted()).toEqual([
    'Welcome, all',
    'Welcome, organisers',
    'Welcome, organisers again',
  ])
  expect(await list('', newcomer)).toMatchObject({
    total: 1,
    unread: 1,
    list: [{ title: 'Welcome, organisers again' }],
  })
})

test('pages run from the newest to the oldest, and only through the unread if asked', async () => {
  for (let number = 1; number <= 7; number += 1) {
    site.clock.set(after(number))
    const to = number % 2 ? { account: person.id } : number % 4 ? 'everyone' : { access: 'user' as const }
    await tell(site, to, welcome(String(number)))
  }
  const pages = await Promise.all([1, 2, 3].map((page) => list(`?page=${page}&pageSize=3`)))
  expect(pages.map(titles)).toEqual([
    ['Welcome, 7', 'Welcome, 6', 'Welcome, 5'],
    ['Welcome, 4', 'Welcome, 3', 'Welcome, 2'],
    ['Welcome, 1'],
  ])
  expect(pages.map(({ total, unread }) => [total, unread])).toEqual([
    [7, 7],
    [7, 7],
    [7, 7],
  ])

  expect((await read(pages[0]!.list.map(({ id }) => id))).data()).toEqual({ unread: 4 })
  const unread = await list('?unread=true&pageSize=3')
  expect(titles(unread)).toEqual(['Welcome, 4', 'Welcome, 3', 'Welcome, 2'])
  expect([unread.total, unread.unread]).toEqual([4, 4])
  const all = await list()
  expect([all.total, all.unread]).toEqual([7, 4])
  expect(all.list.map((notice) => notice.read)).toEqual([true, true, true, false, false, false, false])
})

test('what one person has read stays unread for others', async () => {
  const other = await createPerson(site)
  await tell(site, 'everyone')
  const [notice] = (await list()).list
  const marked = [await read([notice!.id]), await read([notice!.id, notice!.id])]
  expect(marked.map(({ data }) => data())).toEqual([{ unread: 0 }, { unread: 0 }])
  expect((await list('', other)).unread).toBe(1)
})

test('all are marked at once, and those of others are left alone', async () => {
  const other = await createPerson(site)
  for (const to of [{ account: person.id }, { account: other.id }, 'everyone', { access: 'admin' }] as const)
    await tell(site, to)
  const marked = [await read('all'), await read('all')]
  expect(marked.map(({ data }) => data())).toEqual([{ unread: 0 }, { unread: 0 }])
  expect(await list()).toMatchObject({ total: 2, unread: 0 })
  expect(await list('', other)).toMatchObject({ total: 2, unread: 2 })
  const { rows } = await site.pool.query('select account_id from notice_read')
  expect(rows.map(({ account_id }) => account_id)).toEqual([person.id, person.id])
})

test("somebody else's notice cannot be marked, nor anything together with it", async () => {
  const other = await createPerson(site)
  await tell(site, { account: person.id })
  await tell(site, { account: other.id })
  await tell(site, { access: 'admin' })
  const { rows } = await site.pool.query<{ id: string }>('select id from notice where account_id is distinct from $1', [
    person.id,
  ])
  const [mine] = (await list()).list
  for (const id of [...rows.map((row) => row.id), newId<string>(fixedNow)]) {
    const refused = await read([mine!.id, id])
    expect([refused.status, refused.failure().error]).toEqual([404, 'notice.notFound'])
  }
  expect([(await list()).unread, (await list('', other)).unread]).toEqual([1, 1])
})

test('what makes no sense is refused', async () => {
  const refused = await Promise.all([
    ...[[], 'some', ['x'], [null], Array.from({ length: 101 }, () => newId<string>(fixedNow))].map((ids) => read(ids)),
    site.get('/api/notices?unread=false', person.headers),
    site.get('/api/notices?pageSize=101', person.headers),
    site.get('/api/notices?kind=account', person.headers),
  ])
  expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 422))
})

test('a list of thirty costs as many statements as a list of one', async () => {
  const statementsOf = async (): Promise<number> => {
    const before = site.statements.length
    await list('?pageSize=100')
    return site.statements.length - before
  }
  await tell(site, { account: person.id })
  const forOne = await statementsOf()
  for (let number = 2; number <= 30; number += 1) await tell(site, number % 2 ? 'everyone' : { account: person.id })
  expect([forOne, await statementsOf()]).toEqual([2, 2])
})

test('among 50,000 notices of others, mine are found by indexes', async () => {
  await site.pool.query(
    `insert into account (id, username, locale, access, status, created_at, updated_at)
     select gen_random_uuid(), 'other-' || n, 'en-US', 'user', 'active', now(), now() from generate_series(1, 1000) as n`,
  )
  await site.pool.query(
    `insert into notice (id, audience, account_id, kind, title, body, created_at)
     select gen_random_uuid(), 'account', account.id, 'account', '{}', '{}', $1::timestamptz + n * interval '1 second'
     from account, generate_series(1, 40) as n where username like 'other-%'`,
    [fixedNow],
  )
  await site.pool.query(
    `insert into notice (id, audience, audience_access, kind, title, body, created_at)
     select gen_random_uuid(), 'access', 'admin', 'account', '{}', '{}', $1::timestamptz + n * interval '1 second'
     from generate_series(1, 10000) as n`,
    [fixedNow],
  )
  await site.pool.query('analyze account, notice, notice_read')
  await tell(site, { account: person.id }, welcome('person'))
  const before = site.statements.length
  expect(titles(await list())).toEqual(['Welcome, person'])
  expect(titles(await list('?unread=true'))).toEqual(['Welcome, person'])
  const asked = site.statements.slice(before).filter((statement) => /\bnotice\b/.test(statement))
  expect(asked).toHaveLength(2)
  for (const statement of asked) {
    const { rows } = await site.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${statement}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/notice_of_account/)
    expect(plan).toMatch(/notice_of_many/)
    expect(plan).not.toMatch(/Seq Scan on notice\b/)
  }
})
