import { readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskId } from '@lectern/contract/ids.ts'
import type { TaskKind } from '@lectern/contract/tasks/task-values.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writePdf } from '../../database/seed/attachments/pdf.ts'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { createEdition } from '../../testing/contest.ts'
import { isSomeoneWaiting } from '../../testing/meeting.ts'
import { makeOwnPostgres, type OwnPostgres } from '../../testing/own-postgres.ts'
import { createPerson } from '../../testing/people.ts'
import { hears, newFolder, reaches, startTaskWorker, type Program } from '../../testing/program.ts'
import { eventually, startSite, type TestSite } from '../../testing/site.ts'
import { createApprovedTeam, createWorkActivity, workerOf } from '../../testing/works.ts'
import { enqueueTask } from './service.ts'
import { task } from './tables.ts'

// A process that runs tasks while its PostgreSQL really stops. It must go on, as the same process.

let postgres: OwnPostgres
let site: TestSite
let folder: string
let clusterFolder: string
beforeEach(async () => {
  folder = await newFolder()
  clusterFolder = await newFolder()
  postgres = await makeOwnPostgres(clusterFolder)
  await postgres.start()
  // Serves pages, runs no tasks.
  site = await startSite({ databaseUrl: postgres.url, config: { dataDirectory: folder } })
})
afterEach(async () => {
  await site.close()
  await postgres.stop()
  for (const path of [folder, clusterFolder]) await rm(path, { recursive: true, force: true })
})

const stored = async (id: TaskId) => {
  const [row] = await site.db.select({ state: task.state, attempts: task.attempts }).from(task).where(eq(task.id, id))
  return row!
}

const isDone = async (program: Program, ids: readonly TaskId[]): Promise<void> => {
  for (const id of ids)
    await reaches(program, () =>
      stored(id).then(
        ({ state }) => state === 'done',
        // The connections of this test are lost, too.
        () => false,
      ),
    )
}

const outages = [
  ['for a moment', 0],
  // Runs may take ten seconds to end, and connections ten more.
  ['for longer than the program waits for what is under way', 25_000],
] as const

describe('a PostgreSQL that stops while tasks run, and stays away', () => {
  beforeEach(async () => {
    await site.db.execute(sql`create table work_begun (task uuid, process text)`)
    await site.db.execute(sql`create table work_done (task uuid, process text)`)
  })

  const kinds = ['inspect', 'issueCertificates', 'plan'] as const satisfies TaskKind[]
  const enqueue = (kind: TaskKind): Promise<TaskId> =>
    enqueueTask(site.asProgram(), { kind, input: { holdsOnce: ['first'] }, subject: 'Lessons' })

  test.each(outages)('%s, ends no process, and each task is done once', async (_how, milliseconds) => {
    const worker = await startTaskWorker(postgres.url, folder, 'first')
    const ids = await Promise.all(kinds.map(enqueue))
    for (const id of ids) await hears(worker, `running ${id}`)
    await postgres.stop()
    await sleep(milliseconds)
    await postgres.start()
    await isDone(worker, ids)
    const { rows } = await site.db.execute<{ task: TaskId; done: number }>(
      sql`select task, count(*)::int as done from work_done group by task`,
    )
    const states = await Promise.all(ids.map(stored))
    expect(new Map(rows.map((row) => [row.task, row.done]))).toEqual(new Map(ids.map((id) => [id, 1])))
    expect(states).toEqual(ids.map(() => ({ state: 'done', attempts: 1 })))
  })
})

test.each(outages)(
  'a PDF whose inspection meets a PostgreSQL that stops %s is inspected afterwards by the same process',
  async (_how, milliseconds) => {
    // The process uses the real clock.
    site.clock.set(new Date())
    const activityId = await createWorkActivity(site, await createEdition(site))
    await site.pool.query(`update phase set opens_at = now() - interval '1 day', closes_at = now() + interval '9 days'`)
    const organiser = await createPerson(site, { access: 'admin' })
    const { captain, enrolmentId } = await createApprovedTeam(site, activityId, organiser)
    const author = workerOf(site, captain)
    const { id } = await author.start(enrolmentId)
    await author.upload(id, 'plan', writePdf('# Plan'))
    const worker = await startTaskWorker(postgres.url, folder)

    const holder = await site.pool.connect()
    await holder.query('begin')
    await holder.query('select from work where id = $1 for update', [id])
    await reaches(worker, () => isSomeoneWaiting(site))
    await postgres.stop()
    holder.release(true)
    await sleep(milliseconds)
    await postgres.start()
    const states = () => site.pool.query('select state, attempts from task')
    await reaches(worker, () =>
      states().then(
        ({ rows }) => rows.every(({ state }) => state === 'done'),
        () => false,
      ),
    )
    expect((await states()).rows).toEqual([{ state: 'done', attempts: 1 }])
    expect((await site.pool.query('select from work_file where checked_at is not null')).rowCount).toBe(1)
  },
)

describe.skipIf(process.platform !== 'linux')('a task under which PostgreSQL crashes', () => {
  test('is run again, and the attempt counts: it may have been the cause', async () => {
    await site.db.execute(sql`create table work_begun (task uuid, process text)`)
    await site.db.execute(sql`create table work_done (task uuid, process text)`)
    const worker = await startTaskWorker(postgres.url, folder, 'first')
    const id = await enqueueTask(site.asProgram(), {
      kind: 'inspect',
      input: { holdsOnce: ['first'] },
      subject: 'Lessons',
    })
    await hears(worker, `running ${id}`)
    const { rows } = await site.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    expect(await readFile(`/proc/${rows[0]!.pid}/comm`, 'utf8')).toBe('postgres\n')
    process.kill(rows[0]!.pid, 'SIGKILL')
    await eventually(() => stored(id))
    await isDone(worker, [id])
    expect(await stored(id)).toEqual({ state: 'done', attempts: 2 })
  })
})
