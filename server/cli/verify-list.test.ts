import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../platform/database/connect.ts'
import { newFolder, startProgram } from '../testing/program.ts'
import { resultsOffice, settledActivity } from '../testing/results.ts'
import { startSite, type TestSite } from '../testing/site.ts'

let site: TestSite
let folder: string
let list: string
beforeAll(async () => {
  folder = await newFolder()
  site = await startSite({ withTasks: true })
  const office = resultsOffice(site, await settledActivity(site, { scores: [90, 80, 70] }))
  await office.save()
  list = (await office.compute()).id
})
afterAll(() => site.close())

const verify = async (which: string) => {
  const { ended } = startProgram('cli.ts', ['verify-list', which], { DATABASE_URL: site.databaseUrl, DATA_DIR: folder })
  const { code, stdout, stderr } = await ended
  return { code, said: `${stdout}${stderr}`.trim() }
}

test('a list that follows from its sheets is confirmed', async () => {
  expect(await verify(list)).toEqual({ code: 0, said: '1 list: everything follows from the sheets.' })
})

test('a list that does not exist is not confirmed', async () => {
  const nobody = '01890000-0000-7000-8000-000000000000'
  expect(await verify(nobody)).toEqual({ code: 1, said: `There is no list ${nobody}.` })
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
  expect(verified).toEqual({ code: 1, said: `list ${list} (number 1): its works are shown differently` })
})
