import type { MaterialId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { addFile, addMaterial, sha256 } from '../../testing/materials.ts'
import { after, startSite, type TestSite } from '../../testing/site.ts'

const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'&`
const origin = 'https://contest.example.org'

let site: TestSite
const ids: Record<'file' | 'video' | 'photo' | 'markdown', MaterialId> = {} as never

beforeAll(async () => {
  site = await startSite({ config: { publicUrl: new URL(origin) } })
  const text = (zh: string, en: string) => ({ 'zh-CN': zh, 'en-US': en })
  const fileId = await addFile(site.db, 'attachment', { name: `${hostile}.pdf` })
  const videoId = await addFile(site.db, 'video', { name: 'v.mp4', type: 'video/mp4' })
  const captions = await addFile(site.db, 'captions', { type: 'text/vtt' })
  const photoId = await addFile(site.db, 'picture')
  const summary = { 'zh-CN': hostile, 'en-US': hostile }
  ids.file = await addMaterial(site.db, { kind: 'file', fileId, title: text('文件甲', 'File one'), summary })
  ids.video = await addMaterial(site.db, {
    kind: 'video',
    fileId: videoId,
    captions,
    cover: photoId,
    title: text('视频甲', 'Video one'),
    summary,
  })
  ids.photo = await addMaterial(site.db, {
    kind: 'photo',
    fileId: photoId,
    title: text('照片甲', 'Photo one'),
    summary,
  })
  ids.markdown = await addMaterial(site.db, {
    title: text('文档甲', 'Document one'),
    summary,
    body: text('# 第一章\n\n正文', `# Chapter\n\n${hostile}\n\n## Next\n\n[x](javascript:alert(1))`),
    publishedAt: after(-1000),
  })
  await addMaterial(site.db, { title: text('草稿乙', 'Draft two'), state: 'draft' })
})
afterAll(() => site.close())

const read = async (path: string): Promise<string> => {
  const answer = await site.get(path, { 'accept-language': 'en-US' })
  expect(answer.status).toBe(200)
  return answer.text
}

/** All opening tags of this name. */
const headOf = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<${name}[^>]*>`, 'g'))].map(([tag]) => tag)

describe('pages of materials', () => {
  test.each([
    ['/Trivia/Download', ['File one']],
    ['/Trivia/Video', ['Video one']],
    ['/Trivia/Wonderful', ['Photo one']],
    ['/Trivia/Material', ['File one', 'Video one', 'Photo one', 'Document one']],
    ['/Trivia/Material/CoverBox', ['File one', 'Video one', 'Photo one', 'Document one']],
    ['/Trivia/Mate', ['Document one', 'Video one', 'File one']],
    ['/database/list', ['File one', 'Video one', 'Photo one']],
    ['/database/listMD', ['Document one']],
  ])('%s shows what belongs there, and nothing else', async (path, expected) => {
    const html = await read(path)
    const titles = ['File one', 'Video one', 'Photo one', 'Document one', 'Draft two']
    expect(titles.filter((title) => html.includes(`>${title}<`)).toSorted()).toEqual(expected.toSorted())
    expect(headOf(html, 'link').filter((tag) => tag.includes('canonical'))).toEqual([
      `<link rel="canonical" href="${origin}${path}?lang=en-US"/>`,
    ])
  })

  test.each([
    '/Trivia/Download',
    '/Trivia/Video',
    '/Trivia/Wonderful?photo=',
    '/Trivia/Material',
    '/Trivia/Material/CoverBox',
    '/Trivia/Mate',
    '/database/list',
    '/database/list?search=one',
    '/database/listMD?id=',
  ])('%s runs nothing that stands in a text', async (path) => {
    const id = path.includes('photo') ? ids.photo : ids.markdown
    const html = await read(path.endsWith('=') ? path + id : path)
    expect(html.includes('<script>')).toBe(false)
    expect(html.includes('<img src=x')).toBe(false)
    expect(/href="javascript:/i.test(html)).toBe(false)
    // No style attributes either: the policy of public pages forbids them.
    expect(/<[a-z][^>]* style=/.test(html)).toBe(false)
  })

  test('are in Chinese for who reads Chinese', async () => {
    const html = (await site.get('/database/list', { 'accept-language': 'zh-CN' })).text
    expect(['文件甲', '视频甲', '照片甲', '文档甲'].map((title) => html.includes(`>${title}<`))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('a file says its checksum and leads to its download', async () => {
    const html = await read('/Trivia/Download')
    expect(html.includes(`<code>${sha256.toString('hex')}</code>`)).toBe(true)
    expect(html.includes(`href="/api/materials/${ids.file}/download"`)).toBe(true)
  })

  test('a video is the browser’s own, loads nothing by itself, and has its captions', async () => {
    const html = await read(`/Trivia/Video?id=${ids.video}`)
    const [video] = headOf(html, 'video')
    expect([video!.includes('controls'), video!.includes('preload="none"'), video!.includes('poster=')]).toEqual([
      true,
      true,
      true,
    ])
    expect(headOf(html, 'track').map((tag) => tag.includes('kind="captions"'))).toEqual([true])
    expect(html.includes('"@type":"VideoObject"')).toBe(true)
    expect(headOf(html, 'link').filter((tag) => tag.includes('canonical'))).toEqual([
      `<link rel="canonical" href="${origin}/Trivia/Video?id=${ids.video}&amp;lang=en-US"/>`,
    ])
  })

  test('a document has its chapters, and its address says which it is', async () => {
    const html = await read(`/database/listMD?id=${ids.markdown}`)
    expect(/<h1[^>]*>([^<]*)</.exec(html)?.[1]).toBe('Document one')
    expect(['#s-chapter', '#s-next'].map((id) => html.includes(`<a href="${id}">`))).toEqual([true, true])
    expect(html.includes('"@type":"DigitalDocument"')).toBe(true)
  })

  test('a photo is open at its address', async () => {
    const html = await read(`/Trivia/Wonderful?photo=${ids.photo}`)
    expect(headOf(html, 'dialog').map((tag) => tag.includes(' open='))).toEqual([true])
    expect(headOf(await read('/Trivia/Wonderful'), 'dialog')).toEqual([])
  })

  test.each(['/Trivia/Video?id=', '/Trivia/Wonderful?photo=', '/database/listMD?id='])(
    '%s of what is not there is not found',
    async (path) => {
      expect((await site.get(path + newId<MaterialId>())).status).toBe(404)
    },
  )

  test('a page beyond the last leads back, and is not listed by search engines', async () => {
    const html = await read('/database/list?page=9')
    expect(html.includes('href="/database/list"')).toBe(true)
    expect(html.includes('<meta name="robots" content="noindex"/>')).toBe(true)
  })
})
