import { listAudit } from '@lectern/contract/audit/audit.ts'
import type { FileId, MaterialId } from '@lectern/contract/ids.ts'
import {
  changeMaterial,
  createMaterial,
  listMaterialSources,
  moveMaterial,
  readMaterialSource,
  type MaterialSource,
} from '@lectern/contract/materials/materials.ts'
import type { PublishState } from '@lectern/contract/pages/publish-state.ts'
import { listRevisions } from '@lectern/contract/revisions/revisions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { addFile, addMaterial } from '../../testing/materials.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { after, eventually, fixedNow, startSite, type Answer, type TestSite } from '../../testing/site.ts'

let site: TestSite
let organiser: TestPerson
let teacher: TestPerson

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
  teacher = await createPerson(site)
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.execute(sql`truncate material cascade`)
})

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  site.call(method, path, { headers: { ...organiser.headers, ...headers }, ...(body !== undefined && { body }) })

const document = {
  kind: 'markdown',
  category: 'training',
  title: { 'zh-CN': '指南' },
  summary: {},
  body: { 'zh-CN': '# 一' },
  cover: null,
}

const create = async (content: object = document): Promise<MaterialSource> => {
  const answer = await call('POST', '/api/materials', content)
  expect(answer.status).toBe(200)
  return answer.data(createMaterial)
}

const move = (id: string, version: number, state: PublishState, publishedAt?: Date) =>
  call('PUT', `/api/materials/${id}/state`, {
    version,
    state,
    ...(publishedAt && { publishedAt: publishedAt.toISOString() }),
  })

const auditOf = async (id: string): Promise<unknown[]> => {
  const answer = await call('GET', `/api/audit?subjectKind=material&subjectId=${id}`)
  return answer
    .data(listAudit)
    .list.toReversed()
    .map(({ action, before, after: now }) => [action, { before, after: now }])
}

describe('a new material', () => {
  test('is a draft that nobody else sees, in the history and in the log', async () => {
    const made = await create({ ...document, body: { 'zh-CN': '# 一', 'en-US': '# One' } })
    const stamp = '2031-05-20T12:00:00.000Z'
    expect(made).toEqual({
      ...document,
      body: { 'zh-CN': '# 一', 'en-US': '# One' },
      id: made.id,
      state: 'draft',
      publishedAt: null,
      updatedAt: stamp,
      downloads: 0,
      version: 1,
      written: { 'zh-CN': stamp, 'en-US': stamp },
      file: null,
      captions: null,
    })
    expect((await call('GET', `/api/materials/${made.id}/source`)).data()).toEqual(made)
    expect((await site.get(`/api/materials/${made.id}`)).status).toBe(404)
    const history = await call('GET', `/api/revisions/material/${made.id}/1`)
    expect(history.data()).toEqual({
      number: 1,
      at: stamp,
      by: organiser.username,
      content: { ...document, body: made.body, file: null, captions: null },
    })
    const { kind, category, title, summary } = document
    expect(await auditOf(made.id)).toEqual([
      ['content.created', { before: null, after: { kind, category, title, summary } }],
    ])
  })

  test('is made once, however often the call arrives', async () => {
    const key = { 'idempotency-key': 'the-same-key' }
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/api/materials', document, key)))
    const ids = new Set(answers.map((answer) => answer.data(createMaterial).id))
    expect([ids.size, (await call('GET', '/api/materials/sources')).data(listMaterialSources).total]).toEqual([1, 1])
  })

  test.each<[string, object, string[]]>([
    ['no title', { ...document, title: {} }, ['title']],
    ['a title that is too long', { ...document, title: { 'zh-CN': 'x'.repeat(121) } }, ['title.zh-CN']],
    ['an unknown language', { ...document, title: { 'zh-CN': 'a', fr: 'b' } }, ['title.fr']],
    ['a file that a document has not', { ...document, file: null }, ['file']],
    ['no body', { ...document, body: undefined }, ['body']],
    ['no kind', { category: 'case' }, ['kind']],
    ['two problems', { ...document, category: 'x', summary: 'y' }, ['category', 'summary']],
  ])('with %s is refused', async (_, content, at) => {
    expect(refusalOf(await call('POST', '/api/materials', content))).toEqual({
      status: 422,
      error: 'request.invalid',
      at,
    })
  })

  test('refers to files that are there, and made for what they are', async () => {
    const photo = { kind: 'photo', category: 'highlight', title: { 'zh-CN': '甲' }, summary: {} }
    const attachment = await addFile(site.db, 'attachment')
    for (const file of [newId<FileId>(), attachment])
      expect(refusalOf(await call('POST', '/api/materials', { ...photo, file }))).toEqual({
        status: 404,
        error: 'file.notFound',
        at: ['file'],
      })
    const picture = await addFile(site.db, 'picture', { state: 'waiting', width: null, height: null })
    expect((await create({ ...photo, file: picture })).file).toBe(picture)
  })
})

