import type { FileId } from '@lectern/contract/ids.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { pageBlocks, type PageName } from '@lectern/contract/pages/section-shapes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installDocuments } from '../../database/documents.ts'
import { seedPages } from '../../database/seed/pages.ts'
import { newId } from '../../platform/ids.ts'
import { createActivity, createEdition } from '../../testing/contest.ts'
import { eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'

/** Pictures are made by a job, which does not run here. */
const nothing = async (): Promise<FileId> => newId<FileId>(fixedNow)
const withoutPictures = { picture: nothing, store: nothing, writeDown: async () => {} }

let site: TestSite
beforeAll(async () => {
  site = await startSite()
  await installDocuments(site.db, fixedNow)
  await seedPages(site.db, withoutPictures, fixedNow)
  await createActivity(site, await createEdition(site))
})
afterAll(() => site.close())

const pathOf = (name: PageName): string => (name === 'Home' ? '/' : `/${name}`)
const shown = Object.keys(pageBlocks).filter((name) => name !== 'Welcome') as PageName[]
const pages = shown.map(pathOf)
const blocks = shown.flatMap((name) => pageBlocks[name].map((block) => `/${name}/${block}`))

const all = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, found]) => found!)

const read = async (path: string, locale: Locale) => {
  const { status, text } = await site.get(`${path}?lang=${locale}`)
  return {
    status,
    language: all(text, /<html lang="([^"]*)"/g),
    headings: all(text, /<(h1)[ >]/g).length,
    canonical: all(text, /<link rel="canonical" href="http:\/\/localhost:8000([^"?]*)/g),
    // No duplicate ids: anchors and labels must be unambiguous.
    twice: all(text, / id="([^"]*)"/g).filter((id, position, ids) => ids.indexOf(id) !== position),
    unnotified: all(text, />((?:section|page|rules|source|menu|deadline)\.[\w.]+)</g),
    styled: all(text, /<[a-z]+ [^>]*(style=")/g),
  }
}

describe.each(locales)('in %s', (locale) => {
  it.each([...pages, ...blocks, '/Home/data.source'])(
    '%s answers, with one title, at its own address',
    async (path) => {
      expect(await read(path, locale)).toEqual({
        status: 200,
        language: [locale],
        headings: 1,
        canonical: [path],
        twice: [],
        unnotified: [],
        styled: [],
      })
    },
  )
})

it('a block is found however its address is spelt, and is known by the right one', async () => {
  expect(await read('/about/CONTACT0', 'en-US')).toMatchObject({ status: 200, canonical: ['/About/Contact0'] })
})

it.each([
  '/About/Nothing',
  '/Home/Feature1',
  '/Home/constructor',
  '/About/Feature1/more',
  '/Home',
  '/Welcome/Introduction',
])('%s is not there', async (path) => {
  const { status, text } = await site.get(path)
  expect([status, text.includes('<meta name="robots" content="noindex"')]).toEqual([404, true])
})

it('the home page does not repeat its menu and its foot', async () => {
  const { text } = await site.get('/')
  expect(all(text, /<section id="(\w+)"/g).filter((id) => id === 'Nav3' || id === 'Footer0')).toEqual([])
})

it('the rules have a table of contents that leads to every chapter', async () => {
  const { text } = await site.get('/Rules')
  const targets = all(text, /<a href="#([\w-]+)"/g).filter((id) => id !== 'main')
  const missing = targets.filter((id) => !text.includes(` id="${id}"`))
  expect([targets.length > 5, missing]).toEqual([true, []])
})

it('the rules can be taken along as a file, in the language that is asked for', async () => {
  const { status, headers, text } = await site.get('/api/pages/Rules/file?lang=en-US')
  expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    200,
    'text/html; charset=utf-8',
    `attachment; filename="Rules.html"; filename*=UTF-8''Rules.html`,
  ])
  expect([all(text, /<html lang="([^"]*)"/g), all(text, /<h1>([^<]*)/g)]).toEqual([['en-US'], ['Rules']])
})

it('what is shown in another language says so, and is marked with that language', async () => {
  await site.pool.query(
    `update page set published = jsonb_set(published, '{0,content,title}', '{"zh-CN": "只有中文"}') where name = 'Note'`,
  )
  await eventually(async () => {
    const { text } = await site.get('/Note?lang=pt-BR')
    expect(text).toMatch(/<section id="Feature1"[^>]* lang="zh-CN">.*只有中文.*<p class="[^"]*" lang="pt-BR">/s)
  })
})
