import type { ActivityId } from '@lectern/contract/ids.ts'
import { copyTeam, createTeam, listMyTeams, readTeam, type Team } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { createActivity, createEdition, createKnownTeacher } from '../../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'

let site: TestSite
let before: ActivityId
let now: ActivityId
beforeAll(async () => {
  site = await startSite()
  const editionId = await createEdition(site)
  before = await createActivity(site, editionId)
  now = await createActivity(site, editionId)
})
afterAll(() => site.close())

const send = (who: TestPerson, path: string, body?: unknown, key = newId()) =>
  site.call('POST', path, { headers: { ...who.headers, 'idempotency-key': key }, ...(body !== undefined && { body }) })

const createFormer = async () => {
  const [captain, member, advisor] = [
    await createKnownTeacher(site),
    await createKnownTeacher(site),
    await createKnownTeacher(site),
  ]
  const made = await send(captain, '/api/teams', { activityId: before, name: 'Last year', slogan: 'On' })
  const team = made.data(createTeam)
  await send(member, `/api/joining/${team.invite!.code}`)
  await send(captain, `/api/teams/${team.id}/invitations`, { to: advisor.username, role: 'advisor' })
  const waiting = (await site.get('/api/account/teams', advisor.headers)).data(listMyTeams)
  await send(advisor, `/api/invitations/${waiting.invitations[0]!.id}/answer`, { accept: true })
  return { captain, member, advisor, team }
}

const copy = (who: TestPerson, from: Team, people: readonly string[], key?: string) =>
  send(who, `/api/teams/${from.id}/copies`, { activityId: now, name: 'This year', slogan: '', people }, key)

test('a team is copied into another activity: its people are asked, and are in it when they accept', async () => {
  const { captain, member, advisor, team } = await createFormer()
  const key = newId()
  const answers = [
    await copy(member, team, [captain.id, advisor.id, member.id], key),
    await copy(member, team, [captain.id, advisor.id, member.id], key),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const [made, again] = answers.map((answer) => answer.data(copyTeam))
  expect(again!.id).toBe(made!.id)
  expect(made!.members.map(({ uid, role }) => [uid, role])).toEqual([[member.id, 'captain']])
  expect(made!.invitations.map(({ to, role }) => [to, role]).toSorted()).toEqual(
    [
      [captain.username, 'member'],
      [advisor.username, 'advisor'],
    ].toSorted(),
  )
  const { invitations } = (await site.get('/api/account/teams', captain.headers)).data(listMyTeams)
  expect(invitations.length).toBe(1)
  await send(captain, `/api/invitations/${invitations[0]!.id}/answer`, { accept: true })
  const joined = (await site.get(`/api/teams/${made!.id}`, member.headers)).data(readTeam)
  expect(joined.members.map(({ uid, role }) => [uid, role])).toEqual([
    [member.id, 'captain'],
    [captain.id, 'member'],
  ])
})

test('nobody copies a team of others, or asks people who were not in it; nothing is made then', async () => {
  const { captain, team } = await createFormer()
  const [stranger, organiser] = [await createKnownTeacher(site), await createPerson(site, { access: 'admin' })]
  expect((await copy(stranger, team, [])).status).toBe(404)
  expect((await copy(organiser, team, [])).status).toBe(404)
  expect((await copy(captain, team, [stranger.id])).status).toBe(422)
  const { teams } = (await site.get('/api/account/teams', captain.headers)).data(listMyTeams)
  expect(teams.map(({ name }) => name)).toEqual(['Last year'])
})
