import { EventEmitter } from 'node:events'
import { Logger, runTaskList, type WorkerEvents } from 'graphile-worker'
import { expect, test } from 'vitest'
import { Client } from '../../../platform/database/client.ts'
import { createDatabase } from '../../../testing/database.ts'
import { WorkerPool } from './worker-pool.ts'

test('workers whose listening connection is lost while they shut down end without an error', async () => {
  const pool = new WorkerPool({ Client, connectionString: await createDatabase() })
  pool.on('error', () => undefined)
  let releases = 0
  pool.on('release', () => (releases += 1))
  const events: WorkerEvents = new EventEmitter()
  const ended = Promise.withResolvers<void>()
  // Its first statement has not been answered yet.
  events.once('pool:listen:success', ({ client, workerPool }) => {
    ended.resolve(workerPool.gracefulShutdown())
    setImmediate(() =>
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy(),
    )
  })
  const logger = new Logger(() => () => undefined)
  runTaskList({ concurrency: 1, noHandleSignals: true, logger, events }, { idle: () => undefined }, pool)
  await ended.promise
  await pool.end()
  // An unhandled rejection would fail this file.
  expect(releases).toBeGreaterThan(0)
})

test('a connection that is refused has nothing to release', async () => {
  const pool = new WorkerPool({ Client, connectionString: await createDatabase() })
  await pool.end()
  const answer = Promise.withResolvers<unknown[]>()
  pool.connect((...given) => answer.resolve(given))
  expect(await answer.promise).toEqual([expect.any(Error), undefined, undefined])
})
