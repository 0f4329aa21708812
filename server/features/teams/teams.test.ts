import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import {
  createTeam,
  handOver,
  invite as inviteEndpoint,
  joinTeam,
  listMyTeams,
  readTeam,
  readTeamToJoin,
  renewInvite,
  updateTeam,
  type MyTeams,
  type Team,
} from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher, createPhase, daysFromNoon } from '../../testing/contest.ts'
import { meetAt } from '../../testing/meeting.ts'
import { createPerson, createSession, english, type TestPerson } from '../../testing/people.ts'
import { errorOf } from '../../testing/refusals.ts'
import { eventually, fixedNow, startSite, type Answer, type TestSite } from '../../testing/site.ts'
import { newInvite } from './members/invite-code.ts'

let site: TestSite
let editionId: EditionId
let activityId: ActivityId
let captain: TestPerson
let member: TestPerson
let other: TestPerson

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  activityId = await createActivity(site, editionId, { teamMax: 2, advisorsMax: 1 })
})
beforeEach(async () => {
  captain = await createPerson(site)
  member = await createPerson(site)
  other = await createPerson(site)
})
afterAll(() => site.close())

const make = async (who: TestPerson, activity: ActivityId, name = 'Jiangzhou One'): Promise<Team> =>
  (await site.callAs(who, 'POST', '/api/teams', { activityId: activity, name, slogan: '' })).data(createTeam)

const read = async (who: TestPerson, id: string): Promise<Team> =>
  (await site.get(`/api/teams/${id}`, english(who))).data(readTeam)

const mine = async (who: TestPerson): Promise<MyTeams> =>
  (await site.get('/api/account/teams', english(who))).data(listMyTeams)

