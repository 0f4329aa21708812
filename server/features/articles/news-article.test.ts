import type { ArticleKind } from '@lectern/contract/articles/article-kinds.ts'
import { articleHomes } from '@lectern/contract/articles/article-values.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import { listNews, listPublished, readNews, type NewsArticle } from '@lectern/contract/articles/news.ts'
import { sql } from '../../platform/database/drizzle.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { addArticle } from '../../testing/articles.ts'
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

const read = async (id: string, headers: Record<string, string> = {}): Promise<NewsArticle> => {
  const answer = await site.get(`/api/news/${id}`, headers)
  expect(answer.status).toBe(200)
  return answer.data(readNews)
}

describe('one article', () => {
  test('has exactly the fields of the contract', async () => {
    const id = await addArticle(site.db, { publishedAt: after(-2000), updatedAt: after(-1000), category: 'story' })
    expect(await read(id)).toEqual({
      id,
      kind: 'news',
      title: '标题',
      summary: '摘要',
      body: '<p>正文</p>',
      locale: 'zh-CN',
      category: 'story',
      pinned: false,
      cover: null,
      author: null,
      attachments: [],
      publishedAt: '2031-05-20T11:59:58.000Z',
      updatedAt: '2031-05-20T11:59:59.000Z',
      views: 0,
      previous: null,
      next: null,
    })
  })

  test('names the next older and the next newer one that visitors can see, in their language', async () => {
    const older = await addArticle(site.db, {
      publishedAt: after(-3000),
      title: { 'zh-CN': '旧', 'en-US': 'Older' },
      pinned: true,
    })
    await addArticle(site.db, { publishedAt: after(-2500), state: 'archived' })
    const middle = await addArticle(site.db, { publishedAt: after(-2000) })
    await addArticle(site.db, { publishedAt: after(-1500), state: 'draft' })
    const newer = await addArticle(site.db, { publishedAt: after(-1000), title: { 'zh-CN': '新' } })
    await addArticle(site.db, { publishedAt: after(1000), state: 'scheduled' })
    const english = { 'accept-language': 'en-US' }
    const { previous, next } = await read(middle, english)
    expect(previous).toEqual({ id: older, title: 'Older', locale: 'en-US' })
    expect(next).toEqual({ id: newer, title: '新', locale: 'zh-CN' })
    expect([(await read(older)).previous, (await read(newer)).next]).toEqual([null, null])
  })

  test('of another kind is read at the same address, among its own kind', async () => {
    const journal = { kind: 'journal', category: null } as const
    const older = await addArticle(site.db, { ...journal, publishedAt: after(-3000) })
    await addArticle(site.db, { publishedAt: after(-2500) })
    const id = await addArticle(site.db, { ...journal, publishedAt: after(-2000), author: '张老师' })
    const { kind, category, author, previous, next } = await read(id)
    expect([kind, category, author, previous?.id, next]).toEqual(['journal', null, '张老师', older, null])
    const lists = await Promise.all(
      (['journal', 'science'] as const).map(async (other) =>
        site.ask(listPublished, { query: { kind: other, search: '标题' } }),
      ),
    )
    const news = await site.ask(listNews, { query: { search: '标题' } })
    expect([news, ...lists].map(({ data }) => data.total)).toEqual([1, 2, 0])
    expect((await site.get('/api/articles/published')).status).toBe(422)
    expect((await site.get('/sitemap.xml')).text.split(`/News/${id}<`).length).toBe(2)
    expect((await site.get('/feed.xml')).text.includes(id)).toBe(false)
  })

  test('walks from neighbour to neighbour through articles of the same moment', async () => {
    const ids = ['1', '2', '3'].map((digit) => `01900000-0000-7000-8000-00000000000${digit}` as NewsId)
    for (const id of ids) await addArticle(site.db, { id, publishedAt: after(-1000) })
    const articles = await Promise.all(ids.map((id) => read(id)))
    expect(articles.map(({ previous, next }) => [previous?.id, next?.id])).toEqual([
      [undefined, ids[1]],
      [ids[0], ids[2]],
      [ids[1], undefined],
    ])
  })

  test('dated finer than a millisecond is not its own neighbour, and is seen when its millisecond has come', async () => {
    const id = await addArticle(site.db, { state: 'scheduled' })
    await site.pool.query(`update article set published_at = '2031-05-20T12:00:00.123456Z' where id = $1`, [id])
    const seen: unknown[] = []
    for (const milliseconds of [122, 123, 124]) {
      site.clock.set(after(milliseconds))
      const answer = await site.get(`/api/news/${id}`)
      const shown = answer.status === 200 ? answer.data(readNews) : undefined
      seen.push([answer.status, shown?.publishedAt, shown?.previous, shown?.next])
    }
    const published = '2031-05-20T12:00:00.123Z'
    expect(seen).toEqual([
      [404, undefined, undefined, undefined],
      [200, published, null, null],
      [200, published, null, null],
    ])
  })

  test('is in the asked language, else in Chinese, else in whichever there is', async () => {
    const id = await addArticle(site.db, {
      title: { 'pt-BR': 'Um', 'id-ID': 'Satu' },
      body: { 'pt-BR': '<p>Corpo</p>' },
    })
    const inIndonesian = await read(id, { 'accept-language': 'id' })
    expect([inIndonesian.title, inIndonesian.locale, inIndonesian.body]).toEqual(['Satu', 'id-ID', ''])
    const inEnglish = await read(id, { 'accept-language': 'en' })
    expect([inEnglish.title, inEnglish.locale, inEnglish.body]).toEqual(['Um', 'pt-BR', '<p>Corpo</p>'])
  })

  test('is in one language as a whole, that of its title', async () => {
    const id = await addArticle(site.db, {
      title: { 'zh-CN': '标题', 'pt-BR': 'Um' },
      summary: { 'en-US': 'Summary', 'zh-CN': '摘要' },
      body: { 'en-US': '<p>Body</p>', 'zh-CN': '<p>正文</p>' },
    })
    const { title, summary, body, locale } = await read(id, { 'accept-language': 'en' })
    expect([title, summary, body, locale]).toEqual(['标题', '摘要', '<p>正文</p>', 'zh-CN'])
    const feed = (await site.get('/feed.xml', { 'accept-language': 'en' })).text
    expect(feed.includes('<summary>摘要</summary>')).toBe(true)
    expect(feed.includes('Body')).toBe(false)
  })

  test('that was scheduled is new when it appears, however long ago it was written', async () => {
    const id = await addArticle(site.db, { state: 'scheduled', publishedAt: after(-1000), updatedAt: after(-90_000) })
    expect((await read(id)).updatedAt).toBe('2031-05-20T11:59:59.000Z')
    expect((await site.get('/feed.xml')).text).toContain('<updated>2031-05-20T11:59:59.000Z</updated>')
    expect((await site.get('/sitemap.xml')).text).toContain('<lastmod>2031-05-20T11:59:59.000Z</lastmod>')
  })

  test('is found in capital letters, too', async () => {
    const id = await addArticle(site.db)
    expect((await read(id.toUpperCase())).id).toBe(id)
  })
})

