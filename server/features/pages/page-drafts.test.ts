import type { Locale } from '@lectern/contract/locales.ts'
import { randomUUID } from 'node:crypto'
import {
  listPages,
  previewPage,
  publishPage,
  readPage,
  readPageDraft,
  savePageDraft,
  type PageDraft,
  type ShownPage,
} from '@lectern/contract/pages/pages.ts'
import { listRevisions, readRevision } from '@lectern/contract/revisions/revisions.ts'
import { blankOf, pageNames, sectionShapes, type SectionType } from '@lectern/contract/pages/section-shapes.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installPages } from '../../database/pages.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { audit } from '../audit/tables.ts'

let site: TestSite
let admin: TestPerson

beforeAll(async () => {
  site = await startSite()
  await installPages(site.db, fixedNow)
  admin = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())

const section = (type: SectionType, block: string, content: object = {}, visible = true): WrittenSection =>
  ({
    id: randomUUID(),
    block,
    type,
    visible,
    content: { ...blankOf(sectionShapes[type]), ...content },
  }) as WrittenSection

const draftOf = async (name: string): Promise<PageDraft> =>
  (await site.get(`/api/pages/${name}/draft`, admin.headers)).data(readPageDraft)

const save = (name: string, body: object) =>
  site.call('PUT', `/api/pages/${name}/draft`, { headers: { ...admin.headers, 'accept-language': 'en-US' }, body })

const publish = (name: string, version: number) =>
  site.call('POST', `/api/pages/${name}/publication`, { headers: admin.headers, body: { version } })

/** Saves these sections over whatever is there. */
const replace = async (name: string, sections: WrittenSection[]): Promise<PageDraft> => {
  const { version } = await draftOf(name)
  return (await save(name, { version, sections })).data(savePageDraft)
}

const shownIn = async (name: string, language = 'en-US'): Promise<ShownPage> =>
  (await site.get(`/api/pages/${name}`, { 'accept-language': language })).data(readPage)

const contentsOf = ({ sections }: ShownPage) => sections.map(({ block, locale, content }) => [block, locale, content])

describe('a draft', () => {
  it('is seen by nobody until it is published, then by everybody, though the former page was kept', async () => {
    const welcome = section('richText', 'Hello', { title: { 'en-US': 'Hello' }, text: { 'en-US': '<p>Come in</p>' } })
    const before = await shownIn('Welcome')
    const { version } = await replace('Welcome', [welcome])
    const meanwhile = await shownIn('Welcome')
    await publish('Welcome', version)
    const published = await eventually(async () => {
      const shown = await shownIn('Welcome')
      expect(shown.sections.length).toBe(1)
      return shown
    })
    expect([before.sections, meanwhile.sections, contentsOf(published)]).toEqual([
      [],
      [],
      [['Hello', 'en-US', { title: 'Hello', text: '<p>Come in</p>' }]],
    ])
  })

  it('is not overwritten by somebody who had not seen its latest version', async () => {
    const { version } = await draftOf('Terms')
    const first = await save('Terms', { version, sections: [] })
    const second = await save('Terms', { version, sections: [section('richText', 'Late')] })
    const outdated = await publish('Terms', version)
    expect([first.status, second.status, outdated.status, (await draftOf('Terms')).sections]).toEqual([
      200,
      409,
      409,
      [],
    ])
  })

  it('makes no version of what is as it was', async () => {
    const { version, sections } = await draftOf('Rules')
    const again = (await save('Rules', { version, sections })).data(savePageDraft)
    expect(again.version).toBe(version)
  })

  it('keeps nothing that could run, and no language of which nothing is left', async () => {
    const draft = await replace('About', [
      section('richText', 'Feature1', {
        text: {
          'zh-CN': '<p onclick="a()">好<script>a()</script></p>',
          'en-US': '<script>a()</script>',
          'pt-BR': '<a href="javascript:a()">x</a>',
        },
      }),
      section('faq', 'Feature2', {
        items: [{ question: { 'en-US': '<b>Why?</b>' }, answer: { 'en-US': '<img src=x onerror=a()><p>So</p>' } }],
      }),
    ])
    expect(draft.sections.map(({ content }) => content)).toEqual([
      { title: {}, text: { 'zh-CN': '<p>好</p>', 'pt-BR': '<a>x</a>' } },
      {
        title: {},
        lead: {},
        items: [{ question: { 'en-US': '<b>Why?</b>' }, answer: { 'en-US': '<p>So</p>' } }],
      },
    ])
  })

  it('has no two sections at one address, however it is spelt', async () => {
    const { version } = await draftOf('Note')
    const sections = [section('richText', 'FeatureA'), section('faq', 'Featurea')]
    const answer = await save('Note', { version, sections })
    expect([answer.status, answer.failure()]).toMatchObject([
      422,
      { error: 'page.blockTaken', fields: [{ path: 'sections.1.block' }] },
    ])
  })

  it.each([
    ['a section twice', (one: WrittenSection) => [one, { ...one, block: 'Other' }], 'sections.1.id'],
    [
      'a field that its kind has not',
      (one: WrittenSection) => [{ ...one, content: { ...one.content, more: 1 } }],
      'sections.0.content.more',
    ],
    ['a kind that does not exist', (one: WrittenSection) => [{ ...one, type: 'script' }], 'sections.0.type'],
    ['an address with a space', (one: WrittenSection) => [{ ...one, block: 'A b' }], 'sections.0.block'],
    [
      'a link that runs',
      (one: WrittenSection) => [
        {
          ...section('cards', 'Cards'),
          content: { ...blankOf(sectionShapes.cards), items: [{ title: {}, text: {}, href: 'javascript:a()' }] },
        },
        one,
      ],
      'sections.0.content.items.0.href',
    ],
  ])('with %s is refused at that field', async (_, sectionsOf, path) => {
    const { version } = await draftOf('Note')
    const answer = await save('Note', { version, sections: sectionsOf(section('richText', 'One')) })
    const { fields } = answer.failure()
    expect([answer.status, fields?.map((field) => field.path)]).toEqual([422, [path]])
  })

  it('refers to pictures that are there', async () => {
    const { version } = await draftOf('Note')
    const picture = '01890000-0000-7000-8000-000000000000'
    const sections = [section('gallery', 'Gallery', { items: [{ picture, caption: {} }] })]
    const answer = await save('Note', { version, sections })
    expect([answer.status, answer.failure()]).toMatchObject([
      404,
      { error: 'file.notFound', fields: [{ path: 'sections.0.content.items.0.picture' }] },
    ])
  })

  it('says which languages are missing or older than their source, and which addresses would be empty', async () => {
    const both = { 'zh-CN': '一', 'en-US': 'One' }
    const feature = section('richText', 'Feature50', { title: both })
    const first = await replace('MATE', [feature, section('materialList', 'Feature51', {}, false)])
    site.clock.set(after(60_000))
    const changed = { ...feature, content: { ...feature.content, title: { ...both, 'zh-CN': '二' } } } as WrittenSection
    const second = (await save('MATE', { version: first.version, sections: [changed] })).data(savePageDraft)
    site.clock.set(fixedNow)
    const missing = { 'zh-TW': 'missing', 'id-ID': 'missing', 'pt-BR': 'missing' }
    expect([first.translations[feature.id], second.translations[feature.id], first.absentBlocks]).toEqual([
      { ...missing, 'zh-CN': 'current', 'en-US': 'current' },
      { ...missing, 'zh-CN': 'current', 'en-US': 'outdated' },
      ['Feature51'],
    ])
  })

  it('is previewed in any language, with what is visible of it, and nothing is stored', async () => {
    const before = await draftOf('Contact')
    const sections = [
      section('richText', 'Seen', {
        title: { 'zh-CN': '看', 'pt-BR': 'Ver' },
        text: { 'zh-CN': '<p onclick="a()">好<script>a()</script></p>' },
      }),
      section('richText', 'Hidden', {}, false),
    ]
    const preview = async (locale: Locale) =>
      contentsOf(
        (
          await site.call('POST', '/api/pages/Contact/preview', { headers: admin.headers, body: { locale, sections } })
        ).data(previewPage),
      )
    expect([await preview('pt-BR'), await preview('id-ID'), await draftOf('Contact')]).toEqual([
      [['Seen', 'zh-CN', { title: 'Ver', text: '<p>好</p>' }]],
      [['Seen', 'zh-CN', { title: '看', text: '<p>好</p>' }]],
      before,
    ])
  })

  it('is told together with what visitors see, to be compared', async () => {
    const { published } = await draftOf('MATE')
    const { version, ...saved } = await replace('MATE', [
      section('richText', 'Feature50', { title: { 'zh-CN': '新' } }),
    ])
    const done = (await publish('MATE', version)).data(publishPage)
    expect([saved.published, done.published]).toEqual([published, saved.sections])
  })

  it('leaves its former versions, the delivered one first', async () => {
    const delivered = (await draftOf('Contact_bac')).sections
    await replace('Contact_bac', [])
    const versions = (await site.get('/api/revisions/page/Contact_bac', admin.headers)).data(listRevisions)
    const first = (await site.get('/api/revisions/page/Contact_bac/1', admin.headers)).data(readRevision)
    expect([versions.list.map(({ number }) => number), first.content]).toEqual([[2, 1], { sections: delivered }])
  })
})

it('the log says which page was changed and published, by version and sections', async () => {
  const { version } = await replace('Privacy', [section('richText', 'Short', {}, false)])
  await publish('Privacy', version)
  const rows = await site.db
    .select({ action: audit.action, changes: audit.changes })
    .from(audit)
    .where(eq(audit.subjectId, 'Privacy'))
    .orderBy(audit.action)
  expect(rows).toEqual([
    {
      action: 'content.updated',
      changes: {
        before: { version: 1, blocks: ['Document'], hidden: [] },
        after: { version: 2, blocks: ['Short'], hidden: ['Short'] },
      },
    },
    { action: 'page.published', changes: { before: { version: 1 }, after: { version: 2 } } },
  ])
})

it('organisers see all pages, with how far each is published', async () => {
  const { list } = (await site.get('/api/pages', admin.headers)).data(listPages)
  expect(list.map(({ name }) => name)).toEqual(pageNames)
  expect(list.find(({ name }) => name === 'Home')).toEqual({
    name: 'Home',
    version: 1,
    publishedVersion: 1,
    updatedAt: fixedNow.toISOString(),
    publishedAt: fixedNow.toISOString(),
  })
})
