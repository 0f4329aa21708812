import type { ActivityId, EditionId, TaskId } from '@lectern/contract/ids.ts'
import { cancelTask, readTask, readTaskFile, retryTask } from '@lectern/contract/tasks/tasks.ts'
import { bundleWorks } from '@lectern/contract/works/work-office.ts'
import { reviveWork, withdrawWork } from '@lectern/contract/works/works.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TaskRunner } from '../../../platform/feature.ts'
import { createEdition } from '../../../testing/contest.ts'
import { mediaSample } from '../../../testing/media-samples.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { readZip } from '../../../testing/read-zip.ts'
import { eventually, startSite, type TestSite } from '../../../testing/site.ts'
import { createApprovedTeam, createWorkActivity, testPart, testRules, workerOf } from '../../../testing/works.ts'
import { writePdf } from '../../../database/seed/attachments/pdf.ts'
import { runBundle } from './bundles.ts'
import { inspectFile, runInspection } from '../checks/inspection.ts'
import { blindCopyVersion } from '../blind/copy-version.ts'

let site: TestSite
let editionId: EditionId
let organiser: TestPerson
/** Called before each report of progress. */
let onProgress: (done: number) => Promise<void> = async () => undefined

/** How files are inspected. */
let inspect: TaskRunner = async () => undefined

beforeAll(async () => {
  site = await startSite({
    withTasks: true,
    taskRunners: {
      inspect: (ctx, run) => inspect(ctx, run),
      bundle: (ctx, run) =>
        runBundle(ctx, {
          ...run,
          progress: async (done, total) => {
            await onProgress(done)
            await run.progress(done, total)
          },
        }),
    },
  })
  editionId = await createEdition(site)
  organiser = await createPerson(site, { access: 'admin', realName: '赵敏' })
})
afterAll(() => site.close())

const rules = {
  ...testRules,
  parts: [
    testPart('plan'),
    testPart('film', { kind: 'video' }),
    testPart('notes', { required: false, forExperts: false }),
  ],
}

/** A submitted work with a plan and a film that names somebody. */
const submitted = async (activityId: ActivityId) => {
  const made = await createApprovedTeam(site, activityId, organiser)
  const worker = workerOf(site, made.captain)
  const { id } = await worker.start(made.enrolmentId)
  await worker.upload(id, 'plan', writePdf('# Plan'), { name: '计划.pdf' })
  await worker.upload(id, 'film', await mediaSample('lesson.mp4'), { name: '王芳.mp4' })
  await worker.upload(id, 'notes', writePdf('# Notes'), { name: 'notes.pdf' })
  await worker.fill(id)
  for (const file of (await worker.read(id)).files) await inspectFile(site.asProgram(), file.id)
  await worker.submit(id)
  return { ...made, worker, id }
}

const asked = (id: TaskId) => ({ headers: organiser.headers, params: { id } })
const begin = async (activity: ActivityId, blind = false): Promise<TaskId> =>
  (await site.ask(bundleWorks, { headers: english(organiser), body: { activity, blind } })).data.task
const reaches = (id: TaskId, state: string) =>
  eventually(async () => {
    const task = (await site.ask(readTask, asked(id))).data
    expect([task.state, task.error]).toEqual([state, null])
    return task
  })

const filesOf = async (id: TaskId): Promise<Record<string, string>> => {
  const path = readTaskFile.path.replace(':id', id)
  const response = await fetch(site.url + path, { headers: organiser.headers })
  return readZip(Buffer.from(await response.arrayBuffer()))
}

const stored = async (): Promise<unknown[]> =>
  (await site.pool.query(`select purpose, state from file where purpose = 'bundle'`)).rows
const growing = async (): Promise<number> =>
  (await site.pool.query(`select from upload where purpose = 'bundle'`)).rowCount!

