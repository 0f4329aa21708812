import { rm } from 'node:fs/promises'
import type { ActivityId, TaskId } from '@lectern/contract/ids.ts'
import { bundleWorks } from '@lectern/contract/works/work-office.ts'
import { submitWork } from '@lectern/contract/works/works.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { writePdf } from '../../database/seed/attachments/pdf.ts'
import { createEdition } from '../../testing/contest.ts'
import { isSomeoneWaiting, whileLocked } from '../../testing/meeting.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { killProgram, newFolder, reaches, startTaskWorker } from '../../testing/program.ts'
import { writeRequest } from '../../testing/request.ts'
import { startServer } from '../../testing/servers.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { createApprovedTeam, createWorkActivity, workerOf } from '../../testing/works.ts'

// Processes that are killed in the middle: what they were doing has happened completely or not at all.

let folder: string
let site: TestSite
let activityId: ActivityId
let organiser: TestPerson

beforeAll(async () => {
  folder = await newFolder()
  site = await startSite({ config: { dataDirectory: folder } })
  // The processes use the real clock.
  site.clock.set(new Date())
  activityId = await createWorkActivity(site, await createEdition(site))
  await site.pool.query(`update phase set opens_at = now() - interval '1 day', closes_at = now() + interval '9 days'`)
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

const startWorker = () => startTaskWorker(site.databaseUrl, folder)

const prepared = async () => {
  const made = await createApprovedTeam(site, activityId, organiser)
  const worker = workerOf(site, made.captain)
  const { id } = await worker.start(made.enrolmentId)
  await worker.upload(id, 'plan', writePdf('# Plan'))
  await worker.fill(id)
  return { ...made, worker, id }
}

const count = async (from: string, ...values: unknown[]): Promise<number> =>
  (await site.pool.query(`select from ${from}`, values)).rowCount!

const stateOf = async (id: TaskId): Promise<string> =>
  ((await site.pool.query('select state from task where id = $1', [id])).rows[0] as { state: string }).state

describe.skipIf(process.platform === 'win32')('a process that is killed', () => {
  test('during a submission has submitted nothing; the same request then succeeds', async () => {
    const { id, captain, worker } = await prepared()
    const { version, files } = await worker.read(id)
    const request = {
      headers: english(captain),
      params: { id },
      body: { version, files: files.map((file) => file.id) },
    }
    const server = await startServer(site.databaseUrl, folder)
    onTestFinished(() => killProgram(server.program))
    const { method, path, body, headers } = writeRequest(submitWork, request)
    const sent = { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    // Waits for the audit entry, after everything about the submission has been written.
    await whileLocked(site, ['lock table audit in share mode'], async () => {
      const cut = fetch(server.url + path, sent).catch(() => 'cut off')
      await reaches(server.program, () => isSomeoneWaiting(site))
      await killProgram(server.program)
      expect(await cut).toBe('cut off')
    })
    expect(await count('submission where work_id = $1', id)).toBe(0)
    expect((await site.ask(submitWork, request)).data.submissions.length).toBe(1)
  })

  test('during an inspection has stored nothing; another one inspects the file', async () => {
    const { id } = await prepared()
    const first = await startWorker()
    await whileLocked(site, ['select from work where id = $1 for update', id], async () => {
      await reaches(first, () => isSomeoneWaiting(site))
      await killProgram(first)
    })
    expect(await count('work_file where work_id = $1 and (checked_at is not null or facts is not null)', id)).toBe(0)
    const second = await startWorker()
    await reaches(second, async () => (await count('work_file where checked_at is null')) === 0)
  })

  test('while it makes an archive leaves nothing that can be seen; another one makes it, once', async () => {
    const { id, worker } = await prepared()
    await worker.submit(id)
    const body = { activity: activityId, blind: false }
    const { task } = (await site.ask(bundleWorks, { headers: english(organiser), body })).data
    // All bytes of the archive are stored when its row is written.
    await whileLocked(site, ['lock table file in share mode'], async () => {
      const first = await startWorker()
      await reaches(first, () => isSomeoneWaiting(site))
      await killProgram(first)
    })
    expect([await stateOf(task), await count(`file where purpose = 'bundle' and state <> 'removed'`)]).toEqual([
      'running',
      0,
    ])
    expect(await count(`upload where purpose = 'bundle'`)).toBe(1)
    const second = await startWorker()
    await reaches(second, async () => (await stateOf(task)) === 'done')
    expect(await count(`file where purpose = 'bundle' and state = 'stored'`)).toBe(1)
    expect(await count(`upload where purpose = 'bundle'`)).toBe(0)
  })
})