describe('an article that nobody may see', () => {
  test('looks the same whether it is missing, a draft, archived or not yet due', async () => {
    const ids = [
      newId<NewsId>(),
      await addArticle(site.db, { state: 'draft' }),
      await addArticle(site.db, { state: 'archived' }),
      await addArticle(site.db, { state: 'scheduled', publishedAt: after(1) }),
      await addArticle(site.db, { publishedAt: after(1) }),
    ]
    const answers = await Promise.all(
      ids.map(async (id) => {
        const { status, headers, ...answer } = await site.get(`/api/news/${id}`, { 'accept-language': 'en' })
        const { requestId, ...data } = answer.failure()
        expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
        return { status, headers: [...headers.keys()], envelope: { ...answer.envelope(), data } }
      }),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    const message = 'This article does not exist or is no longer published.'
    expect(answers[0]).toMatchObject({
      status: 404,
      envelope: { code: 20101, status: 404, message, msg: message, data: { error: 'news.notFound', showType: 2 } },
    })
  })

  test('is seen at its very moment', async () => {
    const id = await addArticle(site.db, { state: 'scheduled', publishedAt: after(10_000) })
    const statuses: number[] = []
    for (const milliseconds of [9_999, 10_000]) {
      site.clock.set(after(milliseconds))
      statuses.push((await site.get(`/api/news/${id}`)).status)
    }
    expect(statuses).toEqual([404, 200])
  })

  test.each([
    '1',
    'x',
    '00000000-0000-0000-0000-000000000000',
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    "'",
    '%00',
    '..%2f',
    '%F0%9F%98%80',
    'null',
  ])('the id %s is invalid', async (id) => {
    const answer = await site.get(`/api/news/${id}`)
    expect([answer.status, answer.failure().error]).toEqual([422, 'request.invalid'])
    expect(answer.failure().fields!.map(({ path }) => path)).toEqual(['id'])
  })
})

describe('the views of an article', () => {
  const writes = (statements: string[]): string[] =>
    statements.filter((statement) => statement.includes('insert into article_view'))
  const storedViews = async (database: TestSite, id: NewsId): Promise<unknown> => {
    const { rows } = await database.pool.query('select views::int from article_view where article_id = $1', [id])
    return rows
  }

  test('are written together when the program stops, exactly, without a write for each', async () => {
    const id = await addArticle(site.db)
    // However slow the machine is, no interval passes.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const other = await startSite({ databaseUrl: site.databaseUrl }).finally(() => vi.useRealTimers())
    for (let count = 0; count < 7; count += 1) await other.get(`/api/news/${id}`)
    for (let count = 0; count < 3; count += 1) await other.get(`/News/${id}`)
    await other.get(`/news/${id.toUpperCase()}?lang=en-US`)
    await other.call('HEAD', `/api/news/${id}`)
    await other.call('HEAD', `/News/${id}`)
    await other.get(`/News/${newId<NewsId>()}`)
    await other.get('/News')
    expect(writes(other.statements)).toEqual([])
    await other.close()
    expect(writes(other.statements).length).toBe(1)
    expect(await storedViews(site, id)).toEqual([{ views: 11 }])
    await eventually(async () => {
      site.clock.set(after(120_000, site.clock.now()))
      expect((await read(id)).views).toBe(11)
    })
  })

  test('of one program are added to those of another, and those of a deleted article are dropped', async () => {
    const [kept, deleted] = [await addArticle(site.db), await addArticle(site.db)]
    const programs = [
      await startSite({ databaseUrl: site.databaseUrl }),
      await startSite({ databaseUrl: site.databaseUrl }),
    ]
    for (const program of programs)
      for (const id of [kept, deleted]) expect((await program.get(`/api/news/${id}`)).status).toBe(200)
    await site.pool.query('delete from article where id = $1', [deleted])
    for (const program of programs) await program.close()
    expect(await storedViews(site, kept)).toEqual([{ views: 2 }])
    expect(await storedViews(site, deleted)).toEqual([])
  })
})

describe('the body of an article', () => {
  const shown = async (body: string): Promise<string> =>
    (await read(await addArticle(site.db, { body: { 'zh-CN': body } }))).body

  test.each([
    ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['an event handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['a picture with an error handler', '<img src=x onerror=alert(1)>a', 'a'],
    ['a javascript: link', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['a disguised javascript: link', '<a href=" java\nscript:alert(1)">a</a>', '<a>a</a>'],
    ['a data: link', '<a href="data:text/html,<script>alert(1)</script>">a</a>', '<a>a</a>'],
    ['a frame', '<iframe src="https://evil.example"></iframe><p>a</p>', '<p>a</p>'],
    ['a style element', '<style>*{display:none}</style><p>a</p>', '<p>a</p>'],
    ['a style attribute', '<p style="position:fixed" class="x" id="y">a</p>', '<p>a</p>'],
    ['a form', '<form action="/x"><input name="a"><button>b</button></form>', 'b'],
    ['an SVG', '<svg onload="alert(1)"><a xlink:href="javascript:alert(1)">a</a></svg>', '<a>a</a>'],
    ['a base element', '<base href="https://evil.example"><p>a</p>', '<p>a</p>'],
    ['a comment', '<!-- <script>alert(1)</script> --><p>a</p>', '<p>a</p>'],
    ['a broken tag', '<p>a</p><script', '<p>a</p>script'],
  ])('loses %s that stands in the table', async (_what, stored, expected) => {
    expect(await shown(stored)).toBe(expected)
  })

  test('keeps headings, lists, tables and links', async () => {
    const body =
      '<h2>a</h2><p><strong>b</strong> <em>c</em></p><ul><li>d</li></ul><table><tbody><tr><td colspan="2">e</td></tr></tbody></table><p><a href="/News">f</a></p>'
    expect(await shown(body)).toBe(body)
    expect(await shown('<a href="https://example.org" target="_blank">g</a>')).toBe(
      '<a href="https://example.org" rel="noopener noreferrer nofollow">g</a>',
    )
  })
})

test.each(Object.entries(articleHomes))(
  'an article of the kind %s is listed at %s, page by page',
  async (kind, home) => {
    for (let number = 1; number <= 11; number += 1)
      await addArticle(site.db, {
        kind: kind as ArticleKind,
        category: kind === 'news' ? 'update' : null,
        title: { 'zh-CN': `第${number}篇` },
        publishedAt: after(-number * 60_000),
      })
    const titlesAt = async (path: string): Promise<string[]> =>
      [...(await site.get(path)).text.matchAll(/>(第\d+篇)</g)].map(([, title]) => title!)
    expect(await titlesAt(home)).toEqual(Array.from({ length: 10 }, (_, position) => `第${position + 1}篇`))
    expect(await titlesAt(`${home}?page=2`)).toEqual(['第11篇'])
  },
)
