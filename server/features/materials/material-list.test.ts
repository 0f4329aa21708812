import type { MaterialId } from '@lectern/contract/ids.ts'
import { listMaterials, type MaterialCard } from '@lectern/contract/materials/materials.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/drizzle.ts'
import { addFile, addMaterial, sha256 } from '../../testing/materials.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { materialDownload } from './tables.ts'

let site: TestSite

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.execute(sql`truncate material cascade`)
})

type MaterialPage = Page<MaterialCard>

const read = async (query = '', headers: Record<string, string> = {}): Promise<MaterialPage> => {
  const answer = await site.get(`/api/materials${query}`, headers)
  expect(answer.status).toBe(200)
  return answer.data(listMaterials)
}

/** The list after the program was notified of the test's change. */
const readFresh = (query: string, expected: (page: MaterialPage) => void): Promise<void> =>
  eventually(async () => expected(await read(query)))

const titles = ({ list }: MaterialPage): string[] => list.map(({ title }) => title)
const titled = (title: string) => ({ title: { 'zh-CN': title } })

describe('what a list says', () => {
  test('about a file, with its cover and its checksum', async () => {
    const cover = await addFile(site.db, 'picture', { width: 800, height: 600 })
    const fileId = await addFile(site.db, 'attachment')
    const id = await addMaterial(site.db, { kind: 'file', category: 'template', cover, fileId, body: {} })
    await site.db.insert(materialDownload).values({ materialId: id, downloads: 7 })
    await readFresh('', (page) =>
      expect(page).toEqual({
        list: [
          {
            id,
            kind: 'file',
            category: 'template',
            title: '标题',
            summary: '摘要',
            locale: 'zh-CN',
            publishedAt: '2031-05-20T11:00:00.000Z',
            picture: { id: cover, width: 800, height: 600 },
            file: {
              id: fileId,
              name: '报名表.pdf',
              type: 'application/pdf',
              size: 1234,
              sha256: sha256.toString('hex'),
            },
            captions: null,
            downloads: 7,
          },
        ],
        total: 1,
        page: 1,
        pageSize: 10,
      }),
    )
  })

  test('a photo looks like itself, and a picture that is not ready is not shown', async () => {
    const photo = await addFile(site.db, 'picture')
    const cover = await addFile(site.db, 'picture', { state: 'waiting', width: null, height: null })
    const video = await addFile(site.db, 'video', { type: 'video/mp4' })
    const captions = await addFile(site.db, 'captions', { type: 'text/vtt' })
    await addMaterial(site.db, { kind: 'photo', fileId: photo, publishedAt: after(-1000) })
    await addMaterial(site.db, { kind: 'video', fileId: video, cover, captions, publishedAt: after(-2000) })
    await readFresh('', ({ list }) =>
      expect(list.map((card) => [card.kind, card.picture, card.file?.id, card.captions])).toEqual([
        ['photo', { id: photo, width: 1600, height: 900 }, photo, null],
        ['video', null, video, captions],
      ]),
    )
  })

  test('in the asked language, else in Chinese, else in whichever there is', async () => {
    await addMaterial(site.db, { title: { 'zh-CN': '甲', 'en-US': 'First' }, publishedAt: after(-1000) })
    await addMaterial(site.db, { title: { 'zh-CN': '乙' }, publishedAt: after(-2000) })
    await addMaterial(site.db, { title: { 'pt-BR': 'Terceiro' }, publishedAt: after(-3000) })
    await eventually(async () => expect((await read()).total).toBe(3))
    const inEnglish = await read('', { 'accept-language': 'en-US' })
    expect(inEnglish.list.map(({ title, locale }) => [title, locale])).toEqual([
      ['First', 'en-US'],
      ['乙', 'zh-CN'],
      ['Terceiro', 'pt-BR'],
    ])
  })

  test('with as many statements for thirty as for one', async () => {
    const add = async () =>
      addMaterial(site.db, {
        kind: 'photo',
        fileId: await addFile(site.db, 'picture'),
        cover: await addFile(site.db, 'picture'),
      })
    const statementsFor = async (): Promise<string[]> => {
      const from = site.statements.length
      await read('?pageSize=100&search=标题')
      return site.statements.slice(from).map((statement) => statement.replaceAll(/\$\d+(, )?/g, ''))
    }
    await add()
    const one = await statementsFor()
    for (let count = 1; count < 30; count += 1) await add()
    expect((await read('?pageSize=100&search=标题')).list.length).toBe(30)
    expect(await statementsFor()).toEqual(one)
    expect(one.length).toBe(4)
  })
})

