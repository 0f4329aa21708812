import {
  createBanner,
  listAllBanners,
  listBanners,
  reorderBanners,
  saveBanner,
  type Banner,
  type ShownBanner,
} from '@lectern/contract/banners/banners.ts'
import type { BannerId, FileId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asc, eq, sql } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { addFile } from '../../testing/files.ts'
import { meetAt } from '../../testing/meeting.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { audit } from '../audit/tables.ts'
import { revision } from '../revisions/tables.ts'
import { banner } from './tables.ts'

let site: TestSite
let organiser: TestPerson
let colleague: TestPerson
let wide: FileId
let narrow: FileId

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
  colleague = await createPerson(site, { access: 'admin' })
  wide = await addFile(site.db, { width: 1920, height: 640 })
  narrow = await addFile(site.db, { width: 750, height: 750 })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.execute(sql`truncate banner, revision`)
})

const content = (changes: object = {}) => ({
  title: { 'zh-CN': '第八届大赛开赛', 'en-US': 'The eighth contest begins' },
  alt: { 'zh-CN': '讲台与屏幕', 'en-US': 'A lectern and a screen' },
  link: '/News',
  wide,
  narrow,
  opensAt: null,
  closesAt: null,
  visible: true,
  ...changes,
})

/** The content without empty fields. */
const said = () => Object.fromEntries(Object.entries(content()).filter(([, value]) => value !== null))

const as =
  (person: TestPerson) =>
  (method: string, path: string, body?: unknown, headers: object = {}) =>
    site.call(method, path, { headers: { ...person.headers, ...headers }, ...(body !== undefined && { body }) })

const add = async (changes: object = {}): Promise<Banner> => {
  const answer = await as(organiser)('POST', '/api/banners', content(changes))
  expect(answer.status).toBe(200)
  return answer.data(createBanner)
}

const shown = async (headers: Record<string, string> = {}): Promise<ShownBanner[]> =>
  (await site.get('/api/banners', headers)).data(listBanners).list

const seenTitles = async (): Promise<string[]> => (await shown()).map(({ title }) => title)

const all = async () => (await as(organiser)('GET', '/api/banners/all')).data(listAllBanners)

/** Audit entries of a banner, in order. */
const logOf = (id: string) =>
  site.db
    .select({ action: audit.action, changes: audit.changes })
    .from(audit)
    .where(eq(audit.subjectId, id))
    .orderBy(asc(audit.id))

/** What the log says about orders of these banners. */
const reorderingsOf = async (ids: readonly BannerId[]) =>
  (await logOf('order')).filter(({ changes }) => (changes!.before!.order as BannerId[]).includes(ids[0]!))

describe('what visitors see', () => {
  test('is in their language, with both pictures', async () => {
    const { id } = await add()
    const pictures = { wide: { id: wide, width: 1920, height: 640 }, narrow: { id: narrow, width: 750, height: 750 } }
    await eventually(async () => expect(await shown({ 'accept-language': 'en' })).toHaveLength(1))
    expect(await shown({ 'accept-language': 'en' })).toEqual([
      {
        id,
        title: 'The eighth contest begins',
        alt: 'A lectern and a screen',
        locale: 'en-US',
        link: '/News',
        ...pictures,
      },
    ])
    expect((await shown({ 'accept-language': 'pt' })).map(({ title, locale }) => [title, locale])).toEqual([
      ['第八届大赛开赛', 'zh-CN'],
    ])
  })

  test('is in one language, the title standing in for a missing description', async () => {
    await add({ title: { 'en-US': 'Only English' }, alt: { 'zh-CN': '讲台' } })
    await eventually(async () =>
      expect((await shown()).map(({ alt, locale }) => [alt, locale])).toEqual([['Only English', 'en-US']]),
    )
  })

  test('begins and ends at the moments of each window, whatever was kept meanwhile', async () => {
    await add({ title: { 'zh-CN': '一直' } })
    await add({ title: { 'zh-CN': '稍后' }, opensAt: after(10_000).toISOString() })
    await add({ title: { 'zh-CN': '先前' }, closesAt: after(20_000).toISOString() })
    await add({ title: { 'zh-CN': '关闭' }, visible: false })
    await eventually(async () => expect(await seenTitles()).toEqual(['一直', '先前']))
    const seen: string[][] = []
    for (const milliseconds of [9_999, 10_000, 19_999, 20_000]) {
      site.clock.set(after(milliseconds))
      seen.push(await seenTitles())
    }
    expect(seen).toEqual([
      ['一直', '先前'],
      ['一直', '稍后', '先前'],
      ['一直', '稍后', '先前'],
      ['一直', '稍后'],
    ])
  })

  test('leaves out a banner whose picture cannot be shown yet', async () => {
    await add({ title: { 'zh-CN': '等待' }, narrow: await addFile(site.db, { state: 'waiting', width: null }) })
    await add({ title: { 'zh-CN': '可见' } })
    await eventually(async () => expect(await seenTitles()).toEqual(['可见']))
  })
})

