import type { FileId } from '@lectern/contract/ids.ts'
import { defaultSettings } from '@lectern/contract/settings/settings.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { refusal } from '../../testing/proofs.ts'
import { eventually, fixedNow, startSite, type Answer, type TestSite } from '../../testing/site.ts'
import { audit } from '../audit/tables.ts'
import { file } from '../files/tables.ts'
import { setting } from './tables.ts'

let site: TestSite
let admin: TestPerson
beforeAll(async () => {
  site = await startSite()
  admin = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
beforeEach(() => site.pool.query(`delete from setting where key = 'site'`))

const path = '/api/settings/site'
const { logo: _logo, preview: _preview, ...plain } = defaultSettings
const delivered = { ...plain, languages: [...plain.languages], logo: null, preview: null }

const change = (changes: object, version = 0): Promise<Answer> =>
  site.call('PUT', path, { headers: admin.headers, body: { ...delivered, ...changes, version } })

const home = async (query = '', headers: Record<string, string> = {}): Promise<string> =>
  (await site.get(`/${query}`, { 'accept-language': 'zh-CN', ...headers })).text

const langOf = (html: string): string | undefined => /<html lang="([\w-]+)"/.exec(html)?.[1]

/** A picture as an upload leaves it. */
const insertPicture = async (state: 'waiting' | 'stored', purpose: 'picture' | 'attachment' = 'picture') => {
  const id = newId<FileId>(fixedNow)
  await site.db.insert(file).values({
    id,
    ownerId: admin.id,
    purpose,
    name: 'logo.png',
    type: 'image/webp',
    size: 9,
    sha256: Buffer.alloc(32),
    state,
    width: 600,
    height: 200,
    createdAt: fixedNow,
  })
  return id
}

test('a change that could not be read when it was told of is read later', async () => {
  const [first, second] = [site, await startSite({ databaseUrl: site.databaseUrl })]
  const query = second.pool.query.bind(second.pool) as (...args: unknown[]) => unknown
  let failures = 0
  second.pool.query = ((...args: unknown[]) => {
    const isReading = /^select .* from "setting"$/.test((args[0] as { text?: string }).text ?? '')
    if (!isReading || failures > 0) return query(...args)
    failures += 1
    return Promise.reject(new Error('no connection was free'))
  }) as typeof second.pool.query
  expect((await change({ layout: 'side' })).status).toBe(200)
  await eventually(async () => {
    const pages = await Promise.all([first, second].map((one) => one.get('/')))
    expect(pages.map(({ text }) => /data-layout="(\w+)"/.exec(text)?.[1])).toEqual(['side', 'side'])
  })
  expect(failures).toBe(1)
  await second.close()
})

test('the site is as delivered until an organiser changes it', async () => {
  expect((await site.get(path, admin.headers)).data()).toEqual({
    ...delivered,
    version: 0,
    pictures: { logo: null, preview: null },
  })
})

test('a change is seen by every visitor at once, also in another process', async () => {
  const second = await startSite({ databaseUrl: site.databaseUrl })
  expect(await home()).toContain('大赛组织委员会')
  const changes = {
    title: { 'zh-CN': '示范大赛' },
    organiser: { 'zh-CN': '示范组委会' },
    navTheme: 'dark',
    primaryColor: '#D4380D',
    layout: 'side',
    contentWidth: 'fixed',
    fixedHeader: false,
    colorWeak: true,
    email: 'Office@Example.org',
    phone: '010-6609 6114',
    icp: '京ICP备12345678号',
    publicSecurity: '京公网安备11010502030143号',
    timeZone: 'Asia/Urumqi',
  }
  const changed = await change(changes)
  expect([changed.status, changed.data()]).toEqual([
    200,
    {
      ...delivered,
      ...changes,
      primaryColor: '#d4380d',
      email: 'office@example.org',
      version: 1,
      pictures: { logo: null, preview: null },
    },
  ])
  const marks = [
    '<title>示范大赛</title>',
    'data-nav="dark"',
    'data-weak="true"',
    '/user/theme/d4380d-',
    'data-layout="side"',
    'data-width="fixed"',
    '示范组委会',
    'href="mailto:office@example.org"',
    'href="tel:01066096114"',
    '<a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">京ICP备12345678号</a>',
    'code=11010502030143"',
    '"timeZone":"Asia/Urumqi"',
  ]
  const missingIn = (html: string): string[] => marks.filter((mark) => !html.includes(mark))
  await eventually(async () => expect(missingIn(await home())).toEqual([]))
  expect(await home()).not.toContain('data-fixed-header')
  await eventually(async () =>
    expect(missingIn((await second.get('/', { 'accept-language': 'zh-CN' })).text)).toEqual([]),
  )
  await second.close()
})

test('what nobody has changed is not written down', async () => {
  await change({ icp: '京ICP备12345678号' })
  const [stored] = await site.db.select().from(setting).where(eq(setting.key, 'site'))
  expect(stored!.value).toEqual({ icp: '京ICP备12345678号' })
})

test('of two organisers the second is told, and the log says what was changed', async () => {
  const entries = async () =>
    (await site.db.select({ changes: audit.changes }).from(audit).where(eq(audit.subjectId, 'site'))).map(
      ({ changes }) => JSON.stringify(changes),
    )
  const former = await entries()
  expect((await change({ navTheme: 'dark' })).status).toBe(200)
  expect(refusal(await change({ layout: 'mix' }))).toEqual({ status: 409, error: 'resource.changed' })
  expect((await change({ navTheme: 'dark', layout: 'mix' }, 1)).status).toBe(200)
  const written = (await entries()).filter((entry) => !former.includes(entry))
  expect(written.toSorted()).toEqual([
    JSON.stringify({ after: { layout: 'mix' }, before: { layout: 'top' } }),
    JSON.stringify({ after: { navTheme: 'dark' }, before: { navTheme: 'light' } }),
  ])
})

test('everything that makes no sense is told at once', async () => {
  const refused = await change({
    title: {},
    primaryColor: 'red',
    layout: 'bottom',
    email: 'nobody',
    phone: 'call me',
    icp: 'a\nb',
    languages: ['en-US'],
    timeZone: 'Mars/Olympus',
    slogan: 'x',
  })
  expect(refusal(refused)).toEqual({
    status: 422,
    error: 'request.invalid',
    at: ['title', 'primaryColor', 'layout', 'email', 'phone', 'icp', 'languages', 'timeZone', 'slogan'],
  })
})

describe('a language that is switched off', () => {
  const switchOff = async (): Promise<void> => {
    await change({ languages: ['zh-CN', 'en-US'] })
    await eventually(async () => {
      if ((await home()).includes('hrefLang="pt-BR"')) throw new Error('not heard of yet')
    })
  }

  test('is in no picker, no head and no sitemap', async () => {
    await switchOff()
    const html = await home()
    const named = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, locale]) => locale!)
    expect(named(/rel="alternate" hrefLang="([\w-]+)"/g)).toEqual(['zh-CN', 'en-US', 'x-default'])
    expect(named(/<a href="\?lang=[\w-]+" lang="([\w-]+)"/g)).toEqual(['zh-CN', 'en-US'])
    const sitemap = (await site.get('/sitemap.xml')).text
    expect(new Set([...sitemap.matchAll(/hreflang="([\w-]+)"/g)].map(([, locale]) => locale))).toEqual(
      new Set(['zh-CN', 'en-US']),
    )
  })

  test('is shown neither by address, nor by choice, nor by the browser’s wish', async () => {
    await switchOff()
    expect(langOf(await home('?lang=pt-BR'))).toBe('zh-CN')
    expect(langOf(await home('?lang=en-US'))).toBe('en-US')
    expect(langOf(await home('', { cookie: 'lectern.locale=id-ID' }))).toBe('zh-CN')
    expect(langOf(await home('', { 'accept-language': 'pt-BR,en;q=0.5' }))).toBe('en-US')
    expect(langOf(await home('', { 'accept-language': 'zh-TW,en;q=0.5' }))).toBe('zh-CN')
    expect(langOf((await site.get('/nowhere?lang=id-ID', { 'accept-language': 'id-ID' })).text)).toBe('zh-CN')
  })
})