describe('who is in the list', () => {
  test('no draft, nothing archived, nothing before its time', async () => {
    await addMaterial(site.db, { ...titled('草稿'), state: 'draft', publishedAt: null })
    await addMaterial(site.db, { ...titled('已归档'), state: 'archived' })
    await addMaterial(site.db, { ...titled('定时'), state: 'scheduled', publishedAt: after(1) })
    await addMaterial(site.db, { ...titled('未来'), publishedAt: after(1) })
    await addMaterial(site.db, titled('可见'))
    await readFresh('', (page) => expect([titles(page), page.total]).toEqual([['可见'], 1]))
    expect(titles(await read('?search=稿'))).toEqual([])
  })

  test('a scheduled one from its very moment on, although the list was kept', async () => {
    await addMaterial(site.db, { ...titled('定时'), state: 'scheduled', publishedAt: after(10_000) })
    await readFresh('', ({ total }) => expect(total).toBe(0))
    const seen: string[][] = []
    for (const milliseconds of [9_999, 10_000]) {
      site.clock.set(after(milliseconds))
      seen.push(titles(await read()))
    }
    expect(seen).toEqual([[], ['定时']])
  })

  test('those of the asked kinds and category', async () => {
    const fileId = await addFile(site.db, 'attachment')
    await addMaterial(site.db, { ...titled('文件'), kind: 'file', fileId, category: 'report', publishedAt: after(-3) })
    await addMaterial(site.db, { ...titled('视频'), kind: 'video', fileId, category: 'report', publishedAt: after(-2) })
    await addMaterial(site.db, { ...titled('文档'), category: 'case', publishedAt: after(-1) })
    await readFresh('', ({ total }) => expect(total).toBe(3))
    expect(titles(await read('?kind=markdown'))).toEqual(['文档'])
    expect(titles(await read('?kind=video,file'))).toEqual(['视频', '文件'])
    expect((await read('?kind=file,video')).total).toBe(2)
    expect(titles(await read('?kind=video,file&category=case'))).toEqual([])
    expect(titles(await read('?category=case'))).toEqual(['文档'])
  })

  test.each([
    ['kind=song', ['kind.0']],
    ['kind=', ['kind.0']],
    ['category=all', ['category']],
    ['sort=oldest', ['sort']],
    ['page=0&pageSize=101', ['page', 'pageSize']],
    ['colour=red', ['colour']],
    [`search=${'x'.repeat(101)}`, ['search']],
  ])('%s is refused', async (query, at) => {
    expect(refusalOf(await site.get(`/api/materials?${query}`))).toEqual({ status: 422, error: 'request.invalid', at })
  })
})

describe('the order of the list', () => {
  const add = async (title: Record<string, string>, seconds: number, downloads?: number): Promise<MaterialId> => {
    const id = await addMaterial(site.db, { title, publishedAt: after(-seconds * 1000) })
    if (downloads) await site.db.insert(materialDownload).values({ materialId: id, downloads })
    return id
  }

  beforeEach(async () => {
    await add({ 'zh-CN': '手册', 'en-US': 'Handbook' }, 3, 5)
    await add({ 'zh-CN': '案例', 'en-US': 'cases' }, 2)
    await add({ 'zh-CN': '模板', 'en-US': 'Blank forms' }, 1, 50)
  })

  test('is that of time, unless another is asked for', async () => {
    await readFresh('', (page) => expect(titles(page)).toEqual(['模板', '案例', '手册']))
    expect(titles(await read('?sort=newest'))).toEqual(['模板', '案例', '手册'])
  })

  test('by downloads begins with the most', async () => {
    await readFresh('?sort=downloads', (page) => expect(titles(page)).toEqual(['模板', '手册', '案例']))
  })

  test('by title is that of the reader: by sound in Chinese, whatever the case in English', async () => {
    await readFresh('?sort=title', (page) => expect(titles(page)).toEqual(['案例', '模板', '手册']))
    const inEnglish = await read('?sort=title', { 'accept-language': 'en-US' })
    expect(titles(inEnglish)).toEqual(['Blank forms', 'cases', 'Handbook'])
  })

  test('goes on from page to page', async () => {
    await readFresh('?pageSize=1', ({ total }) => expect(total).toBe(3))
    const pages = await Promise.all([1, 2, 3, 4].map((page) => read(`?sort=downloads&pageSize=1&page=${page}`)))
    expect(pages.flatMap(titles)).toEqual(['模板', '手册', '案例'])
  })
})

describe('searching the list', () => {
  beforeEach(async () => {
    await addMaterial(site.db, {
      title: { 'zh-CN': '教学设计模板', 'en-US': 'Lesson plan template 3e6d45' },
      publishedAt: after(-1000),
    })
    await addMaterial(site.db, {
      title: { 'zh-CN': '录制指南' },
      body: { 'zh-CN': '如果 a < b，光线不足时应补光。', 'en-US': 'Use a tripod' },
      publishedAt: after(-2000),
    })
  })
  const found = async (search: string): Promise<string[]> => titles(await read(`?search=${encodeURIComponent(search)}`))

  test('finds words and single characters of Chinese, beginnings of other words, in all languages and in the text', async () => {
    expect(await found('教学设计')).toEqual(['教学设计模板'])
    expect(await found('模')).toEqual(['教学设计模板'])
    expect(await found('LESS')).toEqual(['教学设计模板'])
    expect(await found('3e6d')).toEqual(['教学设计模板'])
    expect(await found('光线不足')).toEqual(['录制指南'])
    expect(await found('tripod 录制')).toEqual(['录制指南'])
    expect(await found('tripod 模板')).toEqual([])
  })

  test('finds Chinese however long the other languages are', async () => {
    const long = 'lesson '.repeat(8_000)
    await addMaterial(site.db, { ...titled('长文'), body: { 'en-US': long, 'id-ID': long, 'zh-CN': '粉笔' } })
    expect(await found('粉笔')).toEqual(['长文'])
  })

  test.each(["'", '\\', '%', '&', ':*', '(', '😀', '\u0000', '\u200b', "' or 1=1 --"])(
    'the search %j is answered',
    async (search) => {
      expect((await site.get(`/api/materials?search=${encodeURIComponent(search)}`)).status).toBe(200)
    },
  )
})
