import { listNews, type NewsItem } from '@lectern/contract/articles/news.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { sql } from '../../platform/database/drizzle.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addArticle, addArticles } from '../../testing/articles.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.execute(sql`truncate article cascade`)
})

type NewsPage = Page<NewsItem>

/** Searches are never cached, so a search for everything always reads the database. */
const read = async (query = '', headers: Record<string, string> = {}): Promise<NewsPage> => {
  const answer = await site.get(`/api/news${query}`, headers)
  expect(answer.status).toBe(200)
  return answer.data(listNews)
}

/** The list after the program was notified of the test's change. */
const readFresh = async (query: string, expected: (page: NewsPage) => void): Promise<void> =>
  eventually(async () => expected(await read(query)))

const titles = ({ list }: NewsPage): string[] => list.map(({ title }) => title)
const titled = (title: string) => ({ title: { 'zh-CN': title } })

describe('the order and the pages of the list', () => {
  test('pinned articles come first, then the newest, then the larger id', async () => {
    await addArticle(site.db, { ...titled('旧'), publishedAt: after(-3000) })
    await addArticle(site.db, { ...titled('新'), publishedAt: after(-1000) })
    await addArticle(site.db, { ...titled('置顶旧'), publishedAt: after(-9000), pinned: true })
    await addArticle(site.db, { ...titled('置顶新'), publishedAt: after(-8000), pinned: true })
    const same = { publishedAt: after(-2000) }
    await addArticle(site.db, { ...titled('同时小'), ...same, id: '01900000-0000-7000-8000-000000000001' as never })
    await addArticle(site.db, { ...titled('同时大'), ...same, id: '01900000-0000-7000-8000-000000000002' as never })
    await readFresh('', (page) => expect(titles(page)).toEqual(['置顶新', '置顶旧', '新', '同时大', '同时小', '旧']))
  })

  test('an item has exactly the fields of the contract', async () => {
    const id = await addArticle(site.db, { publishedAt: after(-1000), category: 'guide', pinned: true })
    await readFresh('', (page) =>
      expect(page).toEqual({
        list: [
          {
            id,
            kind: 'news',
            title: '标题',
            summary: '摘要',
            locale: 'zh-CN',
            category: 'guide',
            pinned: true,
            publishedAt: '2031-05-20T11:59:59.000Z',
            cover: null,
          },
        ],
        total: 1,
        page: 1,
        pageSize: 10,
      }),
    )
  })

  test('pages follow each other without gap or repetition, and end', async () => {
    const ids = await addArticles(site.db, 25)
    await readFresh('', ({ total }) => expect(total).toBe(25))
    const pages = [await read(''), await read('?page=2'), await read('?page=3')]
    expect(pages.flatMap(({ list }) => list.map(({ id }) => id))).toEqual(ids)
    expect(pages.map(({ list }) => list.length)).toEqual([10, 10, 5])
    expect(await read('?page=4')).toEqual({ list: [], total: 25, page: 4, pageSize: 10 })
    expect(await read('?page=100000&pageSize=100')).toEqual({ list: [], total: 25, page: 100_000, pageSize: 100 })
    const seven = await read('?page=2&pageSize=7')
    expect(seven.list.map(({ id }) => id)).toEqual(ids.slice(7, 14))
  })

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=1e3',
    'page=0x1',
    'page=',
    'page=100001',
    'page=9999999999999999999',
    'pageSize=0',
    'pageSize=101',
    'pageSize=ten',
  ])('%s is refused', async (query) => {
    const answer = await site.get(`/api/news?${query}`)
    expect(answer.status).toBe(422)
    expect(answer.failure().fields!.map(({ path }) => path)).toEqual([query.split('=')[0]])
  })

  test('a category shows its own and counts its own', async () => {
    await addArticle(site.db, { ...titled('指南'), category: 'guide' })
    await addArticle(site.db, { ...titled('公告'), category: 'announcement' })
    await readFresh('?category=guide', (page) => {
      expect(titles(page)).toEqual(['指南'])
      expect(page.total).toBe(1)
    })
    await readFresh('?category=story', (page) => expect(page).toEqual({ list: [], total: 0, page: 1, pageSize: 10 }))
  })

  test('a list of one and a list of thirty cost the same number of statements', async () => {
    const statementsFor = async (query: string): Promise<string[]> => {
      const from = site.statements.length
      await read(query)
      return site.statements.slice(from)
    }
    await addArticle(site.db)
    const one = await statementsFor('?pageSize=100&search=标题')
    for (let count = 1; count < 30; count += 1) await addArticle(site.db)
    const thirty = await statementsFor('?pageSize=100&search=标题')
    expect((await read('?pageSize=100&search=标题')).list.length).toBe(30)
    expect(thirty).toEqual(one)
    expect(one.length).toBe(2)
  })
})

