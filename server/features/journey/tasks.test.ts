import { decideEnrolments } from '@lectern/contract/enrolments/decisions.ts'
import type { Endpoint } from '@lectern/contract/endpoint.ts'
import { startEnrolment, submitEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { answerInvitation, createTeam, invite, listMyTeams } from '@lectern/contract/teams/teams.ts'
import { listOwnTasks, type Task } from '@lectern/contract/welcome/welcome.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher, daysFromNoon } from '../../testing/contest.ts'
import { addFile } from '../../testing/files.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { enrolment as enrolmentTable } from '../enrolments/tables.ts'

const path = '/api/welcome'

let site: TestSite
let editionId: EditionId
let activityId: ActivityId
beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  activityId = await createActivity(site, editionId, { code: 'KC', teamMin: 2, fields: [] })
})
afterAll(() => site.close())

const contestTasks = async ({ headers }: TestPerson): Promise<Task[]> =>
  (await site.get(path, { ...headers, 'accept-language': 'en-US' }))
    .data(listOwnTasks)
    .list.filter(({ name }) => !['password', 'contact', 'profile'].includes(name))
const namesOf = async (who: TestPerson) => (await contestTasks(who)).map(({ name, state }) => `${name} ${state}`)
const send = async <E extends Endpoint>(endpoint: E, { headers }: TestPerson, route: string, body: unknown) =>
  (await site.call(endpoint.method, route, { headers, body })).data(endpoint)
const createTeacher = async () => {
  const teacher = await createKnownTeacher(site)
  await site.pool.query("insert into credential (account_id, password) values ($1, 'a hash')", [teacher.id])
  return teacher
}

test('who is in no team chooses an activity, as long as one is open', async () => {
  const teacher = await createTeacher()
  expect(await contestTasks(teacher)).toEqual([
    {
      id: 'enrol',
      name: 'enrol',
      values: {},
      state: 'next',
      link: '/EnrollFor',
      until: daysFromNoon(5).toISOString(),
      timeZone: 'Asia/Shanghai',
    },
  ])
  expect(await namesOf(await createPerson(site, { access: 'admin' }))).toEqual([])
})

test('one step follows the other, each for those who can take it', async () => {
  const [captain, member] = [await createTeacher(), await createTeacher()]
  const team = await send(createTeam, captain, '/api/teams', { activityId, name: 'Jiangzhou', slogan: '' })
  expect(await contestTasks(captain)).toEqual([
    {
      id: `gather ${team.id}`,
      name: 'gather',
      values: { team: 'Jiangzhou', activity: 'Course Innovation', missing: '1' },
      state: 'next',
      link: `/account/Team/Add?id=${team.id}`,
      until: daysFromNoon(5).toISOString(),
      timeZone: 'Asia/Shanghai',
    },
  ])
  await send(invite, captain, `/api/teams/${team.id}/invitations`, { to: member.username, role: 'member' })
  expect(await namesOf(member)).toEqual(['invitation next'])
  const { invitations } = (await site.get('/api/account/teams', member.headers)).data(listMyTeams)
  await send(answerInvitation, member, `/api/invitations/${invitations[0]!.id}/answer`, { accept: true })
  expect([await namesOf(captain), await namesOf(member)]).toEqual([['fill next'], ['fill next']])
  const enrolment = await send(startEnrolment, captain, '/api/enrolments', { teamId: team.id })
  // The form is complete; only the captain submits.
  expect([await namesOf(captain), await namesOf(member)]).toEqual([['submit next'], ['others.submit others']])
  const sent = await send(submitEnrolment, captain, `/api/enrolments/${enrolment.id}/submission`, {
    version: enrolment.version,
  })
  expect([await namesOf(captain), await namesOf(member)]).toEqual([['wait done'], ['wait done']])
  const organiser = await createPerson(site, { access: 'admin' })
  const decide = { enrolments: [{ id: sent.id, version: sent.version }], decision: 'returned', reason: 'A title.' }
  await send(decideEnrolments, organiser, '/api/enrolments/decisions', decide)
  const [again] = await contestTasks(captain)
  expect([again!.name, again!.state, again!.link, again!.until]).toEqual([
    'resubmit',
    'next',
    `/EnrollFor/${activityId}/Form?enrolment=${sent.id}`,
    daysFromNoon(5).toISOString(),
  ])
})

test('what a team has to do by a deadline comes before what has none', async () => {
  const captain = await createKnownTeacher(site)
  await send(createTeam, captain, '/api/teams', { activityId, name: 'Jiangzhou', slogan: '' })
  const { list } = (await site.get(path, captain.headers)).data(listOwnTasks)
  expect(list.map(({ name, state }) => `${name} ${state}`).slice(0, 2)).toEqual(['gather next', 'password waiting'])
})

test('missing information is due when the team of a member needs it, and then comes before what has no deadline', async () => {
  const captain = await createTeacher()
  const team = await send(createTeam, captain, '/api/teams', { activityId, name: 'Jiangzhou', slogan: '' })
  const member = await createPerson(site)
  const tasksOf = async () => (await site.get(path, member.headers)).data(listOwnTasks).list
  const profile = async () => (await tasksOf()).find(({ name }) => name === 'profile')
  expect(await profile()).toMatchObject({ until: null, timeZone: null })
  await site.call('POST', `/api/joining/${team.invite!.code}`, { headers: member.headers })
  const due = { until: daysFromNoon(5).toISOString(), timeZone: 'Asia/Shanghai' }
  expect((await tasksOf()).slice(0, 3)).toMatchObject([
    { name: 'contact', state: 'next', ...due },
    { name: 'profile', state: 'waiting', ...due },
    { name: 'password', state: 'waiting', until: null },
  ])
  expect((await tasksOf()).filter(({ name }) => name.includes('complete'))).toEqual([])
})

test('an advisor of five drafts with files is told with as many questions as an advisor of one', async () => {
  const advisor = await createTeacher()
  const plan: FormField = {
    id: 'plan',
    type: 'file',
    label: { 'zh-CN': '教案', 'en-US': 'Plan' },
    help: {},
    required: true,
    personal: false,
  }
  const withFiles = await createActivity(site, editionId, { code: 'PL', fields: [plan] })
  const advise = async (name: string): Promise<void> => {
    const captain = await createTeacher()
    const team = await send(createTeam, captain, '/api/teams', { activityId: withFiles, name, slogan: '' })
    const { id } = await send(startEnrolment, captain, '/api/enrolments', { teamId: team.id })
    const file = await addFile(site.db, { ownerId: captain.id, purpose: 'answer', name: 'plan.pdf' })
    await site.db
      .update(enrolmentTable)
      .set({ answers: { plan: { files: [file] } } })
      .where(eq(enrolmentTable.id, id))
    await site.call('POST', `/api/joining/${team.invite!.code}?role=advisor`, { headers: advisor.headers })
  }
  const asked = async (): Promise<number> => {
    const from = site.statements.length
    await contestTasks(advisor)
    return site.statements.length - from
  }
  await advise('First')
  const one = await asked()
  for (const name of ['Second', 'Third', 'Fourth', 'Fifth']) await advise(name)
  expect(await asked()).toBe(one)
})
