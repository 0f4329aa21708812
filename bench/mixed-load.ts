import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findEmbeddedPostgres } from '../server/platform/database/embedded.ts'
import { callsOf, type ReaderCall } from '../server/testing/cluster/reader-calls.ts'
import { addOrganiser } from './people.ts'
import { untilPicturesMade } from './pictures.ts'
import { startApp, withFolder, type Served } from './processes.ts'
import { publicPaths } from './public-pages.ts'
import type { Result } from './results.ts'

const megabyte = 1024 * 1024
const atOnce = 16
const loadSeconds = 180
/** Threads end after a minute without work. */
const quietSeconds = 75

/** Several readers at once, each with one call after another. Returns how many calls there were. */
const load = async (url: string, calls: Generator<ReaderCall, never>, seconds: number): Promise<number> => {
  const until = performance.now() + seconds * 1000
  let count = 0
  const read = async (): Promise<void> => {
    while (performance.now() < until) {
      const { path, headers } = calls.next().value
      const answer = await fetch(`${url}${path}`, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, read))
  return count
}

/** Resident memory of a web process of the demo, at rest and after it has answered visitors and organisers. */
const measureServer = async (app: Served, cookie: string): Promise<Result[]> => {
  const paths = await publicPaths(app.url)
  const calls = callsOf(paths, cookie)
  // Every page and list once, so that the code for them is loaded.
  await load(app.url, calls, 10)
  await sleep(quietSeconds * 1000)
  const rest = await app.usage()
  const count = await load(app.url, calls, loadSeconds)
  const busy = await app.usage()
  await sleep(quietSeconds * 1000)
  const after = await app.usage()
  return [
    { name: 'memory of a web process at rest', value: rest.memory / megabyte, unit: 'MB' },
    { name: `calls of ${atOnce} readers within ${loadSeconds} s`, value: count, unit: 'requests' },
    { name: 'memory at the end of these calls', value: busy.memory / megabyte, unit: 'MB' },
    {
      name: 'memory after mixed calls, threads ended',
      value: after.memory / megabyte,
      unit: 'MB',
      target: { most: 260 },
    },
    { name: 'memory after mixed calls, of that at rest', value: after.memory / rest.memory, unit: '' },
  ]
}

export const measureMixedLoad = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    // It runs the database, and the background tasks.
    const first = await startApp({ DATA_DIR: folder })
    try {
      await untilPicturesMade(folder)
      const url = await findEmbeddedPostgres(folder)
      const app = await startApp({ DATA_DIR: folder, DATABASE_URL: url, ROLE: 'web', TRUST_PROXY: '127.0.0.1' })
      const pool = new pg.Pool({ connectionString: url, max: 1 })
      try {
        return await measureServer(app, await addOrganiser(pool))
      } finally {
        await pool.end()
        await app.stop()
      }
    } finally {
      await first.stop()
    }
  })
