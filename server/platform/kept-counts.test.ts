import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../testing/database.ts'
import { connect, type Connection } from './database/connect.ts'
import { KeptCounts } from './kept-counts.ts'

let connection: Connection
beforeAll(async () => {
  connection = connect(await createDatabase(), () => undefined)
})
afterAll(() => connection.close())

/** Any statement on a watched table is a change, also one that changes no row. */
const change = (client: Pick<pg.Pool, 'query'> = connection.pool) =>
  client.query('update work set state = state where false')

/** Counts how often it has counted. */
const counter = (counts = new KeptCounts()) => {
  let times = 0
  return {
    times: () => times,
    read: () => counts.of(connection.db)('times', async () => (times += 1)),
  }
}

test('counts again only after a change', async () => {
  const { read } = counter()
  expect([await read(), await read()]).toEqual([1, 1])
  await change()
  expect([await read(), await read()]).toEqual([2, 2])
})

test('a change of another process counts, too', async () => {
  const [one, other] = [counter(), counter()]
  await one.read()
  await other.read()
  await change()
  expect([await one.read(), await other.read()]).toEqual([2, 2])
})

test('nothing is kept that was counted before a change was committed', async () => {
  const { read } = counter()
  const client = await connection.pool.connect()
  try {
    await client.query('begin')
    // Others do not see what it changes yet.
    await change(client)
    expect([await read(), await read()]).toEqual([1, 2])
  } finally {
    await client.query('commit')
    client.release()
  }
  expect([await read(), await read()]).toEqual([3, 3])
})

test('those who ask while it is being counted share the next count', async () => {
  const counts = new KeptCounts()
  const ends: (() => void)[] = []
  let begun = 0
  /** Somebody who knows already what has changed last. */
  const reader = async () => {
    const keep = counts.of(connection.db)
    await keep('something else', () => Promise.resolve(0))
    return () =>
      keep('slow', async () => {
        begun += 1
        const number = begun
        await new Promise<void>((end) => ends.push(end))
        return number
      })
  }
  const first = (await reader())()
  await nextTurn()
  await change()
  const readers = [await reader(), await reader(), await reader()]
  const others = readers.map((read) => read())
  await nextTurn()
  expect(begun).toBe(1)
  ends.shift()!()
  expect(await first).toBe(1)
  await nextTurn()
  ends.shift()!()
  expect(await Promise.all(others)).toEqual([2, 2, 2])
})

test('a count that fails is tried anew by the next who ask', async () => {
  const counts = new KeptCounts()
  const keep = () => counts.of(connection.db)
  await expect(keep()('failing', () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer')
  expect(await keep()('failing', () => Promise.resolve('counted'))).toBe('counted')
})
