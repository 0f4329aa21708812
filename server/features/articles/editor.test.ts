import {
  createArticle,
  listArticles,
  moveArticle,
  readArticle,
  saveArticle,
  type ManagedArticle,
} from '@lectern/contract/articles/articles.ts'
import { listAudit } from '@lectern/contract/audit/audit.ts'
import type { FileId, NewsId } from '@lectern/contract/ids.ts'
import { listPublished, readNews } from '@lectern/contract/articles/news.ts'
import { listRevisions, readRevision } from '@lectern/contract/revisions/revisions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { t } from '../../platform/messages.ts'
import { addArticle, addArticles } from '../../testing/articles.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { after, fixedNow, startSite, type Answer, type TestSite } from '../../testing/site.ts'
import { file } from '../files/tables.ts'

let site: TestSite
let organiser: TestPerson
let other: TestPerson

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
  other = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.execute(sql`truncate article cascade`)
})

const content = {
  kind: 'news',
  title: { 'zh-CN': '第八届大赛启动' },
  summary: { 'zh-CN': '报名今日开始' },
  body: { 'zh-CN': '<p>正文</p>' },
  category: 'announcement',
  pinned: false,
  cover: null,
  attachments: [],
  author: null,
  publishedAt: null,
} as const

const call = (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = organiser.headers,
): Promise<Answer> => site.call(method, `/api/articles${path}`, { headers, body })
const create = async (changes: object = {}): Promise<ManagedArticle> => {
  return (await call('POST', '', { ...content, ...changes })).data(createArticle)
}
const errorOf = async (method: string, path: string, body?: unknown) => {
  const { status, error, at = [] } = refusalOf(await call(method, path, body))
  return [status, error, ...at]
}
const move = (id: NewsId, state: string, version: number) => call('POST', `/${id}/state`, { state, version })

const addFile = async (purpose: 'picture' | 'attachment', name: string): Promise<FileId> => {
  const id = newId<FileId>(fixedNow)
  const isPicture = purpose === 'picture'
  await site.db.insert(file).values({
    id,
    ownerId: organiser.id,
    purpose,
    name,
    type: isPicture ? 'image/webp' : 'application/pdf',
    size: 5,
    sha256: Buffer.alloc(32),
    state: 'stored',
    ...(isPicture && { width: 700, height: 350 }),
    createdAt: fixedNow,
  })
  return id
}

describe('a new article', () => {
  test('is a draft that nobody sees, in the languages it was written in', async () => {
    const { id, ...article } = await create()
    expect(article).toEqual({
      ...content,
      coverPicture: null,
      state: 'draft',
      written: { 'zh-CN': fixedNow.toISOString() },
      version: 1,
      views: 0,
      createdAt: fixedNow.toISOString(),
      updatedAt: fixedNow.toISOString(),
    })
    expect((await call('GET', `/${id}`)).data(readArticle)).toEqual({ id, ...article })
    expect((await site.get(`/api/news/${id}`)).status).toBe(404)
  })

  test('is made once, however often the same call arrives', async () => {
    const headers = { ...organiser.headers, 'idempotency-key': 'the-same-key' }
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '', content, headers)))
    expect(new Set(answers.map((answer) => answer.data(createArticle).id)).size).toBe(1)
    expect((await call('GET', '')).data(listArticles).total).toBe(1)
  })

  test('has a title in some language, and a category exactly if it is news', async () => {
    expect(await errorOf('POST', '', { ...content, title: {} })).toEqual([422, 'request.invalid', 'title'])
    const { title: _title, ...untitled } = content
    expect((await call('POST', '', untitled)).failure().fields).toEqual([
      { path: 'title', message: t('zh-CN', 'validation.required') },
    ])
    expect(await errorOf('POST', '', { ...content, category: null })).toEqual([422, 'request.invalid', 'category'])
    expect(await errorOf('POST', '', { ...content, kind: 'journal' })).toEqual([422, 'request.invalid', 'category'])
    expect(await errorOf('POST', '', { ...content, state: 'published' })).toEqual([422, 'request.invalid', 'state'])
  })

  test('is stored without what could run, and without languages that say nothing', async () => {
    const { body } = await create({
      body: {
        'zh-CN': '<p onclick="alert(1)">一</p><script>alert(1)</script>',
        'en-US': '<p></p>',
        'pt-BR': '<img src="https://evil.example/x.png">',
      },
    })
    expect(body).toEqual({ 'zh-CN': '<p>一</p>' })
  })

  test('names only files that are there, each made for its place', async () => {
    const [picture, paper] = [await addFile('picture', 'a.webp'), await addFile('attachment', 'a.pdf')]
    const missing = newId<FileId>(fixedNow)
    const image = (id: string): string => `<img src="/api/files/${id}/640.webp" alt="">`
    expect(await errorOf('POST', '', { ...content, cover: paper })).toEqual([404, 'file.notFound', 'cover'])
    expect(await errorOf('POST', '', { ...content, attachments: [picture] })).toEqual([
      404,
      'file.notFound',
      'attachments',
    ])
    expect(await errorOf('POST', '', { ...content, body: { 'en-US': image(missing) } })).toEqual([
      404,
      'file.notFound',
      'body.en-US',
    ])
    const article = await create({ cover: picture, attachments: [paper], body: { 'en-US': image(picture) } })
    expect([article.coverPicture, article.attachments]).toEqual([
      { id: picture, width: 700, height: 350 },
      [{ id: paper, name: 'a.pdf', type: 'application/pdf', size: 5, sha256: '0'.repeat(64) }],
    ])
  })
})

