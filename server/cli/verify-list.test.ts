import type { EditionId } from '@lectern/contract/ids.ts'
import { adjustPrize } from '@lectern/contract/results/results.ts'
import { readConfig } from '../config.ts'
import { openOrJoinDatabase } from '../platform/database/open.ts'
import { examine } from './doctor.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../platform/database/connect.ts'
import { runPortal } from '../testing/command.ts'
import { newFolder } from '../testing/program.ts'
import { resultsOffice, settledActivity, storeTieOrder } from '../testing/results.ts'
import { startSite, type TestSite } from '../testing/site.ts'

let site: TestSite
let folder: string
let list: string
let decided: string
beforeAll(async () => {
  folder = await newFolder()
  site = await startSite({ withTasks: true })
  const office = resultsOffice(site, await settledActivity(site, { scores: [90, 80, 70] }))
  await office.save()
  list = (await office.compute()).id
  const { editionId } = await site.pool
    .query<{ editionId: EditionId }>(`select id as "editionId" from edition`)
    .then(({ rows }) => rows[0]!)
  const other = await settledActivity(site, { editionId, scores: [90, 80, 80, 70] })
  const [, one, two, last] = other.works
  await storeTieOrder(site, other, [two!.workId, one!.workId], [{ code: other.round.code, perMille: 1_000 }])
  const desk = resultsOffice(site, other)
  await desk.save()
  const body = { work: last!.workId, prize: 'third', reason: 'Special merit' }
  const params = { id: (await desk.compute()).id }
  await desk.finish((await site.ask(adjustPrize, { headers: desk.headers, params, body })).data.task)
  decided = (await desk.newest()).id
})
afterAll(() => site.close())

const verify = async (which: string) => {
  const { ok, lines } = await runPortal(['verify-list', which], { DATABASE_URL: site.databaseUrl, DATA_DIR: folder })
  return { ok, said: lines.join('\n') }
}

test('a list that follows from its sheets is confirmed', async () => {
  expect(await verify(list)).toEqual({ ok: true, said: '1 list: everything follows from the sheets.' })
  expect(await verify(decided)).toEqual({ ok: true, said: '1 list: everything follows from the sheets.' })
})

test('a list that does not exist is not confirmed', async () => {
  const nobody = '01890000-0000-7000-8000-000000000000'
  expect(await verify(nobody)).toEqual({ ok: false, said: `There is no list ${nobody}.` })
})

const diagnose = async () => {
  const config = readConfig({ DATABASE_URL: site.databaseUrl, DATA_DIR: folder })
  const database = await openOrJoinDatabase(config, { info: () => {}, warn: () => {}, error: () => {} })
  const checks = await examine({ config, openDatabase: () => Promise.resolve(database) })
  await database.close()
  return checks.find(({ name }) => name === 'results')
}

test.each([
  [`data = jsonb_set(data, '{works}', jsonb_build_array(data -> 'works' -> 1, data -> 'works' -> 0))`, 'tie'],
  [`data = jsonb_set(data, '{rounds,0,perMille}', '999')`, 'tie'],
  [`data = jsonb_set(data, '{prize}', '"first"')`, 'adjustment'],
  [`id = new_id(now())`, 'tie'],
])('a decision that somebody changed in the database (%s) is found by both', async (change, kind) => {
  const { pool, close } = connect(site.databaseUrl, () => undefined)
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  const { rows: before } = await client.query<{ id: string; data: object }>(
    `select id, data from result_decision where kind = $1`,
    [kind],
  )
  await client.query(`update result_decision set ${change} where kind = $1`, [kind])
  const said = 'an order of tied works or a changed prize in it is not what was decided'
  const [verified, diagnosed] = [await verify(decided), await diagnose()]
  await client.query(`update result_decision set id = $2, data = $3 where kind = $1`, [
    kind,
    before[0]!.id,
    before[0]!.data,
  ])
  client.release(true)
  await close()
  expect(verified).toMatchObject({ ok: false, said: expect.stringContaining(said) as string })
  expect(diagnosed).toMatchObject({ state: 'failed', detail: expect.stringContaining(said) as string })
})

test('a row that somebody changed in the database is named', async () => {
  const { pool, close } = connect(site.databaseUrl, () => undefined)
  const client = await pool.connect()
  // Past every rule of the database, as somebody with its password could.
  await client.query('set session_replication_role = replica')
  const raiseScore = (by: number) =>
    client.query(`update result_row set score = score + $2 where list_id = $1 and rank = 2`, [list, by])
  expect((await raiseScore(1)).rowCount).toBe(1)
  const verified = await verify('all')
  await raiseScore(-1)
  client.release(true)
  await close()
  expect(verified).toEqual({ ok: false, said: `list ${list} (number 1): its works are shown differently` })
})
