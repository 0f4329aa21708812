import type { WorkId } from '@lectern/contract/ids.ts'
import * as contract from '@lectern/contract/results/results.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition } from '../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { resultsOffice, settledActivity, storeTieOrder, type SettledActivity } from '../../testing/results.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let shared: { editionId: Awaited<ReturnType<typeof createEdition>>; organiser: TestPerson }
beforeAll(async () => {
  site = await startSite({ withTasks: true })
  shared = { editionId: await createEdition(site), organiser: await createPerson(site, { access: 'admin' }) }
})
afterAll(() => site.close())

type Office = ReturnType<typeof resultsOffice>

/** One place for each of these prizes. */
const singlePlaces = (office: Office, maxPerInstitution: number | null = null) =>
  office.rulesWith().tiers.map((tier) => ({ ...tier, quota: { kind: 'count', count: 1 } as const, maxPerInstitution }))

const decide = async (office: Office, works: readonly WorkId[]) => {
  const { id } = await office.newest()
  const body = { works: [...works], reason: 'A vote of the committee' }
  const { data } = await site.ask(contract.decideTie, { headers: office.headers, params: { id }, body })
  await office.finish(data.task)
  return office.newest()
}

const standing = async (office: Office, { works }: SettledActivity) => {
  const rows = await office.rows((await office.newest()).id)
  return works.map(({ number }) => {
    const { rank, prize } = rows.find((row) => row.number === number)!
    return [rank, prize?.id ?? null]
  })
}

test('tied works of one school wait for a decision; then the first gets the prize and the next one the next', async () => {
  const school = '云泽第一中学'
  const activity = await settledActivity(site, {
    ...shared,
    scores: [90, 90, 80],
    works: [{ school }, { school }, { school: '青岩小学' }],
  })
  const office = resultsOffice(site, activity)
  await office.save({ ties: 'in', tiers: singlePlaces(office, 1) })
  const list = await office.compute()
  const [first, second] = activity.works
  expect(list.openTies.map(({ cause, places, prize, works }) => [cause, places, prize.id, works.length])).toEqual([
    ['institution', 1, 'first', 2],
  ])
  expect(await standing(office, activity)).toEqual([
    [1, null],
    [1, null],
    [3, null],
  ])
  expect((await office.step('propose')).failure().error).toBe('result.openTies')
  expect((await decide(office, [second!.workId, first!.workId])).openTies).toEqual([])
  expect(await standing(office, activity)).toEqual([
    [2, 'second'],
    [1, 'first'],
    [3, 'third'],
  ])
  expect((await office.step('propose')).status).toBe(200)
})

test('a work that comes into a tie later opens it again, and the old order stays readable', async () => {
  const activity = await settledActivity(site, { ...shared, scores: [90, 90, 80] })
  const office = resultsOffice(site, activity)
  await office.save({ ties: 'broken', tiers: singlePlaces(office) })
  await office.compute()
  const [first, second, third] = activity.works
  await decide(office, [second!.workId, first!.workId])
  expect(await standing(office, activity)).toEqual([
    [2, 'second'],
    [1, 'first'],
    [3, 'third'],
  ])
  // Corrected scores of a round: a new settlement in which the third work has what the others have.
  await site.pool.query(
    `insert into settlement (round_id, number, input, input_hash, rows, rows_hash, settled_at)
     select round_id, 2, input, input_hash, changed, sha256(convert_to(changed, 'UTF8')), settled_at from settlement,
       lateral (
         select replace(replace(rows, '"score":8000', '"score":9000'), '[6000,8000]', '[6000,9000]') as changed
       ) as corrected
     where round_id = $1`,
    [activity.round.id],
  )
  const reopened = await office.compute()
  expect(reopened.openTies.map(({ works }) => works.length)).toEqual([3])
  expect((await office.read()).decisions.map(({ works }) => works.map(({ number }) => number))).toEqual([
    [second!.number, first!.number],
  ])
  await decide(office, [third!.workId, first!.workId, second!.workId])
  expect(await standing(office, activity)).toEqual([
    [2, 'second'],
    [3, 'third'],
    [1, 'first'],
  ])
})

test('an order that an older version recorded holds for the tie of its works, and a disqualified one changes nothing', async () => {
  const activity = await settledActivity(site, { ...shared, scores: [90, 90, 90, 80] })
  const office = resultsOffice(site, activity)
  await office.save({ ties: 'broken', tiers: singlePlaces(office) })
  const [first, second, third] = activity.works
  await storeTieOrder(site, activity, [third!.workId, second!.workId, first!.workId])
  expect((await office.compute()).openTies).toEqual([])
  expect(await standing(office, activity)).toEqual([
    [3, 'third'],
    [2, 'second'],
    [1, 'first'],
    [4, null],
  ])
  await site.pool.query(`update entry set removed_at = now(), removed_reason = 'x' where id = $1`, [second!.entryId])
  await office.compute()
  expect(await standing(office, activity)).toEqual([
    [2, 'second'],
    [null, null],
    [1, 'first'],
    [3, 'third'],
  ])
})

test('an order about the total of other rounds does not decide', async () => {
  const activity = await settledActivity(site, { ...shared, scores: [90, 90] })
  const office = resultsOffice(site, activity)
  await office.save({ ties: 'broken', tiers: singlePlaces(office) })
  const [first, second] = activity.works
  const other = [{ code: 'another', perMille: 1_000 }]
  await storeTieOrder(site, activity, [second!.workId, first!.workId], other)
  expect((await office.compute()).openTies.map(({ works }) => works.length)).toEqual([2])
})
