import { afterAll, beforeAll, expect, test } from 'vitest'
import { addArticle } from '../testing/articles.ts'
import { after, eventually, startSite, type TestSite } from '../testing/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const pages = [
  '/EnrollFor',
  '/News',
  '/Results',
  '/Works',
  '/database/list',
  '/database/listMD',
  '/Trivia/Material',
  '/Trivia/Download',
  '/Trivia/Video',
  '/Trivia/Wonderful',
  '/Journal',
  '/Science',
  '/Trivia/InterPeriodical',
  '/Trivia/Others',
  '/Expert',
  '/Certificate',
]

/** Those of these pages that the menu on a page links to. */
const menuOn = async (path: string): Promise<string[]> => {
  const { text } = await site.get(path)
  const menu = text.slice(text.indexOf('<header'), text.indexOf('</header>'))
  return pages.filter((page) => menu.includes(`href="${page}"`))
}

test('a page is in the menu from the moment at which it has something to show', async () => {
  const always = ['/EnrollFor', '/Certificate']
  expect(await menuOn('/Contact')).toEqual(always)

  await addArticle(site.db, { kind: 'science', category: null, title: { 'zh-CN': '第一篇' } })
  await eventually(async () => expect(await menuOn('/Contact')).toEqual(['/EnrollFor', '/Science', '/Certificate']))

  // An article that is scheduled appears without a change in the database, together with its page.
  const publishedAt = after(30_000, site.clock.now())
  await addArticle(site.db, { kind: 'journal', category: null, title: { 'zh-CN': '第二篇' }, publishedAt })
  await eventually(async () => expect(await menuOn('/About')).toEqual(['/EnrollFor', '/Science', '/Certificate']))
  site.clock.set(after(1_000, publishedAt))
  expect(await menuOn('/About')).toEqual(['/EnrollFor', '/Journal', '/Science', '/Certificate'])

  await site.pool.query(`delete from article`)
  await eventually(async () => expect(await menuOn('/Contact')).toEqual(always))
})
