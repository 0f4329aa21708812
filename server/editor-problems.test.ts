import { createArticle } from '@lectern/contract/articles/articles.ts'
import { createMaterial } from '@lectern/contract/materials/materials.ts'
import type { EditionId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition, createPhase } from './testing/contest.ts'
import { createPerson, type TestPerson } from './testing/people.ts'
import { refusalOf } from './testing/refusals.ts'
import { after, startSite, type TestSite } from './testing/site.ts'

let site: TestSite
let organiser: TestPerson
let editionId: EditionId

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
  editionId = await createEdition(site, { year: 2031 })
})
afterAll(() => site.close())

const gone = '01890000-0000-7000-8000-00000000000a'
const title = { 'zh-CN': '标题' }
const hours = (count: number): string => after(count * 3_600_000).toISOString()

const send = (method: string, path: string, body: object) => site.callAs(organiser, method, path, body)
/** The fields of all problems, sorted. */
const problemsOf = async (method: string, path: string, body: object): Promise<string[]> =>
  (refusalOf(await send(method, path, body)).at ?? []).toSorted()

test('an edition is refused with everything that is wrong about it', async () => {
  const edition = { year: 2031, name: title, timeZone: 'Asia/Shanghai', copyOf: null }
  expect(await problemsOf('POST', '/api/editions', { ...edition, copyOf: gone })).toEqual(['copyOf', 'year'])
  expect(await problemsOf('POST', '/api/editions', { ...edition, name: {}, timeZone: 'Mars/Base' })).toEqual([
    'name',
    'timeZone',
    'year',
  ])
  const other = await createEdition(site, { year: 2033, current: false })
  const saved = { year: 2031, name: {}, timeZone: 'Asia/Shanghai', version: 1 }
  expect(await problemsOf('PUT', `/api/editions/${other}`, saved)).toEqual(['name', 'year'])
})

test('a phase is refused with everything that is wrong about it', async () => {
  await createPhase(site, editionId, { kind: 'review' })
  const phase = { editionId, activityId: null, kind: 'review', opensAt: hours(2), closesAt: hours(1), graceMinutes: 0 }
  expect(await problemsOf('POST', '/api/phases', phase)).toEqual(['closesAt', 'kind'])
  expect(await problemsOf('POST', '/api/phases', { ...phase, graceMinutes: -1 })).toEqual([
    'closesAt',
    'graceMinutes',
    'kind',
  ])
})

test('a material is refused with everything that is wrong about it, in every language', async () => {
  const video = { kind: 'video', category: 'training', title, summary: {}, cover: gone, file: gone, captions: gone }
  expect(await problemsOf('POST', '/api/materials', video)).toEqual(['captions', 'cover', 'file'])
  expect(await problemsOf('POST', '/api/materials', { ...video, title: {} })).toEqual([
    'captions',
    'cover',
    'file',
    'title',
  ])
  const document = { kind: 'markdown', category: 'training', title, summary: {}, cover: null, body: title }
  const { id } = (await send('POST', '/api/materials', document)).data(createMaterial)
  await send('PUT', `/api/materials/${id}/state`, { state: 'published', version: 1 })
  const emptied = { ...document, title: { ...title, 'en-US': 'Title' }, cover: gone, body: {}, version: 2 }
  expect(await problemsOf('PUT', `/api/materials/${id}`, emptied)).toEqual(['body.en-US', 'body.zh-CN', 'cover'])
})

test('an article is refused with everything that is wrong about it', async () => {
  const article = {
    kind: 'news',
    title,
    summary: {},
    body: { 'zh-CN': '<p>正文</p>' },
    category: 'update',
    pinned: false,
    cover: null,
    attachments: [],
    author: null,
    publishedAt: null,
  }
  const wrong = { ...article, cover: gone, attachments: [gone] }
  expect(await problemsOf('POST', '/api/articles', wrong)).toEqual(['attachments', 'cover'])
  expect(await problemsOf('POST', '/api/articles', { ...wrong, title: {} })).toEqual(['attachments', 'cover', 'title'])
  const { id } = (await send('POST', '/api/articles', article)).data(createArticle)
  await send('POST', `/api/articles/${id}/state`, { state: 'published', version: 1 })
  const ahead = { ...wrong, publishedAt: hours(5), version: 2 }
  expect(await problemsOf('PUT', `/api/articles/${id}`, ahead)).toEqual(['attachments', 'cover', 'publishedAt'])
})

test('a banner is refused with everything that is wrong about it', async () => {
  const banner = { title, alt: title, link: null, visible: true, wide: gone, narrow: gone }
  const wrong = { ...banner, opensAt: hours(2), closesAt: hours(1) }
  expect(await problemsOf('POST', '/api/banners', wrong)).toEqual(['closesAt', 'narrow', 'wide'])
  expect(await problemsOf('POST', '/api/banners', { ...wrong, alt: {} })).toEqual(['alt', 'closesAt', 'narrow', 'wide'])
})
