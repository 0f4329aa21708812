import type { NewsId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addArticle } from '../testing/articles.ts'
import { startSite, type TestSite } from '../testing/site.ts'

let site: TestSite
let id: NewsId
beforeAll(async () => {
  site = await startSite({ config: { routerBase: '/contest', publicUrl: new URL('https://school.example') } })
  id = await addArticle(site.db, { title: { 'zh-CN': '大赛开幕' } })
})
afterAll(() => site.close())

test('the pages live under the base, in any case of its letters', async () => {
  for (const path of ['/contest', '/contest/', '/Contest/news', '/contest/News', `/contest/News/${id}`])
    expect([path, (await site.get(path)).status]).toEqual([path, 200])
})

test('outside of it there is nothing to read, but the interface and the files stay where they are', async () => {
  for (const path of ['/News', `/News/${id}`, '/contestants', '/contest/contest'])
    expect([path, (await site.get(path)).status, (await site.get(path)).headers.get('content-type')]).toEqual([
      path,
      404,
      'text/html; charset=utf-8',
    ])
  for (const path of ['/api/news', '/livez', '/version', '/feed.xml', '/sitemap.xml', '/robots.txt'])
    expect([path, (await site.get(path)).status]).toEqual([path, 200])
  const html = (await site.get('/contest')).text
  const [script] = /\/user\/dist\/assets\/app-[^"]*\.js/.exec(html)!
  expect((await site.get(script)).status).toBe(200)
})

test('every link of the pages, the feed and the sitemap leads below it', async () => {
  const html = (await site.get('/contest/News')).text
  const links = [...html.matchAll(/<(?:a|form)\b[^>]*\b(?:href|action)="(\/[^"]*)"/g)].map(([, href]) => href!)
  expect(links.length).toBeGreaterThan(3)
  for (const link of links) expect(link).toMatch(/^\/contest(\/|\?|$)|^\/feed\.xml$/)
  expect(html).toContain('<link rel="canonical" href="https://school.example/contest/News"')
  expect((await site.get('/feed.xml')).text).toContain(`<link href="https://school.example/contest/News/${id}"/>`)
  const sitemap = (await site.get('/sitemap.xml')).text
  for (const [, url] of sitemap.matchAll(/<loc>([^<]*)<\/loc>/g))
    expect(url).toMatch(/^https:\/\/school\.example\/contest(\/|$)/)
})

test('who comes to the root of the host is led to it', async () => {
  const answer = await site.get('/')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/contest'])
})

test('views of a page below it are counted', async () => {
  // Nobody has read this one before: the first site stores its own counts at any moment.
  const unread = await addArticle(site.db, { title: { 'zh-CN': '尚未有人阅读' } })
  const other = await startSite({ databaseUrl: site.databaseUrl, config: { routerBase: '/contest' } })
  expect((await other.get(`/contest/News/${unread}`)).status).toBe(200)
  await other.close()
  expect((await site.pool.query('select views::int from article_view where article_id = $1', [unread])).rows).toEqual([
    { views: 1 },
  ])
})
