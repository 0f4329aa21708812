import { setTimeout as sleep } from 'node:timers/promises'
import { endpoint } from '@lectern/contract/endpoint.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addArticle } from '../../testing/articles.ts'
import { startCuttableProxy, type CuttableProxy } from '../../testing/cuttable-proxy.ts'
import { createDatabase } from '../../testing/database.ts'
import { eventually, startSite, type TestSite } from '../../testing/site.ts'
import type { Ctx } from '../context.ts'
import { everyone } from '../policy.ts'
import { inTransaction } from '../transaction.ts'
import { sql } from './drizzle.ts'

const probe = endpoint({
  method: 'POST',
  path: '/api/probe',
  summary: 'Does what the test wants in a transaction',
  answer: z.object({ done: z.literal(true) }),
})

interface Duplexed {
  stream: { destroy(): void }
}

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

const minutesLater = (): void => site.clock.set(new Date(site.clock.now().getTime() + 120_000))

test('what was kept is served while the database is away, with a mark and its age', async () => {
  const paths = ['/', '/News', '/api/news', '/feed.xml']
  const before = new Map<string, string>()
  for (const path of paths) before.set(path, (await site.get(path, english)).text)
  proxy.cut()
  minutesLater()
  for (const path of paths)
    for (const times of [1, 2]) {
      const { status, text, headers } = await site.get(path, english)
      expect([path, times, status, text === before.get(path)]).toEqual([path, times, 200, true])
      expect([headers.get('warning'), headers.get('age')]).toEqual(['110 - "Response is Stale"', '120'])
    }
  const { etag } = Object.fromEntries((await site.get('/News', english)).headers)
  const unchanged = await site.get('/News', { ...english, 'if-none-match': etag! })
  expect([unchanged.status, unchanged.headers.get('age')]).toEqual([304, '120'])

  // Nothing personal is cached, and nothing is served for ever.
  expect((await site.get('/api/account/mail-choices', { cookie: `lectern=${'a'.repeat(43)}` })).status).toBe(503)
  site.clock.set(new Date(site.clock.now().getTime() + 25 * 3_600_000))
  expect((await site.get('/News', english)).status).toBe(503)

  proxy.mend()
  await eventually(() => addArticle(site.db, { title: { 'en-US': 'Back again' } }))
  await eventually(async () => {
    const { text, headers } = await site.get('/api/news', english)
    expect([text.includes('Back again'), headers.get('warning')]).toEqual([true, null])
  })
})

test('without its database the site says so, to programs and to readers, and recovers by itself', async () => {
  const id = await addArticle(site.db)
  expect((await site.get('/readyz')).status).toBe(200)
  proxy.cut()
  minutesLater()
  // The result of the probe is cached for a second.
  await eventually(async () => expect((await site.get('/readyz')).status).toBe(503))

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
    expect(page.headers.get('warning')).toBe(null)
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
  expect([answer.status, answer.failure().error]).toEqual([503, 'server.databaseAway'])
})

describe('a transaction', () => {
  const limited = (limits: string) => `${proxy.url}&${limits}`
  let other: TestSite | undefined
  afterEach(() => other?.close())

  const startWith = async (limits: string, run: (ctx: Ctx) => Promise<unknown>): Promise<TestSite> =>
    (other = await startSite({
      databaseUrl: limited(limits),
      extraRoutes: ({ serve }) =>
        serve(probe, { policy: everyone }, async ({ ctx }) => {
          await inTransaction(ctx, run)
          return { done: true as const }
        }),
    }))

  test('whose statement takes too long is undone, and its caller is told to try again', async () => {
    const { call } = await startWith('statement_timeout=200', ({ db }) => db.execute(sql`select pg_sleep(10)`))
    const answer = await call('POST', '/api/probe', { headers: english })
    expect([answer.status, answer.headers.get('retry-after'), answer.failure().error]).toEqual([
      503,
      '5',
      'server.busy',
    ])
  })

  test('whose connection is lost is undone, and its caller is told to try again', async () => {
    const { call } = await startWith('', async ({ db }) => {
      await db.execute(sql`select 1`)
      proxy.cut()
      proxy.mend()
      await sleep(100)
      await db.execute(sql`select 1`)
    })
    const answer = await call('POST', '/api/probe', { headers: english })
    expect([answer.status, answer.failure().error]).toEqual([503, 'server.databaseAway'])
  })

  test('gives its connection back, also one that breaks at its first word', async () => {
    const { call, pool } = await startWith('', ({ db }) => db.execute(sql`select 1`))
    const cut = (client: object): void => (client as { connection: Duplexed }).connection.stream.destroy()
    pool.on('acquire', cut)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 12; attempt += 1) statuses.push((await call('POST', '/api/probe')).status)
    expect(new Set(statuses)).toEqual(new Set([503]))
    pool.off('acquire', cut)
    expect((await call('POST', '/api/probe')).status).toBe(200)
  })
})
