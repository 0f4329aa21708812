import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../testing/database.ts'
import { connect, type Connection } from '../database/connect.ts'
import { createSheetThreads, type SheetThreads } from './sheet-threads.ts'

let connection: Connection
let threads: SheetThreads
beforeAll(async () => {
  const url = await createDatabase()
  connection = connect(url, () => undefined)
  threads = createSheetThreads(url)
})
afterAll(async () => {
  await threads.close()
  await connection.close()
})

const rowsFrom = new URL('../../testing/counted-sheet.ts', import.meta.url).href
const write = (input: { rows: number; failsAt?: number }) => threads.write({ rowsFrom, format: 'csv', input })

/** Connections of threads that read rows. */
const readers = async (): Promise<number> => {
  const { rows } = await connection.pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and query like '%counted-sheet%'
     and pid <> pg_backend_pid()`,
  )
  return rows[0]!.count
}

test('a sheet that a thread writes arrives whole', async () => {
  const lines = (await text(await write({ rows: 20_000 }))).trim().split('\r\n')
  expect([lines.length, lines.at(1), lines.at(-1)]).toEqual([20_001, '1', '20000'])
})

test('a consumer that stops ends the thread and its connection', async () => {
  const sheet = await write({ rows: 50_000_000 })
  await once(sheet, 'readable')
  expect(await readers()).toBe(1)
  sheet.destroy()
  await once(sheet, 'close')
  await expect.poll(readers).toBe(0)
})

test('a slow reader holds no thread: the others get their sheets meanwhile', async () => {
  const slow = await Promise.all([write({ rows: 100_000 }), write({ rows: 100_000 })])
  expect((await text(await write({ rows: 3 }))).trim().split('\r\n')).toEqual(['n', '1', '2', '3'])
  for (const sheet of slow) expect((await text(sheet)).trimEnd().endsWith('\r\n100000')).toBe(true)
})

test('a queued consumer that stops is skipped', async () => {
  const [first, second] = [await write({ rows: 50_000_000 }), await write({ rows: 50_000_000 })]
  await Promise.all([once(first, 'readable'), once(second, 'readable')])
  const waiting = await write({ rows: 1 })
  waiting.destroy()
  await once(waiting, 'close')
  first.destroy()
  expect((await text(await write({ rows: 1 }))).trim()).toBe('n\r\n1')
  second.destroy()
})

test('an error in a thread reaches the consumer', async () => {
  await expect(text(await write({ rows: 5_000, failsAt: 3_000 }))).rejects.toThrow('no more rows')
})
