import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { probePath, probeRoutes } from '../../testing/probe.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

const body = { name: 'Li', age: 30 }
const refusal = [403, 'request.foreignOrigin']

const outcome = async (site: TestSite, headers: Record<string, string>, sent: unknown = body): Promise<unknown[]> => {
  const answer = await site.call('POST', probePath, { headers, body: sent })
  return answer.status === 200 ? [200] : [answer.status, answer.failure().error]
}

describe('a call that changes something', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startSite({ extraRoutes: probeRoutes() })
  })
  afterAll(() => site.close())

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'http://127.0.0.1' },
    { origin: 'http://127.0.0.1.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'anything' },
  ])('with %j is refused', async (headers) => {
    expect(await outcome(site, headers)).toEqual(refusal)
  })

  test.each([
    'text/plain',
    'text/plain;charset=utf-8',
    'TEXT/PLAIN; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('as %s, which any page may send, is refused', async (type) => {
    expect(await outcome(site, { 'content-type': type }, JSON.stringify(body))).toEqual(refusal)
  })

  test('from another scheme or port of the same host is refused', async () => {
    expect(await outcome(site, { origin: `https://127.0.0.1:${site.port}` })).toEqual(refusal)
    expect(await outcome(site, { origin: 'http://127.0.0.1:1' })).toEqual(refusal)
  })

  test('from this site, or from a program that is no browser, is taken', async () => {
    expect(await outcome(site, {})).toEqual([200])
    expect(await outcome(site, { origin: site.url })).toEqual([200])
    expect(await outcome(site, { origin: site.url, 'sec-fetch-site': 'same-origin' })).toEqual([200])
    expect(await outcome(site, { 'sec-fetch-site': 'none' })).toEqual([200])
  })

  test('is refused at an address that does not exist, too', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await site.call(method, '/api/nothing', { headers: { origin: 'https://evil.example' } })
      expect([method, answer.status]).toEqual([method, 403])
    }
  })

  test('reading is allowed from anywhere, without a word about sharing', async () => {
    const answer = await site.get('/api/news', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(200)
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    const preflight = await site.call('OPTIONS', probePath, {
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(preflight.status).toBe(404)
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('with PUBLIC_URL', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startSite({
      config: { publicUrl: new URL('https://contest.example.org') },
      extraRoutes: probeRoutes(),
    })
  })
  afterAll(() => site.close())

  test('that origin alone is this site, whatever the Host header says', async () => {
    expect(await outcome(site, { origin: 'https://contest.example.org' })).toEqual([200])
    expect(await outcome(site, { origin: 'http://contest.example.org' })).toEqual(refusal)
    expect(await outcome(site, { origin: site.url })).toEqual(refusal)
    expect(await outcome(site, {})).toEqual([200])
  })
})
