import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { listListsBelow } from '@lectern/contract/recommendations/recommendations-above.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createEdition, daysFromNoon } from '../../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import {
  createEntry,
  createInstitution,
  createOfficer,
  createRecommendingActivity,
  recommenderOf,
} from '../../../testing/recommendations.ts'
import { fixedNow, startSite, type TestSite } from '../../../testing/site.ts'

// A list is late by one rule: in its row, in the count and in the filter.

let site: TestSite
let editionId: EditionId
let organiser: TestPerson

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
afterEach(() => site.clock.set(fixedNow))

/** An activity with the list of one school that its province has returned, and what the province reads about it. */
const returnedList = async () => {
  const activity = await createRecommendingActivity(site, editionId, organiser)
  const province = await createInstitution(site, 'province')
  const school = await createInstitution(site, 'school', province)
  const [above, officer] = [await createOfficer(site, province), await createOfficer(site, school)]
  await recommenderOf(site, organiser, activity, province).grant(1)
  await recommenderOf(site, above, activity, school).grant(1)
  const own = recommenderOf(site, officer, activity, school)
  await own.add((await createEntry(site, activity, school)).id)
  await own.summarise()
  expect((await own.handIn()).status).toBe(200)
  const returned = await recommenderOf(site, above, activity, school).decide('returned', 'The stamp is missing')
  expect(returned.status).toBe(200)
  const find = async (query: { mark?: 'late' }) =>
    (
      await site.ask(listListsBelow, {
        headers: english(above),
        params: { activity },
        query: { above: province, ...query },
      })
    ).data
  const late = async () => {
    const { list, counts } = await find({})
    return [list.map(({ isLate }) => isLate), counts.late, (await find({ mark: 'late' })).list.length]
  }
  return { activity, late }
}

/** As of a second organiser's announcement, which ends everything that is still open. */
const announce = (activity: ActivityId, at: Date) =>
  site.pool.query(
    `insert into result_list (id, activity_id, number, public_version, state, rules, rules_hash, input, input_hash, rows, rows_hash,
        totals, computed_at, proposed_at, confirmed_at, publicised_at, publicity_until, finalised_at, announced_at)
      select gen_random_uuid(), $1, 1, 1, 'announced', '{"tiers":[]}', sha256('rules'), '{"rounds":[]}', sha256('{"rounds":[]}'),
        '[]', sha256('[]'), '{"groups":[]}', at, at, at, at, at + interval '1 hour', at + interval '1 hour', at + interval '2 hours'
      from (select $2::timestamptz as at) as begun`,
    [activity, at],
  )

test('a list is not late before its date, and late after it', async () => {
  const { late } = await returnedList()
  expect(await late()).toEqual([[false], 0, 0])
  site.clock.set(daysFromNoon(10))
  expect(await late()).toEqual([[true], 1, 1])
})

test('a list is late once the results are announced', async () => {
  const { activity, late } = await returnedList()
  await announce(activity, daysFromNoon(-1))
  expect(await late()).toEqual([[true], 1, 1])
})

test('a list without a phase is not late, though it was returned with a date', async () => {
  const { activity, late } = await returnedList()
  await site.pool.query('delete from phase where activity_id = $1', [activity])
  site.clock.set(daysFromNoon(10))
  expect(await late()).toEqual([[false], 0, 0])
})
