import { defaultLocale, locales } from '@lectern/contract/locales.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import { defaultSettings } from '@lectern/contract/settings/settings.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { addArticle } from '../testing/articles.ts'
import { after, startSite, type TestSite } from '../testing/site.ts'

let site: TestSite
let id: NewsId
let hostile: NewsId
let hidden: NewsId

const breakOut = '</script><script>alert("broken out")</script><!--'

beforeAll(async () => {
  site = await startSite()
  id = await addArticle(site.db, {
    title: { 'zh-CN': '大赛开幕', 'en-US': 'The contest opens' },
    summary: { 'zh-CN': '报名自今日开始', 'en-US': 'Enrolment starts today' },
    body: { 'zh-CN': '<p>各参赛单位请留意。</p>', 'en-US': '<p>Dear schools, take note.</p>' },
    publishedAt: after(-1000),
  })
  hostile = await addArticle(site.db, {
    title: { 'zh-CN': breakOut },
    summary: { 'zh-CN': breakOut },
    body: { 'zh-CN': `<p>${breakOut}</p>` },
  })
  hidden = await addArticle(site.db, { title: { 'zh-CN': '还是草稿' }, state: 'draft' })
})
afterAll(() => site.close())

const english = { 'accept-language': 'en-US' }
const page = async (path: string, headers: Record<string, string> = english): Promise<string> => {
  const answer = await site.get(path, headers)
  expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
  return answer.text
}

const attribute = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map((found) => found[1]!)
const titleOf = (html: string): string[] => attribute(html, /<title>([^<]*)<\/title>/g)
const metaOf = (html: string, name: string): string[] =>
  attribute(html, new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))
const linksOf = (html: string, rel: string): string[] =>
  attribute(html, new RegExp(`<link rel="${rel}" href="([^"]*)"`, 'g'))
const languageOf = (html: string): string[] => attribute(html, /<html lang="([^"]*)"/g)

const siteTitle = defaultSettings.title['en-US']!

describe('the head of a page', () => {
  test('of an article says what it is, where it is and in which languages', async () => {
    const html = await page(`/News/${id}`)
    const url = `http://localhost:8000/News/${id}`
    expect(html.startsWith('<!doctype html>')).toBe(true)
    expect(titleOf(html)).toEqual([`The contest opens - ${siteTitle}`])
    expect(metaOf(html, 'description')).toEqual(['Enrolment starts today'])
    expect(linksOf(html, 'canonical')).toEqual([`${url}?lang=en-US`])
    expect(
      [...html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/gi)].map(([, language, href]) => [
        language,
        href,
      ]),
    ).toEqual([
      ...locales.map((locale) => [locale, locale === defaultLocale ? url : `${url}?lang=${locale}`]),
      ['x-default', url],
    ])
    expect(metaOf(html, 'og:title')).toEqual(['The contest opens'])
    expect(metaOf(html, 'og:description')).toEqual(['Enrolment starts today'])
    expect(metaOf(html, 'og:type')).toEqual(['article'])
    expect(metaOf(html, 'og:url')).toEqual([`${url}?lang=en-US`])
    expect(metaOf(html, 'og:site_name')).toEqual([siteTitle])
    expect(metaOf(html, 'og:locale')).toEqual(['en_US'])
    const [structured] = attribute(html, /<script type="application\/ld\+json">(.*?)<\/script>/g)
    expect(JSON.parse(structured!)).toMatchObject({
      '@type': 'NewsArticle',
      headline: 'The contest opens',
      inLanguage: 'en-US',
      datePublished: '2031-05-20T11:59:59.000Z',
    })
  })

  test('of the home page bears the title of the site', async () => {
    const html = await page('/')
    expect(titleOf(html)).toEqual([siteTitle])
    expect(linksOf(html, 'canonical')).toEqual(['http://localhost:8000/?lang=en-US'])
    expect(linksOf(await page('/', {}), 'canonical')).toEqual(['http://localhost:8000/'])
    expect(metaOf(html, 'description').length).toBe(1)
    expect(metaOf(html, 'og:type')).toEqual(['website'])
  })

  test('of a list keeps what makes it another list, and nothing else', async () => {
    expect(linksOf(await page('/news?category=guide&page=2&utm_source=x'), 'canonical')).toEqual([
      'http://localhost:8000/News?category=guide&amp;page=2&amp;lang=en-US',
    ])
    expect(linksOf(await page('/News?page=1', {}), 'canonical')).toEqual(['http://localhost:8000/News'])
  })

  test('of a search or a missing page is not for search engines', async () => {
    expect(metaOf(await page('/News?search=contest'), 'robots')).toEqual(['noindex'])
    expect(metaOf((await site.get('/nothing', english)).text, 'robots')).toEqual(['noindex'])
  })

  test('does not follow the Host header', async () => {
    expect(
      await page('/News', { ...english, 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }),
    ).not.toContain('evil.example')
  })
})

