import type { ResultListId } from '@lectern/contract/ids.ts'
import { adjustPrize } from '@lectern/contract/results/results.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invariants } from '../../../invariants.ts'
import { connect } from '../../../platform/database/connect.ts'
import { brokenInvariants } from '../../../platform/invariants.ts'
import { createKnownTeacher } from '../../../testing/contest.ts'
import { deleteAccountOf } from '../../../testing/deletion.ts'
import { givePassword } from '../../../testing/owners.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { resultsOffice, settledActivity, type SettledActivity } from '../../../testing/results.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { verifyLists } from './verify-lists.ts'

let site: TestSite
let activity: SettledActivity
let second: TestPerson
let erased: TestPerson
let former: ResultListId
let id: ResultListId
beforeAll(async () => {
  site = await startSite({ withTasks: true })
  second = await createPerson(site, { access: 'admin' })
  erased = await createKnownTeacher(site)
  await givePassword(site, erased)
  const works = [
    { realName: '欧阳若水', isLicensed: true },
    { realName: '王芳' },
    { captain: erased, realName: '李明' },
    { realName: '赵敏' },
  ]
  activity = await settledActivity(site, { scores: [90, 80, 70, 60], works })
  const office = resultsOffice(site, activity)
  await office.save()
  const publicise = async () => {
    await office.step('propose')
    await office.step('confirm', { as: second })
    return (await office.step('publicise')).data.id
  }
  await office.compute()
  former = await publicise()
  const { id: next } = await office.compute('A prize was wrong')
  const adjusted = await site.ask(adjustPrize, {
    headers: office.headers,
    params: { id: next },
    body: { work: activity.works[0]!.workId, prize: null, reason: 'Copied' },
  })
  await office.finish(adjusted.data.task)
  id = await publicise()
  await deleteAccountOf(site, erased)
})
afterAll(() => site.close())

/** Past every rule of the database, as somebody with its password could; what is changed is put back. */
const findingsAfter = async (change: string): Promise<string[]> => {
  const { pool, db, close } = connect(site.databaseUrl, () => undefined)
  const backup = await pool.connect()
  const tables = ['result_list', 'result_row', 'sheet', 'sheet_version', 'reviewer', 'entry']
  try {
    await backup.query('set session_replication_role = replica')
    for (const table of tables) await backup.query(`create temporary table kept_${table} as select * from ${table}`)
    expect((await backup.query(change)).rowCount).not.toBe(0)
    const broken = await brokenInvariants(pool, invariants)
    const lists = await verifyLists(db)
    return [...lists.broken.map(({ fault }) => fault), ...broken.map(({ name }) => name)]
  } finally {
    for (const table of tables) {
      const { rows } = await backup.query<{ columns: string }>(
        `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
         where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      )
      const { columns } = rows[0]!
      await backup.query(`delete from ${table}`)
      await backup.query(`insert into ${table} (${columns}) select ${columns} from kept_${table}`)
    }
    backup.release(true)
    await close()
  }
}

const ofRow =
  (set: string, where = 'rank = 1') =>
  () =>
    `update result_row set ${set} where list_id = '${id}' and ${where}`
const ofList = (set: string) => () => `update result_list set ${set} where id = '${id}'`
const sheetOf = () => `(select id from assignment where round_id = '${activity.round.id}' order by id limit 1)`

test('a list is in order as long as nobody changes it, also after somebody was erased', async () => {
  const { rows } = await site.pool.query<{ difference: unknown[] }>(
    'select difference from result_list where id = $1',
    [id],
  )
  expect(rows[0]!.difference.length).not.toBe(0)
  const { rowCount } = await site.pool.query('select from result_row where list_id = $1 and salt is null', [id])
  expect(rowCount).toBe(1)
  expect((await verifyLists(site.db)).broken).toEqual([])
  expect(await brokenInvariants(site.pool, invariants)).toEqual([])
})

describe('a list that somebody changed in the database is found by', () => {
  const changes: [what: string, change: () => string, findings: string[]][] = [
    [
      'the account of a person',
      () => ofRow(`people = jsonb_set(people, '{0,account}', '"${second.id}"')`)(),
      ['submission'],
    ],
    ['a person who is gone', ofRow(`people = '[]', salt = null`), ['submission']],
    ['the permission to publish a work', ofRow('is_licensed = not is_licensed'), ['submission']],
    ['the parts of a work', ofRow(`parts = parts || '{film}'`), ['submission']],
    ['the submission of a work', ofRow('submission = 2'), ['submission']],
    [
      'a name that was emptied without an erased account',
      ofRow(`people = jsonb_set(jsonb_set(people, '{0,name}', '""'), '{0,account}', 'null'), salt = null`),
      ['submission'],
    ],
    ['a salt that was taken away', ofRow('salt = null'), ['submission']],
    [
      'another title of a work of which somebody was erased',
      ofRow(`title = title || '!'`, 'salt is null'),
      ['submission'],
    ],
    [
      'a name in the place of somebody who was erased',
      ofRow(`people = jsonb_set(people, '{0,name}', '"张三"')`, 'salt is null'),
      ['submission'],
    ],
    ['its counts', ofList(`totals = jsonb_set(totals, '{prizes,0,awarded}', '9')`), ['totals']],
    ['its difference to the list before', ofList(`difference = '[]'`), ['difference']],
    ['the list before', ofList('previous_id = null, difference = null'), ['difference']],
    [
      'who confirmed it',
      () => ofList(`confirmed_by = '${erased.id}'`)(),
      ['who proposed, confirmed, publicised, finalised and announced a result list is who did so in the log'],
    ],
    [
      'who proposed it',
      () => ofList(`proposed_by = '${erased.id}'`)(),
      ['who proposed, confirmed, publicised, finalised and announced a result list is who did so in the log'],
    ],
    [
      'the comment of a submitted sheet',
      () => `update sheet_version set comment = 'Very good' where assignment_id = ${sheetOf()}`,
      ['a sheet that was not changed since has the points and texts of its last submitted version'],
    ],
    [
      'the points of a sheet',
      () => `update sheet set scores = scores || '{"effect": 1}' where assignment_id = ${sheetOf()}`,
      ['a sheet that was not changed since has the points and texts of its last submitted version'],
    ],
    [
      'the submission that was judged',
      () => `update entry set submission = 2 where id = '${activity.works[0]!.entryId}'`,
      // All three lists show another one than the round has.
      ['submission', 'submission', 'submission', 'a work is judged in a submission that was accepted'],
    ],
  ]
  test.each(changes)('%s', async (_what, change, findings) => {
    expect(await findingsAfter(change())).toEqual(findings)
    expect((await verifyLists(site.db)).broken).toEqual([])
  })
})

test('the list before has no difference to one before it', async () => {
  const { rows } = await site.pool.query('select previous_id, difference from result_list where id = $1', [former])
  expect(rows).toEqual([{ previous_id: null, difference: null }])
})
