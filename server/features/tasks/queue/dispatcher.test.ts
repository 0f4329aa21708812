import { randomUUID } from 'node:crypto'
import type { TaskId } from '@lectern/contract/ids.ts'
import { maxTaskAttempts, type TaskKind } from '@lectern/contract/tasks/task-values.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { findQueueRevision, queueRevision } from '../../../platform/database/queue-schema.ts'
import type { TaskRun, TaskRunner, TaskRunners } from '../../../platform/feature.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { startDispatcher } from './dispatcher.ts'
import { recoverTasks } from './recovery.ts'
import { cancelTask, enqueueTask, enqueueTaskOnce, retryTask } from '../service.ts'
import { task } from '../tables.ts'
import { budgetSeconds, turnOf, turns } from './turns.ts'

let sites: TestSite[] = []
afterEach(async () => {
  for (const site of sites.toReversed()) await site.close()
  sites = []
})

/** A site that runs tasks of the kind `inspect` as the test says. */
const startWith = async (inspect: TaskRunner, options: Parameters<typeof startSite>[0] = {}): Promise<TestSite> => {
  const site = await startSite({ withTasks: true, taskRunners: { inspect }, ...options })
  sites.push(site)
  return site
}

const given = { kind: 'inspect', input: { file: 'one' }, subject: 'lesson.pdf' } as const

const stored = async ({ db }: TestSite, id: TaskId) => {
  const [found] = await db.select().from(task).where(eq(task.id, id))
  return found!
}

const jobsOf = async ({ db }: TestSite): Promise<number> => {
  const { rows } = await db.execute<{ jobs: number }>(sql`select count(*)::int as jobs from graphile_worker.jobs`)
  return rows[0]!.jobs
}

/** A runner that waits until the test lets it end, or its signal is aborted. */
const heldRunner = () => {
  const started: TaskRun[] = []
  const release = Promise.withResolvers<void>()
  const runner: TaskRunner = async (_ctx, run) => {
    started.push(run)
    const aborted = new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(new Error('aborted'))))
    await Promise.race([release.promise, aborted])
  }
  return { started, release: release.resolve, runner }
}

/** Runs the tasks of a site that does not run them itself, and remembers what is reported. */
const startApart = ({ databaseUrl, asProgram }: TestSite, runners: TaskRunners) => {
  const reported: unknown[] = []
  const dispatcher = startDispatcher({
    databaseUrl,
    asProgram,
    report: () => (error) => reported.push(error),
    log: { info: () => undefined, warn: () => undefined },
    runners,
    timing: { pollMilliseconds: 50 },
  })
  return { dispatcher, reported }
}

test('the schema of the queue has the revision that the program expects', async () => {
  const site = await startWith(async () => undefined)
  expect(await findQueueRevision(site.pool)).toBe(queueRevision)
})

test('a task runs once its cause is committed, and is done', async () => {
  const seen: unknown[] = []
  const site = await startWith(async (_ctx, { input, progress }) => {
    seen.push(input)
    await progress(1, 3)
    await progress(2, 3)
  })
  const id = await enqueueTask(site.asProgram(), given)
  await eventually(async () => expect((await stored(site, id)).state).toBe('done'))
  expect(seen).toEqual([{ file: 'one' }])
  expect(await stored(site, id)).toMatchObject({
    attempts: 1,
    done: 3,
    total: 3,
    error: null,
    startedAt: fixedNow,
    finishedAt: fixedNow,
    retryAt: null,
  })
  await eventually(async () => expect(await jobsOf(site)).toBe(0))
})

test('workers that the database refuses when they begin are replaced', async () => {
  const site = await startWith(async () => undefined, { withTasks: false })
  const id = await enqueueTask(site.asProgram(), given)
  await site.pool.query('alter table graphile_worker._private_tasks rename to hidden')
  const { dispatcher, reported } = startApart(site, { inspect: async () => undefined })
  try {
    await eventually(async () => expect(reported).not.toEqual([]))
    expect(reported[0]).toMatchObject({ message: 'the workers cannot take jobs' })
    await site.pool.query('alter table graphile_worker.hidden rename to _private_tasks')
    await eventually(async () => expect((await stored(site, id)).state).toBe('done'))
  } finally {
    dispatcher.stop()
    await dispatcher.close()
  }
})

