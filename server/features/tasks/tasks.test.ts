import type { TaskId } from '@lectern/contract/ids.ts'
import { cancelTask, listTasks, readTask, retryTask } from '@lectern/contract/tasks/tasks.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { features } from '../../features.ts'
import { inArray } from '../../platform/database/drizzle.ts'
import { createSweep } from '../../sweep.ts'
import { addFile } from '../../testing/files.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { file } from '../files/tables.ts'
import { enqueueTask, setTaskFile } from './service.ts'
import { task } from './tables.ts'

const day = 86_400_000
const nobody = '01890000-0000-7000-8000-000000000000' as TaskId

let site: TestSite
let organiser: TestPerson
let teacher: TestPerson
/** What the runner of inspections does. Nobody runs bundles here. */
let run: (signal: AbortSignal) => Promise<void>

beforeAll(async () => {
  site = await startSite({ withTasks: true, taskRunners: { inspect: (_ctx, { signal }) => run(signal) } })
  organiser = await createPerson(site, { access: 'admin', realName: 'Zhao Min' })
  teacher = await createPerson(site)
})
afterAll(() => site.close())
beforeEach(async () => {
  run = async () => undefined
  site.clock.set(fixedNow)
  await site.db.delete(task)
})

const enqueue = (more: Partial<Parameters<typeof enqueueTask>[1]> = {}): Promise<TaskId> =>
  enqueueTask(site.asProgram(), { kind: 'inspect', input: {}, subject: 'lesson.pdf', ...more })
const enqueueBundle = (): Promise<TaskId> =>
  enqueue({ kind: 'bundle', subject: 'Lessons', link: '/Admin/Activity', startedBy: organiser.id })

const asked = (id: TaskId, who: TestPerson = organiser) => ({ params: { id }, headers: who.headers })
const read = async (id: TaskId) => (await site.ask(readTask, asked(id))).data
const list = async (query: { state?: 'done' | 'waiting'; kind?: 'inspect' | 'bundle' } = {}) =>
  (await site.ask(listTasks, { query, headers: organiser.headers })).data
const reaches = (id: TaskId, state: string): Promise<void> =>
  eventually(async () => expect((await read(id)).state).toBe(state))

/** Ends with an error as soon as it is aborted. */
const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))

const auditedOf = async (id: TaskId): Promise<unknown[]> => {
  const { rows } = await site.pool.query<{ action: string; changes: unknown }>(
    `select action, changes from audit where subject_kind = 'task' and subject_id = $1 order by id`,
    [id],
  )
  return rows
}

describe('background tasks', () => {
  test('are shown to organisers alone', async () => {
    const id = await enqueueBundle()
    expect((await site.ask(readTask, { params: { id } })).failure().error).toBe('session.required')
    expect((await site.ask(readTask, asked(id, teacher))).failure().error).toBe('access.refused')
    expect((await site.ask(readTask, asked(nobody))).failure().error).toBe('task.notFound')
    expect(await read(id)).toEqual({
      id,
      kind: 'bundle',
      state: 'waiting',
      subject: 'Lessons',
      link: '/Admin/Activity',
      done: null,
      total: null,
      attempts: 0,
      error: null,
      retryAt: null,
      startedBy: 'Zhao Min',
      createdAt: fixedNow.toISOString(),
      startedAt: null,
      finishedAt: null,
      file: null,
      may: { cancel: true, retry: false },
    })
  })

  test('are listed by state and kind, the newest first, with the number in each state', async () => {
    const done = await enqueue()
    await reaches(done, 'done')
    site.clock.set(after(500))
    const first = await enqueueBundle()
    site.clock.set(after(1_000))
    const second = await enqueueBundle()
    const all = await list()
    expect(all.list.map(({ id }) => id)).toEqual([second, first, done])
    expect(all.counts).toEqual({ waiting: 2, running: 0, done: 1, failed: 0, cancelled: 0 })
    const some = [
      await list({ state: 'done' }),
      await list({ kind: 'bundle' }),
      await list({ kind: 'bundle', state: 'done' }),
    ]
    expect(some.map(({ list: rows, total }) => [rows.map(({ id }) => id), total])).toEqual([
      [[done], 1],
      [[second, first], 2],
      [[], 0],
    ])
  })

  test('cost as many statements for one as for thirty', async () => {
    const count = async (): Promise<number> => {
      const before = site.statements.length
      await list()
      return site.statements.length - before
    }
    await enqueueBundle()
    const one = await count()
    for (let more = 1; more < 30; more += 1) await enqueueBundle()
    expect(await count()).toBe(one)
  })
})