describe('a team', () => {
  let team: Team
  beforeEach(async () => {
    team = await make(captain, activityId)
  })

  const join = async (who: TestPerson, role: 'member' | 'advisor'): Promise<void> => {
    expect((await site.callAs(who, 'POST', `/api/joining/${team.invite!.code}?role=${role}`)).status).toBe(200)
  }

  test('is made by its captain, who sees what may be done with it', async () => {
    expect(team.members.map(({ role, uid }) => [role, uid])).toEqual([['captain', captain.id]])
    expect(team.may).toEqual({
      edit: null,
      inviteMember: null,
      inviteAdvisor: null,
      leave: 'The captain cannot leave. Hand over to another member first, or disband the team.',
      disband: null,
      enrol: null,
      remind: null,
    })
  })

  test('is one for each person and activity', async () => {
    expect(await errorOf(site.callAs(captain, 'POST', '/api/teams', { activityId, name: 'Two', slogan: '' }))).toBe(
      'team.alreadyIn',
    )
  })

  test('looks like none to people outside', async () => {
    expect(await errorOf(site.get(`/api/teams/${team.id}`, other.headers))).toBe('team.notFound')
    expect(await errorOf(site.callAs(other, 'DELETE', `/api/teams/${team.id}`, { name: team.name }))).toBe(
      'team.notFound',
    )
  })

  test('is joined by its code, however it is typed, and once', async () => {
    const { code } = team.invite!
    const typed = `${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`
    const seen = (await site.get(`/api/joining/${encodeURIComponent(typed)}`, english(member))).data(readTeamToJoin)
    expect([seen.id, seen.refusal, seen.isIn]).toEqual([team.id, null, false])
    expect((await site.callAs(member, 'POST', `/api/joining/${code}`)).status).toBe(200)
    expect((await site.callAs(member, 'POST', `/api/joining/${code}`)).status).toBe(200)
    const { members } = await read(captain, team.id)
    expect(members.map(({ role, uid }) => [role, uid])).toEqual([
      ['captain', captain.id],
      ['member', member.id],
    ])
    expect((await read(member, team.id)).invite).toBe(null)
  })

  test('says before anybody tries that it is full', async () => {
    await join(member, 'member')
    const full = 'The team is full: at most 2 people.'
    expect((await read(captain, team.id)).may.inviteMember).toBe(full)
    const { code } = (await read(captain, team.id)).invite!
    expect((await site.get(`/api/joining/${code}`, english(other))).data(readTeamToJoin).refusal).toBe(full)
    expect(await errorOf(site.callAs(other, 'POST', `/api/joining/${code}`))).toBe('team.full')
  })

  test('invites an advisor by name, who accepts', async () => {
    await join(member, 'member')
    const path = `/api/teams/${team.id}/invitations`
    expect(await errorOf(site.callAs(member, 'POST', path, { to: other.username, role: 'advisor' }))).toBe(
      'team.captainOnly',
    )
    expect(await errorOf(site.callAs(captain, 'POST', path, { to: 'nobody-at-all', role: 'advisor' }))).toBe(
      'invitation.nobody',
    )
    expect((await site.callAs(captain, 'POST', path, { to: other.username, role: 'advisor' })).status).toBe(200)
    expect(await errorOf(site.callAs(captain, 'POST', path, { to: other.username, role: 'advisor' }))).toBe(
      'invitation.pending',
    )
    const [invitation] = (await mine(other)).invitations
    expect(invitation!.team.name).toBe('Jiangzhou One')
    const answered = await site.callAs(other, 'POST', `/api/invitations/${invitation!.id}/answer`, { accept: true })
    expect(answered.data()).toEqual({ teamId: team.id })
    expect(
      await errorOf(site.callAs(other, 'POST', `/api/invitations/${invitation!.id}/answer`, { accept: true })),
    ).toBe('invitation.over')
  })

  test('is changed from what its captain has seen, and not from what is old', async () => {
    await join(member, 'member')
    await join(other, 'advisor')
    const now = await read(captain, team.id)
    const order = [member.id, captain.id, other.id]
    const body = { version: now.version, name: '江州一队', slogan: '一起', order }
    expect((await site.callAs(captain, 'PUT', `/api/teams/${team.id}`, body)).data(updateTeam).name).toBe('江州一队')
    expect(await errorOf(site.callAs(captain, 'PUT', `/api/teams/${team.id}`, body))).toBe('resource.changed')
  })

  test('is handed over to a member, and to nobody else', async () => {
    await join(member, 'member')
    await join(other, 'advisor')
    const path = `/api/teams/${team.id}/captain`
    expect(await errorOf(site.callAs(captain, 'PUT', path, { uid: other.id }))).toBe('team.memberNeeded')
    expect((await site.callAs(captain, 'PUT', path, { uid: member.id })).status).toBe(200)
    const roles = (await read(captain, team.id)).members.map(({ role, uid }) => [role, uid])
    expect(roles).toEqual([
      ['captain', member.id],
      ['member', captain.id],
      ['advisor', other.id],
    ])
  })

  test('is told to nobody who has left it, not even to a call that comes again', async () => {
    const [leavingMember, successor] = [await createPerson(site), await createPerson(site)]
    const again = (path: string, key: string, body: unknown) =>
      site.call('POST', path, { headers: { ...english(leavingMember), 'idempotency-key': key }, body })
    const makeAgain = () => again('/api/teams', 'made-once-by-leaver', { activityId, name: 'Left', slogan: '' })
    const left = (await makeAgain()).data(createTeam)
    const inviteAgain = () =>
      again(`/api/teams/${left.id}/invitations`, 'asked-once-by-leaver', { to: 'x@example.org', role: 'member' })
    expect((await inviteAgain()).status).toBe(200)
    await site.callAs(successor, 'POST', `/api/joining/${left.invite!.code}`)
    await site.callAs(leavingMember, 'PUT', `/api/teams/${left.id}/captain`, { uid: successor.id })
    expect(
      (await site.callAs(leavingMember, 'DELETE', `/api/teams/${left.id}/members/${leavingMember.id}`)).status,
    ).toBe(200)
    expect([await errorOf(makeAgain()), await errorOf(inviteAgain())]).toEqual(['team.notFound', 'team.notFound'])
    await site.callAs(successor, 'DELETE', `/api/teams/${left.id}`, { name: 'Left' })
  })

  test('is left, and disbanded by its name', async () => {
    await join(member, 'member')
    expect((await site.callAs(captain, 'PUT', `/api/teams/${team.id}/captain`, { uid: member.id })).status).toBe(200)
    expect((await site.callAs(captain, 'DELETE', `/api/teams/${team.id}/members/${captain.id}`)).status).toBe(200)
    expect(await errorOf(site.callAs(member, 'DELETE', `/api/teams/${team.id}`, { name: 'wrong' }))).toBe(
      'team.nameDiffers',
    )
    expect((await site.callAs(member, 'DELETE', `/api/teams/${team.id}`, { name: team.name })).status).toBe(200)
    expect((await mine(member)).teams).toEqual([])
    // Everybody can join again.
    expect((await make(captain, activityId, 'Again')).members.length).toBe(1)
  })
})