describe('a page without JavaScript', () => {
  test('shows the article, its title and the way back', async () => {
    const html = await page(`/News/${id}`)
    const [body] = html.split('<script id="lectern-state"')
    expect(body).toContain('<p>Dear schools, take note.</p>')
    expect(attribute(body!, /<h1\b[^>]*>([^<]*)<\/h1>/g)).toEqual(['The contest opens'])
    expect(body).toContain('href="/News"')
  })

  test('lists the news with links, and has a form to search them', async () => {
    const [body] = (await page('/News')).split('<script id="lectern-state"')
    expect(body).toContain(`href="/News/${id}"`)
    expect(body).toContain('Enrolment starts today')
    expect(body).toMatch(/<form[^>]*role="search"/)
    expect(body).not.toContain('还是草稿')
  })

  test('leads from signing in to signing up without forgetting where one came from', async () => {
    const { text } = await site.get('/account/Login?redirect=%2Faccount%2FTeam%2FAdd%3Fcode%3DABCD', english)
    expect(text).toContain('href="/account/Register?redirect=%2Faccount%2FTeam%2FAdd%3Fcode%3DABCD"')
  })

  test('finds what is searched', async () => {
    expect(await page('/News?search=contest')).toContain(`href="/News/${id}"`)
    expect(await page('/News?search=nowhere')).not.toContain(`href="/News/${id}"`)
  })

  test('shows an article that is not in the reader’s language in Chinese, and marks it so', async () => {
    const html = await page(`/News/${id}`, { 'accept-language': 'id' })
    expect(languageOf(html)).toEqual(['id-ID'])
    expect(html).toContain('<h1 lang="zh-CN">大赛开幕</h1>')
    expect(html).toContain('各参赛单位请留意。')
  })
})

describe('an address', () => {
  test.each(['/News', '/news', '/NEWS', '/News/', '/News?unknown=1', '/News?__proto__=1', '/News?a=1&a=2'])(
    '%s is the list of news',
    async (path) => {
      const reference = await site.get('/News', english)
      const answer = await site.get(path, english)
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, reference.headers.get('etag')])
    },
  )

  test.each(['/News?page=x', '/News?page=0', '/News?category=nonsense', '/News?page=1&category='])(
    '%s makes no sense and is the list of news, too',
    async (path) => {
      expect(linksOf(await page(path, {}), 'canonical')).toEqual(['http://localhost:8000/News'])
    },
  )

  test('unknown parameters change neither the page nor its ETag', async () => {
    const answers = await Promise.all(
      ['/', '/?fbclid=1', '/?utm_source=a&utm_medium=b', '/?'].map((path) => site.get(path, english)),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1)
  })

  test.each([
    '/nothing',
    '/News/a/b',
    '/404',
    '/index.php/x',
    '/.well-known/x',
    '/News%2F',
    '/Admin2',
    `/${'x'.repeat(3000)}`,
  ])('%s is a page with status 404', async (path) => {
    const answer = await site.get(path, english)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(languageOf(answer.text)).toEqual(['en-US'])
  })

  test('of an article is a 404 alike whether it is missing, a draft or no id at all', async () => {
    for (const missing of [newId<NewsId>(), hidden, 'x', '1', '%00', '00000000-0000-0000-0000-000000000000']) {
      const answer = await site.get(`/News/${missing}`, english)
      expect([missing, answer.status, answer.headers.get('content-type')]).toEqual([
        missing,
        404,
        'text/html; charset=utf-8',
      ])
      expect(answer.text).not.toContain('还是草稿')
    }
  })

  test('with a file’s ending is for programs', async () => {
    const answer = await site.get('/wp-login.php')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
  })

  test('answers HEAD with the headers of GET', async () => {
    const [get, head] = [await site.get('/News'), await site.call('HEAD', '/News')]
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')])
  })
})

