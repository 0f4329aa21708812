import { randomUUID } from 'node:crypto'
import type { TaskId } from '@lectern/contract/ids.ts'
import type { TaskKind } from '@lectern/contract/tasks/task-values.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect, type Connection } from '../../../platform/database/connect.ts'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import type { TaskRunner } from '../../../platform/feature.ts'
import { startCuttableProxy, type CuttableProxy } from '../../../testing/cuttable-proxy.ts'
import { createDatabase } from '../../../testing/database.ts'
import { eventually, startSite, type TestSite } from '../../../testing/site.ts'
import { enqueueTask } from '../service.ts'
import { task } from '../tables.ts'
import { startDispatcher } from './dispatcher.ts'

/** Of a test that looks at the database while the program cannot. */
let direct: Connection
let proxy: CuttableProxy
let site: TestSite
let unhandled: unknown[]
const remember = (error: unknown): void => void unhandled.push(error)

beforeEach(async () => {
  unhandled = []
  process.on('unhandledRejection', remember)
  const url = await createDatabase()
  direct = connect(url, () => undefined)
  proxy = await startCuttableProxy(url)
})
afterEach(async () => {
  proxy.mend()
  await site.close()
  await proxy.close()
  await direct.close()
  process.off('unhandledRejection', remember)
})

const stored = async (id: TaskId) => {
  const [row] = await site.db
    .select({ state: task.state, attempts: task.attempts, error: task.error })
    .from(task)
    .where(eq(task.id, id))
  return row!
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve()))

/**
 * Runs a task whose first run meets a database that goes away, and ends as `during` says; later ones find nothing to do. Returns how
 * often it was run, and how many of these runs were under way at once at most.
 */
const runWhileAway = async (
  kind: TaskKind,
  during: TaskRunner,
): Promise<{ id: TaskId; runs: number; most: number }> => {
  let [runs, underWay, most] = [0, 0, 0]
  const isCut = Promise.withResolvers<void>()
  const hasEnded = Promise.withResolvers<void>()
  const runner: TaskRunner = async (ctx, run) => {
    runs += 1
    underWay += 1
    most = Math.max(most, underWay)
    try {
      if (runs > 1) return
      proxy.cut()
      isCut.resolve()
      await during(ctx, run)
    } finally {
      underWay -= 1
      hasEnded.resolve()
    }
  }
  site = await startSite({ databaseUrl: proxy.url, withTasks: true, taskRunners: { [kind]: runner } })
  const id = await enqueueTask(site.asProgram(), { kind, input: {}, subject: 'Lessons', lane: randomUUID() })
  await isCut.promise
  const connecting = vi.spyOn(site.pool, 'connect')
  await hasEnded.promise
  // Not before the first attempt to store what became of the run.
  await eventually(() => expect(connecting).toHaveBeenCalled())
  await expect(site.db.execute(sql`select 1`)).rejects.toThrow('Failed query')
  proxy.mend()
  await eventually(async () => expect((await stored(id)).state).toBe('done'))
  return { id, runs, most }
}

/** One that takes turns, and one of a queue of its own. */
const kinds = ['inspect', 'plan'] as const satisfies TaskKind[]

describe.each(kinds)('a task of the kind %s that runs while the database goes away', (kind) => {
  test('runs again once it is back, and the attempt does not count', async () => {
    const { id, ...counts } = await runWhileAway(kind, async (_ctx, { signal }) => {
      await untilAborted(signal)
      throw new Error('interrupted')
    })
    expect([await stored(id), counts, unhandled]).toEqual([
      { state: 'done', attempts: 1, error: null },
      { runs: 2, most: 1 },
      [],
    ])
  })

  test('and fails for that reason runs again, and the attempt does not count', async () => {
    const { id, ...counts } = await runWhileAway(kind, async ({ db }) => void (await db.execute(sql`select 1`)))
    expect([await stored(id), counts, unhandled]).toEqual([
      { state: 'done', attempts: 1, error: null },
      { runs: 2, most: 1 },
      [],
    ])
  })

  test('and is done meanwhile is not run a second time', async () => {
    const { id, ...counts } = await runWhileAway(kind, async (_ctx, { signal }) => untilAborted(signal))
    expect([await stored(id), counts, unhandled]).toEqual([
      { state: 'done', attempts: 1, error: null },
      { runs: 1, most: 1 },
      [],
    ])
  })
})

describe('a job that cannot be returned to the queue because the database goes away', () => {
  const lane = randomUUID()
  /** What the worker waits for at this moment, until the database goes away. */
  const moments = [
    ['before its task has begun', sql`select from ${task} for update`],
    ['after its task is done', sql`select pg_advisory_xact_lock(hashtextextended(${lane}, 0))`],
  ] as const

  const isWaiting = async (): Promise<boolean> => {
    const { rowCount } = await direct.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount !== 0
  }

  test.each(moments)('%s ends no process, and the task is run once', async (_when, hold) => {
    let runs = 0
    const reported: unknown[] = []
    site = await startSite({ databaseUrl: proxy.url })
    const id = await enqueueTask(site.asProgram(), { kind: 'inspect', input: {}, subject: 'Lessons', lane })
    const dispatcher = await direct.db.transaction(async (holder) => {
      await holder.execute(hold)
      const started = startDispatcher({
        databaseUrl: proxy.url,
        asProgram: site.asProgram,
        report: () => (error) => reported.push(error),
        log: { info: () => undefined, warn: () => undefined },
        runners: { inspect: async () => void (runs += 1) },
        timing: { pollMilliseconds: 50, recoverMilliseconds: 500 },
      })
      await eventually(async () => expect(await isWaiting()).toBe(true))
      proxy.cut()
      await eventually(() => expect(reported).not.toEqual([]))
      return started
    })
    proxy.mend()
    try {
      await eventually(async () => expect((await stored(id)).state).toBe('done'))
      // The job is given back by the queue, and its worker finds that there is nothing to do.
      await eventually(async () =>
        expect((await direct.pool.query('select from graphile_worker.jobs')).rowCount).toBe(0),
      )
      expect([runs, await stored(id), unhandled]).toEqual([1, { state: 'done', attempts: 1, error: null }, []])
    } finally {
      dispatcher.stop()
      await dispatcher.close()
    }
  })
})
