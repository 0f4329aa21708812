import { listUsers } from '@lectern/contract/accounts/accounts.ts'
import { listAudit } from '@lectern/contract/audit/audit.ts'
import { listArbiters } from '@lectern/contract/cases/case-office.ts'
import { readIntegrity } from '@lectern/contract/review/review-board.ts'
import { readMailServer } from '@lectern/contract/settings/mail-server.ts'
import { readSettings } from '@lectern/contract/settings/office-settings.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPerson, english, type TestPerson } from './testing/people.ts'
import { openRound } from './testing/rounds.ts'
import { startSite, type TestSite } from './testing/site.ts'

let site: TestSite
let contest: Awaited<ReturnType<typeof openRound>>
/** An organiser with a team in the activity. */
let participant: TestPerson
let other: TestPerson
beforeEach(async () => {
  site = await startSite()
  other = await createPerson(site, { access: 'admin', realName: 'Quiet Organizer' })
  contest = await openRound(site, { organiser: other, works: 2 })
  participant = contest.works[0]!.captain
  await site.pool.query(`update account set access = 'admin', real_name = 'Playing Organizer' where id = $1`, [
    participant.id,
  ])
})
afterEach(() => site.close())

const why = 'You are in a team of “Course Innovation”, or invited to one. Another organizer has to do this.'
const refusal = 'organiser.takesPart'

const appoint = (who: TestPerson, username: string, access = 'admin') =>
  site.callAs(who, 'POST', '/api/users', {
    username,
    email: `${username}@example.org`,
    phone: null,
    realName: null,
    school: null,
    access,
    locale: 'en-US',
  })

const promote = (who: TestPerson, { id: uid }: TestPerson, access = 'admin') =>
  site.callAs(who, 'PUT', `/api/user/user/${uid}`, { uid, access })

const errorOf = (answer: Awaited<ReturnType<typeof appoint>>) => (answer.status === 200 ? null : answer.failure().error)

/** Removes the organiser from the office, so that the participant is the only one. */
const retire = ({ id }: TestPerson) => site.pool.query(`update account set access = 'user' where id = $1`, [id])

const putInTeam = ({ id }: TestPerson) =>
  site.pool.query(
    `insert into team_member (team_id, activity_id, account_id, role, position, joined_at)
     select team_id, activity_id, $1, 'member', position + 1, joined_at from team_member where account_id = $2`,
    [id, participant.id],
  )

test('an organiser who takes part makes nobody an organiser, and reads why before', async () => {
  const user = await createPerson(site)
  expect(errorOf(await appoint(participant, 'puppet'))).toBe(refusal)
  expect(errorOf(await promote(participant, user))).toBe(refusal)
  // Experts decide on nothing until another organiser invites them to a round.
  expect(errorOf(await appoint(participant, 'colleague', 'user'))).toBeNull()
  expect(errorOf(await promote(participant, user, 'expert'))).toBeNull()
  const reasonsFor = async (who: TestPerson) => {
    const as = { headers: english(who) }
    return [
      (await site.ask(listUsers, { ...as, query: {} })).data.whyNotAppoint,
      (await site.ask(readMailServer, as)).data.whyNot,
      (await site.ask(readSettings, as)).data.whyNot,
      (await site.ask(listArbiters, as)).data.whyNot,
    ]
  }
  expect(await reasonsFor(participant)).toEqual([why, why, why, why])
  expect(await reasonsFor(other)).toEqual([null, null, null, null])
})

test('an activity that is published by time counts, and one that is over does not', async () => {
  const setState = (state: string, publishAt: string) =>
    site.pool.query(`update activity set state = $2, publish_at = ${publishAt} where id = $1`, [
      contest.activityId,
      state,
    ])
  await setState('scheduled', `now() - interval '1 year'`)
  expect(errorOf(await appoint(participant, 'puppet'))).toBe(refusal)
  const sessions = await site.callAs(participant, 'DELETE', `/api/users/${other.id}/sessions`)
  expect(errorOf(sessions)).toBe(refusal)
  await setState('archived', 'null')
  expect(errorOf(await appoint(participant, 'successor'))).toBeNull()
})

test('whoever controls the site has acted on all activities that are not over, and joins no team of them', async () => {
  const third = await createPerson(site, { access: 'admin' })
  expect(errorOf(await appoint(third, 'assistant'))).toBeNull()
  const created = await site.callAs(third, 'POST', '/api/teams', {
    activityId: contest.activityId,
    name: 'Chalk',
    slogan: '',
  })
  expect(errorOf(created)).toBe('organiser.hasActed')
})

test('where no other organiser could, it is permitted, and the log and the integrity page tell it', async () => {
  await retire(other)
  expect(errorOf(await appoint(participant, 'second'))).toBeNull()
  await site.pool.query(`update account set access = 'admin' where id = $1`, [other.id])
  expect(errorOf(await appoint(participant, 'third'))).toBe(refusal)

  const log = await site.ask(listAudit, {
    headers: english(other),
    query: { action: 'activity.controlledByParticipant' },
  })
  expect(log.data.list.map(({ subjectName, actorName }) => [subjectName, actorName])).toEqual([
    ['Course Innovation', participant.username],
  ])
  const integrity = await site.ask(readIntegrity, { headers: english(other), params: { id: contest.roundId } })
  expect(integrity.data.controlled).toEqual([
    {
      activity: 'Course Innovation',
      person: 'Playing Organizer',
      change: 'organiserAppointed',
      at: site.clock.now().toISOString(),
    },
  ])
})

test('another organiser who takes part too is nobody else', async () => {
  await putInTeam(other)
  const settings = await site.callAs(participant, 'PUT', '/api/settings', { caseRetentionDays: 200 })
  expect(errorOf(settings)).toBeNull()
  await createPerson(site, { access: 'admin', status: 'disabled' })
  expect(errorOf(await appoint(other, 'second'))).toBeNull()
  expect(errorOf(await appoint(other, 'third'))).toBe(refusal)
})

test('whoever takes part names no arbiter, also while no case is open and nobody else could', async () => {
  const name = (who: TestPerson, { id: uid }: TestPerson) => site.callAs(who, 'POST', '/api/arbiters', { uid })
  expect(errorOf(await name(participant, other))).toBe(refusal)
  // Nobody but the participant could name them.
  expect(errorOf(await name(other, other))).toBeNull()
  const { data } = await site.ask(listArbiters, { headers: english(other) })
  expect(errorOf(await site.callAs(participant, 'DELETE', `/api/arbiters/${data.list[0]!.id}`))).toBe(refusal)
  const third = await createPerson(site, { access: 'admin' })
  expect(errorOf(await name(third, third))).toBe('arbiter.ownAppointment')
  await retire(other)
  await retire(third)
  expect(errorOf(await name(participant, participant))).toBe(refusal)
})