describe('saving', () => {
  test('keeps who wrote what, and which translations are older than the Chinese text', async () => {
    const { id } = await create({ title: { 'zh-CN': '标题', 'en-US': 'Title' } })
    site.clock.set(after(1_000))
    const { status, data } = await call('PUT', `/${id}`, {
      ...content,
      title: { 'zh-CN': '新标题', 'en-US': 'Title' },
      body: { 'zh-CN': '<p>新正文</p>' },
      version: 1,
    })
    const saved = data(saveArticle)
    expect([status, saved.version, saved.written]).toEqual([
      200,
      2,
      { 'zh-CN': after(1_000).toISOString(), 'en-US': fixedNow.toISOString() },
    ])
    const old = await create()
    await move(old.id, 'published', 1)
    await move(old.id, 'archived', 2)
    expect((await call('DELETE', `/${old.id}?version=3`)).status).toBe(200)
    const history = await site.get(`/api/revisions/article/${id}`, organiser.headers)
    expect(history.data(listRevisions).list).toEqual([
      { number: 2, at: after(1_000).toISOString(), by: organiser.username },
      { number: 1, at: fixedNow.toISOString(), by: organiser.username },
    ])
    const former = await site.get(`/api/revisions/article/${id}/1`, organiser.headers)
    expect(former.data(readRevision).content).toEqual({
      ...content,
      title: { 'zh-CN': '标题', 'en-US': 'Title' },
    })
  })

  test('is told in the log by what changed; long texts stay in the history', async () => {
    const { id } = await create()
    site.clock.set(after(1_000))
    await call('PUT', `/${id}`, { ...content, pinned: true, body: { 'zh-CN': '<p>新</p>' }, version: 1 })
    const { list } = (await site.get(`/api/audit?subjectId=${id}`, organiser.headers)).data(listAudit)
    expect(list.map(({ action, before, after: then }) => [action, before, then])).toEqual([
      ['content.updated', { pinned: false }, { pinned: true, body: ['zh-CN'] }],
      ['content.created', null, expect.objectContaining({ title: content.title, pinned: false })],
    ])
  })

  test('changes nothing when nothing was changed', async () => {
    const { id } = await create()
    const { status, data } = await call('PUT', `/${id}`, { ...content, version: 1 })
    expect([status, data(saveArticle).version]).toEqual([200, 1])
  })

  test('overwrites nothing: the second of two editors gets an error', async () => {
    const { id } = await create()
    const first = await call('PUT', `/${id}`, { ...content, author: '一', version: 1 }, other.headers)
    expect(first.status).toBe(200)
    expect(await errorOf('PUT', `/${id}`, { ...content, author: '二', version: 1 })).toEqual([409, 'resource.changed'])
    expect((await call('GET', `/${id}`)).data(readArticle).author).toBe('一')
  })

  test('of what visitors see is seen at once', async () => {
    const { id } = await create()
    await move(id, 'published', 1)
    await call('PUT', `/${id}`, { ...content, body: { 'zh-CN': '<p>更正</p>' }, version: 2 })
    await expect.poll(async () => (await site.get(`/api/news/${id}`)).data(readNews).body).toBe('<p>更正</p>')
  })

  test('leaves what is published dated in the past, and what is scheduled in the future', async () => {
    const { id } = await create()
    await move(id, 'published', 1)
    const ahead = { ...content, publishedAt: after(1).toISOString() }
    expect(await errorOf('PUT', `/${id}`, { ...ahead, version: 2 })).toEqual([422, 'content.dateAhead', 'publishedAt'])
    const { data } = await call('PUT', `/${id}`, { ...content, pinned: true, version: 2 })
    expect(data(saveArticle).publishedAt).toBe(fixedNow.toISOString())
    const scheduled = await create(ahead)
    await move(scheduled.id, 'scheduled', 1)
    expect(await errorOf('PUT', `/${scheduled.id}`, { ...content, version: 2 })).toEqual([
      422,
      'content.dateNeeded',
      'publishedAt',
    ])
  })
})

