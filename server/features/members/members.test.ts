import { listUsers, type Member } from '@lectern/contract/accounts/accounts.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { createPerson, createSession, type TestPerson } from '../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { credential } from '../sign-in/tables.ts'

let site: TestSite
let admin: TestPerson
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.execute(sql`truncate account cascade`)
  admin = await createPerson(site, { access: 'admin', username: 'the-organiser' })
})

const read = async (query = ''): Promise<Page<Member>> => {
  const answer = await site.get(`/api/users${query}`, admin.headers)
  expect(answer.status).toBe(200)
  return answer.data(listUsers)
}

const names = ({ list }: Page<Member>): string[] => list.map(({ username }) => username)

describe('who may', () => {
  const calls = [
    ['GET', '/api/users'],
    ['GET', '/api/users/export?format=csv'],
    ['POST', '/api/users/import'],
    ['GET', `/api/users/${newId()}`],
    ['PUT', `/api/users/${newId()}/status`],
    ['PUT', `/api/users/${newId()}/contacts`],
    ['DELETE', `/api/users/${newId()}/sessions`],
    ['DELETE', `/api/users/${newId()}/second-factor`],
  ] as const

  test.each(calls)('%s %s is refused to visitors, participants and experts', async (method, path) => {
    const people = [
      { headers: {} },
      await createPerson(site, { access: 'user' }),
      await createPerson(site, { access: 'expert' }),
    ]
    const answers = await Promise.all(people.map(({ headers }) => site.call(method, path, { headers })))
    expect(answers.map((answer) => [answer.status, answer.failure().error])).toEqual([
      [401, 'session.required'],
      [403, 'access.refused'],
      [403, 'access.refused'],
    ])
  })

  const objectCalls = [
    ['GET', '', undefined],
    ['PUT', '/status', { status: 'disabled', version: 1 }],
    ['PUT', '/contacts', { email: null, phone: null, version: 1 }],
    ['DELETE', '/sessions', undefined],
    ['DELETE', '/second-factor', undefined],
  ] as const

  test.each(objectCalls)('%s /api/users/:uid%s finds neither nobody nor the deleted', async (method, path, body) => {
    const gone = await createPerson(site, { status: 'deleted' })
    for (const id of [newId(), gone.id]) {
      const answer = await site.call(method, `/api/users/${id}${path}`, { headers: admin.headers, body })
      expect([answer.status, answer.failure().error]).toEqual([404, 'account.notFound'])
    }
  })
})

