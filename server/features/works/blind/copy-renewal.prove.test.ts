import type { FileId, TaskId } from '@lectern/contract/ids.ts'
import { and, asc, eq, ne } from '../../../platform/database/drizzle.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfSample, slidesSample, zipOf } from '../../../testing/document-samples.ts'
import { mediaSample } from '../../../testing/media-samples.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { presentationParts } from '../../../testing/presentation-parts.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { createStoredWork, partOf, storeWorkFile } from '../../../testing/stored-works.ts'
import { enqueueTask, runTaskAtOnce } from '../../tasks/service.ts'
import { task } from '../../tasks/tables.ts'
import { enqueueCopyRenewals, runCopyRenewal } from './copy-renewal.ts'
import { blindCopyVersion } from './copy-version.ts'
import { inspectFile } from '../checks/inspection.ts'
import { findingsIn } from '../submission/part-rules.ts'
import { workFile } from '../tables.ts'

let site: TestSite
let person: TestPerson
let organiser: TestPerson
let made: Awaited<ReturnType<typeof createStoredWork>>

const parts = [
  partOf({ id: 'film', kind: 'video' }),
  partOf({ id: 'plan', kind: 'document' }),
  partOf({ id: 'slides', kind: 'slides' }),
]

beforeAll(async () => {
  site = await startSite()
  person = await createPerson(site)
  organiser = await createPerson(site, { access: 'admin' })
  made = await createStoredWork(site, { person, rules: { parts } })
})
afterAll(() => site.close())

const hand = async (part: string, name: string, content: Buffer): Promise<FileId> => {
  const id = await storeWorkFile(site.asProgram(), { workId: made.workId, part, name, content, ownerId: person.id })
  await inspectFile(site.asProgram(), id)
  return id
}

const read = async (id: FileId, language = 'en-US') => {
  const answer = await fetch(`${site.url}/api/works/${made.workId}/files/${id}/blind`, {
    headers: { ...organiser.headers, 'accept-language': language },
  })
  return { status: answer.status, content: Buffer.from(await answer.arrayBuffer()) }
}

const renewals = () =>
  site.db
    .select({ id: task.id, input: task.input, state: task.state, lane: task.lane })
    .from(task)
    .where(eq(task.kind, 'renewCopies'))
    .orderBy(asc(task.id))

/** Runs a task, and returns how far it said to be. */
const run = async (id: TaskId) => {
  const steps: [number, number][] = []
  const progress = async (done: number, total: number) => void steps.push([done, total])
  await runTaskAtOnce(site.asProgram(), id, (ctx, given) => runCopyRenewal(ctx, { ...given, progress }))
  return steps
}

test('a copy of an earlier version is not served, is made again once, and is served then', async () => {
  const film = await hand('film', 'a.mp4', await mediaSample('lesson.mp4'))
  const plan = await hand('plan', 'a.pdf', await pdfSample(2))
  const slides = await hand('slides', 'a.pptx', await slidesSample())
  const fresh = await Promise.all([film, plan, slides].map((id) => read(id)))
  expect(fresh.map(({ status }) => status)).toEqual([200, 200, 200])
  await enqueueCopyRenewals(site.asProgram())
  expect(await renewals()).toEqual([])

  // As the program before this one has stored them.
  await site.pool.query(`update work_file set blind = blind - 'version' where id = any($1)`, [[film, plan]])
  const { storage } = site.asProgram().installation
  await storage.put(`work/${plan}-copy`, Buffer.from('%PDF-1.4 an old copy'))
  const old = await Promise.all([film, plan, slides].map((id) => read(id, 'zh-CN')))
  expect(old.map(({ status }) => status)).toEqual([409, 409, 200])
  expect(JSON.parse(old[1]!.content.toString())).toMatchObject({
    message: '该文件的匿名副本正在重新生成，请几分钟后再打开。',
  })

  await enqueueCopyRenewals(site.asProgram())
  await enqueueCopyRenewals(site.asProgram())
  const [renewal, ...others] = await renewals()
  expect(others).toEqual([])
  expect(renewal).toMatchObject({ input: { work: made.workId, version: blindCopyVersion }, lane: made.teamId })
  expect(await run(renewal!.id)).toEqual([
    [1, 2],
    [2, 2],
  ])
  const renewed = await Promise.all([film, plan, slides].map((id) => read(id)))
  expect(renewed.map(({ status }) => status)).toEqual([200, 200, 200])
  expect([renewed[0], renewed[2]]).toEqual([fresh[0], fresh[2]])
  expect(renewed[1]!.content.includes('an old copy')).toBe(false)
  await enqueueCopyRenewals(site.asProgram())
  expect((await renewals()).length).toBe(1)

  // As the program before this one has asked for it.
  const input = { activity: made.activityId, version: blindCopyVersion }
  await site.pool.query(`update work_file set blind = blind - 'version' where id = $1`, [plan])
  const earlier = await enqueueTask(site.asProgram(), { kind: 'renewCopies', input, subject: 'Lessons' })
  await enqueueCopyRenewals(site.asProgram())
  expect((await renewals()).length).toBe(2)
  await run(earlier)
  expect(await read(plan)).toEqual(renewed[1])
})

test('a file that is gone from the storage does not keep the others waiting', async () => {
  const gone = await hand('plan', 'a.pdf', await pdfSample(1))
  const plan = await hand('plan', 'b.pdf', await pdfSample(1))
  await site.pool.query(`update work_file set blind = blind - 'version' where id = any($1)`, [[gone, plan]])
  await site.asProgram().installation.storage.remove(`work/${gone}`)
  await enqueueCopyRenewals(site.asProgram())
  const renewal = (await renewals()).find(({ state }) => state === 'waiting')
  await expect(run(renewal!.id)).rejects.toBeInstanceOf(Error)
  const versions = await site.db
    .select({ version: workFile.blindVersion })
    .from(workFile)
    .where(and(eq(workFile.part, 'plan'), ne(workFile.id, gone)))
  expect(new Set(versions.map(({ version }) => version))).toEqual(new Set([blindCopyVersion]))
})

test('what has no clean copy, or one without all of it, is a finding in the way of a submission', async () => {
  const findings = async (id: FileId) => {
    const [row] = await site.db.select().from(workFile).where(eq(workFile.id, id))
    return findingsIn(made.rules, row!)
  }
  const strange = presentationParts({ slides: [''], parts: { 'ppt/theme/theme1.xml': '<!DOCTYPE a><a/>' } })
  const damaged = await hand('slides', 'a.pptx', await zipOf(strange))
  expect(await findings(damaged)).toEqual([{ code: 'uncleanable', values: {} }])
  const film = await mediaSample('lesson.mov')
  film.write('qqqq', film.indexOf('avc1'))
  expect((await findings(await hand('film', 'a.mov', film))).map(({ code }) => code)).toContain('uncleanable')
  const picture =
    '<p:pic><p:nvPicPr><p:cNvPr id="3" name=""/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId9"/></p:blipFill><p:spPr/></p:pic>'
  const relation = { id: 'rId9', type: 'image', target: '../media/a.bmp' }
  const files = { 'ppt/media/a.bmp': Buffer.from('BM of another kind') }
  const lossy = presentationParts({ slides: [picture], slideRelations: [[relation]], parts: files })
  expect(await findings(await hand('slides', 'b.pptx', await zipOf(lossy)))).toEqual([
    { code: 'mediaNotCopied', values: { types: 'BMP' } },
    // Nothing draws pages here.
    { code: 'notShownAsPages', values: {} },
  ])
})