describe('the states of an article', () => {
  test('leads from draft to published, to archived, and back; its first date stays', async () => {
    const { id } = await create()
    const seen: unknown[] = []
    for (const [position, state] of ['published', 'archived', 'draft', 'published'].entries()) {
      site.clock.set(after(position * 1_000))
      const { status, data } = await move(id, state, position + 1)
      const moved = data(moveArticle)
      seen.push([status, moved.state, moved.publishedAt, moved.version])
    }
    const date = fixedNow.toISOString()
    expect(seen).toEqual([
      [200, 'published', date, 2],
      [200, 'archived', date, 3],
      [200, 'draft', date, 4],
      [200, 'published', date, 5],
    ])
    const { list } = (await site.get(`/api/audit?subjectId=${id}&action=content.moved`, organiser.headers)).data(
      listAudit,
    )
    expect(list.map(({ before, after: then }) => [before, then]).at(-1)).toEqual([
      { state: 'draft', publishedAt: null },
      { state: 'published', publishedAt: date },
    ])
  })

  test('lets it be scheduled for a time to come only', async () => {
    const { id } = await create()
    expect(await errorOf('POST', `/${id}/state`, { state: 'scheduled', version: 1 })).toEqual([
      422,
      'content.dateNeeded',
      'publishedAt',
    ])
    await call('PUT', `/${id}`, { ...content, publishedAt: fixedNow.toISOString(), version: 1 })
    expect(await errorOf('POST', `/${id}/state`, { state: 'scheduled', version: 2 })).toEqual([
      422,
      'content.dateNeeded',
      'publishedAt',
    ])
  })

  test.each(['news', 'journal', 'science', 'training', 'periodical', 'other'] as const)(
    'shows a scheduled one of the kind %s at its very moment, in every process, and says that it is published',
    async (kind) => {
      const second = await startSite({ databaseUrl: site.databaseUrl, clock: site.clock })
      const publishedAt = after(10_000).toISOString()
      const category = kind === 'news' ? 'guide' : null
      const { id } = await create({ kind, category, publishedAt })
      expect((await move(id, 'scheduled', 1)).data(moveArticle).state).toBe('scheduled')
      const seen: unknown[] = []
      for (const milliseconds of [9_999, 10_000]) {
        site.clock.set(after(milliseconds))
        for (const program of [site, second]) {
          const list = await program.get(`/api/articles/published?kind=${kind}`)
          const page = await program.get(`/api/news/${id}`)
          seen.push([list.data(listPublished).list.length, page.status])
        }
      }
      expect(seen).toEqual([
        [0, 404],
        [0, 404],
        [1, 200],
        [1, 200],
      ])
      expect((await call('GET', `/${id}`)).data(readArticle).state).toBe('published')
      const published = await call('GET', `?state=published&kind=${kind}`)
      expect(published.data(listArticles).list.map((item) => item.id)).toEqual([id])
      expect((await call('GET', '?state=scheduled')).data(listArticles).total).toBe(0)
      await second.close()
    },
  )

  test('refuses other ways, and to delete what visitors can see', async () => {
    const { id } = await create()
    await move(id, 'published', 1)
    for (const state of ['published', 'scheduled'])
      expect(await errorOf('POST', `/${id}/state`, { state, version: 2 })).toEqual([409, 'content.moveRefused'])
    expect(await errorOf('DELETE', `/${id}?version=2`)).toEqual([409, 'content.moveRefused'])
    await move(id, 'draft', 2)
    expect(await errorOf('DELETE', `/${id}?version=2`)).toEqual([409, 'resource.changed'])
    expect((await call('DELETE', `/${id}?version=3`)).status).toBe(200)
    const history = await site.get(`/api/revisions/article/${id}`, organiser.headers)
    expect(history.data(listRevisions).list).toEqual([])
    expect(await errorOf('GET', `/${id}`)).toEqual([404, 'news.notFound'])
    expect(await errorOf('PUT', `/${id}`, { ...content, version: 3 })).toEqual([404, 'news.notFound'])
    expect(await errorOf('POST', `/${id}/state`, { state: 'draft', version: 3 })).toEqual([404, 'news.notFound'])
  })
})

