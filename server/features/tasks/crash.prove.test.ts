import type { TaskId } from '@lectern/contract/ids.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { hears, killProgram, newFolder, reaches, startTaskWorker } from '../../testing/program.ts'
import { createPerson } from '../../testing/people.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { enqueueTask } from './service.ts'
import { task } from './tables.ts'

let site: TestSite
let folder: string
beforeEach(async () => {
  folder = await newFolder()
  // Serves pages, runs no tasks.
  site = await startSite()
  await site.db.execute(sql`create table work_begun (task uuid, process text)`)
  await site.db.execute(sql`create table work_done (task uuid, process text)`)
})
afterEach(() => site.close())

const startWorker = (name: string) => startTaskWorker(site.databaseUrl, folder, name)

const enqueue = (holds: string[]): Promise<TaskId> =>
  enqueueTask(site.asProgram(), { kind: 'inspect', input: { holds }, subject: 'lesson.mp4' })

const stored = async (id: TaskId) => {
  const [found] = await site.db
    .select({ state: task.state, attempts: task.attempts, done: task.done, total: task.total })
    .from(task)
    .where(eq(task.id, id))
  return found!
}

const processesIn = async (table: 'work_begun' | 'work_done'): Promise<string[]> => {
  const { rows } = await site.db.execute<{ process: string }>(
    sql`select process from ${sql.identifier(table)} order by process`,
  )
  return rows.map(({ process }) => process)
}

describe('a process that is killed in the middle of a task', () => {
  test('loses nothing: another process runs the task, and its effect is single', async () => {
    const first = await startWorker('first')
    const id = await enqueue(['first'])
    await hears(first, `running ${id}`)
    expect(await stored(id)).toEqual({ state: 'running', attempts: 1, done: 1, total: 2 })
    const second = await startWorker('second')
    // Looks several times for tasks of ended processes, and finds that this one still runs.
    const other = await enqueue([])
    await reaches(second, async () => (await stored(other)).state === 'done')
    await killProgram(first)
    await reaches(second, async () => (await stored(id)).state === 'done')
    expect(await stored(id)).toEqual({ state: 'done', attempts: 2, done: 2, total: 2 })
    const { rows } = await site.db.execute<{ task: string; process: string }>(
      sql`select task, process from work_done where task = ${id}`,
    )
    expect(rows).toEqual([{ task: id, process: 'second' }])
  })

  test('and every time it is run has failed for good in the end', async () => {
    const id = await enqueue(['one', 'two', 'three', 'four', 'five'])
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      const worker = await startWorker(name)
      await hears(worker, `running ${id}`)
      await killProgram(worker)
    }
    const last = await startWorker('six')
    await reaches(last, async () => (await stored(id)).state === 'failed')
    expect([await processesIn('work_begun'), await processesIn('work_done')]).toEqual([
      ['five', 'four', 'one', 'three', 'two'],
      [],
    ])
  })
})

test('a task that runs in another process is cancelled from the office', async () => {
  const organiser = await createPerson(site, { access: 'admin' })
  const worker = await startWorker('first')
  const id = await enqueue(['first'])
  await hears(worker, `running ${id}`)
  const answer = await site.call('POST', `/api/tasks/${id}/cancellation`, { headers: organiser.headers, body: {} })
  expect(answer.status).toBe(200)
  // Its place is free again: two others run at once.
  const more = await Promise.all(Array.from({ length: 2 }, () => enqueue(['first'])))
  for (const one of more) await hears(worker, `running ${one}`)
  expect([(await stored(id)).state, await processesIn('work_done')]).toEqual(['cancelled', []])
})
