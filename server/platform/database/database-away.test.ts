import { afterEach, beforeEach, expect, test } from 'vitest'
import { addArticle } from '../../testing/articles.ts'
import { startCuttableProxy, type CuttableProxy } from '../../testing/cuttable-proxy.ts'
import { createDatabase } from '../../testing/database.ts'
import { eventually, startSite, type TestSite } from '../../testing/site.ts'
import { isDatabaseAway } from './connect.ts'

let proxy: CuttableProxy
let site: TestSite

beforeEach(async () => {
  proxy = await startCuttableProxy(await createDatabase())
  site = await startSite({ databaseUrl: proxy.url })
})
afterEach(async () => {
  proxy.mend()
  await site.close()
  await proxy.close()
})

const english = { 'accept-language': 'en-US' }
const words = 'The site is briefly unavailable. Please try again in a moment.'

test('without its database the site says so, to programs and to readers, and recovers by itself', async () => {
  const id = await addArticle(site.db)
  for (const path of ['/', '/api/news', '/readyz']) expect([path, (await site.get(path)).status]).toEqual([path, 200])
  proxy.cut()
  site.clock.set(new Date(site.clock.now().getTime() + 120_000))

  for (const path of ['/api/news', `/api/news/${id}`, '/api/news?search=x', '/readyz', '/feed.xml']) {
    const answer = await site.get(path, english)
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5'])
    expect(answer.json()).toMatchObject({
      code: 10203,
      status: 503,
      message: words,
      data: { error: 'server.databaseAway', showType: 2 },
    })
  }
  for (const path of ['/', '/News', `/News/${id}`, '/News?search=a.com']) {
    const page = await site.get(path, english)
    expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 503, 'text/html; charset=utf-8'])
    expect([path, page.headers.get('retry-after')]).toEqual([path, '5'])
    expect(page.text).toContain('<html lang="en-US"')
    expect(page.text).toContain(words)
    expect(['no-store', 'no-cache']).toContain(page.headers.get('cache-control'))
  }
  expect((await site.get('/', { cookie: 'lectern.locale=pt-BR' })).text).toContain('<html lang="pt-BR"')
  for (const path of ['/livez', '/version']) expect([path, (await site.get(path)).status]).toEqual([path, 200])

  proxy.mend()
  site.clock.set(new Date(site.clock.now().getTime() + 120_000))
  await eventually(async () => {
    for (const path of ['/', '/News', `/News/${id}`, '/api/news', '/readyz', '/feed.xml'])
      expect([path, (await site.get(path)).status]).toEqual([path, 200])
  })
})

test('the log tells it without the password', async () => {
  proxy.cut()
  await site.get('/api/news')
  const { password } = new URL(site.databaseUrl)
  expect(password.length).toBeGreaterThan(10)
  expect(site.log.filter(({ level }) => Number(level) >= 40).length).toBeGreaterThan(0)
  expect(site.logText()).not.toContain(password)
})

test('views that could not be written are written when the database is back', async () => {
  const id = await addArticle(site.db)
  expect((await site.get(`/api/news/${id}`)).status).toBe(200)
  proxy.cut()
  await eventually(async () => expect((await site.get('/readyz')).status).toBe(503))
  proxy.mend()
  site.clock.set(new Date(site.clock.now().getTime() + 120_000))
  await eventually(async () => expect((await site.get(`/api/news/${id}`)).status).toBe(200))
  const database = await startSite({ databaseUrl: proxy.url })
  await site.close()
  try {
    const { rows } = await database.pool.query('select views::int from article_view')
    expect(rows).toEqual([{ views: 2 }])
  } finally {
    site = database
  }
})

test('a database that does not listen at all is away, too', async () => {
  await proxy.close()
  const answer = await site.get('/api/news')
  expect([answer.status, answer.data<{ error: string }>().error]).toEqual([503, 'server.databaseAway'])
})

test.each([
  [true, Object.assign(new Error(), { code: 'ECONNREFUSED' })],
  [true, Object.assign(new Error(), { code: 'EAI_AGAIN' })],
  [true, Object.assign(new Error(), { code: 'ENETUNREACH' })],
  [true, Object.assign(new Error(), { code: '57P01' })],
  [true, Object.assign(new Error(), { code: '08006' })],
  [true, new Error('outer', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) })],
  [true, new AggregateError([new Error('other'), Object.assign(new Error(), { code: 'ETIMEDOUT' })])],
  [true, new Error('timeout exceeded when trying to connect')],
  [true, new Error('timeout expired')],
  [false, Object.assign(new Error(), { code: '42P01' })],
  [false, Object.assign(new Error(), { code: '23505' })],
  [false, new Error('on purpose')],
  [false, 'ECONNREFUSED'],
  [false, undefined],
])('%j: the database is away after %o', (expected, error) => {
  expect(isDatabaseAway(error)).toBe(expected)
})