describe('cancelling', () => {
  test('a task that waits removes it from the queue', async () => {
    const id = await enqueueBundle()
    expect((await site.ask(cancelTask, asked(id, teacher))).failure().error).toBe('access.refused')
    expect((await site.ask(cancelTask, asked(id))).data).toMatchObject({
      state: 'cancelled',
      finishedAt: fixedNow.toISOString(),
      may: { cancel: false, retry: true },
    })
    const { rows } = await site.pool.query('select from graphile_worker.jobs where key = $1', [id])
    expect(rows).toEqual([])
    expect((await site.ask(cancelTask, asked(id))).failure().error).toBe('task.moveRefused')
    expect(await auditedOf(id)).toEqual([
      { action: 'task.cancelled', changes: { before: { state: 'waiting' }, after: { state: 'cancelled' } } },
    ])
  })

  test('a task that runs ends the run, and what it still reports is ignored', async () => {
    const aborted = Promise.withResolvers<void>()
    run = async (signal) => {
      await untilAborted(signal).catch(() => undefined)
      aborted.resolve()
    }
    const id = await enqueue()
    await reaches(id, 'running')
    await site.ask(cancelTask, asked(id))
    await aborted.promise
    // Another one runs afterwards: the run is over.
    run = async () => undefined
    await reaches(await enqueue(), 'done')
    expect(await read(id)).toMatchObject({ state: 'cancelled', error: null })
  })
})

describe('retrying', () => {
  test('a task that was cancelled while it ran waits until the former run has ended', async () => {
    let atOnce = 0
    let most = 0
    const ending = Promise.withResolvers<void>()
    run = async (signal) => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await untilAborted(signal).catch(() => undefined)
      await ending.promise
      atOnce -= 1
    }
    const id = await enqueue()
    await reaches(id, 'running')
    await site.ask(cancelTask, asked(id))
    site.clock.set(after(1_000))
    const retried = await site.ask(retryTask, asked(id))
    expect(retried.data).toMatchObject({
      state: 'waiting',
      attempts: 0,
      finishedAt: null,
      may: { cancel: true, retry: false },
    })
    // The queue has offered the task to this process, which has put it off.
    await eventually(async () => {
      const { rows } = await site.pool.query('select from graphile_worker.jobs where key = $1 and run_at > now()', [id])
      expect(rows).toHaveLength(1)
    })
    run = async () => {
      most = Math.max(most, atOnce + 1)
    }
    ending.resolve()
    await reaches(id, 'done')
    expect(most).toBe(1)
    expect(await auditedOf(id)).toEqual([
      { action: 'task.cancelled', changes: { before: { state: 'running' }, after: { state: 'cancelled' } } },
      { action: 'task.retried', changes: { before: { state: 'cancelled' }, after: { state: 'waiting' } } },
    ])
  })

  test('a task that has failed gives it all attempts again', async () => {
    run = async () => {
      throw new Error('the file is gone')
    }
    const id = await enqueue()
    await reaches(id, 'failed')
    expect(await read(id)).toMatchObject({
      attempts: 5,
      error: 'the file is gone',
      may: { cancel: false, retry: true },
    })
    run = async () => undefined
    expect((await site.ask(retryTask, asked(id, teacher))).failure().error).toBe('access.refused')
    await site.ask(retryTask, asked(id))
    await reaches(id, 'done')
    expect(await read(id)).toMatchObject({ attempts: 1, error: null })
    expect((await site.ask(retryTask, asked(id))).failure().error).toBe('task.moveRefused')
  })
})

