import type { ActivityId } from '@lectern/contract/ids.ts'
import * as contract from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { english, type TestPerson } from '../../testing/people.ts'
import { fixedNow, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let activityId: ActivityId
let captain: TestPerson
let team: contract.Team
beforeAll(async () => {
  site = await startSite()
  activityId = await createActivity(site, await createEdition(site), { teamMax: 9 })
  captain = await createKnownTeacher(site)
  const body = { activityId, name: 'Chalk', slogan: '' }
  team = (await site.ask(contract.createTeam, { headers: english(captain), body })).data
})
afterAll(() => site.close())

const createOrganiser = (values: { email?: string } = {}) => createKnownTeacher(site, { access: 'admin', ...values })

/** Why an organiser cannot act on the activity; a stale version keeps it as it is. */
const act = async (who: TestPerson) => {
  const step = { state: 'published', version: 99 }
  return (await site.callAs(who, 'PUT', `/api/activities/${activityId}/state`, step)).failure().error
}

const acts = 'resource.changed'
const takesPart = 'organiser.takesPart'

const invite = async (to: string): Promise<void> => {
  const body = { to, role: 'member' as const }
  const answer = await site.ask(contract.invite, { headers: english(captain), params: { id: team.id }, body })
  expect(answer.status).toBe(200)
}

const invitationsOf = async (who: TestPerson) =>
  (await site.ask(contract.listMyTeams, { headers: english(who) })).data.invitations

const answerFirst = async (who: TestPerson, accept: boolean) => {
  const [{ id }] = (await invitationsOf(who)) as [contract.MyInvitation]
  return site.ask(contract.answerInvitation, { headers: english(who), params: { id }, body: { accept } })
}

test('an organiser who is invited to a team, by name or by address, acts on nothing about its activity until they decline or it expires', async () => {
  const email = 'invited@example.org'
  const [named, addressed] = [await createOrganiser(), await createOrganiser({ email })]
  await invite(named.username)
  await invite(email)
  expect([await act(named), await act(addressed)]).toEqual([takesPart, takesPart])
  expect((await answerFirst(named, false)).status).toBe(200)
  expect(await act(named)).toBe(acts)
  await site.pool.query('update invitation set expires_at = $1 where state = $2', [fixedNow, 'pending'])
  expect(await act(addressed)).toBe(acts)
})

test('whoever has acted goes on acting when invited, and joins no team, by whichever way', async () => {
  const acting = await createOrganiser()
  expect(await act(acting)).toBe(acts)
  await invite(acting.username)
  expect(await act(acting)).toBe(acts)
  const why = /^You have acted as an organizer of “.+”, so you cannot be in a team of it\.$/
  const [invitation] = await invitationsOf(acting)
  expect(invitation!.team.refusal).toMatch(why)
  expect((await answerFirst(acting, true)).failure().error).toBe('organiser.hasActed')
  const byCode = { headers: english(acting), params: { code: team.invite!.code }, query: {} }
  expect((await site.ask(contract.readTeamToJoin, byCode)).data.refusal).toMatch(why)
  expect((await site.ask(contract.joinTeam, byCode)).failure().error).toBe('organiser.hasActed')
})
