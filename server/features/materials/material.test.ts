import type { MaterialId } from '@lectern/contract/ids.ts'
import { readMaterial, type MaterialDetail } from '@lectern/contract/materials/materials.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { addFile, addMaterial } from '../../testing/materials.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.execute(sql`truncate material cascade`)
})

const read = async (id: string, headers: Record<string, string> = {}): Promise<MaterialDetail> => {
  const answer = await site.get(`/api/materials/${id}`, headers)
  expect(answer.status).toBe(200)
  return answer.data(readMaterial)
}

const shown = async (body: string): Promise<string> =>
  (await read(await addMaterial(site.db, { body: { 'zh-CN': body } }))).body

describe('a document', () => {
  test('is read with its chapters, in one language', async () => {
    const id = await addMaterial(site.db, {
      title: { 'zh-CN': '指南', 'en-US': 'Guide' },
      body: { 'zh-CN': '# 准备\n\n请**先**读。', 'en-US': '# Before\n\nRead *first*.' },
      updatedAt: after(-1000),
    })
    expect(await read(id, { 'accept-language': 'en' })).toEqual({
      id,
      kind: 'markdown',
      category: 'training',
      title: 'Guide',
      summary: '',
      locale: 'en-US',
      publishedAt: '2031-05-20T11:00:00.000Z',
      updatedAt: '2031-05-20T11:59:59.000Z',
      picture: null,
      file: null,
      captions: null,
      downloads: 0,
      body: '<h2 id="s-before">Before <a href="#s-before" aria-hidden="true" tabindex="-1">#</a></h2>\n<p>Read <em>first</em>.</p>\n',
      headings: [{ id: 's-before', level: 2, text: 'Before' }],
    })
    expect((await read(id)).headings).toEqual([{ id: 's-准备', level: 2, text: '准备' }])
  })

  test('has headings below its title, each with an address of its own', async () => {
    const body = '## 步骤\n\n#### 步骤\n\n###### 更细 `x`\n\n## <b>步骤</b>\n\n##\n'
    const { headings } = await read(await addMaterial(site.db, { body: { 'zh-CN': body } }))
    expect(headings).toEqual([
      { id: 's-步骤', level: 2, text: '步骤' },
      { id: 's-步骤--2', level: 4, text: '步骤' },
      { id: 's-更细-x', level: 4, text: '更细 x' },
      { id: 's-b-步骤-b', level: 2, text: '<b>步骤</b>' },
    ])
  })

  test.each([
    ['a script', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['a picture with a handler', '<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['a javascript: link', '[a](javascript:alert(1))', '[a](javascript:alert(1))'],
    ['a disguised one', '[a](&#74;avaScript&colon;alert(1))', '[a](JavaScript:alert(1))'],
    ['a data: link', '[a](data:text/html,x)', '[a](data:text/html,x)'],
    ['a javascript: address', '<javascript:alert(1)>', '&lt;javascript:alert(1)&gt;'],
    ['a picture from elsewhere', 'a ![b](https://evil.example/x.png)', 'a '],
  ])('shows %s as text or not at all', async (_, source, expected) => {
    expect(await shown(source)).toBe(`<p>${expected}</p>\n`)
  })

  test('cannot break out of the address of a heading', async () => {
    expect(await shown('# "><script>alert(1)</script>')).toBe(
      '<h2 id="s-script-alert-1-script">"&gt;&lt;script&gt;alert(1)&lt;/script&gt; <a href="#s-script-alert-1-script" aria-hidden="true" tabindex="-1">#</a></h2>\n',
    )
  })

  test('a link to a heading of the text leads there, one to nothing leads nowhere', async () => {
    const html = await shown('## 报名 步骤\n\n[a](#报名-步骤) [b](<#报名 步骤>) [c](#none) [d](#%E6)')
    expect(html.split('\n').slice(1).join('\n')).toBe(
      '<p><a href="#s-报名-步骤">a</a> <a href="#s-报名-步骤">b</a> <a>c</a> <a>d</a></p>\n',
    )
  })

  test('keeps lists, tables and links; those that lead away vouch for nothing', async () => {
    expect(await shown('- a\n\n[b](/News) [c](https://example.org)')).toBe(
      '<ul>\n<li>a</li>\n</ul>\n<p><a href="/News">b</a> <a href="https://example.org" rel="noopener noreferrer nofollow">c</a></p>\n',
    )
  })
})

describe('a material that nobody may see', () => {
  test('looks the same whether it is missing, a draft, archived or not yet due, and so does its file', async () => {
    const fileId = await addFile(site.db, 'attachment')
    const kept = { kind: 'file', fileId } as const
    const ids = [
      newId<MaterialId>(),
      await addMaterial(site.db, { ...kept, state: 'draft' }),
      await addMaterial(site.db, { ...kept, state: 'archived' }),
      await addMaterial(site.db, { ...kept, state: 'scheduled', publishedAt: after(1) }),
      await addMaterial(site.db, { ...kept, publishedAt: after(1) }),
    ]
    for (const id of ids)
      for (const path of ['', '/download'])
        expect(refusalOf(await site.get(`/api/materials/${id}${path}`))).toEqual({
          status: 404,
          error: 'material.notFound',
        })
  })

  test('is seen at its very moment', async () => {
    const id = await addMaterial(site.db, { state: 'scheduled', publishedAt: after(10_000) })
    const statuses: number[] = []
    for (const milliseconds of [9_999, 10_000]) {
      site.clock.set(after(milliseconds))
      statuses.push((await site.get(`/api/materials/${id}`)).status)
    }
    expect(statuses).toEqual([404, 200])
  })

  test.each(['x', '%00', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'])('has no such id as %s', async (id) => {
    for (const path of ['', '/download'])
      expect(refusalOf(await site.get(`/api/materials/${id}${path}`))).toEqual({
        status: 422,
        error: 'request.invalid',
        at: ['id'],
      })
  })
})

describe('a download', () => {
  const writes = (statements: string[]): string[] =>
    statements.filter((statement) => statement.includes('insert into material_download'))
  const stored = async (id: MaterialId): Promise<unknown> => {
    const { rows } = await site.pool.query('select downloads::int from material_download where material_id = $1', [id])
    return rows
  }

  test('leads to the file and is not kept by anybody', async () => {
    const fileId = await addFile(site.db, 'attachment')
    const id = await addMaterial(site.db, { kind: 'file', fileId })
    const { status, headers } = await site.get(`/api/materials/${id}/download`)
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
      302,
      `/api/files/${fileId}`,
      'no-store',
    ])
  })

  test('of a document is none', async () => {
    const id = await addMaterial(site.db)
    expect((await site.get(`/api/materials/${id}/download`)).status).toBe(404)
  })

  test('is counted exactly, together with others, when the program stops', async () => {
    const fileId = await addFile(site.db, 'attachment')
    const [id, deleted] = [
      await addMaterial(site.db, { kind: 'file', fileId }),
      await addMaterial(site.db, { kind: 'file', fileId }),
    ]
    const programs = [
      await startSite({ databaseUrl: site.databaseUrl }),
      await startSite({ databaseUrl: site.databaseUrl }),
    ]
    for (const program of programs) {
      for (let count = 0; count < 3; count += 1) await program.get(`/api/materials/${id}/download`)
      await program.get(`/api/materials/${id.toUpperCase()}/download`)
      await program.get(`/api/materials/${deleted}/download`)
      await program.call('HEAD', `/api/materials/${id}/download`)
      await program.get(`/api/materials/${id}`)
      expect(writes(program.statements)).toEqual([])
    }
    await site.pool.query('delete from material where id = $1', [deleted])
    for (const program of programs) {
      await program.close()
      expect(writes(program.statements).length).toBe(1)
    }
    expect([await stored(id), await stored(deleted)]).toEqual([[{ downloads: 8 }], []])
  })
})
