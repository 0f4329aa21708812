import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { startCuttableProxy, type CuttableProxy } from '../../testing/cuttable-proxy.ts'
import { createDatabase } from '../../testing/database.ts'
import { absentFolder } from '../../testing/program.ts'
import { eventually } from '../../testing/site.ts'
import { openDatabase } from './open.ts'
import { waitForDatabase } from './wait.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

let proxy: CuttableProxy
let lines: string[]
let stopping: AbortController
beforeEach(async () => {
  proxy = await startCuttableProxy(await createDatabase())
  lines = []
  stopping = new AbortController()
})
afterEach(() => proxy.close())

/** How often it was tried is counted, as lines are few. */
const wait = (url: string) => {
  const tries = { count: 0 }
  const open = () => {
    tries.count += 1
    return openDatabase(readConfig({ DATABASE_URL: url, DATA_DIR: absentFolder() }), log, () => undefined)
  }
  return { tries, opened: waitForDatabase(open, { tell: (line) => lines.push(line), signal: stopping.signal }) }
}

test('a database that is away is waited for, which is said once', async () => {
  proxy.cut()
  const { tries, opened } = wait(proxy.url)
  await eventually(() => expect(tries.count).toBeGreaterThan(2))
  proxy.mend()
  const database = await opened
  expect((await database.connection.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await database.close()
  expect(lines).toEqual([
    'The database of DATABASE_URL cannot be used: Connection terminated unexpectedly. Waiting for it …',
  ])
})

test('an unknown host is waited for by its name, until the program stops', async () => {
  const url = new URL(proxy.url)
  url.hostname = 'nowhere.invalid'
  const { opened } = wait(url.href)
  const ended = opened.catch(({ name }: Error) => name)
  await eventually(() => expect(lines).not.toEqual([]))
  stopping.abort()
  expect(await ended).toBe('AbortError')
  expect(lines).toEqual([
    `The database of DATABASE_URL cannot be used: the host ${url.host} is unknown. Waiting for it …`,
  ])
})

test.each([
  ['a wrong password', (url: URL) => (url.password = 'hunter2')],
  ['a missing database', (url: URL) => (url.pathname = '/missing')],
])('%s is not waited for', async (_what, change) => {
  const url = new URL(proxy.url)
  change(url)
  const { tries, opened } = wait(url.href)
  await expect(opened).rejects.toThrow('The database of DATABASE_URL cannot be used')
  expect([tries.count, lines]).toEqual([1, []])
})
