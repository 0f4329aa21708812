import * as contract from '@lectern/contract/access-tokens/access-tokens.ts'
import type { TokenScope } from '@lectern/contract/access-tokens/access-token-values.ts'
import { listAudit } from '@lectern/contract/audit/audit.ts'
import { listResultRows } from '@lectern/contract/results/results.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activityWithResults } from '../../testing/announced-results.ts'
import { createEdition, daysFromNoon } from '../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let organiser: TestPerson
beforeAll(async () => {
  site = await startSite({ withTasks: true, config: { trustProxy: ['127.0.0.1'] } })
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
beforeEach(() => {
  site.clock.set(fixedNow)
})

const day = 86_400_000

const create = (body: { name: string; scopes: TokenScope[]; days: 30 | 90 | 365 }, who = organiser) =>
  site.ask(contract.createAccessToken, { headers: english(who), body })

const createToken = async (...scopes: TokenScope[]) =>
  (await create({ name: 'Register of the province', scopes, days: 30 })).data

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}`, 'accept-language': 'en-US' })

const listed = async () =>
  (await site.ask(contract.listAccessTokens, { headers: english(organiser), query: { pageSize: '100' } })).data.list

const end = (id: contract.AccessToken['id']) =>
  site.ask(contract.endAccessToken, { headers: english(organiser), params: { id } })

const errorOf = async (path: string, headers: Record<string, string>, method = 'GET') => {
  const answer = await site.call(method, path, { headers })
  return answer.status === 200 ? undefined : `${answer.status} ${answer.failure().error}`
}

describe('a token', () => {
  test('is shown once, and only its digest is stored', async () => {
    const { secret, ...token } = await createToken('figures')
    expect(secret).toMatch(/^lectern_[\w-]{43}$/)
    expect(token).toEqual({
      id: token.id,
      name: 'Register of the province',
      scopes: ['figures'],
      state: 'active',
      createdBy: organiser.username,
      createdAt: fixedNow.toISOString(),
      expiresAt: after(30 * day).toISOString(),
      lastUsedAt: null,
      endedAt: null,
    })
    expect((await listed()).find(({ id }) => id === token.id)).toEqual(token)
    const { rows } = await site.pool.query('select * from access_token where id = $1', [token.id])
    expect(JSON.stringify(rows)).not.toContain(secret.slice('lectern_'.length))
    expect(site.logText()).not.toContain(secret)
  })

  test('is made by organisers alone, of something, for a time that is offered', async () => {
    const body = { name: 'Mine', scopes: ['figures' as const], days: 30 as const }
    expect((await create(body, await createPerson(site))).failure().error).toBe('access.refused')
    const wrong = await create({ name: ' ', scopes: [], days: 31 as never })
    expect(wrong.failure().fields?.map(({ path }) => path)).toEqual(['name', 'scopes', 'days'])
  })

  test('ends at once and by itself; whatever is not valid is an error, not a visitor', async () => {
    const [ended, expiring] = [await createToken('figures'), await createToken('figures')]
    expect(await errorOf('/api/dashboard', bearer(ended.secret))).toBeUndefined()
    expect((await end(ended.id)).data.state).toBe('ended')
    expect((await end(ended.id)).data.endedAt).toBe(fixedNow.toISOString())
    expect(await errorOf('/api/dashboard', bearer(ended.secret))).toBe('401 token.invalid')
    site.clock.set(after(30 * day - 1))
    expect(await errorOf('/api/dashboard', bearer(expiring.secret))).toBeUndefined()
    site.clock.set(after(30 * day))
    expect(await errorOf('/api/dashboard', bearer(expiring.secret))).toBe('401 token.invalid')
    site.clock.set(fixedNow)
    for (const text of ['lectern_', 'nothing', expiring.secret.slice(0, -1), `${expiring.secret.slice(0, -4)}AAAA`])
      expect(await errorOf('/api/dashboard', bearer(text))).toBe('401 token.invalid')
  })

  test('counts before a session, and other schemes of authorization do not count', async () => {
    const { secret } = await createToken('certificates')
    const session = { ...organiser.headers, 'accept-language': 'en-US' }
    expect(await errorOf('/api/dashboard', { ...session, ...bearer(secret) })).toBe('403 token.refused')
    expect(await errorOf('/api/dashboard', { ...session, authorization: 'Basic bGVjdGVybjp4' })).toBeUndefined()
  })

  test('says when it was last used, to five minutes', async () => {
    const { id, secret } = await createToken('figures')
    const lastUse = async () => (await listed()).find((token) => token.id === id)?.lastUsedAt
    const uses = []
    for (const minutes of [0, 4, 6]) {
      site.clock.set(after(minutes * 60_000))
      await site.get('/api/dashboard', bearer(secret))
      uses.push(await lastUse())
    }
    expect(uses).toEqual([fixedNow, fixedNow, after(6 * 60_000)].map((at) => at.toISOString()))
  })

  test('may send a hundred and twenty requests at once, then one a second', async () => {
    const { secret } = await createToken('figures')
    const send = () => errorOf('/api/dashboard', { ...bearer(secret), 'x-forwarded-for': '10.9.0.1' })
    for (let count = 0; count < 120; count += 1) expect([count, await send()]).toEqual([count, undefined])
    expect(await send()).toBe('429 request.tooMany')
    site.clock.set(after(1_000))
    expect(await send()).toBeUndefined()
  })

  test('is one of twenty that are valid', async () => {
    await site.pool.query('update access_token set ended_at = now() where ended_at is null')
    const made = []
    for (let count = 0; count < 20; count += 1) made.push(await createToken('figures'))
    const body = { name: 'One more', scopes: ['figures' as const], days: 30 as const }
    expect((await create(body)).failure().error).toBe('token.tooMany')
    await end(made[0]!.id)
    expect((await create(body)).status).toBe(200)
    await site.pool.query('update access_token set ended_at = now() where ended_at is null')
  })

  test('leaves its making and its end in the log, without itself', async () => {
    const { id, secret } = await createToken('results', 'certificates')
    site.clock.set(after(1_000))
    await end(id)
    const query = { subjectKind: 'accessToken', subjectId: id }
    const { data, text } = await site.ask(listAudit, { headers: english(organiser), query })
    expect(data.list.map(({ action, actorName, after: values }) => [action, actorName, values])).toEqual([
      ['accessToken.ended', organiser.username, { name: 'Register of the province' }],
      [
        'accessToken.created',
        organiser.username,
        {
          name: 'Register of the province',
          scopes: ['results', 'certificates'],
          until: after(30 * day).toISOString(),
        },
      ],
    ])
    expect(text).not.toContain(secret)
  })
})

interface Operation {
  security?: object[]
}

/** What a token of each scope reaches besides what visitors may. */
const scoped: Record<string, TokenScope> = {
  'GET /api/dashboard': 'figures',
  'GET /api/certificates': 'certificates',
  'GET /api/results/lists/{id}/rows': 'results',
}

const nobody = '01890000-0000-7000-8000-000000000000'

test('a token reaches what its scope names, and otherwise nothing that visitors do not', async () => {
  const { paths } = (await site.get('/api/docs/openapi.json')).json() as {
    paths: Record<string, Record<string, Operation>>
  }
  const tokens = {
    results: await createToken('results'),
    certificates: await createToken('certificates'),
    figures: await createToken('figures'),
  }
  const reached: Record<string, string[]> = {}
  let requests = 0
  for (const [template, methods] of Object.entries(paths))
    for (const [verb, { security }] of Object.entries(methods)) {
      const method = verb.toUpperCase()
      const path = template.replace('{name}', 'privacy').replaceAll(/\{\w+\}/g, nobody)
      const isOpen = security?.length === 0
      for (const [scope, { secret }] of Object.entries(tokens)) {
        requests += 1
        // Neither the allowance of a token nor that of a network counts here.
        site.clock.set(after(requests * 1_000))
        const headers = { ...bearer(secret), 'x-forwarded-for': `10.1.0.${Math.ceil(requests / 40)}` }
        const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method)
        const body = isWrite ? { body: { nothing: 'of this' } } : {}
        const { status, text } = await site.call(method, path, { headers, ...body })
        const isRefused = status === 403 && (method === 'HEAD' || text.includes('"token.refused"'))
        if (isRefused || (isOpen && !isWrite)) continue
        ;(reached[`${method} ${template}`] ??= []).push(scope)
      }
    }
  expect(reached).toEqual(Object.fromEntries(Object.entries(scoped).map(([name, scope]) => [name, [scope]])))
})

test('announced results are there from the second of the announcement, not before', async () => {
  const editionId = await createEdition(site)
  const results = await activityWithResults(site, editionId, { works: 4 })
  const { secret } = await createToken('results')
  const id = await results.compute()
  const read = () => site.ask(listResultRows, { headers: bearer(secret), params: { id }, query: {} })
  expect((await read()).failure().error).toBe('result.notFound')
  await results.publicise()
  expect((await read()).failure().error).toBe('result.notFound')
  site.clock.set(daysFromNoon(8))
  const at = daysFromNoon(9)
  await results.announce(at)
  site.clock.set(new Date(at.getTime() - 1))
  expect((await read()).failure().error).toBe('result.notFound')
  site.clock.set(at)
  expect((await read()).data.list.map(({ rank, team }) => [rank, team])).toEqual([
    [1, '团队1'],
    [2, '团队3'],
    [3, '团队2'],
    [4, '团队4'],
  ])
})
