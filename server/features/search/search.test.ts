import type { ArticleKind } from '@lectern/contract/articles/article-kinds.ts'
import type { NewsId } from '@lectern/contract/ids.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { PublishState } from '@lectern/contract/pages/publish-state.ts'
import { searchSite, type SearchHit } from '@lectern/contract/search/search.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { createActivity, createEdition } from '../../testing/contest.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { article } from '../articles/tables.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

interface Written {
  title: string
  body: string
  kind?: ArticleKind
  state?: PublishState
  publishedAt?: Date
}

const write = async ({ title, body, kind = 'journal', state = 'published', publishedAt = fixedNow }: Written) => {
  const id = newId<NewsId>(fixedNow)
  const text = (said: string) => ({ 'zh-CN': said, 'en-US': `${said} in English` })
  const times = { publishedAt, createdAt: fixedNow, updatedAt: fixedNow }
  const row = { id, kind, state, title: text(title), summary: {}, body: text(body), ...times }
  await site.db.insert(article).values(row)
  return id
}

const search = async (q: string, more = '', locale = 'zh-CN'): Promise<Page<SearchHit>> =>
  (await site.get(`/api/search?q=${encodeURIComponent(q)}${more}`, { 'accept-language': locale })).data(searchSite)

const paths = async (q: string, more = ''): Promise<string[]> => (await search(q, more)).list.map(({ path }) => path)

describe('a search', () => {
  test('puts what has it in its title first, then the newest', async () => {
    const old = await write({ title: '虚拟仿真实验', body: '<p>一</p>', publishedAt: after(-9_000) })
    const inBody = await write({
      title: '别的',
      body: '<p>做<strong>虚拟仿真</strong>实验</p>',
      publishedAt: after(-1_000),
    })
    const fresh = await write({ title: '再谈虚拟仿真', body: '<p>二</p>', publishedAt: after(-5_000) })
    expect(await paths('虚拟仿真')).toEqual([`/News/${fresh}`, `/News/${old}`, `/News/${inBody}`])
  })

  test('shows where it stands, in the language in which it does', async () => {
    const id = await write({ title: '航天课堂', body: '<p>把卫星&amp;火箭带进课堂</p>' })
    expect((await search('卫星', '', 'en-US')).list).toEqual([
      {
        kind: 'article',
        path: `/News/${id}`,
        title: [{ text: '航天课堂 in English', found: false }],
        titleLocale: 'en-US',
        excerpt: [
          { text: '把', found: false },
          { text: '卫星', found: true },
          { text: '&火箭带进课堂 in English', found: false },
        ],
        locale: 'en-US',
        publishedAt: fixedNow.toISOString(),
      },
    ])
  })

  test('shows the title in the language of the reader, also where only another language says what was looked for', async () => {
    const id = await write({ title: '望远镜', body: '<p>一</p>' })
    await site.db
      .update(article)
      .set({ body: { 'id-ID': '<p>teropong bintang</p>' } })
      .where(eq(article.id, id))
    const [hit] = (await search('teropong', '', 'en-US')).list
    expect([hit!.titleLocale, hit!.title, hit!.locale]).toEqual([
      'en-US',
      [{ text: '望远镜 in English', found: false }],
      'id-ID',
    ])
  })

  test('finds what looks like a number as it is written', async () => {
    const id = await write({ title: '编号', body: '<p>3e6d45 与 2026-KC-0001</p>' })
    expect(await paths('3e6d45')).toEqual([`/News/${id}`])
  })

  test('finds activities and pages, and one kind alone', async () => {
    const activity = await createActivity(site, await createEdition(site), { name: { 'zh-CN': '量子课堂' } })
    const id = await write({ title: '量子力学', body: '量子课堂' })
    expect((await paths('量子')).toSorted()).toEqual([`/EnrollFor/${activity}`, `/News/${id}`].toSorted())
    expect(await paths('量子', '&kind=activity')).toEqual([`/EnrollFor/${activity}`])
    const sections = [
      {
        id: '6b1c1de4-0f7e-4a43-8f2b-6b6a7d1f0001',
        block: 'Feature1',
        type: 'richText',
        visible: true,
        content: { title: { 'zh-CN': '沿革' }, text: { 'zh-CN': '<p>蒸汽机车</p>' } },
      },
      {
        id: '6b1c1de4-0f7e-4a43-8f2b-6b6a7d1f0002',
        block: 'Feature2',
        type: 'richText',
        visible: false,
        content: { title: {}, text: { 'zh-CN': '<p>磁悬浮</p>' } },
      },
    ]
    await site.pool.query(
      `insert into page (name, draft, published, updated_at, published_at) values ('About', '[]', $1, $2, $2)
       on conflict (name) do update set published = excluded.published`,
      [JSON.stringify(sections), fixedNow],
    )
    expect(await paths('蒸汽机车')).toEqual(['/About'])
    expect(await paths('磁悬浮')).toEqual([])
  })

  test('follows what becomes of things', async () => {
    const id = await write({ title: '潮汐发电', body: '一', state: 'draft' })
    const found = () => paths('潮汐发电')
    const set = (values: Partial<typeof article.$inferInsert>) =>
      site.db.update(article).set(values).where(eq(article.id, id))
    expect(await found()).toEqual([])
    await set({ state: 'scheduled', publishedAt: after(1_000) })
    expect(await found()).toEqual([])
    site.clock.set(after(1_000))
    expect(await found()).toEqual([`/News/${id}`])
    await set({ title: { 'zh-CN': '风力发电' } })
    expect([await found(), await paths('风力发电')]).toEqual([[], [`/News/${id}`]])
    await set({ state: 'archived' })
    expect(await paths('风力发电')).toEqual([])
    site.clock.set(fixedNow)
  })

  test.each(['！？', "'; drop table article; --", '%', ':*', '\u0000'])('bears %s', async (q) => {
    const { status } = await site.get(`/api/search?q=${encodeURIComponent(q)}`)
    expect([200, 422].includes(status)).toBe(true)
  })

  test('without a word is refused, and so is one too long', async () => {
    expect((await site.get('/api/search?q=')).status).toBe(422)
    expect((await site.get(`/api/search?q=${'a'.repeat(300)}`)).status).toBe(422)
  })
})
