import { expect, test } from 'vitest'
import { startCuttableProxy } from '../../testing/cuttable-proxy.ts'
import { createDatabase } from '../../testing/database.ts'
import { connect, isDatabaseAway } from './connect.ts'

test('a connection that the network has forgotten is given up', async () => {
  const proxy = await startCuttableProxy(await createDatabase())
  const connection = connect(`${proxy.url}&statement_timeout=100`, () => undefined)
  try {
    await connection.pool.query('select 1')
    proxy.hold()
    const error: unknown = await connection.pool.query('select 1').catch((thrown: unknown) => thrown)
    expect([isDatabaseAway(error), (error as Error).message]).toEqual([true, 'the database does not answer'])
  } finally {
    proxy.mend()
    await connection.close()
    await proxy.close()
  }
})
