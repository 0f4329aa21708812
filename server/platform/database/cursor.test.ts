import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../testing/database.ts'
import { connect, type Connection } from './connect.ts'
import { readBatches } from './cursor.ts'
import { sql } from './drizzle.ts'

let connection: Connection
beforeAll(async () => {
  connection = connect(await createDatabase(), () => undefined)
})
afterAll(() => connection.close())

const numbers = (most: number) =>
  readBatches(
    connection.db,
    { getSQL: () => sql`select n from generate_series(1, ${most}::int) as n` },
    2,
    async (_db, found: { n: number }[]) => found.map(({ n }) => n),
  )

const openTransactions = async (): Promise<number> => {
  const { rows } = await connection.pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  return rows[0]!.count
}

test('everything that is found comes, a few at a time', async () => {
  const batches: number[][] = []
  for await (const batch of numbers(5)) batches.push(batch)
  expect(batches).toEqual([[1, 2], [3, 4], [5]])
})

test('who stops reading leaves no transaction open', async () => {
  for await (const batch of numbers(1_000)) {
    expect(batch).toEqual([1, 2])
    break
  }
  await expect.poll(openTransactions).toBe(0)
})

test('what fails on the way reaches who reads', async () => {
  const failing = readBatches(connection.db, { getSQL: () => sql`select 1 as n` }, 2, async () => {
    throw new Error('in the middle')
  })
  await expect(failing.next()).rejects.toThrow('in the middle')
})
