import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskId } from '@lectern/contract/ids.ts'
import type { TaskKind } from '@lectern/contract/tasks/task-values.ts'
import type { TaskList, WorkerEvents } from 'graphile-worker'
import type { Ctx } from '../../../platform/context.ts'
import { Client } from '../../../platform/database/client.ts'
import { isDatabaseAway } from '../../../platform/database/connect.ts'
import { poolSizes } from '../../../platform/database/pool-sizes.ts'
import type { Program, TaskRunner, TaskRunners, TaskTiming } from '../../../platform/feature.ts'
import {
  beginAttempt,
  completeAttempt,
  endTurn,
  failAttempt,
  giveBackAttempt,
  postponeAttempt,
  storeProgress,
  type Progress,
} from './attempts.ts'
import { openTaskLocks, PostgresCrash, type TaskLocks } from './locks.ts'
import type { Attempt } from '../queries.ts'
import type { JobPayload } from './queue.ts'
import { recoverTasks } from './recovery.ts'
import { turnName } from './turns.ts'
import { WorkerPool } from './worker-pool.ts'

/** Tasks that one process runs at once; those of lanes, which read files of strangers, have places of their own, so that they delay nothing else. */
const places = { turns: 2, others: 4 } as const

const progressMilliseconds = 1_000

/** How long a run may take to end after its signal is aborted. */
const endMilliseconds = 10_000

const restartMilliseconds = 1_000
const settleMilliseconds = 1_000
const postponeMilliseconds = 2_000

/** Returned in batches, even of one: without, graphile-worker does not catch a database that is lost meanwhile. */
const returnJobs = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** Ten seconds, a minute, five minutes, a quarter of an hour. */
const retryDelays = [10_000, 60_000, 300_000]
const lastRetryDelay = 900_000

export const defaultTiming: TaskTiming = {
  retryMilliseconds: (attempts) => retryDelays[attempts - 1] ?? lastRetryDelay,
  pollMilliseconds: 5_000,
  recoverMilliseconds: 30_000,
}

/** Why a run must end. The attempt counts if PostgreSQL has crashed: the task may have been the cause. */
type Interruption = 'cancelled' | 'stopped' | 'crashed'

interface Session {
  locks: TaskLocks
  isEnding: boolean
}

export interface Dispatcher {
  /** Ends the run of a task, if it is running here. */
  cancel(id: string): void
  /** Takes no further task and ends those that run. */
  stop(): void
  close(): Promise<void>
}

type DispatcherDeps = Pick<Program, 'databaseUrl' | 'asProgram' | 'report' | 'log'> & {
  runners: TaskRunners
  timing?: Partial<TaskTiming> | undefined
}

/**
 * Runs background tasks until it is stopped. graphile-worker decides which process runs what and when; what becomes of
 * a task is written into `task`.
 */