describe('the next step', () => {
  const stepFor = async (who: TestPerson) => {
    const { step, why } = (await mine(who)).teams[0]!.next
    return [step, why]
  }

  test('is to say who one is, then to gather, then to enrol, while there is time', async () => {
    const pair = await createActivity(site, editionId, { teamMin: 2, teamMax: 2 })
    const known = await createKnownTeacher(site)
    const unknown = await createPerson(site)
    const team = await make(known, pair, 'Pair')
    expect([team.next.step, await stepFor(known)]).toEqual(['gather', ['gather', null]])
    await site.callAs(unknown, 'POST', `/api/joining/${team.invite!.code}`)
    expect([await stepFor(known), await stepFor(unknown)]).toEqual([
      ['fill', null],
      ['complete', null],
    ])
    site.clock.set(daysFromNoon(5))
    const why = (await read(known, team.id)).may.enrol
    expect(await stepFor(unknown)).toEqual(['refused', why])
    expect(why).toContain('closed')
    site.clock.set(fixedNow)
  })
})

describe('a link', () => {
  const signInAgain = async (who: TestPerson): Promise<TestPerson> => ({
    ...who,
    ...(await createSession(site, who.id)),
  })

  test('for advisors makes an advisor, with the limits of advisors', async () => {
    const activity = await createActivity(site, editionId, { teamMax: 1, advisorsMax: 1 })
    const team = await make(await createPerson(site), activity, 'Advised')
    const path = `/api/joining/${team.invite!.code}`
    const [first, second] = [await createPerson(site), await createPerson(site)]
    const seen = async (who: TestPerson, role: string) =>
      (await site.get(`${path}?role=${role}`, english(who))).data(readTeamToJoin).refusal
    expect([await seen(first, 'member'), await seen(first, 'advisor')]).toEqual([
      'The team is full: at most 1 person.',
      null,
    ])
    expect((await site.callAs(first, 'POST', `${path}?role=advisor`)).data(joinTeam).role).toBe('advisor')
    expect(await errorOf(site.callAs(second, 'POST', `${path}?role=advisor`))).toBe('team.advisorsFull')
    expect(await errorOf(site.callAs(second, 'POST', `${path}?role=captain`))).toBe('request.invalid')
  })

  test('that is renewed or too old leads nowhere', async () => {
    const activity = await createActivity(site, editionId)
    const owner = await createPerson(site)
    const team = await make(owner, activity, 'Renewed')
    const renewed = (await site.callAs(owner, 'POST', `/api/teams/${team.id}/invite`)).data(renewInvite)
    const open = (who: TestPerson, code: string) => site.get(`/api/joining/${code}`, english(who))
    expect(await errorOf(open(other, team.invite!.code))).toBe('team.codeInvalid')
    expect((await open(other, renewed.invite!.code)).data(readTeamToJoin).id).toBe(team.id)
    site.clock.set(new Date(renewed.invite!.expiresAt))
    // Sessions expire before links.
    const [later, late] = [await signInAgain(owner), await signInAgain(other)]
    expect((await read(later, team.id)).invite).toEqual({ ...renewed.invite, isExpired: true })
    expect(await errorOf(open(late, renewed.invite!.code))).toBe('team.codeInvalid')
    site.clock.set(fixedNow)
  })
})

