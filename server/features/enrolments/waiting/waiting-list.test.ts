import { readActivitySource, saveActivity } from '@lectern/contract/competition/activities.ts'
import { listWaiting, readDossier } from '@lectern/contract/enrolments/enrolment-office.ts'
import { readEnrolment, startEnrolment, type Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { readNextStep } from '@lectern/contract/journey/journey.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import { createTeam, readTeam, type Team } from '@lectern/contract/teams/teams.ts'
import { listOwnTasks } from '@lectern/contract/welcome/welcome.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { and, eq } from '../../../platform/database/drizzle.ts'
import { createActivity, createEdition, createKnownTeacher, createPhase } from '../../../testing/contest.ts'
import { deleteAccountOf } from '../../../testing/deletion.ts'
import { givePassword } from '../../../testing/owners.ts'
import { createPerson, type TestPerson } from '../../../testing/people.ts'
import { fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { audit } from '../../audit/tables.ts'
import { activity, seatCount } from '../../competition/tables.ts'
import { offerSeats } from './offers.ts'
import { remindTeams } from '../notices/reminders.ts'
import { notifyDecisions } from '../office/decision-notices.ts'

const hour = 3_600_000

let site: TestSite
let editionId: EditionId
let admin: TestPerson
beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  admin = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
beforeEach(() => site.clock.set(fixedNow))

const offer = () => offerSeats(site.asProgram())
const later = (milliseconds: number) => site.clock.set(new Date(site.clock.now().getTime() + milliseconds))

interface Entered {
  captain: TestPerson
  team: Team
  id: string
}

const enter = async (activityId: ActivityId): Promise<Entered> => {
  const captain = await createKnownTeacher(site)
  const team = (await site.callAs(captain, 'POST', '/api/teams', { activityId, name: 'Team', slogan: '' })).data(
    createTeam,
  )
  const { id } = (await site.callAs(captain, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
  return { captain, team, id }
}

const read = async ({ captain, id }: Entered): Promise<Enrolment> =>
  (await site.callAs(captain, 'GET', `/api/enrolments/${id}`)).data(readEnrolment)
const step = async (entered: Entered, name: string, body: object = {}) => {
  const { version } = await read(entered)
  return site.callAs(entered.captain, 'POST', `/api/enrolments/${entered.id}/${name}`, { version, ...body })
}
const submit = async (entered: Entered): Promise<string> => {
  const answer = await step(entered, 'submission')
  return answer.status === 200 ? 'ok' : answer.failure().error
}
const wait = async ({ captain, id }: Entered): Promise<string> => {
  const answer = await site.callAs(captain, 'PUT', `/api/enrolments/${id}/waiting`)
  return answer.status === 200 ? 'ok' : answer.failure().error
}
const leave = ({ captain, id }: Entered) => site.callAs(captain, 'DELETE', `/api/enrolments/${id}/waiting`)
const standing = async (entered: Entered) => (await read(entered)).waiting
const decide = async (entered: Entered, decision: string) => {
  const { id, version } = await read(entered)
  return site.callAs(admin, 'POST', '/api/enrolments/decisions', {
    enrolments: [{ id, version }],
    decision,
    reason: 'Because',
  })
}
const titles = async ({ captain }: Entered): Promise<string[]> =>
  (await site.callAs(captain, 'GET', '/api/notices')).data(listNotices).list.map(({ title }) => title)

/** An activity with one seat, which is taken, and teams on its waiting list. */
const queue = async (count: number, values: Parameters<typeof createActivity>[2] = {}) => {
  const activityId = await createActivity(site, editionId, { capacity: 1, waitingList: true, fields: [], ...values })
  const holder = await enter(activityId)
  expect(await submit(holder)).toBe('ok')
  const teams: Entered[] = []
  for (let left = count; left > 0; left -= 1) {
    const entered = await enter(activityId)
    expect(await wait(entered)).toBe('ok')
    teams.push(entered)
  }
  return { activityId, holder, teams }
}

test('only a team with a complete draft may wait, where the list is on and no place is left', async () => {
  const off = await queue(0, { waitingList: false })
  expect(await wait(await enter(off.activityId))).toBe('waiting.off')
  const open = await createActivity(site, editionId, { capacity: 1, waitingList: true, fields: [] })
  expect(await wait(await enter(open))).toBe('waiting.notFull')
  const { activityId, teams } = await queue(1)
  const small = await enter(activityId)
  await site.db.update(activity).set({ teamMin: 2 }).where(eq(activity.id, activityId))
  expect(await wait(small)).toBe('enrolment.teamTooSmall')
  await site.db.update(activity).set({ teamMin: 1 }).where(eq(activity.id, activityId))
  const stranger = await createKnownTeacher(site)
  expect((await site.callAs(stranger, 'PUT', `/api/enrolments/${small.id}/waiting`)).status).toBe(404)
  // Idempotent.
  expect([await wait(teams[0]!), await standing(teams[0]!)]).toEqual(['ok', { position: 1, offeredUntil: null }])
})

test('a place that becomes free is offered in order, held, and taken by nobody else', async () => {
  const { activityId, holder, teams } = await queue(2)
  const [first, second] = teams as [Entered, Entered]
  const newcomer = await enter(activityId)
  expect([await submit(first), await submit(newcomer)]).toEqual(['waiting.notOffered', 'enrolment.full'])
  await step(holder, 'withdrawal')
  // Also before the seat has been offered to anybody.
  expect([await submit(newcomer), await submit(second)]).toEqual(['enrolment.full', 'waiting.notOffered'])
  await offer()
  const offeredUntil = new Date(fixedNow.getTime() + 48 * hour).toISOString()
  expect(await Promise.all(teams.map(standing))).toEqual([
    { position: 1, offeredUntil },
    { position: 2, offeredUntil: null },
  ])
  expect([await submit(newcomer), await submit(second)]).toEqual(['enrolment.full', 'waiting.notOffered'])
  const [tasks] = (await site.callAs(first.captain, 'GET', '/api/welcome')).data(listOwnTasks).list
  expect([tasks!.name, tasks!.until]).toEqual(['takePlace', offeredUntil])
  expect((await titles(first)).toSorted()).toEqual([
    'A place is held for “Team”: submit now',
    'On the waiting list: Team',
  ])
  expect(await submit(first)).toBe('ok')
  expect(await standing(second)).toEqual({ position: 1, offeredUntil: null })
  expect(await site.db.select().from(seatCount).where(eq(seatCount.activityId, activityId))).toMatchObject([
    { taken: 1, waiting: 1, offered: 0 },
  ])
})

test('an offer that expires, or that a team gives up, goes to the next one', async () => {
  const { holder, teams } = await queue(3)
  const [first, second, third] = teams as [Entered, Entered, Entered]
  await step(holder, 'withdrawal')
  await offer()
  later(48 * hour)
  expect(await submit(first)).toBe('waiting.expired')
  await offer()
  expect(await standing(first)).toBe(null)
  expect((await titles(first))[0]).toBe('The place is no longer held: Team')
  expect((await standing(second))!.offeredUntil).not.toBe(null)
  expect((await leave(second)).status).toBe(200)
  await offer()
  expect((await standing(third))!.offeredUntil).not.toBe(null)
  // After an expired offer the team starts again at the end.
  expect([await wait(first), await standing(first)]).toEqual(['ok', { position: 2, offeredUntil: null }])
  expect((await leave(second)).failure().error).toBe('waiting.none')
})

test('an offer that has expired is shown to nobody as open, even before the team is off the list', async () => {
  const { activityId, holder, teams } = await queue(2)
  const [first] = teams as [Entered, Entered]
  await step(holder, 'withdrawal')
  await offer()
  later(48 * hour)
  expect(await standing(first)).toBe(null)
  const { team, captain } = first
  expect((await site.callAs(captain, 'GET', `/api/teams/${team.id}`)).data(readTeam).waiting).toBe(null)
  expect(
    (await site.callAs(captain, 'GET', `/api/activities/${activityId}/next-step`)).data(readNextStep),
  ).toMatchObject({
    step: 'refused',
    why: 'The time to take the place that was held for the team is over.',
    waiting: null,
  })
  const { list } = (await site.callAs(captain, 'GET', '/api/welcome')).data(listOwnTasks)
  expect(list.filter(({ name }) => name === 'takePlace' || name === 'others.onWaitingList')).toEqual([])
  const rows = (await site.callAs(admin, 'GET', `/api/activities/${activityId}/waiting`)).data(listWaiting).list
  expect(rows.map(({ isExpired }) => isExpired)).toEqual([true, false])
  expect([await wait(first), (await leave(first)).failure().error]).toEqual(['waiting.expired', 'waiting.none'])
  // A draft withdrawn at this moment leaves nothing behind.
  expect((await step(first, 'withdrawal')).status).toBe(200)
  expect(await site.db.select().from(seatCount).where(eq(seatCount.activityId, activityId))).toMatchObject([
    { waiting: 1, offered: 0 },
  ])
})

test('a team with an offer is reminded once, on its last day; a team without one is not', async () => {
  const { holder, teams } = await queue(2)
  const [first, second] = teams as [Entered, Entered]
  const reminded = async (entered: Entered) =>
    (await titles(entered)).filter(
      (title) => title.startsWith('Less than a day') || title.startsWith('The deadline is near'),
    )
  await step(holder, 'withdrawal')
  await offer()
  await remindTeams(site.asProgram())
  expect(await reminded(first)).toEqual([])
  later(25 * hour)
  await remindTeams(site.asProgram())
  await remindTeams(site.asProgram())
  const { name } = first.team.activity
  expect([await reminded(first), await reminded(second)]).toEqual([[`Less than a day left: ${name}`], []])
})

test('an offer never goes beyond the deadline, and after it nobody is offered anything', async () => {
  const { activityId, holder, teams } = await queue(2)
  await createPhase(site, editionId, { activityId, closesAt: new Date(fixedNow.getTime() + 10 * hour) })
  await step(holder, 'withdrawal')
  await offer()
  const closesAt = new Date(fixedNow.getTime() + 10 * hour).toISOString()
  expect(await standing(teams[0]!)).toEqual({ position: 1, offeredUntil: closesAt })
  later(10 * hour)
  await offer()
  expect(await Promise.all(teams.map(standing))).toEqual([null, { position: 1, offeredUntil: null }])
})

test('a rejection frees its place only once the team has been told; taken back in time, it stands', async () => {
  const { holder, teams } = await queue(1)
  await decide(holder, 'rejected')
  await offer()
  expect(await standing(teams[0]!)).toEqual({ position: 1, offeredUntil: null })
  expect((await decide(holder, 'submitted')).status).toBe(200)
  await decide(holder, 'rejected')
  later(61_000)
  await notifyDecisions(site.asProgram())
  await offer()
  expect((await standing(teams[0]!))!.offeredUntil).not.toBe(null)
  expect((await decide(holder, 'submitted')).failure().error).toBe('enrolment.full')
})

test('more places are offered at once, and places that are held cannot be taken away', async () => {
  const { activityId, teams } = await queue(3)
  const source = (await site.callAs(admin, 'GET', `/api/activities/${activityId}/source`)).data(readActivitySource)
  const names = 'code name group summary body requirements rules cover teamMin teamMax advisorsMax waitingList fields'
  const content = Object.fromEntries(names.split(' ').map((name) => [name, Reflect.get(source, name)]))
  const save = (capacity: number, version: unknown) =>
    site.callAs(admin, 'PUT', `/api/activities/${activityId}`, { ...content, capacity, version })
  const raised = await save(3, source.version)
  expect([raised.status, raised.data(saveActivity).waiting]).toEqual([200, 3])
  await offer()
  expect((await Promise.all(teams.map(standing))).map((found) => found!.offeredUntil !== null)).toEqual([
    true,
    true,
    false,
  ])
  const { version } = (await site.callAs(admin, 'GET', `/api/activities/${activityId}/source`)).data(readActivitySource)
  expect((await save(2, version)).status).toBe(422)
})

test('a team that disbands, withdraws its draft or loses its last person leaves the list', async () => {
  const { activityId, teams } = await queue(3)
  const [disbanded, withdrawn, gone] = teams as [Entered, Entered, Entered]
  await givePassword(site, gone.captain)
  await site.callAs(disbanded.captain, 'DELETE', `/api/teams/${disbanded.team.id}`, { name: 'Team' })
  await step(withdrawn, 'withdrawal')
  const { headers } = gone.captain
  await deleteAccountOf(
    { call: (method, path, { body } = {}) => site.call(method, path, { headers, body }) },
    gone.captain,
  )
  expect(await site.db.select().from(seatCount).where(eq(seatCount.activityId, activityId))).toMatchObject([
    { waiting: 0, offered: 0 },
  ])
})

test('organisers see the list in its order and remove a team with a reason, which it is told', async () => {
  const { activityId, teams } = await queue(2)
  const [first, second] = teams as [Entered, Entered]
  const path = `/api/activities/${activityId}/waiting`
  expect((await site.callAs(first.captain, 'GET', path)).status).toBe(403)
  const rows = async () => (await site.callAs(admin, 'GET', path)).data(listWaiting).list
  expect((await rows()).map(({ position, enrolmentId }) => [position, enrolmentId])).toEqual([
    [1, first.id],
    [2, second.id],
  ])
  const removal = `/api/enrolments/${first.id}/waiting/removal`
  expect((await site.callAs(admin, 'POST', removal, { reason: ' ' })).status).toBe(422)
  expect((await site.callAs(first.captain, 'POST', removal, { reason: 'Twice' })).status).toBe(403)
  expect((await site.callAs(admin, 'POST', removal, { reason: 'Entered twice' })).status).toBe(200)
  expect((await rows()).map(({ position, enrolmentId }) => [position, enrolmentId])).toEqual([[1, second.id]])
  expect(await titles(first)).toContain('Removed from the waiting list: Team')
  const isRemoval = and(eq(audit.subjectId, first.id), eq(audit.action, 'waiting.removed'))
  expect(await site.db.$count(audit, isRemoval)).toBe(1)
})

test('organisers put a team on the list with a reason, under the rules for captains, and its people are told', async () => {
  const { activityId, teams } = await queue(1)
  const entered = await enter(activityId)
  const path = `/api/enrolments/${entered.id}/waiting/addition`
  const put = async (who: TestPerson, reason = 'Asked by phone') => {
    const answer = await site.callAs(who, 'POST', path, { reason })
    return answer.status === 200 ? 'ok' : answer.failure().error
  }
  const whyNot = async (id: string) =>
    (await site.callAs(admin, 'GET', `/api/enrolments/${id}/dossier`)).data(readDossier).whyNotWaiting
  expect(await put(admin, ' ')).toBe('request.invalid')
  expect((await site.callAs(entered.captain, 'POST', path, { reason: 'I want' })).status).toBe(403)
  await site.db.update(activity).set({ teamMin: 2 }).where(eq(activity.id, activityId))
  expect([await put(admin), await whyNot(entered.id)]).toEqual([
    'enrolment.teamTooSmall',
    expect.stringContaining('at least 2'),
  ])
  await site.db.update(activity).set({ teamMin: 1 }).where(eq(activity.id, activityId))
  expect(await whyNot(entered.id)).toBeNull()
  expect([await put(admin), await put(admin)]).toEqual(['ok', 'waiting.alreadyOn'])
  expect([await standing(teams[0]!), await standing(entered)]).toEqual([
    { position: 1, offeredUntil: null },
    { position: 2, offeredUntil: null },
  ])
  expect(await titles(entered)).toContain('Put on the waiting list: Team')
  const isAddition = and(eq(audit.subjectId, entered.id), eq(audit.action, 'waiting.added'))
  const { changes, onBehalfOf } = audit
  expect(await site.db.select({ changes, onBehalfOf }).from(audit).where(isAddition)).toEqual([
    { changes: { before: null, after: { reason: 'Asked by phone' } }, onBehalfOf: entered.captain.id },
  ])
  const open = await enter(await createActivity(site, editionId, { capacity: 1, waitingList: true, fields: [] }))
  const early = await site.callAs(admin, 'POST', `/api/enrolments/${open.id}/waiting/addition`, { reason: 'Early' })
  expect(early.failure().error).toBe('waiting.notFull')
})

test('organisers do not put their own team on the list', async () => {
  const { activityId } = await queue(0)
  const captain = await createKnownTeacher(site, { access: 'admin' })
  const team = (await site.callAs(captain, 'POST', '/api/teams', { activityId, name: 'Ours', slogan: '' })).data(
    createTeam,
  )
  const { id } = (await site.callAs(captain, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
  const answer = await site.callAs(captain, 'POST', `/api/enrolments/${id}/waiting/addition`, { reason: 'Ours' })
  expect(answer.failure().error).toBe('organiser.takesPart')
})

test('the next step leads a team onto the list and tells it where it stands', async () => {
  const { activityId, teams } = await queue(1)
  const next = async (who: TestPerson) =>
    (await site.callAs(who, 'GET', `/api/activities/${activityId}/next-step`)).data(readNextStep)
  const visitor = await createKnownTeacher(site)
  expect(await next(visitor)).toMatchObject({ step: 'team', isWaitedFor: true, placesLeft: 0, waiting: null })
  const entered = await enter(activityId)
  expect(await next(entered.captain)).toMatchObject({ step: 'joinWaitingList', why: null })
  expect(await next(teams[0]!.captain)).toMatchObject({ step: 'onWaitingList', waiting: { position: 1 } })
  const { list } = (await site.callAs(teams[0]!.captain, 'GET', '/api/welcome')).data(listOwnTasks)
  const task = list.find(({ name }) => name === 'others.onWaitingList')
  expect([task?.state, task?.values.position]).toEqual(['others', '1'])
  const team = (await site.callAs(teams[0]!.captain, 'GET', `/api/teams/${teams[0]!.team.id}`)).data(readTeam)
  expect(team.waiting).toEqual({ position: 1, offeredUntil: null })
  const exported = await site.get('/api/account/data', teams[0]!.captain.headers)
  expect(exported.text).toContain('"waitingSince":')
})