test('a task whose cause is rolled back does not exist', async () => {
  const site = await startWith(async () => undefined, { withTasks: false })
  const failing = inTransaction(site.asProgram(), async (ctx) => {
    await enqueueTask(ctx, given)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await site.db.select().from(task)).toEqual([])
  expect(await jobsOf(site)).toBe(0)
})

test('a failing task is tried again, and fails for good after the last attempt', async () => {
  let runs = 0
  const site = await startWith(async () => {
    runs += 1
    throw new Error(`no luck ${runs}`)
  })
  const id = await enqueueTask(site.asProgram(), given)
  await eventually(async () => expect((await stored(site, id)).state).toBe('failed'))
  expect(runs).toBe(maxTaskAttempts)
  expect(await stored(site, id)).toMatchObject({
    attempts: maxTaskAttempts,
    error: `no luck ${maxTaskAttempts}`,
    finishedAt: fixedNow,
    retryAt: null,
  })
  await eventually(async () => expect(await jobsOf(site)).toBe(0))
})

test('the reason of a failure begins with its cause, however long the statement is', async () => {
  const site = await startWith(async ({ db }) => void (await db.execute(sql`select ${'x'.repeat(5_000)} from nowhere`)))
  const id = await enqueueTask(site.asProgram(), given)
  await eventually(async () => expect((await stored(site, id)).state).toBe('failed'))
  expect((await stored(site, id)).error).toMatch(/^relation "nowhere" does not exist: Failed query: /)
})

test('a task acts and fails with the id of the request that was its cause', async () => {
  const seen: unknown[] = []
  const site = await startWith(async ({ requestId }, { input }) => {
    seen.push({ requestId, input })
    throw new Error('no luck')
  })
  const id = await enqueueTask({ ...site.asProgram(), requestId: 'the cause' }, given)
  await eventually(async () => expect((await stored(site, id)).state).toBe('failed'))
  const attempts = Array.from({ length: maxTaskAttempts })
  expect(seen).toEqual(attempts.map(() => ({ requestId: 'the cause', input: { file: 'one' } })))
  const lines = site.log.filter(({ msg }) => String(msg).startsWith(`the task inspect ${id} failed`))
  expect(lines.map(({ requestId }) => requestId)).toEqual(attempts.map(() => 'the cause'))
  await retryTask({ ...site.asProgram(), requestId: 'the retry' }, id)
  await eventually(async () => expect(seen.at(-1)).toEqual({ requestId: 'the retry', input: { file: 'one' } }))
})

test('a task that is asked for twice before it begins has the id of the newer request', async () => {
  const site = await startSite()
  sites.push(site)
  const ids: TaskId[] = []
  for (const requestId of ['the first', 'the second'])
    ids.push(await enqueueTaskOnce({ ...site.asProgram(), requestId }, { file: 'one' }, given))
  expect(new Set(ids).size).toBe(1)
  expect((await stored(site, ids[0]!)).requestId).toBe('the second')
})

test('a task of an earlier version, which stored no id of a request, is run', async () => {
  const seen: unknown[] = []
  const site = await startWith(async ({ requestId }, { input }) => void seen.push({ requestId, input }))
  await inTransaction(site.asProgram(), async (ctx) => {
    const id = await enqueueTask(ctx, given)
    await ctx.db.update(task).set({ requestId: null }).where(eq(task.id, id))
  })
  await eventually(() =>
    expect(seen).toEqual([{ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), input: { file: 'one' } }]),
  )
})

test('between two attempts a task waits, and says until when', async () => {
  const site = await startWith(
    async () => {
      throw new Error('the bucket is away')
    },
    { taskTiming: { retryMilliseconds: () => 3_600_000 } },
  )
  const id = await enqueueTask(site.asProgram(), given)
  await eventually(async () => expect((await stored(site, id)).attempts).toBe(1))
  await eventually(async () =>
    expect(await stored(site, id)).toMatchObject({
      state: 'waiting',
      error: 'the bucket is away',
      retryAt: new Date(fixedNow.getTime() + 3_600_000),
      finishedAt: null,
    }),
  )
  await eventually(async () => expect(await jobsOf(site)).toBe(1))
})

test('a task that is running when the program stops is run by another, and the attempt does not count', async () => {
  const held = heldRunner()
  const first = await startWith(held.runner)
  const id = await enqueueTask(first.asProgram(), given)
  await eventually(() => expect(held.started).toHaveLength(1))
  await sites.pop()!.close()
  const second = await startWith(async () => undefined, { databaseUrl: first.databaseUrl })
  await eventually(async () => expect((await stored(second, id)).state).toBe('done'))
  expect((await stored(second, id)).attempts).toBe(1)
})

test('tasks whose jobs are missing, as after a restore, run nevertheless', async () => {
  const site = await startWith(async () => undefined, { withTasks: false })
  const id = await enqueueTask(site.asProgram(), given)
  await site.db.execute(sql`select graphile_worker.remove_job(${id}::text)`)
  const second = await startWith(async () => undefined, { databaseUrl: site.databaseUrl })
  await eventually(async () => expect((await stored(second, id)).state).toBe('done'))
})