describe('a picture of the site', () => {
  test('takes the place of the drawn one as soon as it is made', async () => {
    const [logo, preview] = [await insertPicture('waiting'), await insertPicture('stored')]
    const changed = await change({ logo, preview })
    expect(changed.data()).toMatchObject({
      logo,
      preview,
      pictures: { logo: null, preview: { id: preview, width: 600, height: 200 } },
    })
    await eventually(async () => expect(await home()).toContain(`/api/files/${preview}/600.webp`))
    expect(await home()).not.toContain(logo)
    await site.db.update(file).set({ state: 'stored' }).where(eq(file.id, logo))
    await site.pool.query(`select pg_notify('content', '')`)
    await eventually(async () => expect(await home()).toContain(`/api/files/${logo}/320.webp`))
    const html = await home()
    expect(/<meta property="og:image" content="([^"]*)"/.exec(html)?.[1]).toBe(
      `http://localhost:8000/api/files/${preview}/600.webp`,
    )
    expect(/<link rel="icon" href="([^"]*)"/.exec(html)?.[1]).toBe(`/api/files/${logo}/320.webp`)
  })

  test('must be a picture that is there', async () => {
    const attachment = await insertPicture('stored', 'attachment')
    expect(refusal(await change({ logo: attachment }))).toEqual({ status: 404, error: 'file.notFound', at: ['logo'] })
    expect(refusal(await change({ preview: newId<FileId>(fixedNow) }))).toEqual({
      status: 404,
      error: 'file.notFound',
      at: ['preview'],
    })
  })
})
