import { readBlindPages, readFilePages } from '@lectern/contract/works/work-office.ts'
import { workingDuties } from '@lectern/contract/accounts/duty-values.ts'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '../../../features.ts'
import { and, eq, sql } from '../../../platform/database/drizzle.ts'
import { createSweep } from '../../../sweep.ts'
import { pdfSample, slidesSample, zipOf } from '../../../testing/document-samples.ts'
import { isMissing, programPlaces } from '../../../testing/installed-programs.ts'
import { readPdfText } from '../../../testing/pdf-text.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { presentationParts, textShape } from '../../../testing/presentation-parts.ts'
import { newFolder } from '../../../testing/program.ts'
import { after, startSite, type TestSite } from '../../../testing/site.ts'
import { createStoredWork, partOf, storeWorkFile } from '../../../testing/stored-works.ts'
import { putPages, storedKeys } from '../../files/service.ts'
import { file } from '../../files/tables.ts'
import { runTaskAtOnce } from '../../tasks/service.ts'
import { task } from '../../tasks/tables.ts'
import { redactionUploads } from '../blind/redaction.ts'
import { inspectFile } from '../checks/inspection.ts'
import { presentFinding } from '../checks/present-findings.ts'
import { findingsIn } from '../submission/part-rules.ts'
import { work, workFile } from '../tables.ts'
import { enqueueMissingPages, runPages } from './make-pages.ts'
import { pageRulesOf } from './page-rules.ts'

/** `site` has no programs; `equipped` has those of this machine, and the same database and files. */
let site: TestSite
let equipped: TestSite
let person: TestPerson
let organiser: TestPerson
let config: { dataDirectory: string }

const parts = [partOf({ id: 'slides', kind: 'slides' }), partOf({ id: 'more', kind: 'slides', forExperts: false })]