test('of tasks that bundle files one runs at a time, and others are not delayed', async () => {
  const held = heldRunner()
  const site = await startWith(async () => undefined, {
    taskRunners: { inspect: async () => undefined, bundle: held.runner },
  })
  const bundle = { kind: 'bundle', input: {}, subject: 'Lessons' } as const
  const bundles = [await enqueueTask(site.asProgram(), bundle), await enqueueTask(site.asProgram(), bundle)]
  for (let more = 0; more < 4; more += 1) bundles.push(await enqueueTask(site.asProgram(), bundle))
  await eventually(() => expect(held.started).toHaveLength(1))
  const id = await enqueueTask(site.asProgram(), given)
  await eventually(async () => expect((await stored(site, id)).state).toBe('done'))
  expect(held.started).toHaveLength(1)
  held.release()
  await eventually(async () => {
    const states = await site.db.select({ state: task.state }).from(task).where(eq(task.kind, 'bundle'))
    expect(states.map(({ state }) => state)).toEqual(bundles.map(() => 'done'))
  })
})

test('a task of another kind runs while inspections are stuck', async () => {
  const held = heldRunner()
  const site = await startWith(held.runner, {
    taskRunners: { inspect: held.runner, rank: async () => undefined },
  })
  const lanes = Array.from({ length: 8 }, () => randomUUID())
  for (const lane of lanes) await enqueueTask(site.asProgram(), { ...given, lane })
  await eventually(() => expect(held.started).toHaveLength(2))
  const id = await enqueueTask(site.asProgram(), { kind: 'rank', input: {}, subject: 'Lessons' })
  await eventually(async () => expect((await stored(site, id)).state).toBe('done'))
  expect(held.started).toHaveLength(2)
  held.release()
  await eventually(() => expect(held.started).toHaveLength(8))
})

