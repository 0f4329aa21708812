import { decideEnrolments } from '@lectern/contract/enrolments/decisions.ts'
import type { Endpoint } from '@lectern/contract/endpoint.ts'
import {
  readEnrolment,
  saveAmendment,
  saveAnswers,
  startAmendment,
  startEnrolment,
  submitEnrolment,
  withdrawEnrolment,
} from '@lectern/contract/enrolments/enrolments.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId, EnrolmentId } from '@lectern/contract/ids.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import {
  createTeam,
  disbandTeam,
  handOver as handOverEndpoint,
  invite,
  joinTeam,
  listMyTeams,
  readTeam,
  removeMember,
  type Team,
} from '@lectern/contract/teams/teams.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { invariants } from '../../invariants.ts'
import { and, eq } from '../../platform/database/drizzle.ts'
import { brokenInvariants } from '../../platform/invariants.ts'
import { createActivity, createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { deleteAccountOf } from '../../testing/deletion.ts'
import { meetAt } from '../../testing/meeting.ts'
import { givePassword } from '../../testing/owners.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { account } from '../accounts/tables.ts'
import { audit, auditPersonal } from '../audit/tables.ts'
import { enrolment, enrolmentEvent } from '../enrolments/tables.ts'
import { teamMember } from '../teams/tables.ts'

let site: TestSite
let activityId: ActivityId

const question = (id: string, personal: boolean): FormField => ({
  id,
  type: 'text',
  label: { 'zh-CN': id, 'en-US': id },
  help: {},
  required: false,
  personal,
})

beforeAll(async () => {
  site = await startSite()
  const fields = [question('topic', false), question('idCard', true)]
  activityId = await createActivity(site, await createEdition(site), { fields })
})
afterAll(() => site.close())
// Whatever deleted accounts leave behind, `portal doctor` finds nothing wrong with it.
afterEach(async () => {
  const broken = await brokenInvariants(site.pool, invariants)
  if (broken.length > 0) throw new Error(broken.map(({ name }) => name).join(', '))
})

const ask = async <E extends Endpoint>(endpoint: E, { headers }: TestPerson, path: string, body?: unknown) =>
  (await site.call(endpoint.method, path, { headers, body })).data(endpoint)

const createCaptain = async () => {
  const captain = await createKnownTeacher(site, { school: 'Yunze School' })
  await givePassword(site, captain)
  return captain
}

/** A team with a complete form, from which a question is removed meanwhile. */
const enrol = async (captain: TestPerson) => {
  const team = await ask(createTeam, captain, '/api/teams', { activityId, name: 'Alone', slogan: '' })
  const begun = await ask(startEnrolment, captain, '/api/enrolments', { teamId: team.id })
  const answers = { topic: 'Optics', idCard: '110101199001011234' }
  await site.db
    .update(enrolment)
    .set({ answers: { former: 'Wang Fang' } })
    .where(eq(enrolment.id, begun.id))
  const { version } = await ask(saveAnswers, captain, `/api/enrolments/${begun.id}/answers`, {
    version: begun.version,
    answers: { ...answers, former: 'Wang Fang' },
  })
  return { team, id: begun.id, version }
}

const step = (captain: TestPerson, id: EnrolmentId, to: 'submission' | 'withdrawal', body: unknown) =>
  ask(to === 'submission' ? submitEnrolment : withdrawEnrolment, captain, `/api/enrolments/${id}/${to}`, body)

const remove = (who: TestPerson) => deleteAccountOf(site, who)

const kept = async (id: EnrolmentId) => {
  const { state, answers, school } = enrolment
  const [row] = await site.db.select({ state, answers, school }).from(enrolment).where(eq(enrolment.id, id))
  return row
}

const seen = async (who: TestPerson, { id }: Pick<Team, 'id'>) =>
  (await site.get(`/api/teams/${id}`, english(who))).data(readTeam).members.map(({ uid, role }) => [uid, role])

const nothing = { state: 'withdrawn', answers: {}, school: null }

it('a draft of somebody who deletes the account keeps no answers', async () => {
  const captain = await createCaptain()
  const { id } = await enrol(captain)
  await remove(captain)
  expect(await kept(id)).toEqual(nothing)
})

it('nor does one that was withdrawn before it was ever submitted, nor why it was', async () => {
  const captain = await createCaptain()
  const { id, version } = await enrol(captain)
  await step(captain, id, 'withdrawal', { version, reason: 'I moved to Yunze' })
  await remove(captain)
  expect(await kept(id)).toEqual(nothing)
  const { reason } = enrolmentEvent
  expect(await site.db.select({ reason }).from(enrolmentEvent).where(eq(enrolmentEvent.enrolmentId, id))).toEqual([
    { reason: null },
  ])
})

it('what was submitted keeps the answers that tell about nobody, whether or not it was withdrawn', async () => {
  const [stayed, withdrawn] = [await createCaptain(), await createCaptain()]
  const [one, other] = [await enrol(stayed), await enrol(withdrawn)]
  await step(stayed, one.id, 'submission', { version: one.version })
  const { version } = await step(withdrawn, other.id, 'submission', { version: other.version })
  await step(withdrawn, other.id, 'withdrawal', { version })
  await remove(stayed)
  await remove(withdrawn)
  const record = { answers: { topic: 'Optics' }, school: 'Yunze School' }
  expect([await kept(one.id), await kept(other.id)]).toEqual([
    { ...record, state: 'submitted' },
    { ...record, state: 'withdrawn' },
  ])
})

it('answers of who is left stay until they go as well', async () => {
  const [captain, member] = [await createCaptain(), await createCaptain()]
  const { team, id, version } = await enrol(captain)
  await ask(joinTeam, member, `/api/joining/${team.invite!.code}`)
  await step(captain, id, 'submission', { version })
  await remove(member)
  const whole = { topic: 'Optics', idCard: '110101199001011234', former: 'Wang Fang' }
  expect((await kept(id))?.answers).toEqual(whole)
  await remove(captain)
  expect((await kept(id))?.answers).toEqual({ topic: 'Optics' })
})

it('a deleted user never becomes captain: the team is disbanded with the last member', async () => {
  const [captain, gone, successor] = [await createCaptain(), await createCaptain(), await createCaptain()]
  const { team, id, version } = await enrol(captain)
  for (const member of [gone, successor]) await ask(joinTeam, member, `/api/joining/${team.invite!.code}`)
  const sent = await step(captain, id, 'submission', { version })
  await remove(gone)
  await step(captain, id, 'withdrawal', { version: sent.version })
  await remove(captain)
  expect(await seen(successor, team)).toEqual([
    [successor.id, 'captain'],
    [gone.id, 'member'],
  ])
  await expect(ask(handOverEndpoint, successor, `/api/teams/${team.id}/captain`, { uid: gone.id })).rejects.toThrow(
    'team.memberNeeded',
  )
  await remove(successor)
  expect(await kept(id)).toEqual({ state: 'withdrawn', answers: { topic: 'Optics' }, school: 'Yunze School' })
  expect(await site.db.$count(teamMember, eq(teamMember.teamId, team.id))).toBe(0)
})

it('an active member becomes captain before a disabled one', async () => {
  const [captain, disabled, successor] = [await createCaptain(), await createCaptain(), await createCaptain()]
  const { team } = await enrol(captain)
  for (const member of [disabled, successor]) await ask(joinTeam, member, `/api/joining/${team.invite!.code}`)
  await site.db.update(account).set({ status: 'disabled' }).where(eq(account.id, disabled.id))
  await remove(captain)
  expect(await seen(successor, team)).toEqual([
    [successor.id, 'captain'],
    [disabled.id, 'member'],
  ])
})

/** A submitted team of two. */
const sendTogether = async () => {
  const [captain, successor] = [await createCaptain(), await createCaptain()]
  const { team, id, version } = await enrol(captain)
  await ask(joinTeam, successor, `/api/joining/${team.invite!.code}`)
  return { captain, successor, team, id, version: (await step(captain, id, 'submission', { version })).version }
}

it('a captain who goes leaves what was sent to the next member, who is told; the record keeps both', async () => {
  const { captain, successor, team, id, version } = await sendTogether()
  const { snapshot: sent } = enrolment
  const snapshotOf = async () => (await site.db.select({ sent }).from(enrolment).where(eq(enrolment.id, id)))[0]!.sent!
  const before = (await snapshotOf()).members.map(({ accountId, role }) => [accountId, role])
  await remove(captain)
  expect(await seen(successor, team)).toEqual([
    [successor.id, 'captain'],
    [captain.id, 'member'],
  ])
  expect((await snapshotOf()).members.map(({ accountId, role }) => [accountId, role])).toEqual(before)
  const { list } = (await site.get('/api/notices', english(successor))).data(listNotices)
  const titles = ['Enrollment submitted', '“Alone” has a new captain']
  expect(list.map(({ title }) => title.split(':')[0]).toSorted()).toEqual(titles)
  const entries = await site.db
    .select({ changes: audit.changes })
    .from(audit)
    .where(and(eq(audit.subjectId, team.id), eq(audit.action, 'team.captainChanged')))
  expect(entries).toEqual([{ changes: { before: { captain: captain.id }, after: { captain: successor.id } } }])
  expect((await step(successor, id, 'withdrawal', { version: version + 1 })).state).toBe('withdrawn')
})

it('a returned enrolment is resubmitted by the new captain, without the deleted one', async () => {
  const { captain, successor, team, id, version } = await sendTogether()
  const admin = await createPerson(site, { access: 'admin' })
  const decided = { enrolments: [{ id, version }], decision: 'returned', reason: 'Too short' }
  await ask(decideEnrolments, admin, '/api/enrolments/decisions', decided)
  await remove(captain)
  // One for the return, one for the answers erased with the captain.
  const again = { version: version + 2 }
  const refused = await site.call('POST', `/api/enrolments/${id}/submission`, {
    headers: successor.headers,
    body: again,
  })
  expect(refused.failure().error).toBe('enrolment.membersIncomplete')
  await ask(removeMember, successor, `/api/teams/${team.id}/members/${captain.id}`)
  const { state, sentTeam } = await step(successor, id, 'submission', again)
  expect([state, sentTeam!.people.map(({ role }) => role)]).toEqual(['submitted', ['captain']])
})

it('a deleted user is shown as such: to the team, in refusals, and to the people they invited', async () => {
  const { captain, successor, team, id, version } = await sendTogether()
  const admin = await createPerson(site, { access: 'admin' })
  const decided = { enrolments: [{ id, version }], decision: 'returned', reason: 'Too short' }
  await ask(decideEnrolments, admin, '/api/enrolments/decisions', decided)
  const invited = await createPerson(site)
  await ask(invite, captain, `/api/teams/${team.id}/invitations`, { to: invited.username, role: 'member' })
  await remove(captain)
  const read = async <E extends Endpoint>(endpoint: E, who: TestPerson, path: string) =>
    (await site.get(path, english(who))).data(endpoint)
  const { members } = await read(readTeam, successor, `/api/teams/${team.id}`)
  const names = ['王芳', 'Deleted account']
  expect(members.map(({ name }) => name)).toEqual(names)
  const { team: now, sentTeam, may } = await read(readEnrolment, successor, `/api/enrolments/${id}`)
  expect(now.people.map(({ name }) => name)).toEqual(names)
  expect(sentTeam!.people.map(({ name }) => name)).toEqual(names.toReversed())
  expect(may.submit).toBe('Some people have not completed their personal information: Deleted account.')
  const { invitations } = await read(listMyTeams, invited, '/api/account/teams')
  expect(invitations.map(({ invitedBy, team: into }) => [invitedBy, into.members])).toEqual([
    ['Deleted account', names],
  ])
})

it('a team that its captain disbands leaves no answers of its draft', async () => {
  const captain = await createCaptain()
  const { team, id } = await enrol(captain)
  await ask(disbandTeam, captain, `/api/teams/${team.id}`, { name: 'Alone' })
  expect(await kept(id)).toEqual(nothing)
})

const amend = async (captain: TestPerson, id: EnrolmentId, version: number) => {
  const path = `/api/enrolments/${id}/amendment`
  const started = await ask(startAmendment, captain, path, { version })
  const changes = { version: started.amendment!.version, answers: { topic: 'Waves', idCard: '110101199001011234' } }
  return ask(saveAmendment, captain, path, changes)
}

const discarded = async (id: EnrolmentId) => {
  const entries = await site.db
    .select({ changes: audit.changes, personal: auditPersonal.content })
    .from(audit)
    .innerJoin(auditPersonal, eq(auditPersonal.auditId, audit.id))
    .where(and(eq(audit.subjectId, id), eq(audit.action, 'enrolment.amendmentDiscarded')))
  return entries.map(({ changes, personal }) => ({ ...changes?.before, address: personal.address }))
}

it('changes that nobody is left to submit go with the last who could, and the log says so', async () => {
  const { captain, successor, id, version } = await sendTogether()
  await amend(captain, id, version)
  await remove(captain)
  expect(await discarded(id)).toEqual([])
  await remove(successor)
  expect(await discarded(id)).toEqual([{ fields: ['topic'], address: null }])
  const { answers, amendment } = enrolment
  const [record] = await site.db.select({ answers, amendment }).from(enrolment).where(eq(enrolment.id, id))
  expect(record).toEqual({ answers: { topic: 'Optics' }, amendment: null })
})

it('the first to join a team whose captain is deleted becomes captain and is notified; the next does not', async () => {
  const [captain, successor, next] = [await createCaptain(), await createCaptain(), await createCaptain()]
  const { team, id, version } = await enrol(captain)
  const sent = await step(captain, id, 'submission', { version })
  const admin = await createPerson(site, { access: 'admin' })
  const decided = { enrolments: [{ id, version: sent.version }], decision: 'returned', reason: 'Too short' }
  await ask(decideEnrolments, admin, '/api/enrolments/decisions', decided)
  await remove(captain)
  for (const person of [successor, next]) await ask(joinTeam, person, `/api/joining/${team.invite!.code}`)
  expect(await seen(successor, team)).toEqual([
    [successor.id, 'captain'],
    [captain.id, 'member'],
    [next.id, 'member'],
  ])
  const { list } = (await site.get('/api/notices', english(successor))).data(listNotices)
  expect(list.map(({ title }) => title)).toContain('“Alone” has a new captain')
  await ask(removeMember, successor, `/api/teams/${team.id}/members/${captain.id}`)
  const { version: now } = await ask(readEnrolment, successor, `/api/enrolments/${id}`)
  expect((await step(successor, id, 'submission', { version: now })).state).toBe('submitted')
})

it('what somebody writes in another window while the account is deleted is refused', async () => {
  const { captain, successor, team, id, version: sent } = await sendTogether()
  const { version } = await amend(captain, id, sent)
  const { headers } = successor
  const body = { version, answers: { topic: 'Waves', idCard: '110101199001015678' } }
  const [removed, written] = await meetAt(
    site,
    ['select from team where id = $1 for update', team.id],
    [() => remove(successor), () => site.call('PUT', `/api/enrolments/${id}/amendment`, { headers, body })],
  )
  expect([removed!.status, written!.status]).toEqual([200, 401])
  const { amendment } = enrolment
  const [row] = await site.db.select({ amendment }).from(enrolment).where(eq(enrolment.id, id))
  expect(row!.amendment!['idCard']).toBe('110101199001011234')
})

it('who is made captain while the account is deleted reads of it first', async () => {
  const { captain, successor, team, id, version } = await sendTogether()
  const admin = await createPerson(site, { access: 'admin' })
  const decided = { enrolments: [{ id, version }], decision: 'returned', reason: 'Too short' }
  await ask(decideEnrolments, admin, '/api/enrolments/decisions', decided)
  const handOver = { headers: captain.headers, body: { uid: successor.id } }
  const [handed, removed] = await meetAt(
    site,
    ['select from team where id = $1 for update', team.id],
    [() => site.call('PUT', `/api/teams/${team.id}/captain`, handOver), () => remove(successor)],
  )
  expect([handed!.status, removed!.failure().error]).toEqual([200, 'account.leadsTeams'])
  expect(await seen(successor, team)).toEqual([
    [successor.id, 'captain'],
    [captain.id, 'member'],
  ])
})
