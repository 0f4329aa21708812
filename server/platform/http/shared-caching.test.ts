import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { installPages } from '../../database/pages.ts'
import { addArticle } from '../../testing/articles.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { languageHeader, sharedCacheControl } from './shared-caching.ts'

describe('how long caches in front may keep an answer', () => {
  const answer = { isSteady: false, nextChangeAt: Infinity, isOutdated: false }
  const secondsOf = (left: number): string | undefined =>
    /s-maxage=(\d+)/.exec(sharedCacheControl({ ...answer, nextChangeAt: left }, 'proxy', 0))?.[1]

  test('five seconds, and never past the next change but for its last second', () => {
    const lefts = [60_000, 5_000, 4_999, 2_000, 1_999, 1_000, 999, 1, -200]
    expect(lefts.map(secondsOf)).toEqual(['5', '5', '4', '2', '1', '1', '1', '1', '1'])
  })

  test('what changes by hand only may be refreshed behind the back of a reader, up to the next change', () => {
    const steady = { ...answer, isSteady: true }
    expect(sharedCacheControl(steady, 'proxy', 0)).toBe(
      'public, max-age=0, s-maxage=5, stale-while-revalidate=60, stale-if-error=86400',
    )
    const until = (nextChangeAt: number): string => sharedCacheControl({ ...steady, nextChangeAt }, 'proxy', 0)
    expect(until(20_500)).toBe('public, max-age=0, s-maxage=5, stale-while-revalidate=15, stale-if-error=86400')
    expect(until(5_900)).toBe('public, max-age=0, s-maxage=5, stale-if-error=86400')
    expect(sharedCacheControl(answer, 'proxy', 0)).toBe('public, max-age=0, s-maxage=5, stale-if-error=86400')
  })

  test('a cache that is not known is not told to show anything old, and what is outdated is kept for a second', () => {
    const steady = { ...answer, isSteady: true }
    expect(sharedCacheControl(steady, 'address', 0)).toBe('public, max-age=0, s-maxage=5, stale-if-error=86400')
    expect(sharedCacheControl({ ...steady, isOutdated: true }, 'proxy', 0)).toBe(
      'public, max-age=0, s-maxage=1, stale-if-error=86400',
    )
  })
})

