import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSite, type TestSite } from '../../testing/site.ts'
import { secret } from '../tables.ts'
import { eq } from './drizzle.ts'
import { whereAnyOf, preparedQuery, type Placeholders } from './prepared-queries.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const valueOf = preparedQuery((db, { name }: Placeholders<{ name: string }>) =>
  db.select({ value: secret.value }).from(secret).where(eq(secret.name, name)),
)
const namesOf = preparedQuery((db, { names }: Placeholders<{ names: readonly string[] }>) =>
  db.select({ name: secret.name }).from(secret).where(whereAnyOf(secret.name, names)).orderBy(secret.name),
)

const row = (name: string, value: string) => ({ name, value: Buffer.from(value) })

test('a prepared statement runs in the transaction of its caller, and nowhere else', async () => {
  const asked = { name: 'asked' }
  const undone = site.db.transaction(async (transaction) => {
    await transaction.insert(secret).values(row('asked', 'inside'))
    expect(await valueOf(transaction, asked)).toEqual([{ value: Buffer.from('inside') }])
    expect(await valueOf(site.db, asked)).toEqual([])
    throw new Error('on purpose')
  })
  await expect(undone).rejects.toThrow('on purpose')
  expect(await valueOf(site.db, asked)).toEqual([])
  // The connection is used again, by somebody else.
  await site.db.transaction(async (transaction) => expect(await valueOf(transaction, asked)).toEqual([]))
})

test('a prepared statement runs in the inner transaction of its caller, and again in the next one', async () => {
  const asked = { name: 'inner' }
  for (const value of ['first', 'second'])
    await site.db.transaction(async (transaction) => {
      await valueOf(transaction, asked)
      const undone = transaction.transaction(async (inner) => {
        await inner.insert(secret).values(row('inner', value))
        expect(await valueOf(inner, asked)).toEqual([{ value: Buffer.from(value) }])
        throw new Error('on purpose')
      })
      await expect(undone).rejects.toThrow('on purpose')
      expect(await valueOf(transaction, asked)).toEqual([])
    })
})

test('each question has values of its own, also those that are asked at once', async () => {
  const names = Array.from({ length: 30 }, (_, number) => `many-${number}`)
  await site.db.insert(secret).values(names.map((name) => row(name, name)))
  const found = await Promise.all(names.map((name) => valueOf(site.db, { name })))
  expect(found).toEqual(names.map((name) => [{ value: Buffer.from(name) }]))
})

test('one question asks for none, one and many', async () => {
  await site.db.insert(secret).values([row('list-1', 'x'), row('list-2', 'x'), row('{"list-3"}', 'x')])
  const ask = async (names: readonly string[]) => (await namesOf(site.db, { names })).map(({ name }) => name)
  expect([await ask([]), await ask(['list-1']), await ask(['list-2', '{"list-3"}', 'list-1', 'nobody'])]).toEqual([
    [],
    ['list-1'],
    ['list-1', 'list-2', '{"list-3"}'],
  ])
})
