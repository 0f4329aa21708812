import type { FileId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eq } from '../../../platform/database/drizzle.ts'
import { pdfSample, slidesSample, zipOf } from '../../../testing/document-samples.ts'
import { mediaSample } from '../../../testing/media-samples.ts'
import { presentationParts, slideXml, textShape } from '../../../testing/presentation-parts.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { createStoredWork, partOf, storeWorkFile } from '../../../testing/stored-works.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { inspectFile } from '../checks/inspection.ts'
import { rescanTyped } from './leaks.ts'
import { presentLeakPlace } from '../checks/present-findings.ts'
import { leak, work, workFile } from '../tables.ts'

let site: TestSite
let person: TestPerson

const parts = [
  partOf({ id: 'plan', kind: 'document' }),
  partOf({ id: 'slides', kind: 'slides' }),
  partOf({ id: 'film', kind: 'video' }),
  partOf({ id: 'idea', kind: 'text' }),
  partOf({ id: 'secret', kind: 'text', forExperts: false }),
  partOf({ id: 'page', kind: 'link' }),
  partOf({ id: 'hidden', kind: 'link', forExperts: false }),
]

beforeAll(async () => {
  site = await startSite()
  person = await createPerson(site, {
    realName: 'Wang Fang',
    school: '云泽大学',
    email: 'wang.fang@example.org',
    phone: '+8613912345678',
  })
})
afterAll(() => site.close())

type Made = Awaited<ReturnType<typeof createStoredWork>>
const create = (rules = {}): Promise<Made> => createStoredWork(site, { person, rules: { parts, ...rules } })

const leaksOf = async ({ workId }: Made) => {
  const rows = await site.db.select().from(leak).where(eq(leak.workId, workId)).orderBy(leak.fileId, leak.position)
  return rows.map(({ id, kind, value, place, context, judgement }) => ({ id, kind, value, place, context, judgement }))
}

const openLeaks = async ({ workId }: Made): Promise<number> => {
  const [row] = await site.db.select({ count: work.openLeaks }).from(work).where(eq(work.id, workId))
  return row!.count
}

const type = async (of: Made, typed: { title?: string; summary?: string; values?: Record<string, string> }) =>
  inTransaction(site.asProgram(), async (ctx) => {
    await ctx.db.update(work).set(typed).where(eq(work.id, of.workId))
    await rescanTyped(ctx, of.workId)
  })

const hand = async (of: Made, part: string, name: string, content: Buffer): Promise<FileId> => {
  const id = await storeWorkFile(site.asProgram(), { workId: of.workId, part, name, content, ownerId: person.id })
  await inspectFile(site.asProgram(), id)
  return id
}

describe('what a team types', () => {
  it('is compared with its people, each time it is saved', async () => {
    const made = await create()
    await type(made, {
      title: 'A lesson of Wang Fang',
      summary: '云泽大学的一节课',
      values: { idea: 'call 139-1234-5678 or 粉笔小组', secret: 'Wang Fang' },
    })
    expect((await leaksOf(made)).map(({ kind, place }) => [kind, place])).toEqual([
      ['name', { kind: 'title' }],
      ['school', { kind: 'summary' }],
      ['phone', { kind: 'value', part: 'idea' }],
      ['team', { kind: 'value', part: 'idea' }],
    ])
    expect(await openLeaks(made)).toBe(4)
    await type(made, { title: 'A lesson', values: {} })
    expect((await leaksOf(made)).map(({ kind }) => kind)).toEqual(['school'])
    expect(await openLeaks(made)).toBe(1)
  })

  it('keeps what organisers have said about it, as long as it says the same', async () => {
    const made = await create()
    await type(made, { title: 'Wang Fang teaches', summary: '云泽大学' })
    const [first] = await leaksOf(made)
    await site.db.update(leak).set({ judgement: 'fine' }).where(eq(leak.id, first!.id))
    await type(made, { summary: '云泽大学' })
    expect((await leaksOf(made)).map(({ kind, judgement }) => [kind, judgement])).toEqual([
      ['name', 'fine'],
      ['school', 'open'],
    ])
    expect(await openLeaks(made)).toBe(1)
    await type(made, { title: 'Wang Fang teaches again' })
    expect((await leaksOf(made)).map(({ judgement }) => judgement)).toEqual(['open', 'open'])
  })

  it('has a hint at every address that experts get: what it leads to may name anybody', async () => {
    const made = await create()
    const page = 'https://example.org/lesson'
    await type(made, { values: { page, hidden: 'https://example.org/team' } })
    const link = { kind: 'link', value: page, place: { kind: 'value', part: 'page' }, context: page, judgement: 'open' }
    expect(await leaksOf(made)).toEqual([{ id: expect.any(String), ...link }])
    expect(await openLeaks(made)).toBe(1)
  })

  it('is not looked at where experts learn who made it', async () => {
    const made = await create({ blind: false })
    await type(made, { title: 'A lesson of Wang Fang', values: { page: 'https://example.org/lesson' } })
    expect(await leaksOf(made)).toEqual([])
  })
})

describe('a file', () => {
  it('is searched in its text, with the place of each; experts get neither its name nor its properties', async () => {
    const made = await create()
    await hand(made, 'plan', 'Wang Fang 教案.pdf', await pdfSample(3, { named: 2 }))
    const found = await leaksOf(made)
    expect(found.map(({ kind, place, context }) => [kind, place, context])).toEqual([
      ['name', { kind: 'page', page: 2 }, 'Lesson 2 by Wang Fang'],
    ])
    const places = found.map(({ place }) => presentLeakPlace('zh-CN', place, { file: '教案.pdf' }))
    expect(places).toEqual(['《教案.pdf》第 2 页'])
  })

  it('is searched in what experts will get, not in what its copy leaves behind', async () => {
    const made = await create()
    await hand(made, 'slides', 'a.pptx', await slidesSample())
    await hand(made, 'film', 'a.mp4', await mediaSample('lesson.mp4'))
    expect(await leaksOf(made)).toEqual([])
  })

  it('is searched in all texts and attributes of the copy', async () => {
    const made = await create()
    const font = textShape(3, ['b'])
      .replace('<a:t>', '<a:t/>')
      .replace('sz="2400"/>', 'sz="2400"><a:latin typeface="云泽大学"/></a:rPr>')
    const slides = [textShape(2, ['Wang Fang']), font.replace('<a:t/>', '<a:t>')]
    const layout = slideXml(textShape(2, ['粉笔小组']), { root: 'sldLayout' })
    const files = presentationParts({ slides, parts: { 'ppt/slideLayouts/slideLayout1.xml': layout } })
    await hand(made, 'slides', 'a.pptx', await zipOf(files))
    expect((await leaksOf(made)).map(({ kind, place }) => [kind, place])).toEqual([
      ['name', { kind: 'slide', slide: 1 }],
      ['school', { kind: 'slide', slide: 2 }],
      ['team', { kind: 'part', name: 'ppt/slideLayouts/slideLayout1.xml' }],
    ])
  })

  it('that was inspected again has the same leaks, and one that is taken out counts no longer', async () => {
    const made = await create()
    const id = await hand(made, 'plan', 'a.pdf', await pdfSample(3, { named: 2 }))
    const before = await leaksOf(made)
    await inspectFile(site.asProgram(), id)
    expect(await leaksOf(made)).toEqual(before)
    expect(await openLeaks(made)).toBe(1)
    await site.db.update(workFile).set({ position: null }).where(eq(workFile.id, id))
    await type(made, { title: 'A lesson' })
    expect(await openLeaks(made)).toBe(0)
  })
})