describe('the list', () => {
  test('a member has exactly the fields of the contract', async () => {
    site.clock.set(after(-60_000))
    const person = await createPerson(site, {
      username: '王老师',
      realName: '王小明',
      email: 'wang@example.org',
      phone: '+8613800000000',
      country: 'CN',
      province: '110000',
      city: '110101',
    })
    await site.db.insert(credential).values({ accountId: person.id, totpConfirmedAt: fixedNow })
    site.clock.set(fixedNow)
    await createSession(site, person.id)
    const expected: Member = {
      uid: person.id,
      username: '王老师',
      nickname: null,
      realName: '王小明',
      email: 'wang@example.org',
      phone: '+8613800000000',
      avatar: null,
      profile: null,
      country: 'CN',
      province: '110000',
      city: '110101',
      address: null,
      school: null,
      institutionId: null,
      department: null,
      title: null,
      locale: 'en-US',
      access: 'user',
      status: 'active',
      version: 1,
      hasSecondFactor: true,
      createdAt: after(-60_000).toISOString(),
      seenAt: fixedNow.toISOString(),
      whyNot: null,
    }
    expect(await read('?search=wang')).toEqual({
      list: [expected],
      total: 1,
      page: 1,
      pageSize: 10,
      whyNotAppoint: null,
    })
    expect((await site.get(`/api/users/${person.id}`, admin.headers)).data()).toEqual(expected)
  })

  test('comes in each order, in pages', async () => {
    for (const [index, username] of ['beta', 'Alpha', 'ｃｈａｒｌｉｅ'].entries()) {
      site.clock.set(after((index + 1) * 1_000))
      await createPerson(site, { username })
    }
    const newest = ['ｃｈａｒｌｉｅ', 'Alpha', 'beta', 'the-organiser']
    const alphabetical = ['Alpha', 'beta', 'ｃｈａｒｌｉｅ', 'the-organiser']
    expect(names(await read())).toEqual(newest)
    expect(names(await read('?sort=createdAt'))).toEqual(newest.toReversed())
    expect(names(await read('?sort=username'))).toEqual(alphabetical)
    expect(names(await read('?sort=-username'))).toEqual(alphabetical.toReversed())
    expect(names(await read('?sort=-username&access=user'))).toEqual(['ｃｈａｒｌｉｅ', 'beta', 'Alpha'])
    const second = await read('?sort=username&pageSize=3&page=2')
    expect([names(second), second.total, second.page, second.pageSize]).toEqual([['the-organiser'], 4, 2, 3])
    expect(names(await read('?search=a&sort=-username'))).toEqual(['Alpha'])
  })

  test('is filtered by access, status, province and words, alone and together', async () => {
    await createPerson(site, { username: 'one', access: 'expert', province: '110000', school: '清华大学' })
    await createPerson(site, { username: 'two', status: 'disabled', province: '110000', phone: '+8613811112222' })
    await createPerson(site, { username: 'three', province: '310000', realName: '李清' })
    const found = async (query: string) => names(await read(`?sort=username&${query}`))
    expect(await found('access=expert')).toEqual(['one'])
    expect(await read('?search=&access=expert&pageSize=1')).toMatchObject({ total: 1 })
    expect(await found('status=disabled')).toEqual(['two'])
    expect(await found('province=110000')).toEqual(['one', 'two'])
    expect(await found('province=110000&status=active')).toEqual(['one'])
    expect(await found(`search=${encodeURIComponent('清')}`)).toEqual(['one', 'three'])
    expect(await found(`search=${encodeURIComponent('清华')}`)).toEqual(['one'])
    expect(await found(`search=${encodeURIComponent('清')}&province=310000`)).toEqual(['three'])
    expect(await found('search=13811112222')).toEqual(['two'])
    expect(await found('search=nobody')).toEqual([])
  })

  test.each(['zhao-3e6d45a5', '1e5', '0x1f-2', 'a_b-c', 'li.1@example.org'])(
    'finds the name %s as a whole',
    async (name) => {
      await createPerson(site, name.includes('@') ? { username: 'mailed', email: name } : { username: name })
      await createPerson(site, { username: 'somebody-else' })
      expect(names(await read(`?search=${encodeURIComponent(name)}`))).toEqual([name.includes('@') ? 'mailed' : name])
    },
  )

  test('does not know deleted accounts', async () => {
    await createPerson(site, { username: 'gone', status: 'deleted' })
    expect(await read()).toMatchObject({ total: 1 })
    expect(names(await read())).toEqual(['the-organiser'])
    expect(await read('?search=gone')).toEqual({ list: [], total: 0, page: 1, pageSize: 10, whyNotAppoint: null })
  })

  test.each(['sort=email', 'status=deleted', 'access=root', 'page=0', 'pageSize=101', 'unknown=1'])(
    'refuses %s',
    async (query) => {
      const answer = await site.get(`/api/users?${query}`, admin.headers)
      expect([answer.status, answer.failure().fields?.map(({ path }) => path)]).toEqual([422, [query.split('=')[0]]])
    },
  )

  test.each(['', '&search=person', '&access=user&sort=username'])(
    'takes as many statements for one member as for thirty%s',
    async (filter) => {
      const statements = async (): Promise<number> => {
        const before = site.statements.length
        await read(`?pageSize=100${filter}`)
        return site.statements.length - before
      }
      await createPerson(site)
      const few = await statements()
      for (let count = 0; count < 29; count += 1) await createPerson(site)
      expect(await statements()).toBe(few)
      expect(few).toBe(filter ? 4 : 2)
    },
  )
})
