import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addArticle } from '../../testing/articles.ts'
import { probePath, probeRoutes } from '../../testing/probe.ts'
import { rawRequest } from '../../testing/raw.ts'
import { startSite, type Answer, type TestSite } from '../../testing/site.ts'

const expected = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const headersOf = ({ headers }: Answer): Record<string, string | null> =>
  Object.fromEntries(Object.keys(expected).map((name) => [name, headers.get(name)]))
const sharing = ({ headers }: Answer): string[] =>
  [...headers.keys()].filter(
    (name) => name.startsWith('access-control') || name === 'x-powered-by' || name === 'server',
  )

const origin = { origin: 'https://evil.example' }

describe('every answer', () => {
  let site: TestSite
  let asset: string

  beforeAll(async () => {
    site = await startSite({
      extraRoutes: probeRoutes(() => {
        throw new Error('on purpose')
      }),
    })
    await addArticle(site.db)
    const file = (await readdir(join(import.meta.dirname, '../../../build/browser/assets'))).find((name) =>
      name.endsWith('.js'),
    )
    asset = `/user/dist/assets/${file}`
  })
  afterAll(() => site.close())

  test.each([
    ['a page', '/', 200],
    ['data', '/api/news', 200],
    ['the feed', '/feed.xml', 200],
    ['the sitemap', '/sitemap.xml', 200],
    ['robots.txt', '/robots.txt', 200],
    ['the documentation', '/api/docs', 200],
    ['its description', '/api/docs/openapi.json', 200],
    ['a probe', '/livez', 200],
    ['a missing page', '/nothing', 404],
    ['a missing address', '/api/nothing', 404],
    ['a missing file', '/user/dist/assets/nothing.js', 404],
    ['a refused input', '/api/news?page=0', 422],
    ['a failure', probePath, 500],
    ['an unreadable address', '/api/%', 400],
  ])('%s (%s) carries the headers and shares nothing', async (_what, path, status) => {
    const answer = await site.get(path, origin)
    expect(answer.status).toBe(status)
    expect(headersOf(answer)).toEqual(expected)
    expect(sharing(answer)).toEqual([])
    expect(answer.headers.get('strict-transport-security')).toBe(null)
    expect(answer.headers.get('set-cookie')).toBe(null)
  })

  test('a file carries them, and is kept for ever', async () => {
    const answer = await site.get(asset, origin)
    expect(answer.status).toBe(200)
    expect(headersOf(answer)).toEqual(expected)
    expect(sharing(answer)).toEqual([])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
  })

  test.each(['/', '/api/news', '/feed.xml'])('%s carries them when nothing has changed', async (path) => {
    const first = await site.get(path)
    const second = await site.get(path, { 'if-none-match': first.headers.get('etag')! })
    expect([second.status, second.text]).toEqual([304, ''])
    expect(headersOf(second)).toEqual(expected)
  })

  test('a file carries them when nothing has changed, and a part of it does', async () => {
    const first = await site.get(asset, { 'accept-encoding': 'br' })
    // By hand: fetch adds `no-cache` to a conditional request, which asks for the whole file.
    const unchanged = await rawRequest(site.port, `GET ${asset}`, {
      'if-none-match': first.headers.get('etag')!,
      'accept-encoding': 'br',
    })
    expect([unchanged.status, unchanged.body]).toEqual([304, ''])
    expect(unchanged.headers).toMatchObject(expected)
    const part = await site.get(asset, { range: 'bytes=0-9', 'accept-encoding': 'identity' })
    expect([part.status, part.text.length, headersOf(part)]).toEqual([206, 10, expected])
  })

  test('a refused call carries them', async () => {
    const answer = await site.call('POST', probePath, { headers: origin, body: {} })
    expect([answer.status, headersOf(answer), sharing(answer)]).toEqual([403, expected, []])
  })
})

describe('with a public address of https', () => {
  test('every answer demands https for a year', async () => {
    const site = await startSite({ config: { publicUrl: new URL('https://contest.example.org') } })
    try {
      const demand = 'max-age=31536000; includeSubDomains'
      for (const path of ['/', '/api/news', '/nothing', '/api/nothing', '/feed.xml'])
        expect([path, (await site.get(path)).headers.get('strict-transport-security')]).toEqual([path, demand])
      const refused = await rawRequest(site.port, 'GET /', { 'x-large': 'x'.repeat(20_000) })
      expect(refused.headers['strict-transport-security']).toBe(demand)
    } finally {
      await site.close()
    }
  })

  test('one of http does not', async () => {
    const site = await startSite({ config: { publicUrl: new URL('http://contest.example.org') } })
    try {
      expect((await site.get('/')).headers.get('strict-transport-security')).toBe(null)
    } finally {
      await site.close()
    }
  })
})
