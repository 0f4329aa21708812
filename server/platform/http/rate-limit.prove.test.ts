import { once } from 'node:events'
import { connect } from 'node:net'
import { endpoint } from '@lectern/contract/endpoint.ts'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { recordFailures } from '../../testing/pages.ts'
import { probePath, probeRoutes } from '../../testing/probe.ts'
import { startSite, type Answer, type TestSite } from '../../testing/site.ts'
import { everyone } from '../policy.ts'

/** Requests of one address in a minute. */
const limit = 1_200

let site: TestSite
afterEach(() => site.close())

/** A cheap uncached request. */
const work = probePath
const extraRoutes = probeRoutes()

const repeat = async (times: number, ask: () => Promise<Answer>): Promise<Record<number, number>> => {
  const counted: Record<number, number> = {}
  for (let sent = 0; sent < times; sent += 50) {
    const answers = await Promise.all(Array.from({ length: Math.min(50, times - sent) }, ask))
    for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1
  }
  return counted
}

test('work beyond the limit is refused with the time to wait, kept pages are not, and a forged address does not help', async () => {
  const rendered: string[] = []
  site = await startSite({ isOverNetwork: true, extraRoutes, pages: recordFailures(rendered) })
  expect((await site.get('/api/news')).status).toBe(200)
  expect((await site.get('/News')).status).toBe(200)
  expect(await repeat(limit - 2, () => site.get(work))).toEqual({ 200: limit - 2 })

  const refused = await site.get(work, { 'accept-language': 'en-US' })
  expect(refused.status).toBe(429)
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  const { code, message } = refused.envelope()
  const { error, params } = refused.failure()
  expect([code, error, params]).toEqual([10008, 'request.tooMany', { seconds }])
  expect(message).toBe(`Too many requests. Please try again in ${seconds} seconds.`)

  expect((await site.get('/api/news')).status).toBe(200)
  expect((await site.get('/News')).status).toBe(200)
  expect((await site.get('/News?search=x')).status).toBe(429)
  expect((await site.get('/api/news?search=x')).status).toBe(429)
  for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'client-ip'])
    expect([header, (await site.get(work, { [header]: '203.0.113.9' })).status]).toEqual([header, 429])
  expect((await site.get(work.toUpperCase())).status).toBe(429)
  for (const path of ['/api/docs', '/api/docs/openapi.json'])
    expect([path, (await site.get(path)).status]).toEqual([path, 429])

  // One render for each number of seconds on the page.
  const pages = await Promise.all(Array.from({ length: 20 }, (_, count) => site.get(`/News?search=${count}`)))
  const waits = new Set(pages.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`))
  for (const wait of waits) expect(wait).toMatch(/^429 \d+$/)
  expect(rendered.length).toBeLessThanOrEqual(waits.size + 1)
})

test('what probes and every page ask for all the time is not counted', async () => {
  site = await startSite({ isOverNetwork: true, extraRoutes })
  expect(await repeat(limit, () => site.get(work))).toEqual({ 200: limit })
  expect((await site.get(work)).status).toBe(429)
  for (const path of ['/livez', '/readyz', '/version', '/api/user/currentUser', '/user/currentUser'])
    expect([path, (await site.get(path)).status]).toEqual([path, 200])
})

const largeProbe = endpoint({
  method: 'POST',
  path: '/api/large-probe',
  summary: 'Takes much and stores nothing',
  body: z.strictObject({ name: z.string() }),
  answer: z.object({}),
})

/** Announces a body and sends none of it; returns the status, or `undefined` when the server waits for the body. */
const announce = async (path: string, header: string): Promise<number | undefined> => {
  const socket = connect(site.port, '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${header}\r\n\r\n`)
  // The next request is answered after the ones before.
  const waited = site.get('/livez').then(() => undefined)
  const answered = once(socket, 'data').then(([data]) => Number(String(data).split(' ')[1]))
  const status = await Promise.race([answered, waited.then(() => site.get('/livez')).then(() => undefined)])
  socket.destroy()
  return status
}

test('a call beyond the limit is refused before its body is sent', async () => {
  site = await startSite({ isOverNetwork: true, extraRoutes })
  expect(await announce(work, 'content-length: 100')).toBe(undefined)
  await repeat(limit, () => site.get(work))
  for (const path of [work, '/api/nothing', '/nothing'])
    expect([path, await announce(path, 'content-length: 100')]).toEqual([path, 429])
})

test('bytes count too, and a body of unknown length counts as the largest', async () => {
  const megabyte = 1024 * 1024
  site = await startSite({
    isOverNetwork: true,
    extraRoutes: ({ serve }) => serve(largeProbe, { policy: everyone, largestBody: 4 * megabyte }, async () => ({})),
  })
  const { path } = largeProbe
  expect((await site.get('/api/news')).status).toBe(200)
  for (const header of [`content-length: ${4 * megabyte}`, 'transfer-encoding: chunked'])
    for (let sent = 0; sent < 4; sent += 1) expect(await announce(path, header)).toBe(undefined)
  expect(await announce(path, 'content-length: 1')).toBe(429)
  expect((await site.get('/api/news')).status).toBe(200)
})

test('behind a trusted proxy, addresses are told apart by the last hop that is not trusted', async () => {
  site = await startSite({ isOverNetwork: true, extraRoutes, config: { trustProxy: ['127.0.0.1'] } })
  const from = (address: string) => () => site.get(work, { 'x-forwarded-for': address })
  expect(await repeat(limit + 3, from('203.0.113.1'))).toEqual({ 200: limit, 429: 3 })
  expect((await from('203.0.113.2')()).status).toBe(200)
  expect((await from('198.51.100.7, 203.0.113.1')()).status).toBe(429)
})

test('one address over its limit does not spoil a page for others that wait for the same render', async () => {
  site = await startSite({ isOverNetwork: true, extraRoutes, config: { trustProxy: ['127.0.0.1'] } })
  const greedy = { 'x-forwarded-for': '203.0.113.1' }
  await repeat(limit, () => site.get(work, greedy))
  for (const path of ['/News', '/feed.xml', '/nothing']) {
    const [refused, served] = await Promise.all([
      site.get(path, greedy),
      site.get(path, { 'x-forwarded-for': '203.0.113.2' }),
    ])
    const usual = path === '/nothing' ? 404 : 200
    expect([path, served.status]).toEqual([path, usual])
    // The second request may have come late enough to share the result of the first.
    expect([429, usual]).toContain(refused.status)
  }
})
