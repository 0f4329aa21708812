import { listNotices } from '@lectern/contract/notices/notices.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition } from '../../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { resultsOffice, settledActivity } from '../../../testing/results.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'

let site: TestSite
let first: TestPerson
let second: TestPerson
let activity: Awaited<ReturnType<typeof settledActivity>>
let office: ReturnType<typeof resultsOffice>
/** An organiser who is invited to a team of the activity. */
let invited: TestPerson
beforeAll(async () => {
  site = await startSite({ withTasks: true })
  first = await createPerson(site, { access: 'admin', username: 'first-organiser' })
  second = await createPerson(site, { access: 'admin' })
  invited = await createPerson(site, { access: 'admin' })
  activity = await settledActivity(site, { editionId: await createEdition(site), organiser: first, scores: [90, 80] })
  await site.pool.query(
    `insert into invitation (id, team_id, account_id, role, state, invited_by, created_at, expires_at)
     select gen_random_uuid(), team.id, $1, 'member', 'pending', team_member.account_id, $2, $2::timestamptz + interval '1 year'
     from team join team_member on team_member.team_id = team.id where team.activity_id = $3 limit 1`,
    [invited.id, site.clock.now(), activity.activityId],
  )
  office = resultsOffice(site, activity)
  await office.save()
})
afterAll(() => site.close())

const noticesOf = async (who: TestPerson) =>
  (await site.ask(listNotices, { headers: english(who), query: {} })).data.list.map(({ title, body, link }) => ({
    title,
    body,
    link,
  }))

const proposal = (list: { id: string; number: number }) => ({
  title: 'List of results waits for confirmation: Course Innovation',
  body: `first-organiser proposed list ${list.number} of the results of “Course Innovation”. A second organizer has to check and confirm it before it goes on public notice.`,
  link: `/Admin/Result/${activity.activityId}?list=${list.id}`,
})

test('those who may confirm a proposed list are notified, until it is handled', async () => {
  const discarded = await office.compute()
  await office.step('propose')
  const everybody = () => Promise.all([first, second, invited].map(noticesOf))
  expect(await everybody()).toEqual([[], [proposal(discarded)], []])
  await office.step('discard')
  expect(await everybody()).toEqual([[], [], []])

  await office.compute()
  await office.step('propose')
  const newer = await office.compute()
  expect(await everybody()).toEqual([[], [], []])

  await office.step('propose')
  expect(await noticesOf(second)).toEqual([proposal(newer)])
  await office.step('confirm', { as: second })
  expect(await everybody()).toEqual([[], [], []])
})

test('an organiser who is invited to a team is no second one: the other confirms alone, with a reason', async () => {
  await site.pool.query(`update account set access = 'user' where id = $1`, [second.id])
  await office.compute()
  await office.step('propose')
  expect((await office.step('confirm')).failure().error).toBe('result.aloneReason')
  expect((await office.step('confirm', { reason: 'Nobody else' })).status).toBe(200)
})
