import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyLists } from '../../features/results/verify-lists.ts'
import { connect, type Connection } from '../../platform/database/connect.ts'
import { createDatabase } from '../../testing/database.ts'
import { temporaryInstallation } from '../../testing/installation.ts'
import { fixedNow } from '../../testing/site.ts'
import { seedDemo } from './seed.ts'

let connection: Connection
beforeAll(async () => {
  connection = connect(await createDatabase(), () => undefined)
  await seedDemo(connection.db, await temporaryInstallation(connection.db), fixedNow)
}, 120_000)
afterAll(() => connection.close())

test('last year’s results were announced in their second version, and every awarded work may be shown', async () => {
  const { rows } = await connection.pool.query<{ state: string; version: number; awarded: number; shown: number }>(`
    select state, public_version as version, count(award_position)::integer as awarded,
      (count(award_position) filter (where is_licensed and parts && array['film', 'innovation', 'description']))::integer as shown
    from result_list join result_row on list_id = result_list.id
    group by result_list.id order by result_list.number`)
  expect(rows.map(({ state, version }) => [state, version])).toEqual([
    ['superseded', 1],
    ['announced', 2],
  ])
  expect(rows[1]!.awarded).toBeGreaterThan(0)
  expect(rows[1]!.shown).toBe(rows[1]!.awarded)
})

test('they follow from the sheets', async () => {
  expect(await verifyLists(connection.db)).toEqual({ count: 2, broken: [] })
})