describe('the headers of public answers', () => {
  let site: TestSite
  beforeEach(async () => {
    site = await startSite({ config: { trustProxy: ['127.0.0.0/8'] } })
  })
  afterEach(() => site.close())

  const from = (language: string) => ({ [languageHeader]: language })
  /** Twice: as the framework answers, and from the cache. */
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answers = [await site.get(path, headers), await site.get(path, headers)]
    const [first, second] = answers.map(({ status, headers: sent, text }) => ({
      status,
      cache: sent.get('cache-control'),
      vary: sent.get('vary'),
      language: /<html lang="([^"]+)"/.exec(text)?.[1],
    }))
    expect(second).toEqual(first)
    return first!
  }
  const timed = 'public, max-age=0, s-maxage=5, stale-if-error=86400'
  const steady = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60, stale-if-error=86400'
  const pageVary = 'accept-encoding, accept-language, cookie'
  const proxyVary = `accept-encoding, ${languageHeader}`

  test('nobody but the proxy and the address make an answer shared', async () => {
    const own = { status: 200, cache: 'no-cache', vary: pageVary }
    expect(await read('/News')).toEqual({ ...own, language: 'zh-CN' })
    expect(await read('/News', { cookie: 'lectern.locale=pt-BR' })).toEqual({ ...own, language: 'pt-BR' })
    expect(await read('/News', from('fr-FR'))).toEqual({ ...own, language: 'zh-CN' })
    expect(await read('/News', from('en-US, zh-CN'))).toEqual({ ...own, language: 'zh-CN' })
    expect(await read('/News?lang=id-ID')).toEqual({
      status: 200,
      cache: timed,
      vary: 'accept-encoding',
      language: 'id-ID',
    })
    expect(await read('/News', from('en-US'))).toEqual({
      status: 200,
      cache: timed,
      vary: proxyVary,
      language: 'en-US',
    })
  })

  test('the proxy decides before cookie and browser, and the address before the proxy', async () => {
    const others = { cookie: 'lectern.locale=pt-BR', 'accept-language': 'zh-TW' }
    expect((await read('/News', { ...others, ...from('en-US') })).language).toBe('en-US')
    expect(await read('/News?lang=id-ID', { ...others, ...from('en-US') })).toMatchObject({
      language: 'id-ID',
      vary: proxyVary,
    })
    const data = await read('/api/news', { ...others, ...from('en-US') })
    expect([data.cache, data.vary]).toEqual([timed, proxyVary])
    expect((await site.get('/api/news', { ...others, ...from('en-US') })).text).toContain('"message":"Success"')
    expect((await read('/api/news', others)).cache).toBe('no-cache')
  })

  test('data and pages of what only people change say so', async () => {
    await installPages(site.db, fixedNow)
    const id = await addArticle(site.db)
    for (const path of ['/About', '/Expert', '/Accessibility', '/api/pages/About', '/api/experts'])
      expect([path, (await read(path, from('en-US'))).cache]).toEqual([path, steady])
    expect((await read('/About?lang=en-US')).cache).toBe(timed)
    const news = [`/News/${id}`, `/api/news/${id}`]
    for (const path of [
      '/',
      '/Results',
      '/api/public/results',
      '/feed.xml',
      '/api/activities',
      '/api/pages/Home',
      '/MATE',
      ...news,
    ])
      expect([path, (await read(path, from('en-US'))).cache]).toEqual([path, timed])
  })

  test('a scheduled article limits everything until its second, and nothing after it', async () => {
    await addArticle(site.db, { publishedAt: after(30_000), state: 'published' })
    const at = async (seconds: number, path: string): Promise<string | null | undefined> => {
      site.clock.set(after(seconds * 1_000))
      return (await read(path, from('en-US'))).cache
    }
    expect(await at(0, '/Expert')).toBe(
      'public, max-age=0, s-maxage=5, stale-while-revalidate=25, stale-if-error=86400',
    )
    expect(await at(26.5, '/News')).toBe('public, max-age=0, s-maxage=3, stale-if-error=86400')
    expect(await at(29.7, '/News')).toBe('public, max-age=0, s-maxage=1, stale-if-error=86400')
    expect(await at(30, '/News')).toBe(timed)
  })

  test('errors, searches, personal answers and shells are never shared', async () => {
    const unshared = async (path: string): Promise<void> => {
      const { cache } = await read(path, from('en-US'))
      expect([path, ['no-cache', 'no-store'].includes(cache ?? '')]).toEqual([path, true])
    }
    for (const path of [
      '/nowhere',
      '/News/01900000-0000-7000-8000-000000000001',
      '/News?search=x',
      '/api/news?search=x',
    ])
      await unshared(path)
    for (const path of ['/api/user/currentUser', '/account/center', '/Admin', '/Certificate?number=1&lang=en-US'])
      await unshared(path)
    const partly = await site.get('/News?lang=en-US', { range: 'bytes=0-9' })
    expect([partly.status, partly.text.length > 10]).toEqual([200, true])
  })

  test('an answer that is known, and one without its body, have the same headers', async () => {
    const { headers } = await site.get('/News', from('en-US'))
    const known = await site.get('/News', { ...from('en-US'), 'if-none-match': headers.get('etag')! })
    const head = await fetch(`${site.url}/News`, { method: 'HEAD', headers: from('en-US') })
    expect([known.status, known.headers.get('cache-control'), known.headers.get('vary')]).toEqual([
      304,
      timed,
      proxyVary,
    ])
    expect([head.headers.get('cache-control'), head.headers.get('vary')]).toEqual([timed, proxyVary])
  })
})

test('who is no trusted proxy names no language', async () => {
  const site = await startSite({ config: { trustProxy: ['127.0.0.2'] } })
  try {
    const { headers, text } = await site.get('/News', { [languageHeader]: 'en-US' })
    expect([headers.get('cache-control'), text.includes('<html lang="zh-CN"')]).toEqual(['no-cache', true])
  } finally {
    await site.close()
  }
})