describe('the list of the office', () => {
  const titles = async (query: string): Promise<string[]> =>
    (await call('GET', query)).data(listArticles).list.map(({ title }) => title)
  const titled = (title: string) => ({ title: { 'zh-CN': title } })

  test('has every state, the latest change first, and is narrowed by kind, state, category and words', async () => {
    await addArticle(site.db, { ...titled('一'), updatedAt: after(-5_000), category: 'guide' })
    await addArticle(site.db, { ...titled('二 稿'), updatedAt: after(-4_000), state: 'draft', publishedAt: null })
    await addArticle(site.db, { ...titled('三 稿'), updatedAt: after(-3_000), kind: 'journal', category: null })
    await addArticle(site.db, {
      ...titled('四'),
      updatedAt: after(-2_000),
      state: 'archived',
      publishedAt: after(-9e6),
    })
    await addArticle(site.db, {
      ...titled('五'),
      updatedAt: after(-1_000),
      state: 'scheduled',
      publishedAt: after(9e6),
    })
    expect(await titles('')).toEqual(['五', '四', '三 稿', '二 稿', '一'])
    expect(await titles('?sort=updatedAt')).toEqual(['一', '二 稿', '三 稿', '四', '五'])
    expect(await titles('?sort=-publishedAt&kind=news')).toEqual(['五', '一', '四', '二 稿'])
    expect(await titles('?sort=publishedAt&kind=news')).toEqual(['二 稿', '四', '一', '五'])
    expect(await titles('?kind=journal')).toEqual(['三 稿'])
    expect(await titles('?kind=news&state=draft')).toEqual(['二 稿'])
    expect(await titles('?state=scheduled')).toEqual(['五'])
    expect(await titles('?category=guide')).toEqual(['一'])
    expect(await titles('?search=稿')).toEqual(['三 稿', '二 稿'])
    expect(await titles('?pageSize=2&page=2')).toEqual(['三 稿', '二 稿'])
    expect(await errorOf('GET', '?sort=title&colour=red')).toEqual([422, 'request.invalid', 'sort', 'colour'])
  })

  test('asks as often for thirty as for one', async () => {
    const asked = async (): Promise<number> => {
      const from = site.statements.length
      await titles('?pageSize=100')
      return site.statements.length - from
    }
    await addArticle(site.db)
    const forOne = await asked()
    await addArticles(site.db, 30)
    expect(await asked()).toBe(forOne)
  })
})

describe('a preview', () => {
  test('is what visitors would see in one language, cleaned, and stores nothing', async () => {
    const picture = await addFile('picture', 'a.webp')
    const { status, data } = await call('POST', '/preview', {
      locale: 'en-US',
      content: {
        ...content,
        title: { ...content.title, 'en-US': 'The contest opens' },
        body: { 'en-US': `<p>Text</p><script>alert(1)</script><img src="/api/files/${picture}/640.webp" alt="a">` },
        cover: picture,
        author: 'Editor',
      },
    })
    expect([status, data()]).toEqual([
      200,
      {
        kind: 'news',
        title: 'The contest opens',
        summary: '',
        locale: 'en-US',
        category: 'announcement',
        pinned: false,
        publishedAt: fixedNow.toISOString(),
        cover: { id: picture, width: 700, height: 350 },
        body: `<p>Text</p><img src="/api/files/${picture}/640.webp" alt="a" />`,
        author: 'Editor',
        attachments: [],
        updatedAt: fixedNow.toISOString(),
        views: 0,
      },
    ])
    expect((await call('GET', '')).data(listArticles).total).toBe(0)
  })
})