describe('the language of a page', () => {
  const language = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
    languageOf((await site.get(path, headers)).text)[0]!

  test('follows the address, then the cookie, then the browser, then Chinese', async () => {
    const cookie = 'lectern.locale=pt-BR'
    expect(await language('/?lang=id-ID', { cookie, ...english })).toBe('id-ID')
    expect(await language('/News?page=2&lang=zh-TW', { cookie, ...english })).toBe('zh-TW')
    expect(await language('/', { cookie, ...english })).toBe('pt-BR')
    expect(await language('/', { cookie: 'a=b; lectern.locale=zh-TW; c=d' })).toBe('zh-TW')
    expect(await language('/', english)).toBe('en-US')
    expect(await language('/', { 'accept-language': 'fr' })).toBe('zh-CN')
    expect(await language('/')).toBe('zh-CN')
  })

  test('is not what nobody speaks here', async () => {
    expect(await language('/?lang=xx-XX', english)).toBe('en-US')
    expect(await language('/?lang=', english)).toBe('en-US')
    expect(await language('/?xlang=id-ID', english)).toBe('en-US')
    expect(await language('/', { cookie: 'lectern.locale=<script>', ...english })).toBe('en-US')
    expect(await language('/', { cookie: 'xlectern.locale=pt-BR; lecternXlocale=pt-BR', ...english })).toBe('en-US')
  })

  test.each(locales)('%s: the page and its own failures speak it', async (locale) => {
    for (const path of ['/', '/News', '/nothing', '/%'])
      expect([path, await language(`${path}?lang=${locale}`)]).toEqual([path, locale])
    expect(titleOf(await page(`/?lang=${locale}`))).toEqual([defaultSettings.title[locale]])
  })
})

describe('a hostile text', () => {
  test('cannot break out of the page, its head or its state', async () => {
    for (const path of ['/', '/News', `/News/${hostile}`]) {
      const html = await page(path)
      expect([path, html.includes('<script>alert')]).toEqual([path, false])
      const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
      for (const [, attributes = '', content = ''] of scripts) {
        const isData = attributes.includes('json') && JSON.parse(content) !== undefined
        const isFile = attributes.includes('src="/user/dist/') && content === ''
        expect([attributes, isData || isFile]).toEqual([attributes, true])
      }
      const state = scripts.find(([, attributes]) => attributes?.includes('id="lectern-state"'))
      expect(JSON.stringify(JSON.parse(state![2]!))).toContain('broken out')
    }
  })

  test('in the address is shown as text', async () => {
    const typed = `"><script>alert("broken out")</script>`
    const html = await page(`/News?search=${encodeURIComponent(typed)}`)
    expect(html).not.toContain('<script>alert')
    const other = await site.get(
      `/exception?errorCode=${encodeURIComponent(typed)}&errorMessage=${encodeURIComponent(typed)}`,
    )
    expect(other.text).not.toContain('<script>alert')
  })

  test('no page has a script or a style of its own', async () => {
    for (const path of ['/', '/News', `/News/${id}`, '/nothing', '/%']) {
      const { text } = await site.get(path)
      expect([path, /<style|\sstyle="|\son\w+="|javascript:/i.exec(text)?.[0]]).toEqual([path, undefined])
    }
  })
})