test('an archive has the files of each submission that stands, in a folder per team', async () => {
  const activityId = await createWorkActivity(site, editionId, { rules })
  const first = await submitted(activityId)
  const { worker, id, captain } = await submitted(activityId)
  // Withdrawn, and changed after the submission: neither is in the archive.
  const { version } = await worker.read(id)
  const as = { headers: english(captain), params: { id } }
  const withdrawn = (await site.ask(withdrawWork, { ...as, body: { version } })).data
  await site.ask(reviveWork, { ...as, body: { version: withdrawn.version } })
  await first.worker.upload(first.id, 'plan', writePdf('# Unsubmitted'), { name: 'later.pdf' })

  const task = await begin(activityId)
  const { done, total, file } = await reaches(task, 'done')
  expect([done, total, file!.name]).toEqual([1, 1, expect.stringMatching(/ works 2031-05-\d\d\.zip$/)])
  const files = await filesOf(task)
  const folder = `${first.number}_星火`
  expect(Object.keys(files).toSorted()).toEqual([
    `${folder}/Part film/王芳.mp4`,
    `${folder}/Part notes/notes.pdf`,
    `${folder}/Part plan/计划.pdf`,
  ])
  expect(files[`${folder}/Part plan/计划.pdf`]).toBe(writePdf('# Plan').toString())
  expect(await growing()).toBe(0)
})

test('a blind archive names nobody: neither in its paths nor in its files', async () => {
  const activityId = await createWorkActivity(site, editionId, { rules })
  const { number } = await submitted(activityId)
  const task = await begin(activityId, true)
  await reaches(task, 'done')
  const files = await filesOf(task)
  expect(Object.keys(files).toSorted()).toEqual([`${number}/film-1.mp4`, `${number}/plan-1.pdf`])
  expect(Object.values(files).join('')).not.toMatch(/王芳|云泽大学/)
})

test('a blind archive waits for copies that are not made yet', async () => {
  const activityId = await createWorkActivity(site, editionId, { rules })
  const { number, id } = await submitted(activityId)
  await site.pool.query(`update work_file set blind = null where work_id = $1 and part = 'film'`, [id])
  inspect = runInspection
  const task = await begin(activityId, true)
  await reaches(task, 'done')
  inspect = async () => undefined
  expect(Object.keys(await filesOf(task)).toSorted()).toEqual([`${number}/film-1.mp4`, `${number}/plan-1.pdf`])
})

test('a file that no copy can be made of is listed as missing', async () => {
  const activityId = await createWorkActivity(site, editionId, { rules })
  const { number, id } = await submitted(activityId)
  const failed = { kind: 'failed', version: blindCopyVersion }
  await site.pool.query(`update work_file set blind = $2 where work_id = $1 and part = 'film'`, [id, failed])
  const task = await begin(activityId, true)
  await reaches(task, 'done')
  const files = await filesOf(task)
  expect([Object.keys(files).length, files['_missing.txt']]).toEqual([2, `${number}/film-1\n`])
})

test('an archive that is cancelled leaves nothing, and can be made anew', async () => {
  const activityId = await createWorkActivity(site, editionId, { rules })
  await submitted(activityId)
  await submitted(activityId)
  const before = await stored()
  const begun = Promise.withResolvers<TaskId>()
  onProgress = async (done) => {
    if (done !== 1) return
    await site.ask(cancelTask, asked(await begun.promise))
    onProgress = async () => undefined
  }
  const task = await begin(activityId)
  begun.resolve(task)
  await reaches(task, 'cancelled')
  await eventually(async () => expect(await growing()).toBe(0))
  expect(await stored()).toEqual(before)
  expect((await site.get(readTaskFile.path.replace(':id', task), organiser.headers)).status).toBe(404)

  await site.ask(retryTask, asked(task))
  await reaches(task, 'done')
  expect(Object.keys(await filesOf(task)).length).toBe(6)
})

test('an attempt that was interrupted is cleared away by the next one, and a complete archive is not made twice', async () => {
  const activityId = await createWorkActivity(site, editionId, { rules })
  await submitted(activityId)
  const failure = new Error('The storage is away')
  onProgress = async () => {
    onProgress = async () => undefined
    throw failure
  }
  const task = await begin(activityId)
  // As a process leaves it that was killed.
  await site.pool.query(
    `insert into upload (id, owner_id, purpose, name, size, received, target, growth, created_at, expires_at)
     values (gen_random_uuid(), $1, 'bundle', 'half.zip', 1000, 10, jsonb_build_object('writer', 'task ' || $2::text), '{}', now(), now())`,
    [organiser.id, task],
  )
  const { file } = await reaches(task, 'done')
  expect(await growing()).toBe(0)
  const count = (await stored()).length
  const run = { id: task, input: { activity: activityId }, signal: new AbortController().signal }
  await runBundle(site.asProgram(), { ...run, progress: async () => undefined })
  expect([(await stored()).length, (await reaches(task, 'done')).file]).toEqual([count, file])
})