describe('a change', () => {
  test('stamps the languages that say something else, and keeps every version', async () => {
    const { id } = await create({ ...document, title: { 'zh-CN': '指南', 'en-US': 'Guide' } })
    site.clock.set(after(60_000))
    const content = { ...document, title: { 'zh-CN': '新指南', 'en-US': 'Guide' }, version: 1 }
    const changed = (await call('PUT', `/api/materials/${id}`, content)).data(changeMaterial)
    expect([changed.version, changed.title, changed.written]).toEqual([
      2,
      { 'zh-CN': '新指南', 'en-US': 'Guide' },
      { 'zh-CN': '2031-05-20T12:01:00.000Z', 'en-US': '2031-05-20T12:00:00.000Z' },
    ])
    const { list } = (await call('GET', `/api/revisions/material/${id}`)).data(listRevisions)
    expect(list.map(({ number }) => number)).toEqual([2, 1])
    expect((await auditOf(id)).at(-1)).toEqual([
      'content.updated',
      {
        before: { title: { 'zh-CN': '指南', 'en-US': 'Guide' } },
        after: { title: { 'zh-CN': '新指南', 'en-US': 'Guide' } },
      },
    ])
  })

  test('based on what somebody else has changed since overwrites nothing', async () => {
    const { id } = await create()
    const attempts = await Promise.all(
      ['甲', '乙'].map((title) =>
        call('PUT', `/api/materials/${id}`, { ...document, title: { 'zh-CN': title }, version: 1 }),
      ),
    )
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = attempts.find(({ status }) => status === 409)!
    expect(refusalOf(refused)).toEqual({ status: 409, error: 'resource.changed' })
    expect(refusalOf(await move(id, 1, 'published'))).toEqual({ status: 409, error: 'resource.changed' })
    expect((await call('GET', `/api/materials/${id}/source`)).data(readMaterialSource).version).toBe(2)
  })

  test('cannot take away what visitors are looking at', async () => {
    const { id } = await create()
    await move(id, 1, 'published')
    const emptied = await call('PUT', `/api/materials/${id}`, { ...document, body: {}, version: 2 })
    expect(refusalOf(emptied)).toEqual({ status: 422, error: 'material.textNeeded', at: ['body.zh-CN'] })
  })

  test('of what does not exist is refused', async () => {
    const nowhere = newId<MaterialId>()
    for (const answer of [
      await call('PUT', `/api/materials/${nowhere}`, { ...document, version: 1 }),
      await move(nowhere, 1, 'published'),
      await call('GET', `/api/materials/${nowhere}/source`),
    ])
      expect(refusalOf(answer)).toEqual({ status: 404, error: 'material.notFound' })
  })
})

describe('the states of a material', () => {
  test('published it is seen, archived it is not, and becomes a draft before it is published again', async () => {
    const { id } = await create()
    const seen: unknown[] = []
    for (const [version, state] of [
      [1, 'published'],
      [2, 'archived'],
      [3, 'published'],
      [3, 'draft'],
      [4, 'published'],
    ] as const) {
      site.clock.set(after(version * 1000))
      const { status } = await move(id, version, state)
      seen.push(status)
      // Processes are notified of a change a moment later.
      const shown = status === 200 && state === 'published' ? 200 : 404
      await eventually(async () => expect((await site.get(`/api/materials/${id}`)).status).toBe(shown))
    }
    expect(seen).toEqual([200, 200, 409, 200, 200])
    expect((await auditOf(id)).slice(1, 3)).toEqual([
      [
        'content.moved',
        {
          before: { state: 'draft', publishedAt: null },
          after: { state: 'published', publishedAt: '2031-05-20T12:00:01.000Z' },
        },
      ],
      ['content.moved', { before: { state: 'published' }, after: { state: 'archived' } }],
    ])
  })

  test('scheduled it appears by itself, and is published from then on', async () => {
    const { id } = await create()
    const planned = await move(id, 1, 'scheduled', after(60_000))
    expect(planned.data(moveMaterial).state).toBe('scheduled')
    const later = await move(id, 2, 'scheduled', after(90_000))
    expect(later.data(moveMaterial).publishedAt).toBe('2031-05-20T12:01:30.000Z')
    const statuses: unknown[] = []
    for (const milliseconds of [89_999, 90_000]) {
      site.clock.set(after(milliseconds))
      const { state } = (await call('GET', `/api/materials/${id}/source`)).data(readMaterialSource)
      statuses.push([(await site.get(`/api/materials/${id}`)).status, state])
    }
    expect(statuses).toEqual([
      [404, 'scheduled'],
      [200, 'published'],
    ])
    expect(refusalOf(await move(id, 3, 'published'))).toEqual({ status: 409, error: 'content.moveRefused' })
  })

  test('is deleted as a draft or archived, and not while visitors can see it', async () => {
    const { id } = await create()
    const remove = (version: number) => call('DELETE', `/api/materials/${id}?version=${version}`)
    await move(id, 1, 'published')
    expect(refusalOf(await remove(2))).toEqual({ status: 409, error: 'content.moveRefused' })
    await move(id, 2, 'archived')
    expect(refusalOf(await remove(2))).toEqual({ status: 409, error: 'resource.changed' })
    expect((await remove(3)).status).toBe(200)
    expect((await call('GET', `/api/materials/${id}/source`)).status).toBe(404)
  })

  test('a time that is missing or past is no time to schedule for', async () => {
    const { id } = await create()
    for (const time of [undefined, fixedNow, after(-1)])
      expect(refusalOf(await move(id, 1, 'scheduled', time))).toEqual({
        status: 422,
        error: 'content.dateNeeded',
        at: ['publishedAt'],
      })
  })

  test('nothing is published without what it is about', async () => {
    const empty = await create({
      kind: 'file',
      category: 'template',
      title: { 'zh-CN': '表' },
      summary: {},
      cover: null,
      file: null,
    })
    expect(refusalOf(await move(empty.id, 1, 'published'))).toEqual({
      status: 422,
      error: 'material.fileNeeded',
      at: ['file'],
    })
    const half = await create({ ...document, title: { 'zh-CN': '指南', 'en-US': 'Guide' } })
    expect(refusalOf(await move(half.id, 1, 'scheduled', after(1000)))).toEqual({
      status: 422,
      error: 'material.textNeeded',
      at: ['body.en-US'],
    })
  })
})