describe('the file that a task made', () => {
  const content = Buffer.from('an archive')

  const makeFile = async (id: TaskId) => {
    const fileId = await addFile(site.db, {
      ownerId: organiser.id,
      purpose: 'bundle',
      name: '作品.zip',
      type: 'application/zip',
      size: content.length,
    })
    const { storage } = site.asProgram().installation
    await storage.put(`bundle/${fileId}`, content)
    await setTaskFile(site.asProgram(), id, fileId)
    return fileId
  }

  test('is downloaded by organisers until it expires', async () => {
    const id = await enqueueBundle()
    const download = (who: Record<string, string>) => site.get(`/api/tasks/${id}/file`, who)
    expect((await download(organiser.headers)).failure().error).toBe('file.notFound')
    await makeFile(id)
    expect((await download({})).failure().error).toBe('session.required')
    expect((await download(teacher.headers)).failure().error).toBe('access.refused')
    const answer = await download(organiser.headers)
    expect([answer.status, answer.text, answer.headers.get('content-disposition')]).toEqual([
      200,
      'an archive',
      expect.stringContaining(encodeURIComponent('作品.zip')),
    ])
    expect((await read(id)).file).toEqual({ name: '作品.zip', size: 10, until: after(7 * day).toISOString() })
    site.clock.set(after(7 * day))
    expect((await download(organiser.headers)).failure().error).toBe('file.notFound')
    expect((await read(id)).file).toBeNull()
  })

  test('is deleted by the sweep when it has expired, or with the account of its owner', async () => {
    const expired = await makeFile(await enqueueBundle())
    const removed = await makeFile(await enqueueBundle())
    site.clock.set(after(day))
    const kept = await makeFile(await enqueueBundle())
    await site.db
      .update(file)
      .set({ state: 'removed' })
      .where(inArray(file.id, [removed]))
    site.clock.set(after(7 * day))
    const { storage } = site.asProgram().installation
    await createSweep({ db: site.db, clock: site.clock, storage, features }).run()
    const left = await site.db
      .select({ id: file.id })
      .from(file)
      .where(inArray(file.id, [expired, removed, kept]))
    expect(left).toEqual([{ id: kept }])
    expect(await storage.sizeOf(`bundle/${expired}`)).toBeUndefined()
  })
})

test('inspections that are done are forgotten after a week, other tasks that have ended after ninety days', async () => {
  const add = async (kind: 'inspect' | 'bundle', state: 'done' | 'failed', age: number): Promise<string> => {
    const ended = after(-age)
    const subject = `${kind} ${state} ${age / day}`
    const times = {
      createdAt: ended,
      startedAt: ended,
      finishedAt: ended,
      attempts: 1,
      error: state === 'done' ? null : 'no',
    }
    await site.db.insert(task).values({ id: crypto.randomUUID() as TaskId, kind, state, input: {}, subject, ...times })
    return subject
  }
  await add('inspect', 'done', 7 * day)
  const kept = [
    await add('inspect', 'done', 7 * day - 1),
    await add('inspect', 'failed', 8 * day),
    await add('bundle', 'done', 89 * day),
  ]
  await add('bundle', 'done', 90 * day)
  await add('inspect', 'failed', 90 * day)
  const { storage } = site.asProgram().installation
  await createSweep({ db: site.db, clock: site.clock, storage, features }).run()
  const left = await site.db.select({ subject: task.subject }).from(task)
  expect(left.map(({ subject }) => subject).toSorted()).toEqual(kept.toSorted())
})
