import type { ActivityId } from '@lectern/contract/ids.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import { createTeam as createTeamEndpoint } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher, daysFromNoon } from '../../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { errorOf } from '../../../testing/refusals.ts'
import { after, fixedNow, startSite, type TestSite } from '../../../testing/site.ts'

let site: TestSite
let activityId: ActivityId

beforeAll(async () => {
  site = await startSite()
  activityId = await createActivity(site, await createEdition(site))
})
afterAll(() => site.close())
beforeEach(() => site.clock.set(fixedNow))

let people = 0

const createTeam = async () => {
  people += 1
  const captain = await createKnownTeacher(site)
  const team = (await site.callAs(captain, 'POST', '/api/teams', { activityId, name: 'Team', slogan: '' })).data(
    createTeamEndpoint,
  )
  const [complete, incomplete] = [
    await createKnownTeacher(site),
    await createPerson(site, { email: `li${people}@example.org` }),
  ]
  for (const who of [complete, incomplete]) await site.callAs(who, 'POST', `/api/joining/${team.invite!.code}`)
  return { captain, complete, incomplete, path: `/api/teams/${team.id}/reminders`, id: team.id }
}

test('a captain reminds those whose information is missing, each once a day, with a row in the log', async () => {
  const { captain, complete, incomplete, path, id } = await createTeam()
  const name = incomplete.username
  expect((await site.callAs(captain, 'POST', path)).data()).toEqual({ reminded: [name], recently: [] })
  expect((await site.callAs(captain, 'POST', path)).data()).toEqual({ reminded: [], recently: [name] })
  const noticesOf = async (who: TestPerson) => {
    const answer = await site.get('/api/notices', { ...who.headers, 'accept-language': 'en-US' })
    return answer.data(listNotices).list.map(({ title, link }) => [title, link])
  }
  const page = encodeURIComponent(`/account/Team/basic?id=${id}`)
  expect(await noticesOf(incomplete)).toEqual([
    ['Please complete your information: “Team”', `/account/Evpi?redirect=${page}`],
  ])
  expect(await noticesOf(complete)).toEqual([])
  const { rows } = await site.pool.query('select account_id from outbox where account_id = $1', [incomplete.id])
  expect(rows).toHaveLength(1)
  site.clock.set(after(86_400_000))
  expect((await site.callAs(captain, 'POST', path)).data()).toEqual({ reminded: [name], recently: [] })
  const log = await site.pool.query(`select 1 from audit where subject_id = $1 and action = 'team.membersReminded'`, [
    id,
  ])
  expect(log.rows).toHaveLength(2)
})

test('reminding is the captain’s, while it helps', async () => {
  const { captain, complete, path } = await createTeam()
  expect((await site.call('POST', path)).status).toBe(401)
  expect(await errorOf(site.callAs(await createKnownTeacher(site), 'POST', path))).toBe('team.notFound')
  expect(await errorOf(site.callAs(complete, 'POST', path))).toBe('team.captainOnly')
  site.clock.set(daysFromNoon(5))
  expect(await errorOf(site.callAs(captain, 'POST', path))).toBe('enrolment.closed')
})