describe('an organiser', () => {
  test('sees how each banner stands now', async () => {
    await add({ opensAt: after(-2000).toISOString(), closesAt: after(1000).toISOString() })
    await add({ opensAt: after(1000).toISOString() })
    await add({ closesAt: fixedNow.toISOString() })
    await add({ visible: false })
    const { list } = await all()
    expect(list.map(({ standing }) => standing)).toEqual(['now', 'later', 'over', 'off'])
  })

  test('adds one banner with one key, however often it is sent', async () => {
    const key = { 'idempotency-key': 'one-banner-only' }
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        as(organiser)('POST', '/api/banners', content(), key).then((answer) => answer.data(createBanner)),
      ),
    )
    const { list } = await all()
    expect(list).toHaveLength(1)
    expect(answers).toEqual([list[0], list[0], list[0]])
    expect(list[0]).toEqual({
      id: list[0]!.id,
      ...content(),
      widePicture: { id: wide, width: 1920, height: 640 },
      narrowPicture: { id: narrow, width: 750, height: 750 },
      standing: 'now',
      version: 1,
      written: { 'zh-CN': fixedNow.toISOString(), 'en-US': fixedNow.toISOString() },
      updatedAt: fixedNow.toISOString(),
    })
  })

  test('saves a banner: a new version, its history, its languages and the log', async () => {
    const { id } = await add()
    site.clock.set(after(5000))
    const english = { 'zh-CN': '第八届大赛开赛', 'en-US': 'Now open' }
    const saved = await as(colleague)('PUT', `/api/banners/${id}`, { ...content({ title: english }), version: 1 })
    const { version, written, updatedAt } = saved.data(saveBanner)
    expect({ version, written, updatedAt }).toEqual({
      version: 2,
      written: { 'zh-CN': fixedNow.toISOString(), 'en-US': after(5000).toISOString() },
      updatedAt: after(5000).toISOString(),
    })
    expect(
      await site.db
        .select({ number: revision.number, by: revision.accountId, content: revision.content })
        .from(revision)
        .where(eq(revision.subjectId, id))
        .orderBy(asc(revision.number)),
    ).toEqual([
      { number: 1, by: organiser.id, content: content() },
      { number: 2, by: colleague.id, content: content({ title: english }) },
    ])
    expect(await logOf(id)).toEqual([
      { action: 'content.created', changes: { before: null, after: said() } },
      { action: 'content.updated', changes: { before: { title: content().title }, after: { title: english } } },
    ])
  })

  test('who saves nothing new leaves no trace', async () => {
    const { id } = await add()
    expect(
      (await as(organiser)('PUT', `/api/banners/${id}`, { ...content(), version: 1 })).data(saveBanner).version,
    ).toBe(1)
    expect(await site.db.$count(revision)).toBe(1)
  })

  test('gets an error when a colleague has saved meanwhile', async () => {
    const { id } = await add()
    await as(colleague)('PUT', `/api/banners/${id}/visible`, { visible: false, version: 1 })
    const late = await Promise.all([
      as(organiser)('PUT', `/api/banners/${id}`, { ...content(), version: 1 }),
      as(organiser)('PUT', `/api/banners/${id}/visible`, { visible: true, version: 1 }),
      as(organiser)('DELETE', `/api/banners/${id}?version=1`),
    ])
    expect(late.map(refusalOf)).toEqual(late.map(() => ({ status: 409, error: 'resource.changed' })))
    expect((await all()).list.map(({ visible, version }) => [visible, version])).toEqual([[false, 2]])
  })

  test('deletes a banner, which the log remembers', async () => {
    const { id } = await add()
    site.clock.set(after(5000))
    expect((await as(organiser)('DELETE', `/api/banners/${id}?version=1`)).status).toBe(200)
    expect(refusalOf(await as(organiser)('GET', `/api/banners/${id}`))).toEqual({
      status: 404,
      error: 'banner.notFound',
    })
    expect((await logOf(id)).at(-1)).toEqual({
      action: 'content.deleted',
      changes: { before: said(), after: null },
    })
  })
})