describe('tasks with lanes', () => {
  /** Lanes by the letters with which tests call them. */
  const lanes: Readonly<Record<string, string>> = { A: randomUUID(), B: randomUUID(), C: randomUUID() }

  /** Queues tasks such as `A1`, and then runs all of them; tells in which order they began. */
  const orderOf = async (
    names: readonly string[],
    { during }: { during?: (name: string) => Promise<void> } = {},
  ): Promise<string[]> => {
    const site = await startWith(async () => undefined, { withTasks: false })
    for (const [at, name] of names.entries()) {
      const lane = lanes[name[0]!]
      const id = await enqueueTask(site.asProgram(), { kind: 'inspect', input: { name }, subject: name, lane })
      // The clock of tests stands still.
      await site.db
        .update(task)
        .set({ createdAt: new Date(fixedNow.getTime() + at) })
        .where(eq(task.id, id))
    }
    const order: string[] = []
    await startWith(
      async (_ctx, { input }) => {
        order.push(input['name'] as string)
        await during?.(input['name'] as string)
      },
      { databaseUrl: site.databaseUrl },
    )
    await eventually(() => expect(order).toHaveLength(names.length))
    return order
  }

  const spend = async ({ db }: TestSite, lane: string, seconds: number): Promise<void> => {
    await db.insert(task).values({
      id: randomUUID() as TaskId,
      kind: 'inspect',
      state: 'done',
      input: {},
      subject: 'earlier',
      attempts: 1,
      lane: lanes[lane]!,
      seconds,
      createdAt: fixedNow,
      startedAt: fixedNow,
      finishedAt: fixedNow,
    })
  }

  test('take turns', async () => {
    const order = await orderOf(['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'B1', 'B2', 'C1'])
    // Two run at once: one may begin late.
    for (const name of ['B1', 'C1']) expect(order.indexOf(name)).toBeLessThan(order.indexOf('A4'))
    expect(order.filter((name) => name.startsWith('A'))).toEqual(['A1', 'A2', 'A3', 'A4', 'A5', 'A6'])
  })

  test('wait for all others when their lane has used up its budget', async () => {
    const order = await orderOf(
      ['A1', 'A2', 'A3', ...['B', 'C'].flatMap((lane) => Array.from({ length: 12 }, (_, at) => `${lane}${at + 1}`))],
      {
        during: async (name) => {
          if (name === 'A1') await spend(sites[0]!, 'A', budgetSeconds)
        },
      },
    )
    // With turns it would be the seventh. A place that nobody else wants is its own: one lane may be done before the other.
    expect(order.indexOf('A3')).toBeGreaterThan(11)
  })

  test('go on when the first of them is cancelled', async () => {
    const site = await startWith(async () => undefined, { withTasks: false })
    const [first, second] = [
      await enqueueTask(site.asProgram(), { ...given, lane: lanes['A'] }),
      await enqueueTask(site.asProgram(), { ...given, lane: lanes['A'] }),
    ]
    expect(await jobsOf(site)).toBe(1)
    await cancelTask(site.asProgram(), first)
    expect(await jobsOf(site)).toBe(1)
    await startWith(async () => undefined, { databaseUrl: site.databaseUrl })
    await eventually(async () => expect((await stored(site, second)).state).toBe('done'))
  })

  test('share two places and one budget for each lane, whatever their kind', async () => {
    const held = heldRunner()
    const site = await startWith(held.runner, {
      taskRunners: { inspect: held.runner, recheck: held.runner, renewCopies: held.runner },
    })
    const kinds = ['recheck', 'renewCopies', 'inspect'] as const
    for (const lane of Object.values(lanes))
      for (const kind of kinds) await enqueueTask(site.asProgram(), { ...given, kind, lane })
    // Without a lane it only hands on what is to be read.
    await enqueueTask(site.asProgram(), { ...given, kind: 'recheck', input: { activity: 'one' } })
    await eventually(() => expect(held.started).toHaveLength(3))
    expect(held.started.filter(({ input }) => 'activity' in input)).toHaveLength(1)

    await spend(site, 'A', budgetSeconds)
    const late = [
      await enqueueTask(site.asProgram(), { ...given, kind: 'bundle', lane: lanes['A'] }),
      await enqueueTask(site.asProgram(), { ...given, kind: 'bundle', lane: lanes['B'] }),
    ]
    const { rows } = await site.db.execute<{ priority: number }>(
      sql`select priority from graphile_worker.jobs where key = any(${sql.param(late)}::text[]) order by priority desc`,
    )
    expect(rows.map(({ priority }) => priority)).toEqual([turns.last, turns.usual])
    held.release()
    await eventually(() => expect(held.started).toHaveLength(10))
  })

  test('have their turn again when the time for which their lane has a budget has passed', async () => {
    const site = await startWith(async () => undefined, { withTasks: false })
    await spend(site, 'A', budgetSeconds)
    await enqueueTask(site.asProgram(), { ...given, lane: lanes['A'] })
    const prioritiesAfter = async (minutes: number): Promise<number[]> => {
      site.clock.set(after(minutes * 60_000))
      await recoverTasks(site.asProgram())
      const { rows } = await site.db.execute<{ priority: number }>(sql`select priority from graphile_worker.jobs`)
      return rows.map(({ priority }) => priority)
    }
    expect(await prioritiesAfter(9)).toEqual([turns.last])
    expect(await prioritiesAfter(11)).toEqual([turns.usual])
  })

  test('run one at a time, and count how long they took', async () => {
    const held = heldRunner()
    const site = await startWith(held.runner)
    const ids = [
      await enqueueTask(site.asProgram(), { ...given, lane: lanes['A'] }),
      await enqueueTask(site.asProgram(), { ...given, lane: lanes['A'] }),
      await enqueueTask(site.asProgram(), { ...given, lane: lanes['B'] }),
    ]
    await eventually(() => expect(held.started.map(({ id }) => id).toSorted()).toEqual([ids[0], ids[2]].toSorted()))
    held.release()
    await eventually(async () => expect((await stored(site, ids[1]!)).state).toBe('done'))
    await eventually(async () => expect((await stored(site, ids[0]!)).seconds).toBeGreaterThan(0))
  })
})

test('a lane comes last when it has used up its budget, and files that are read again come after new ones', () => {
  const turnsOf = (kind: TaskKind) => [0, budgetSeconds - 1, budgetSeconds].map((seconds) => turnOf(kind, seconds))
  expect(turnsOf('inspect')).toEqual([turns.usual, turns.usual, turns.last])
  expect(turnsOf('recheck')).toEqual([turns.later, turns.later, turns.last])
})

test('stopping waits for the recovery of tasks, which needs the database', async () => {
  const site = await startWith(async () => undefined, { withTasks: false })
  const other = await site.pool.connect()
  await other.query('begin; lock table task')
  const { dispatcher, reported } = startApart(site, {})
  const countOf = async (condition: string): Promise<number> => {
    const { rows } = await site.pool.query<{ found: number }>(
      `select count(*)::int as found from pg_stat_activity where datname = current_database() and ${condition}`,
    )
    return rows[0]!.found
  }
  await eventually(async () => expect(await countOf(`wait_event_type = 'Lock'`)).toBe(1))
  let isClosed = false
  dispatcher.stop()
  const closing = dispatcher.close().then(() => (isClosed = true))
  await eventually(async () => expect(await countOf(`application_name like 'lectern task%'`)).toBe(0))
  expect(isClosed).toBe(false)
  await other.query('rollback')
  other.release()
  await closing
  expect(reported).toEqual([])
})