describe('the list of organisers', () => {
  const list = async (query = '', headers: Record<string, string> = {}): Promise<string[]> => {
    const answer = await call('GET', `/api/materials/sources${query}`, undefined, headers)
    return answer.data(listMaterialSources).list.map(({ title }) => title['zh-CN']!)
  }
  const titled = (title: string) => ({ title: { 'zh-CN': title } })

  beforeEach(async () => {
    const fileId = await addFile(site.db, 'attachment')
    await addMaterial(site.db, { ...titled('草稿'), state: 'draft', publishedAt: null, updatedAt: after(-5) })
    await addMaterial(site.db, { ...titled('定时'), state: 'scheduled', publishedAt: after(1), updatedAt: after(-4) })
    await addMaterial(site.db, { ...titled('到时'), state: 'scheduled', publishedAt: fixedNow, updatedAt: after(-3) })
    await addMaterial(site.db, { ...titled('已发布'), kind: 'file', fileId, updatedAt: after(-2) })
    await addMaterial(site.db, {
      ...titled('归档'),
      state: 'archived',
      category: 'case',
      publishedAt: after(-9),
      updatedAt: after(-1),
    })
  })

  test.each([
    ['', ['归档', '已发布', '到时', '定时', '草稿']],
    ['?sort=updatedAt', ['草稿', '定时', '到时', '已发布', '归档']],
    ['?sort=-publishedAt', ['定时', '到时', '归档', '已发布', '草稿']],
    ['?sort=title', ['草稿', '到时', '定时', '归档', '已发布']],
    ['?state=published', ['已发布', '到时']],
    ['?state=scheduled', ['定时']],
    ['?state=draft', ['草稿']],
    ['?kind=file', ['已发布']],
    ['?category=case', ['归档']],
    ['?search=%E8%8D%89', ['草稿']],
    ['?pageSize=2&page=3', ['草稿']],
  ])('%s', async (query, expected) => {
    expect(await list(query)).toEqual(expected)
  })

  test.each(['state=seen', 'sort=kind', 'kind=file,video', 'colour=red'])('%s is refused', async (query) => {
    expect((await call('GET', `/api/materials/sources?${query}`)).status).toBe(422)
  })
})

test('a preview is what readers would get, and runs nothing', async () => {
  const text = '# 一\n\n<script>alert(1)</script> [a](javascript:alert(1)) [b](/News)'
  const answer = await call('POST', '/api/materials/preview', { text, locale: 'zh-CN' })
  expect(answer.data()).toEqual({
    html: '<h2 id="s-一">一 <a href="#s-一" aria-hidden="true" tabindex="-1">#</a></h2>\n<p>&lt;script&gt;alert(1)&lt;/script&gt; [a](javascript:alert(1)) <a href="/News">b</a></p>\n',
  })
  const long = await call('POST', '/api/materials/preview', { text: 'x'.repeat(60_001), locale: 'zh-CN' })
  expect(refusalOf(long)).toEqual({ status: 422, error: 'request.invalid', at: ['text'] })
})

test('teachers and visitors get none of this', async () => {
  for (const [headers, status] of [
    [teacher.headers, 403],
    [{}, 401],
  ] as const)
    for (const [method, path] of [
      ['GET', '/api/materials/sources'],
      ['POST', '/api/materials'],
      ['POST', '/api/materials/preview'],
    ] as const)
      expect((await site.call(method, path, { headers, ...(method === 'POST' && { body: document }) })).status).toBe(
        status,
      )
})