describe('the order', () => {
  const three = async (): Promise<BannerId[]> => {
    const ids: BannerId[] = []
    for (const name of ['甲', '乙', '丙']) ids.push((await add({ title: { 'zh-CN': name } })).id)
    return ids
  }

  test('is what organisers make it', async () => {
    const [a, b, c] = await three()
    const { order } = await all()
    const answer = await as(organiser)('PUT', '/api/banners/order', { ids: [c, a, b], basedOn: order })
    expect(answer.status).toBe(200)
    const now = await all()
    expect(now.list.map(({ id, version }) => [id, version])).toEqual([
      [c, 1],
      [a, 1],
      [b, 1],
    ])
    expect(answer.data(reorderBanners).order).toBe(now.order)
    await eventually(async () => expect(await seenTitles()).toEqual(['丙', '甲', '乙']))
    expect(await reorderingsOf([a!])).toEqual([
      { action: 'content.reordered', changes: { before: { order: [a, b, c] }, after: { order: [c, a, b] } } },
    ])
  })

  test('of two organisers at once is made once, and the other gets an error', async () => {
    const [a, b, c] = await three()
    const { order } = await all()
    const answers = await meetAt(
      site,
      ['select from banner for update'],
      [
        () => as(organiser)('PUT', '/api/banners/order', { ids: [b, a, c], basedOn: order }),
        () => as(colleague)('PUT', '/api/banners/order', { ids: [c, b, a], basedOn: order }),
      ],
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = answers[0]!.status === 200 ? [b, a, c] : [c, b, a]
    expect((await all()).list.map(({ id }) => id)).toEqual(winner)
    expect(await reorderingsOf([a!])).toHaveLength(1)
  })

  test.each([
    ['a banner that was added meanwhile', (ids: BannerId[]) => ids, true],
    ['a banner left out', ([a, b]: BannerId[]) => [a, b], false],
    ['a banner named twice', ([a, b]: BannerId[]) => [a, b, b], false],
    ['a banner that is not there', ([a, b]: BannerId[]) => [a, b, newId<BannerId>(fixedNow)], false],
  ])('is not made without knowing it: %s', async (_, change, added) => {
    const ids = await three()
    const { order } = await all()
    if (added) await add()
    const answer = await as(organiser)('PUT', '/api/banners/order', { ids: change(ids.toReversed()), basedOn: order })
    expect(refusalOf(answer)).toEqual({ status: 409, error: 'resource.changed' })
    expect((await all()).list.slice(0, 3).map(({ id }) => id)).toEqual(ids)
  })

  test('of a deleted banner closes up, and a new one stands last', async () => {
    const [a, b, c] = await three()
    await as(organiser)('DELETE', `/api/banners/${c}?version=1`)
    const { id } = await add()
    expect((await all()).list.map((row) => row.id)).toEqual([a, b, id])
  })
})

describe('what is refused', () => {
  test.each([
    ['no title', { title: {} }, 'title'],
    ['a title of blanks', { title: { 'en-US': '  ' } }, 'title.en-US'],
    ['a title in no language of the site', { title: { 'zh-CN': '你好', 'fr-FR': 'Bonjour' } }, 'title.fr-FR'],
    ['no description of the picture', { alt: {} }, 'alt'],
    ['a link that runs', { link: 'javascript:alert(1)' }, 'link'],
    ['a link of data', { link: 'data:text/html,<script>alert(1)</script>' }, 'link'],
    ['a link to another host in disguise', { link: '//evil.example' }, 'link'],
    ['a moment that is none', { opensAt: 'tomorrow' }, 'opensAt'],
    ['a picture that is no id', { wide: '../../etc/passwd' }, 'wide'],
    ['a field that nobody knows', { position: 1 }, 'position'],
  ])('%s', async (_, changes, field) => {
    const answer = await as(organiser)('POST', '/api/banners', content(changes))
    expect(refusalOf(answer)).toEqual({ status: 422, error: 'request.invalid', at: [field] })
  })

  test('a window that ends before it begins', async () => {
    const window = { opensAt: after(1000).toISOString(), closesAt: '2031-05-20T12:00:01Z' }
    const answer = await as(organiser)('POST', '/api/banners', content(window))
    expect(refusalOf(answer)).toEqual({ status: 422, error: 'banner.windowEmpty', at: ['closesAt'] })
  })

  test('files that are missing, gone, or made for something else', async () => {
    const { id } = await add()
    const files = [
      newId<FileId>(fixedNow),
      await addFile(site.db, { purpose: 'avatar' }),
      await addFile(site.db, { purpose: 'attachment' }),
      await addFile(site.db, { state: 'removed' }),
    ]
    for (const file of files) {
      const answer = await as(organiser)('PUT', `/api/banners/${id}`, { ...content({ narrow: file }), version: 1 })
      expect(refusalOf(answer)).toEqual({ status: 404, error: 'file.notFound', at: ['narrow'] })
    }
  })

  test('more banners than anybody could want', async () => {
    const first = await add()
    const [row] = await site.db.select().from(banner).where(eq(banner.id, first.id))
    for (let position = 2; position <= 50; position += 1)
      await site.db.insert(banner).values({ ...row!, id: newId<BannerId>(fixedNow), position })
    const answer = await as(organiser)('POST', '/api/banners', content())
    expect(refusalOf(answer)).toEqual({ status: 409, error: 'content.tooMany' })
  })
})

test('text that looks like a program stays text', async () => {
  const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'
  await add({ title: { 'zh-CN': script }, alt: { 'zh-CN': `"${script}` } })
  await eventually(async () =>
    expect((await shown()).map(({ title, alt }) => [title, alt])).toEqual([[script, `"${script}`]]),
  )
})

test('one banner costs as many questions as twenty', async () => {
  const { id } = await add()
  const count = async (): Promise<number> => {
    const before = site.statements.length
    await all()
    return site.statements.length - before
  }
  const one = await count()
  const [row] = await site.db.select().from(banner).where(eq(banner.id, id))
  for (let position = 2; position <= 20; position += 1)
    await site.db.insert(banner).values({ ...row!, id: newId<BannerId>(fixedNow), position })
  const { list } = await all()
  expect(list).toHaveLength(20)
  expect(await count()).toBe(one)
})