export const startDispatcher = ({
  databaseUrl,
  asProgram,
  report,
  log,
  runners,
  ...given
}: DispatcherDeps): Dispatcher => {
  const timing: TaskTiming = { ...defaultTiming, ...given.timing }
  const stopping = new AbortController()
  /** Runs of this process; one that ignores its signal stays here until it ends. */
  const runs = new Map<string, AbortController>()
  let isInterrupted = false

  /** Stores what became of an attempt, however long the database is away. A process that stops leaves that to recovery. */
  const settle = async (store: () => Promise<void>): Promise<void> => {
    for (;;)
      try {
        return await store()
      } catch (error) {
        if (stopping.signal.aborted || !isDatabaseAway(error)) throw error
        await sleep(settleMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
  }

  /** Runs one attempt, and stores how far it comes at most once a second. */
  const runAttempt = async (runner: TaskRunner, attempt: Attempt, controller: AbortController): Promise<void> => {
    // What a task does, and why it failed, is found by the id that its cause was answered with.
    const inside = (): Ctx => asProgram(attempt.requestId ?? undefined)
    const current: Progress = { done: null, total: null }
    let storedAt = -Infinity
    const progress = async (done: number, total: number): Promise<void> => {
      Object.assign(current, { done, total })
      if (performance.now() - storedAt < progressMilliseconds) return
      storedAt = performance.now()
      if (!(await storeProgress(inside(), attempt, current))) controller.abort('cancelled' satisfies Interruption)
    }
    const { id, input } = attempt
    try {
      await runner(inside(), { id, input, signal: controller.signal, progress })
      await settle(() => completeAttempt(inside(), attempt, current))
    } catch (error) {
      if (!controller.signal.aborted) {
        const { kind, number, requestId } = attempt
        report(
          `the task ${kind} ${id} failed at attempt ${number}`,
          requestId === null ? undefined : { requestId },
        )(error)
      }
      await settle(async () => {
        // Read anew each time: the run may notice a lost database before the session does.
        if (!controller.signal.aborted)
          await failAttempt(inside(), attempt, {
            error,
            progress: current,
            retryMilliseconds: timing.retryMilliseconds,
          })
        else if (controller.signal.reason === ('stopped' satisfies Interruption))
          await giveBackAttempt(inside(), attempt)
      })
    }
  }

  const runTask = async (runner: TaskRunner, session: Session, id: TaskId): Promise<void> => {
    // A worker may still have been asking for a job when it was told to stop.
    if (session.isEnding) return postponeAttempt(asProgram(), id, 0)
    // Cancelled and retried: the former run has not ended yet.
    if (runs.has(id) || !(await session.locks.take(id))) return postponeAttempt(asProgram(), id, postponeMilliseconds)
    const controller = new AbortController()
    runs.set(id, controller)
    const began = performance.now()
    let attempt: Attempt | undefined
    try {
      attempt = await beginAttempt(asProgram(), id)
      if (attempt) await runAttempt(runner, attempt, controller)
    } finally {
      runs.delete(id)
      await session.locks.release(id).catch(() => undefined)
    }
    // Not before its place is free: the next attempt may be queued already.
    if (attempt) await endTurn(asProgram(), attempt, (performance.now() - began) / 1000)
  }

  /** Runs tasks until the program stops or the locks are lost. */
  const runSession = async (): Promise<void> => {
    const { Logger, runTaskList } = await import('graphile-worker')
    const locks = await openTaskLocks(databaseUrl)
    const pool = new WorkerPool({
      Client,
      connectionString: databaseUrl,
      application_name: 'lectern tasks',
      max: poolSizes.queue,
      statement_timeout: 15_000,
    })
    pool.on('error', (error) => {
      if (!stopping.signal.aborted) log.warn(`a connection of the task queue was lost: ${error.message}`)
    })
    const session: Session = { locks, isEnding: false }
    const taskOf =
      (runner: TaskRunner) =>
      (payload: unknown): Promise<void> =>
        runTask(runner, session, (payload as JobPayload).task)
    const taskLists: Record<keyof typeof places, TaskList> = { turns: {}, others: {} }
    for (const [kind, runner] of Object.entries(runners) as [TaskKind, TaskRunner][]) {
      taskLists.turns[turnName(kind)] = taskOf(runner)
      if (turnName(kind) !== kind) taskLists.others[kind] = taskOf(runner)
    }
    const logger = new Logger(() => (level, message) => {
      const isNews = (level === 'error' || level === 'warning') && !stopping.signal.aborted
      if (isNews) log.warn(`task queue: ${message}`)
    })
    const failed = Promise.withResolvers<Error>()
    const eventsOfWorkers = (): WorkerEvents => {
      const events: WorkerEvents = new EventEmitter()
      // graphile-worker looks up its tasks once. If the database refuses that, it keeps the failure, and these workers
      // would never take a job.
      let hasAsked = false
      for (const name of ['worker:getJob:empty', 'job:start'] as const) events.once(name, () => (hasAsked = true))
      events.on('worker:getJob:error', ({ error }) => {
        if (!hasAsked) failed.resolve(new Error('the workers cannot take jobs', { cause: error }))
      })
      // These workers take no further job, and would end only after the longest of their tasks.
      events.on('pool:fatalError', ({ error }) =>
        failed.resolve(new Error('the workers cannot return a job', { cause: error })),
      )
      return events
    }
    const startWorkers = (concurrency: number, tasks: TaskList) =>
      runTaskList(
        {
          concurrency,
          pollInterval: timing.pollMilliseconds,
          noHandleSignals: true,
          logger,
          events: eventsOfWorkers(),
          preset: returnJobs,
        },
        tasks,
        pool,
      )
    const pools = [
      { concurrency: places.turns, tasks: taskLists.turns },
      { concurrency: places.others, tasks: taskLists.others },
    ]
      // Workers that know no task end at once.
      .filter(({ tasks }) => Object.keys(tasks).length > 0)
      .map(({ concurrency, tasks }) => startWorkers(concurrency, tasks))
    const ended = Promise.race(pools.map(({ promise }) => promise)).then(
      () => new Error('the workers ended'),
      (error: unknown) => new Error('the workers ended', { cause: error }),
    )
    let recovering = Promise.resolve()
    const recover = (): void => {
      recovering = recovering
        .then(() => recoverTasks(asProgram()))
        .catch(report('tasks of ended processes cannot be put back; tried again soon'))
    }
    const recovery = setInterval(recover, timing.recoverMilliseconds).unref()
    let interruption: Interruption = 'stopped'
    try {
      for (const { id } of pools) await locks.holdPool(id)
      isInterrupted = false
      recover()
      const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))
      const reason = stopping.signal.aborted
        ? undefined
        : await Promise.race([stopped, locks.lost, ended, failed.promise])
      if (reason instanceof PostgresCrash) interruption = 'crashed'
      if (reason !== undefined) throw reason
    } finally {
      clearInterval(recovery)
      session.isEnding = true
      for (const controller of runs.values()) controller.abort(interruption)
      // What does not end in time is put back by another process, or by the next start of this one.
      const shutDown = Promise.allSettled(pools.map(async (workers) => workers.gracefulShutdown()))
      await Promise.race([shutDown, sleep(endMilliseconds, undefined, { ref: false })])
      await locks.close().catch(() => undefined)
      await Promise.race([pool.end(), sleep(endMilliseconds, undefined, { ref: false })])
      // The program closes its database next: a recovery that is still running would fail and be reported.
      if (stopping.signal.aborted) await recovering
    }
  }

  const keepRunning = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await runSession().catch((error: unknown) => {
        // The database may be away for long: it is told once.
        if (!isInterrupted || !isDatabaseAway(error)) report('background tasks are interrupted; they go on soon')(error)
        isInterrupted = true
      })
      await sleep(restartMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = keepRunning()

  return {
    cancel: (id) => runs.get(id)?.abort('cancelled' satisfies Interruption),
    stop: () => stopping.abort(),
    close: () => running,
  }
}