describe('an invitation', () => {
  const invited = async (name: string) => {
    const owner = await createPerson(site)
    const team = await make(owner, await createActivity(site, editionId), name)
    const path = `/api/teams/${team.id}/invitations`
    return { owner, team, path, ask: (to: string, role = 'member') => site.callAs(owner, 'POST', path, { to, role }) }
  }
  const actionsOn = async (id: string): Promise<string[]> => {
    const { rows } = await site.pool.query<{ action: string }>(
      'select action from audit where subject_id = $1 order by action',
      [id],
    )
    return rows.map(({ action }) => action)
  }

  test('that nobody has answered in time can be sent again at once', async () => {
    const { owner, team, path } = await invited('Patient')
    await site.callAs(owner, 'POST', path, { to: other.username, role: 'member' })
    site.clock.set(daysFromNoon(14))
    await site.pool.query(`update phase set closes_at = $1`, [daysFromNoon(30)])
    const again = { ...owner, ...(await createSession(site, owner.id)) }
    expect((await site.callAs(again, 'POST', path, { to: other.username, role: 'member' })).status).toBe(200)
    expect((await read(again, team.id)).invitations.map(({ createdAt }) => createdAt)).toEqual([
      daysFromNoon(14).toISOString(),
    ])
    await site.pool.query(`update phase set closes_at = $1`, [daysFromNoon(5)])
    site.clock.set(fixedNow)
  })

  test('tells nobody whose an address is', async () => {
    const { team, ask } = await invited('Curious')
    const [guest, mate] = [
      await createPerson(site, { email: 'guest@example.org' }),
      await createPerson(site, { email: 'mate@example.org' }),
    ]
    await site.callAs(mate, 'POST', `/api/joining/${team.invite!.code}`)
    await ask(guest.username)
    const answers = [await ask('guest@example.org'), await ask('mate@example.org'), await ask('nobody@example.org')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('does not reveal who is behind a username before they have joined', async () => {
    const { owner, team, ask } = await invited('Nameless')
    const guest = await createPerson(site, { realName: '韩梅梅', nickname: 'Meimei' })
    const asked = (await ask(guest.username)).data(inviteEndpoint)
    expect(asked.invitations.map(({ to }) => to)).toEqual([guest.username])
    expect((await read(owner, team.id)).invitations.map(({ to }) => to)).toEqual([guest.username])
    const { text } = await site.get('/api/account/data', owner.headers)
    expect([text.includes(guest.username), text.includes('韩梅梅')]).toEqual([true, false])
  })

  test('is answered by joining, however one was asked and joins', async () => {
    const { owner, team, ask } = await invited('Twice asked')
    const guest = await createPerson(site, { email: 'twice@example.org' })
    await ask(guest.username, 'advisor')
    await ask('twice@example.org')
    expect((await mine(guest)).invitations.length).toBe(2)
    await site.callAs(guest, 'POST', `/api/joining/${team.invite!.code}`)
    expect([(await mine(guest)).invitations, (await read(owner, team.id)).invitations]).toEqual([[], []])
    expect(await actionsOn(team.id)).toEqual([
      'invitation.accepted',
      'invitation.sent',
      'invitation.sent',
      'team.created',
      'team.joined',
    ])
  })

  test('into a team that one is already in changes nothing but itself, and is written down', async () => {
    const { team, ask } = await invited('Already in')
    const guest = await createPerson(site)
    await site.callAs(guest, 'POST', `/api/joining/${team.invite!.code}`)
    await ask('later@example.org', 'advisor')
    await site.pool.query(`update account set email = 'later@example.org' where id = $1`, [guest.id])
    const [waiting] = (await mine(guest)).invitations
    const answered = await site.callAs(guest, 'POST', `/api/invitations/${waiting!.id}/answer`, { accept: true })
    expect(answered.data()).toEqual({ teamId: team.id })
    const { teams, invitations } = await mine(guest)
    expect([teams.map(({ role }) => role), invitations]).toEqual([['member'], []])
    expect(await actionsOn(team.id)).toEqual(['invitation.accepted', 'invitation.sent', 'team.created', 'team.joined'])
  })

  test('is one of so many: whoever has sent them waits, also if they were taken back', async () => {
    const { ask } = await invited('Many letters')
    await ask('first@example.org')
    await site.pool.query(`update throttle set level = 60 where key like 'invitations %'`)
    const refused = await ask('second@example.org')
    expect(refused.failure()).toMatchObject({
      error: 'request.tooMany',
      params: { seconds: 600 },
    })
    await site.pool.query(`delete from throttle where key like 'invitations %'`)
  })
})

describe('people of a team', () => {
  test('that have changed make what the captain has seen old', async () => {
    const activity = await createActivity(site, editionId)
    const owner = await createPerson(site)
    const leaving = await createPerson(site)
    const made = await make(owner, activity, 'Shrinking')
    await site.callAs(leaving, 'POST', `/api/joining/${made.invite!.code}`)
    const seen = await read(owner, made.id)
    await site.callAs(leaving, 'DELETE', `/api/teams/${made.id}/members/${leaving.id}`)
    const body = { version: seen.version, name: 'Smaller', slogan: '' }
    expect(await errorOf(site.callAs(owner, 'PUT', `/api/teams/${made.id}`, body))).toBe('resource.changed')
  })

  test('that were removed cannot come back with the old code; those who left may', async () => {
    const activity = await createActivity(site, editionId)
    const owner = await createPerson(site)
    const removed = await createPerson(site)
    const made = await make(owner, activity, 'Guarded')
    const join = () => site.callAs(removed, 'POST', `/api/joining/${made.invite!.code}`)
    const seat = `/api/teams/${made.id}/members/${removed.id}`
    await join()
    await site.callAs(removed, 'DELETE', seat)
    expect((await join()).status).toBe(200)
    await site.callAs(owner, 'DELETE', seat)
    expect(await errorOf(join())).toBe('team.codeInvalid')
    const renewed = (await read(owner, made.id)).invite!
    expect(renewed.code).not.toBe(made.invite!.code)
  })

  test('that are removed while they join do not come in by the code of before', async () => {
    const activity = await createActivity(site, editionId)
    const [owner, removed] = [await createPerson(site), await createPerson(site)]
    const made = await make(owner, activity, 'Just removed')
    const [joined] = await meetAt(
      site,
      ['update team set invite_code = $2 where id = $1', made.id, newInvite(fixedNow).inviteCode],
      [() => site.callAs(removed, 'POST', `/api/joining/${made.invite!.code}`)],
    )
    expect(joined!.failure().error).toBe('team.codeInvalid')
    expect((await mine(removed)).teams).toEqual([])
  })

  test('are looked after by an organiser, who is none of them', async () => {
    const organiser = await createPerson(site, { access: 'admin' })
    const activity = await createActivity(site, editionId)
    const made = await make(await createPerson(site), activity, 'Looked after')
    const successor = await createPerson(site)
    await site.callAs(successor, 'POST', `/api/joining/${made.invite!.code}`)
    const seen = await read(organiser, made.id)
    expect([seen.role, seen.invite, seen.may.leave]).toEqual([null, null, 'This team does not exist.'])
    const changed = await site.callAs(organiser, 'PUT', `/api/teams/${made.id}/captain`, {
      uid: successor.id,
      reason: 'Away',
    })
    expect(changed.data(handOver).members.map(({ uid, role }) => [uid, role])[0]).toEqual([successor.id, 'captain'])
  })

  test('are handed over by their captain alone, even if another colleague is an organiser', async () => {
    const colleague = await createPerson(site)
    const activity = await createActivity(site, editionId)
    const made = await make(await createPerson(site), activity, 'Of an organiser')
    await site.callAs(colleague, 'POST', `/api/joining/${made.invite!.code}`)
    await site.pool.query(`update account set access = 'admin' where id = $1`, [colleague.id])
    const body = { uid: colleague.id, reason: 'Mine' }
    const refused = await site.callAs(colleague, 'PUT', `/api/teams/${made.id}/captain`, body)
    expect(refused.failure().error).toBe('team.captainOnly')
  })
})

describe('time', () => {
  test.each([
    ['enrolment.notOpen', -5, -1],
    ['enrolment.closed', 5, 0],
  ])('%s', async (error, days, milliseconds) => {
    const late = await createPerson(site)
    site.clock.set(new Date(daysFromNoon(days).getTime() + milliseconds))
    expect(await errorOf(site.callAs(late, 'POST', '/api/teams', { activityId, name: 'Late', slogan: '' }))).toBe(error)
    site.clock.set(fixedNow)
  })
})

describe('an organiser who closes a phase waits for who', () => {
  const closeWhile = async (activity: ActivityId, held: [statement: string, id: string], go: () => Promise<Answer>) => {
    const own = await createPhase(site, editionId, { activityId: activity })
    const organiser = await createPerson(site, { access: 'admin' })
    const [opensAt, closesAt] = [daysFromNoon(-5).toISOString(), daysFromNoon(-1).toISOString()]
    const close = async () => {
      await eventually(async () => {
        const { rows } = await site.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows.length).toBe(1)
      })
      return site.callAs(organiser, 'PUT', `/api/phases/${own}`, { version: 1, opensAt, closesAt, graceMinutes: 0 })
    }
    const met = await meetAt<Answer>(site, held, [go, close])
    return met.map(({ status }) => status)
  }
  const lockedTeamOf = (id: string): [string, string] => ['select from team where id = $1 for update', id]
  const begun = async (name: string) => {
    const activity = await createActivity(site, editionId)
    const [owner, guest] = [await createPerson(site), await createPerson(site)]
    return { activity, owner, guest, team: await make(owner, activity, name) }
  }

  test('makes a team', async () => {
    const [activity, maker] = [await createActivity(site, editionId), await createPerson(site)]
    const held: [string, string] = ['select from activity where id = $1 for update', activity]
    const body = { activityId: activity, name: 'Made', slogan: '' }
    expect(await closeWhile(activity, held, () => site.callAs(maker, 'POST', '/api/teams', body))).toEqual([200, 200])
  })

  test('joins one by its code', async () => {
    const { activity, guest, team } = await begun('Joined')
    const join = () => site.callAs(guest, 'POST', `/api/joining/${team.invite!.code}`)
    expect(await closeWhile(activity, lockedTeamOf(team.id), join)).toEqual([200, 200])
  })

  test('accepts an invitation', async () => {
    const { activity, owner, guest, team } = await begun('Accepted')
    await site.callAs(owner, 'POST', `/api/teams/${team.id}/invitations`, { to: guest.username, role: 'member' })
    const [waiting] = (await mine(guest)).invitations
    const accept = () => site.callAs(guest, 'POST', `/api/invitations/${waiting!.id}/answer`, { accept: true })
    expect(await closeWhile(activity, lockedTeamOf(team.id), accept)).toEqual([200, 200])
  })

  test('invites somebody', async () => {
    const { activity, owner, guest, team } = await begun('Inviting')
    const body = { to: guest.username, role: 'member' }
    const ask = () => site.callAs(owner, 'POST', `/api/teams/${team.id}/invitations`, body)
    expect(await closeWhile(activity, lockedTeamOf(team.id), ask)).toEqual([200, 200])
  })

  test('begins to enrol', async () => {
    const { activity, owner, team } = await begun('Beginning')
    const start = () => site.callAs(owner, 'POST', '/api/enrolments', { teamId: team.id })
    expect(await closeWhile(activity, lockedTeamOf(team.id), start)).toEqual([200, 200])
  })
})

describe('a race', () => {
  test('for the last seat has one winner', async () => {
    const activity = await createActivity(site, editionId, { teamMax: 2 })
    const team = await make(await createPerson(site), activity, 'Last seat')
    const people = await Promise.all(Array.from({ length: 8 }, () => createPerson(site)))
    const answers = await Promise.all(
      people.map((who) => site.callAs(who, 'POST', `/api/joining/${team.invite!.code}`)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  })

  test('of one person into two teams has one outcome', async () => {
    const activity = await createActivity(site, editionId, { teamMax: 3 })
    const teams = [
      await make(await createPerson(site), activity, 'One'),
      await make(await createPerson(site), activity, 'Two'),
    ]
    const hasty = await createPerson(site)
    const answers = await Promise.all(
      teams.map(({ invite }) => site.callAs(hasty, 'POST', `/api/joining/${invite!.code}`)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await mine(hasty)).teams.length).toBe(1)
  })
})
