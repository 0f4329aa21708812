import { locales } from '@lectern/contract/locales.ts'
import {
  readBlock,
  readPage,
  type SectionData,
  type ShownPage,
  type ShownSection,
} from '@lectern/contract/pages/pages.ts'
import { pageNames } from '@lectern/contract/pages/section-shapes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installDocuments } from '../../database/documents.ts'
import { installPages } from '../../database/pages.ts'
import { createActivity, createEdition, createPhase, daysFromNoon } from '../../testing/contest.ts'
import { eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { page } from './tables.ts'

let site: TestSite
let withoutEdition: unknown[]
beforeAll(async () => {
  site = await startSite()
  await installDocuments(site.db, fixedNow)
  await installPages(site.db, fixedNow)
  withoutEdition = [
    await dataOf('Home', 'hero'),
    await dataOf('Home', 'activityList'),
    await dataOf('Note', 'schedule'),
  ]
})
afterAll(() => site.close())

const read = async (name: string, language = 'en-US'): Promise<ShownPage> =>
  (await site.get(`/api/pages/${name}`, { 'accept-language': language })).data(readPage)

const dataOf = async <T extends ShownSection['type']>(name: string, type: T) =>
  ((await read(name)).sections.find((section) => section.type === type) as ShownSection & { data: unknown }).data

const blockOf = async (name: string, block: string) =>
  site.get(`/api/pages/${name}/blocks/${block}`, { 'accept-language': 'en-US' })

describe('the pages that are delivered', () => {
  it.each(pageNames)('%s says everything in every language', async (name) => {
    const others = await Promise.all(
      locales.map(async (locale) => (await read(name, locale)).sections.filter((section) => section.locale !== locale)),
    )
    expect(others).toEqual(locales.map(() => []))
  })

  it('are installed once, however often that is asked for', async () => {
    const before = await site.db.select().from(page)
    await installPages(site.db, daysFromNoon(1))
    expect(await site.db.select().from(page)).toEqual(before)
  })
})

describe('a block', () => {
  it('is found alone, whatever the case of its address', async () => {
    const { sections } = await read('Home')
    const whole = sections.find(({ block }) => block === 'Content4')
    const alone = await blockOf('Home', 'content4')
    expect([alone.status, alone.data(readBlock)]).toEqual([200, whole])
  })

  it.each([
    ['hidden', 'About', 'Feature1'],
    ['of another page', 'About', 'Banner1'],
    ['that never was', 'Home', 'constructor'],
  ])('%s is not there', async (_, name, block) => {
    const answer = await blockOf(name, block)
    expect([answer.status, answer.failure().error]).toEqual([404, 'page.notFound'])
  })
})

it('a page that does not exist is refused', async () => {
  expect((await site.get('/api/pages/Nothing')).status).toBe(422)
})

describe('sections that show living things', () => {
  it('say that no edition runs yet', () => {
    expect(withoutEdition).toEqual([
      { edition: null, next: null },
      { edition: null, activities: [] },
      { edition: null, schedule: [] },
    ])
  })

  it('show the agreement in force', async () => {
    expect(await dataOf('Terms', 'document')).toMatchObject({ name: 'terms', version: 1, versions: [{ version: 1 }] })
  })

  it('show the edition that runs, what closes next, and the rules of each activity', async () => {
    const editionId = await createEdition(site)
    const open = await createActivity(site, editionId, { name: { 'en-US': 'Open' } })
    const soon = await createActivity(site, editionId, { name: { 'zh-CN': '将截止' } })
    await createPhase(site, editionId, { activityId: soon, closesAt: daysFromNoon(2) })
    const hero = await eventually(async () => {
      const found = (await dataOf('Home', 'hero')) as SectionData<'hero'>
      expect(found.next?.at).toBe(daysFromNoon(2).toISOString())
      return found
    })
    const { edition } = hero
    expect(hero).toEqual({
      edition: { id: editionId, year: 2026, name: 'Eighth edition', locale: 'en-US', timeZone: 'Asia/Shanghai' },
      next: {
        what: 'closes',
        at: daysFromNoon(2).toISOString(),
        activities: [{ id: soon, name: '将截止', locale: 'zh-CN' }],
      },
    })
    expect(await dataOf('Note', 'schedule')).toEqual({
      edition,
      schedule: [
        {
          kind: 'enrolment',
          opensAt: daysFromNoon(-5).toISOString(),
          closesAt: daysFromNoon(5).toISOString(),
          standing: 'running',
        },
      ],
    })
    expect(await dataOf('Rules', 'activityRules')).toEqual({
      list: [
        { id: open, name: 'Open', locale: 'en-US', rules: '<p>Rules</p>' },
        { id: soon, name: '将截止', locale: 'zh-CN', rules: '<p>规则</p>' },
      ],
    })
  })
})

it('a page is answered from what is kept: the second time the database is not asked', async () => {
  await read('Note', 'id-ID')
  const before = site.statements.length
  const answer = await site.get('/api/pages/Note', { 'accept-language': 'id-ID' })
  expect([answer.status, site.statements.length - before]).toEqual([200, 0])
})