beforeAll(async () => {
  config = { dataDirectory: await newFolder() }
  site = await startSite({ config })
  equipped = await startSite({ databaseUrl: site.databaseUrl, config: { ...config, programs: programPlaces } })
  person = await createPerson(site)
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(async () => {
  await equipped.close()
  await site.close()
})

const newWork = async (blind = true): Promise<WorkId> =>
  (await createStoredWork(site, { person, rules: { parts, blind } })).workId

const add = async (workId: WorkId, at: TestSite, content?: Buffer, part = 'slides'): Promise<FileId> => {
  const given = { part, name: 'a.pptx', content: content ?? (await slidesSample()), workId, ownerId: person.id }
  const id = await storeWorkFile(at.asProgram(), given)
  await inspectFile(at.asProgram(), id)
  return id
}

const waiting = (workId: WorkId) =>
  site.db
    .select({ id: task.id, lane: task.lane })
    .from(task)
    .where(and(eq(task.kind, 'makePages'), eq(task.state, 'waiting'), sql`${task.input} ->> 'work' = ${workId}::text`))

/** Runs what was asked for, and returns how many tasks that were. */
const makePages = async (workId: WorkId): Promise<number> => {
  const tasks = await waiting(workId)
  for (const { id } of tasks) await runTaskAtOnce(equipped.asProgram(), id, runPages)
  return tasks.length
}

const read = async ({ path }: { path: string }, workId: WorkId, id: FileId) => {
  const address = path.replace(':id', workId).replace(':file', id)
  const answer = await fetch(site.url + address, { headers: organiser.headers })
  const content = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok) return (JSON.parse(content.toString()) as { data: { error: string } }).data.error
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  return (await readPdfText(content)).replace(/\s+/g, ' ')
}

/** As the team handed them in, and as experts get them. */
const readBoth = async (workId: WorkId, id: FileId) => [
  await read(readFilePages, workId, id),
  await read(readBlindPages, workId, id),
]

/** What the team is told of a file. */
const findingsAbout = async (id: FileId) => {
  const { rules } = await createStoredWork(site, { person, rules: { parts } })
  const [row] = await site.db.select().from(workFile).where(eq(workFile.id, id))
  return findingsIn(rules, row!).map((finding) => presentFinding('en-US', finding))
}

const told = {
  code: 'notShownAsPages',
  isBlocking: false,
  message:
    'The slides cannot be shown to experts as pages here; experts have to download them. Hand in a PDF of them as well, or instead',
}

test('without LibreOffice nothing is tried, and the team is told to add a PDF', async () => {
  const workId = await newWork()
  const id = await add(workId, site)
  expect(await waiting(workId)).toEqual([])
  expect(await readBoth(workId, id)).toEqual(['file.noPages', 'file.noPages'])
  expect(await findingsAbout(id)).toEqual([told])
  const [row] = await site.db.select().from(work).where(eq(work.id, workId))
  expect(row!.worstFinding).toBe('warning')
  await enqueueMissingPages(site.asProgram())
  expect(await waiting(workId)).toEqual([])
})

test('what experts do not see needs no PDF', async () => {
  expect(await findingsAbout(await add(await newWork(), site, undefined, 'more'))).toEqual([])
})

test('slides of another work have no pages here', async () => {
  const [one, other] = [await newWork(), await newWork()]
  const id = await add(one, site)
  expect(await readBoth(other, id)).toEqual(['file.notFound', 'file.notFound'])
})

test.skipIf(isMissing('soffice')).for([true, false])(
  'with LibreOffice slides are shown as pages that name nobody (blind: %s)',
  async (blind) => {
    const workId = await newWork(blind)
    const id = await add(workId, equipped)
    expect(await readBoth(workId, id)).toEqual(['file.notReady', 'file.notReady'])
    const [row] = await site.db.select({ teamId: work.teamId }).from(work).where(eq(work.id, workId))
    expect(await waiting(workId)).toEqual([{ id: expect.any(String) as string, lane: row!.teamId }])
    expect(await makePages(workId)).toBe(1)
    for (const text of await readBoth(workId, id)) expect(text).toMatch(/第一课.*A & B.*第二课/)
    expect(await findingsAbout(id)).toEqual([])
    const { storage } = site.asProgram().installation
    const stored = await (await storage.read(`work/${id}-pages`))!.toArray()
    const written = Buffer.concat(stored as Buffer[]).toString('latin1')
    for (const name of ['LibreOffice', 'Producer', 'CreationDate'])
      expect([name, written.includes(name)]).toEqual([name, false])
  },
)

test.skipIf(isMissing('soffice'))('pages of earlier slides are made once LibreOffice is there', async () => {
  const workId = await newWork()
  const id = await add(workId, site)
  await enqueueMissingPages(equipped.asProgram())
  await enqueueMissingPages(equipped.asProgram())
  expect(await makePages(workId)).toBe(1)
  expect((await readBoth(workId, id))[1]).toMatch(/第二课/)
  // The team is told no longer.
  expect(await findingsAbout(id)).toEqual([])
  const [row] = await site.db.select().from(work).where(eq(work.id, workId))
  expect(row!.worstFinding).toBe(null)
  await enqueueMissingPages(equipped.asProgram())
  expect(await waiting(workId)).toEqual([])
})

test.skipIf(isMissing('soffice'))(
  'experts see pages of the redacted copy, organisers those of the original',
  async () => {
    const workId = await newWork()
    const id = await add(workId, equipped)
    await makePages(workId)
    const content = await zipOf(presentationParts({ slides: [textShape(2, ['涂黑'])] }))
    const ctx = equipped.asProgram()
    const redacted = await storeWorkFile(ctx, { part: 'slides', name: 'b.pptx', content, workId, ownerId: person.id })
    await site.db.delete(workFile).where(eq(workFile.id, redacted))
    const actor = {
      kind: 'account',
      id: organiser.id,
      sessionId: organiser.sessionId,
      access: 'admin',
      lacksSecondFactor: false,
      duties: workingDuties,
      activities: null,
    } as const
    await redactionUploads.finish(
      { ...ctx, actor },
      {
        id: redacted,
        name: 'b.pptx',
        size: content.length,
        target: { work: workId, redacts: id },
        ownerId: organiser.id,
        begunAt: site.clock.now(),
      },
    )
    // From this moment on experts see nothing of the original.
    expect((await readBoth(workId, id))[1]).toBe('file.notReady')
    await inspectFile(ctx, id)
    await makePages(workId)
    const [office, experts] = await readBoth(workId, id)
    expect(office).toMatch(/第一课/)
    expect(experts).toBe('涂黑')
  },
)

test.skipIf(isMissing('soffice'))('pages of another version of the copy are not shown', async () => {
  const workId = await newWork()
  const id = await add(workId, equipped)
  await makePages(workId)
  await site.db.update(file).set({ pagesRules: 'blind 1 1' }).where(eq(file.id, id))
  expect(await readBoth(workId, id)).toEqual(['file.noPages', 'file.noPages'])
  await enqueueMissingPages(equipped.asProgram())
  expect(await readBoth(workId, id)).toEqual(['file.notReady', 'file.notReady'])
})

test('slides that the program cannot read have no pages, are not tried again, and the team is told', async () => {
  // A program that fails for every file.
  const broken = await startSite({
    databaseUrl: site.databaseUrl,
    config: { ...config, programs: { ...programPlaces, soffice: ['/bin/false'] } },
  })
  const workId = await newWork()
  const id = await add(workId, broken)
  expect(await findingsAbout(id)).toEqual([])
  for (const { id: one } of await waiting(workId)) await runTaskAtOnce(broken.asProgram(), one, runPages)
  expect(await readBoth(workId, id)).toEqual(['file.noPages', 'file.noPages'])
  expect(await findingsAbout(id)).toEqual([told])
  await enqueueMissingPages(broken.asProgram())
  expect(await waiting(workId)).toEqual([])
  await broken.close()
})

test('pages that were not stored wholly are not shown as those before them', async () => {
  const workId = await newWork()
  const id = await add(workId, site)
  const stored = { purpose: 'work', id } as const
  const rules = pageRulesOf({ kind: 'failed' })
  const ctx = site.asProgram()
  await putPages(ctx, stored, { pages: await pdfSample(1), rules })
  expect(await readBoth(workId, id)).toEqual(['Lesson 1', 'Lesson 1'])
  const { storage } = ctx.installation
  const put = async (...[key, content]: Parameters<typeof storage.put>): Promise<void> => {
    await storage.put(key, content)
    throw new Error('the program has ended')
  }
  const ending = { ...ctx, installation: { ...ctx.installation, storage: { ...storage, put } } }
  const change = putPages(ending, stored, { pages: await pdfSample(2), rules: pageRulesOf({ kind: 'plain' }) })
  await expect(change).rejects.toThrow('the program has ended')
  expect(await readBoth(workId, id)).toEqual(['file.noPages', 'file.noPages'])
})

test('pages are part of a backup, and are deleted with their file', async () => {
  const workId = await newWork()
  const id = await add(workId, site)
  const { storage } = site.asProgram().installation
  const key = `work/${id}-pages`
  await storage.put(key, Buffer.from('pages'))
  await site.db.update(file).set({ pagesSize: 5, pagesRules: 'blind 2 1' }).where(eq(file.id, id))
  expect(await storedKeys(site.pool)).toContain(key)
  await site.db.delete(workFile).where(eq(workFile.id, id))
  await site.db.update(file).set({ state: 'removed' }).where(eq(file.id, id))
  await createSweep({ db: site.db, storage, clock: { now: () => after(2 * 3_600_000) }, features }).run()
  expect(await storage.sizeOf(key)).toBe(undefined)
})
