import type { TaskId } from '@lectern/contract/ids.ts'
import type { QueryResultRow } from 'pg'
import { Client } from '../../../platform/database/client.ts'

/** Classes of advisory locks; any constants. */
export const lockClasses = { process: 7_305_002, task: 7_305_003, recovery: 7_305_004 } as const

/** A process of PostgreSQL has crashed, and all of its connections are lost. */
export class PostgresCrash extends Error {}

const crashShutdown = '57P02'

export interface TaskLocks {
  /** Tells other processes that the jobs of this pool of workers are being run. */
  holdPool: (pool: string) => Promise<void>
  /** False: another process is still running this task. */
  take: (id: TaskId) => Promise<boolean>
  release: (id: TaskId) => Promise<void>
  /** Resolves when the connection, and with it every lock, is lost. */
  lost: Promise<Error>
  close: () => Promise<void>
}

/**
 * A connection that holds locks for as long as this process lives: PostgreSQL releases them as soon as it ends, however
 * it ends, so that nobody has to guess from the age of a heartbeat.
 */
export const openTaskLocks = async (url: string): Promise<TaskLocks> => {
  const client = new Client({
    connectionString: url,
    application_name: 'lectern task locks',
    statement_timeout: 5_000,
  })
  const lost = Promise.withResolvers<Error>()
  client.on('error', (error) => lost.resolve(error))
  // The connection ends right after this.
  client.on('notice', ({ code, message }) => {
    if (code === crashShutdown) lost.resolve(new PostgresCrash(message))
  })
  client.on('end', () => lost.resolve(new Error('the connection with the locks of tasks ended')))
  await client.connect()
  // A machine that disappeared is noticed within a minute. Not every system has all of these settings.
  for (const setting of ['idle = 30', 'interval = 10', 'count = 3'])
    await client.query(`set tcp_keepalives_${setting}`).catch(() => undefined)
  // All workers of this process share the connection, and a connection runs one statement at a time.
  let last: Promise<unknown> = Promise.resolve()
  const query = <Row extends QueryResultRow>(statement: string, values: unknown[] = []) => {
    const result = last.then(() => client.query<Row>(statement, values))
    last = result.catch(() => undefined)
    return result
  }
  // A connection that only waits would never notice that the other end is gone.
  const heartbeat = setInterval(() => query('select 1').catch(lost.resolve), 15_000).unref()
  const ask = async (question: string, lockClass: number, name: string): Promise<boolean> => {
    const { rows } = await query<{ answer: boolean }>(`select ${question}($1, hashtext($2)) as answer`, [
      lockClass,
      name,
    ])
    return rows[0]!.answer
  }
  return {
    holdPool: async (pool) => void (await ask('pg_advisory_lock', lockClasses.process, pool)),
    take: (id) => ask('pg_try_advisory_lock', lockClasses.task, id),
    release: async (id) => void (await ask('pg_advisory_unlock', lockClasses.task, id)),
    lost: lost.promise,
    close: async () => {
      clearInterval(heartbeat)
      await client.end()
    },
  }
}