describe('who is in the list', () => {
  test('drafts, archived and future articles are not', async () => {
    await addArticle(site.db, { ...titled('草稿'), state: 'draft' })
    await addArticle(site.db, { ...titled('草稿无日期'), state: 'draft', publishedAt: null })
    await addArticle(site.db, { ...titled('已归档'), state: 'archived' })
    await addArticle(site.db, { ...titled('定时'), state: 'scheduled', publishedAt: after(60_000) })
    await addArticle(site.db, { ...titled('未来'), state: 'published', publishedAt: after(60_000) })
    await addArticle(site.db, titled('可见'))
    await readFresh('', (page) => {
      expect(titles(page)).toEqual(['可见'])
      expect(page.total).toBe(1)
    })
    expect(titles(await read('?search=稿'))).toEqual([])
  })

  test('a scheduled article appears at its very moment and not a millisecond before, although the list was kept', async () => {
    await addArticle(site.db, { ...titled('定时'), state: 'scheduled', publishedAt: after(10_000) })
    await readFresh('', (page) => expect(page.total).toBe(0))
    site.clock.set(after(9_999))
    expect(titles(await read())).toEqual([])
    site.clock.set(after(10_000))
    expect(titles(await read())).toEqual(['定时'])
  })

  test('two scheduled articles appear one after the other', async () => {
    await addArticle(site.db, { ...titled('一'), state: 'scheduled', publishedAt: after(10_000) })
    await addArticle(site.db, { ...titled('二'), state: 'scheduled', publishedAt: after(20_000) })
    await readFresh('', (page) => expect(page.total).toBe(0))
    const seen: string[][] = []
    for (const milliseconds of [9_999, 10_000, 19_999, 20_000]) {
      site.clock.set(after(milliseconds))
      seen.push(titles(await read()))
    }
    expect(seen).toEqual([[], ['一'], ['一'], ['二', '一']])
  })

  test('an article that falls due while the list is being made is not missed for a minute', async () => {
    await addArticle(site.db, { ...titled('定时'), state: 'scheduled', publishedAt: after(10_000) })
    // Any address that was not requested before, so that nothing is cached.
    const query = '?pageSize=37'
    const real = site.clock.now
    let readings = 0
    site.clock.now = () => ((readings += 1) === 1 ? after(9_999) : after(10_000))
    try {
      await read(query)
    } finally {
      site.clock.now = real
    }
    site.clock.set(after(10_000))
    expect(titles(await read(query))).toEqual(['定时'])
  })
})

describe('the language of the list', () => {
  const inLanguage = async (language: string): Promise<string[][]> =>
    (await read('?pageSize=50', { 'accept-language': language })).list.map(({ title, locale }) => [title, locale])

  test('is the asked one, else Chinese, else whichever there is, and each item says which', async () => {
    await addArticle(site.db, { title: { 'zh-CN': '甲', 'en-US': 'First' }, publishedAt: after(-1000) })
    await addArticle(site.db, { title: { 'zh-CN': '乙', 'pt-BR': 'Segundo' }, publishedAt: after(-2000) })
    await addArticle(site.db, { title: { 'id-ID': 'Ketiga' }, publishedAt: after(-3000) })
    await eventually(async () => expect((await inLanguage('zh-CN')).length).toBe(3))
    expect(await inLanguage('en-US')).toEqual([
      ['First', 'en-US'],
      ['乙', 'zh-CN'],
      ['Ketiga', 'id-ID'],
    ])
    expect(await inLanguage('pt')).toEqual([
      ['甲', 'zh-CN'],
      ['Segundo', 'pt-BR'],
      ['Ketiga', 'id-ID'],
    ])
    expect(await inLanguage('zh-HK, en;q=0.5')).toEqual([
      ['甲', 'zh-CN'],
      ['乙', 'zh-CN'],
      ['Ketiga', 'id-ID'],
    ])
    expect(await inLanguage('fr, en;q=0.5, pt;q=0.9')).toEqual([
      ['甲', 'zh-CN'],
      ['Segundo', 'pt-BR'],
      ['Ketiga', 'id-ID'],
    ])
  })
})

describe('searching the list', () => {
  beforeEach(async () => {
    await addArticle(site.db, {
      title: { 'zh-CN': '教学数字化大赛开幕', 'en-US': 'The contest opens' },
      publishedAt: after(-1000),
    })
    await addArticle(site.db, {
      title: { 'zh-CN': '评审细则' },
      body: { 'zh-CN': '<p class="rubric">评委如何打分</p>', 'en-US': '<p>How digitalization is judged</p>' },
      publishedAt: after(-2000),
    })
  })
  const found = async (search: string): Promise<string[]> => titles(await read(`?search=${encodeURIComponent(search)}`))

  test('finds Chinese words, single characters, English beginnings and all languages of a text', async () => {
    expect(await found('数字化')).toEqual(['教学数字化大赛开幕'])
    expect(await found('赛')).toEqual(['教学数字化大赛开幕'])
    expect(await found('打分')).toEqual(['评审细则'])
    expect(await found('DIGITAL')).toEqual(['评审细则'])
    expect(await found('contest 大赛')).toEqual(['教学数字化大赛开幕'])
    expect(await found('contest 打分')).toEqual([])
    expect(await found('rubric')).toEqual([])
  })

  test('a blank search is no search', async () => {
    await readFresh('?search=%20%20', (page) => expect(page.total).toBe(2))
  })

  test('total and pages are those of what was found, within the category', async () => {
    for (let count = 0; count < 12; count += 1)
      await addArticle(site.db, { ...titled('打分说明'), category: 'guide', publishedAt: after(-5000 - count) })
    const page = await read(`?search=${encodeURIComponent('打分')}&category=guide&page=2`)
    expect([page.total, page.list.length]).toEqual([12, 2])
    expect((await read(`?search=${encodeURIComponent('打分')}`)).total).toBe(13)
  })

  test('a search of 100 characters is answered, of 101 refused', async () => {
    expect(await found('x'.repeat(100))).toEqual([])
    expect((await site.get(`/api/news?search=${'x'.repeat(101)}`)).status).toBe(422)
  })

  test.each([
    "'",
    '"',
    "' or 1=1 --",
    '\\',
    '%',
    '_',
    '&',
    '|',
    '!',
    ':*',
    '(',
    '<->',
    '😀',
    '\u0000',
    '\u200b',
    '\uFFFD',
    'a\u0000b',
    '＆｜！',
    "\\'",
    '$1',
    ';',
    '\t\n',
  ])('the search %j is answered', async (search) => {
    const answer = await site.get(`/api/news?search=${encodeURIComponent(search)}`)
    expect(answer.status).toBe(200)
  })
})
