import { randomUUID } from 'node:crypto'
import { signIn, signOut } from '@lectern/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueueTask } from './features/tasks/service.ts'
import { outbox } from './features/outbox/tables.ts'
import { newId } from './platform/ids.ts'
import { metricCatalogue } from './platform/metrics/metric-catalogue.ts'
import { followEvents } from './testing/events.ts'
import { createPerson } from './testing/people.ts'
import { probePath, probeRoutes } from './testing/probe.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from './testing/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite({ extraRoutes: probeRoutes() })
})
afterAll(() => site.close())

/** The value of one series; undefined: it is not there. */
const valueOf = async (series: string): Promise<number | undefined> => {
  const line = (await site.metrics.render()).split('\n').find((text) => text.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

/** By how much a series grows, once it has grown by `least`: a request is counted when its answer has been sent. */
const growthOf = async (series: string, act: () => Promise<unknown>, least = 1): Promise<number> => {
  const before = (await valueOf(series)) ?? 0
  await act()
  let growth = 0
  await eventually(async () => {
    growth = ((await valueOf(series)) ?? 0) - before
    expect(growth).toBeGreaterThanOrEqual(least)
  })
  return growth
}

describe('requests', () => {
  const requests = (route: string, method: string, status: number): string =>
    `lectern_http_requests_total{route="${route}",method="${method}",status="${status}"}`

  test('are counted by route template and status', async () => {
    expect(await growthOf(requests('/api/news/:id', 'GET', 404), () => site.get(`/api/news/${newId(fixedNow)}`))).toBe(
      1,
    )
    expect(await growthOf(requests(probePath, 'POST', 422), () => site.call('POST', probePath, { body: {} }))).toBe(1)
  })

  test('for pages share one route, and addresses without one are not told', async () => {
    expect(await growthOf(requests('/*', 'GET', 200), () => site.get('/News'))).toBe(1)
    expect(await growthOf(requests('none', 'DELETE', 404), () => site.call('DELETE', '/api/nobody-knows'))).toBe(1)
    expect(await site.metrics.render()).not.toContain('nobody-knows')
  })

  test('with too large a body are counted although no route has seen them', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(100_000) })
    const headers = { 'content-type': 'application/json' }
    expect(
      await growthOf(requests('large body', 'POST', 413), () => site.call('POST', probePath, { headers, body })),
    ).toBe(1)
  })

  test('have durations by group of routes', async () => {
    const count = 'lectern_http_request_seconds_count{group="/api/news"}'
    expect(
      await growthOf(count, () => Promise.all([site.get('/api/news'), site.get(`/api/news/${newId(fixedNow)}`)]), 2),
    ).toBe(2)
  })
})

test.each([
  ['/*', '/News'],
  ['/api/news', '/api/news'],
])('answers of %s from the cache are counted like others, unchanged ones too', async (route, path) => {
  const ofStatus = (status: number): string =>
    `lectern_http_requests_total{route="${route}",method="GET",status="${status}"}`
  await growthOf(ofStatus(200), () => site.get(path))
  const readAgain = async (): Promise<void> => expect(await growthOf(ofStatus(200), () => site.get(path))).toBe(1)
  expect(await growthOf('lectern_cache_hits_total{result="hit"}', readAgain)).toBe(1)
  const { headers } = await site.get(path)
  const unchanged = { 'if-none-match': headers.get('etag')! }
  expect(await growthOf(ofStatus(304), () => site.get(path, unchanged))).toBe(1)
})

test('a stream of events is counted when the site ends it, without a duration', async () => {
  const path = '/api/notices/live'
  const person = await createPerson(site)
  const follow = async (): Promise<void> => {
    const stream = await followEvents(site, path, person.headers)
    await site.ask(signOut, { headers: person.headers })
    while ((await stream.next()) !== 'end');
  }
  const before = await valueOf('lectern_http_request_seconds_count{group="/api/notices"}')
  expect(await growthOf(`lectern_http_requests_total{route="${path}",method="GET",status="200"}`, follow)).toBe(1)
  expect(await valueOf('lectern_http_request_seconds_count{group="/api/notices"}')).toBe(before)
})

test('look-ups of the cache are counted', async () => {
  const path = '/api/news?pageSize=7'
  expect(await growthOf('lectern_cache_hits_total{result="miss"}', () => site.get(path))).toBe(1)
  expect(await growthOf('lectern_cache_hits_total{result="hit"}', () => site.get(path))).toBe(1)
})

test('attempts to sign in are counted by their result', async () => {
  const person = await createPerson(site)
  const { username } = person
  const attempt = (): Promise<unknown> =>
    site.ask(signIn, { body: { identifier: username, password: 'not the password', remember: false } })
  expect(await growthOf('lectern_sign_in_total{result="wrong"}', attempt)).toBe(1)
})

test('tasks are counted by kind and state, with the age of the oldest', async () => {
  await enqueueTask(site.asProgram(), { kind: 'rank', input: {}, subject: 'Lessons' })
  site.clock.set(after(90_000))
  await eventually(async () => expect(await valueOf('lectern_tasks{kind="rank",state="waiting"}')).toBe(1))
  expect(await valueOf('lectern_task_oldest_seconds{kind="rank"}')).toBe(90)
  site.clock.set(fixedNow)
})

test('letters are counted by channel and state', async () => {
  await site.db.insert(outbox).values({
    id: randomUUID() as never,
    channel: 'sms',
    recipient: '+8613800000000',
    locale: 'zh-CN',
    letter: 'code',
    content: {},
    state: 'failed',
    dueAt: fixedNow,
    expiresAt: after(60_000),
    createdAt: fixedNow,
  })
  await eventually(async () => expect(await valueOf('lectern_outbox{channel="sms",state="failed"}')).toBe(1))
  expect(await site.metrics.render()).not.toContain('13800000000')
})

test('every metric of the catalogue has a value', async () => {
  await site.get('/api/news')
  await enqueueTask(site.asProgram(), { kind: 'settle', input: {}, subject: 'Lessons' })
  await eventually(async () => {
    const text = await site.metrics.render()
    const missing = Object.keys(metricCatalogue).filter((name) => !text.includes(`# TYPE ${name} `))
    expect(missing).toEqual([])
  })
})

test('no label contains an id, an address or a name', async () => {
  const person = await createPerson(site)
  await site.get(`/api/news/${newId(fixedNow)}?search=${person.username}`)
  const text = await site.metrics.render()
  expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-|127\.0\.0\.1/)
  expect(text).not.toContain(person.username)
})
