import type { TaskId } from '@lectern/contract/ids.ts'
import { readPublicity } from '@lectern/contract/results/public-results.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { deleteAccountOf } from '../../testing/deletion.ts'
import { givePassword } from '../../testing/owners.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { resultsOffice, settledActivity } from '../../testing/results.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { verifySettlement } from '../scoring/service.ts'
import { runRanking } from './lists/computation.ts'
import { verifyLists } from './verification/verify-lists.ts'

let site: TestSite
let shared: { editionId: Awaited<ReturnType<typeof createEdition>>; organiser: TestPerson }
let second: TestPerson
beforeAll(async () => {
  site = await startSite({ withTasks: true })
  shared = { editionId: await createEdition(site), organiser: await createPerson(site, { access: 'admin' }) }
  second = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())

const officeWith = async (...given: [scores: number[], works?: Parameters<typeof settledActivity>[1]['works']]) => {
  const [scores, works = []] = given
  const activity = await settledActivity(site, { ...shared, scores, works })
  const office = resultsOffice(site, activity)
  await office.save({ publicColumns: ['prize', 'title', 'people'] })
  return { activity, office }
}

/** Past every rule of the database, as somebody with its password could. */
const tamper = async (statement: string, values: unknown[]): Promise<void> => {
  const { pool, close } = connect(site.databaseUrl, () => undefined)
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  expect((await client.query(statement, values)).rowCount).not.toBe(0)
  client.release(true)
  await close()
}

test('a list that was changed behind the program’s back is named, with what was changed', async () => {
  const { activity, office } = await officeWith([90, 80, 70])
  const { id } = await office.compute()
  const faults = async () => (await verifyLists(site.db, id)).broken.map(({ fault }) => fault)
  expect(await verifyLists(site.db, id)).toEqual({ count: 1, broken: [] })
  await tamper(`update result_row set prize = 'first', award_position = 9 where list_id = $1 and rank = 3`, [id])
  expect(await faults()).toEqual(['shown'])
  await tamper(`update result_row set prize = null, award_position = null where list_id = $1 and rank = 3`, [id])
  await tamper(`update settlement set rows = replace(rows, '9000', '9100') where round_id = $1`, [activity.round.id])
  expect(await faults()).toEqual(['settlement'])
  await tamper(`update settlement set rows = replace(rows, '9100', '9000') where round_id = $1`, [activity.round.id])
  const forged = `update result_list set rows = replace(rows, '"rank":2', '"rank":1'),
    rows_hash = sha256(convert_to(replace(rows, '"rank":2', '"rank":1'), 'UTF8')) where id = $1`
  await tamper(forged, [id])
  expect(await faults()).toEqual(['rows'])
  await tamper(`delete from result_row where list_id = $1`, [id])
  await tamper(`delete from result_list where id = $1`, [id])
})

test('a sheet or an assignment that is gone is noticed, and so is another score in a sheet', async () => {
  const { activity, office } = await officeWith([90, 80, 70])
  const { id } = await office.compute()
  const faults = async () => (await verifyLists(site.db, id)).broken.map(({ fault }) => fault)
  const one = `(select assignment_id from sheet_version join assignment on assignment.id = assignment_id
    where round_id = $1 order by assignment_id limit 1)`
  const round = [activity.round.id]
  await tamper(`update assignment set state = 'removed' where id = ${one}`, round)
  expect(await faults()).toEqual(['sheets'])
  await tamper(`update assignment set state = 'open' where id = ${one}`, round)
  expect(await faults()).toEqual([])
  await tamper(`update sheet_version set scores = scores || '{"effect": 1}' where assignment_id = ${one}`, round)
  expect(await faults()).toEqual(['sheets'])
  await tamper(`delete from sheet where assignment_id = ${one}`, round)
  expect(await faults()).toEqual(['sheets'])
  await tamper(`delete from sheet_version where assignment_id = ${one}`, round)
  expect(await faults()).toEqual(['sheets'])
  await tamper(`delete from assignment where round_id = $1`, round)
  expect(await faults()).toEqual(['sheets'])
})

test('who goes on to a round is recomputed too', async () => {
  const rules = { goesOn: { kind: 'top', count: 2 } } as const
  const before = await settledActivity(site, { ...shared, scores: [90, 80, 70], rules })
  const office = resultsOffice(site, before)
  await office.save()
  const { id } = await office.compute()
  const faults = async () => (await verifyLists(site.db, id)).broken.map(({ fault }) => fault)
  expect(await faults()).toEqual([])
  const forged = `replace(rows, '"goesOn":false', '"goesOn":true')`
  const forge = `update settlement set rows = ${forged}, rows_hash = sha256(convert_to(${forged}, 'UTF8')) where round_id = $1`
  const { rows: kept } = await site.pool.query<{ rows: string }>(`select rows from settlement where round_id = $1`, [
    before.round.id,
  ])
  await tamper(forge, [before.round.id])
  expect(await faults()).toEqual(['settlement'])
  const restore = `update settlement set rows = $2, rows_hash = sha256(convert_to($2, 'UTF8')) where round_id = $1`
  await tamper(restore, [before.round.id, kept[0]!.rows])
  expect(await faults()).toEqual([])
  // A round after another one: only what went on takes part.
  const third = before.works[2]!
  const next = await settledActivity(site, { ...shared, scores: [95], activityId: before.activityId })
  await tamper(`update round set previous_id = $1 where id = $2`, [before.round.id, next.round.id])
  await tamper(`update entry set work_id = $1 where round_id = $2`, [third.workId, next.round.id])
  expect(await verifySettlement(site.db, next.round.id)).toBe('goesOn')
  await tamper(`update entry set work_id = $1 where round_id = $2`, [before.works[0]!.workId, next.round.id])
  expect(await verifySettlement(site.db, next.round.id)).toBeUndefined()
})

test('a list that nobody but organisers has seen can be discarded and deleted', async () => {
  const { office } = await officeWith([90, 80])
  const { id } = await office.compute()
  expect((await office.step('discard')).data.state).toBe('superseded')
  const { rowCount } = await site.pool.query('delete from result_list where id = $1', [id])
  expect(rowCount).toBe(1)
})

test('a task that is run again makes no second list', async () => {
  const { activity, office } = await officeWith([90, 80])
  const run = {
    id: newId<TaskId>(site.clock.now()),
    input: { activity: activity.activityId },
    signal: AbortSignal.any([]),
    progress: () => Promise.resolve(),
  }
  await runRanking(site.asProgram(), run)
  await runRanking(site.asProgram(), run)
  expect((await office.read()).lists.map(({ number }) => number)).toEqual([1])
})

test('a step that is interrupted leaves nothing behind', async () => {
  const { office } = await officeWith([90, 80])
  await office.compute()
  await office.step('propose')
  await office.step('confirm', { as: second })
  const before = await office.newest()
  await site.pool.query(`
    create function interrupt() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$;
    create trigger interrupted before insert on audit for each row when (new.action = 'list.publicised') execute function interrupt();
  `)
  expect((await office.step('publicise')).status).toBe(500)
  await site.pool.query('drop trigger interrupted on audit; drop function interrupt()')
  expect(await office.newest()).toEqual(before)
  const { rows } = await site.pool.query('select from result_notice where list_id = $1', [before.id])
  expect(rows).toEqual([])
  expect((await office.step('publicise')).data.state).toBe('publicised')
})

test('who deletes their account is named in no list any more, and the list stays as it was hashed', async () => {
  const captain = await createKnownTeacher(site)
  const { office } = await officeWith([90, 80], [{ captain, realName: '欧阳若水' }])
  await office.compute()
  await office.step('propose')
  await office.step('confirm', { as: second })
  const { id } = (await office.step('publicise')).data
  const seen = async () => (await site.ask(readPublicity, { params: { id }, query: {} })).text
  expect(await seen()).toContain('欧阳若水')
  await givePassword(site, captain)
  expect((await deleteAccountOf(site, captain)).status).toBe(200)
  await expect.poll(seen).not.toContain('欧阳若水')
  const { rows } = await site.pool.query(`select from result_row where search @@ search_query('欧阳若水')`)
  expect(rows).toEqual([])
  expect((await verifyLists(site.db, id)).broken).toEqual([])
})
