import { createMember, readMemberContest, type MemberTeam } from '@lectern/contract/accounts/accounts.ts'
import { startEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { createActivity, createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { audit } from '../audit/tables.ts'
import { outbox } from '../outbox/tables.ts'

let site: TestSite
let admin: TestPerson
beforeAll(async () => {
  site = await startSite()
  admin = await createPerson(site, { access: 'admin', username: 'head-office' })
})
afterAll(() => site.close())

const nobody = { email: null, phone: null, realName: null, school: null, access: 'user', locale: 'en-US' }

const create = (body: object, who: TestPerson = admin, key?: string) =>
  site.call('POST', '/api/users', {
    headers: { ...who.headers, ...(key !== undefined && { 'idempotency-key': key }) },
    body: { ...nobody, ...body },
  })

const problems = async (answer: ReturnType<typeof create>) => {
  const { status, failure } = await answer
  const { error, fields } = failure()
  return [status, error, fields?.map(({ path }) => path)]
}

test('an organiser creates one member, who is written to and stands in the log', async () => {
  const created = await create({ username: 'li-na', email: 'Li@Example.org', realName: '李娜', school: '江州一中' })
  expect(created.status).toBe(200)
  const { uid, ...member } = created.data(createMember)
  expect(member).toMatchObject({
    username: 'li-na',
    email: 'li@example.org',
    realName: '李娜',
    school: '江州一中',
    access: 'user',
    status: 'active',
  })
  const letters = await site.db
    .select({ letter: outbox.letter, to: outbox.recipient, locale: outbox.locale })
    .from(outbox)
    .where(eq(outbox.accountId, uid))
  expect(letters).toEqual([{ letter: 'invited', to: 'li@example.org', locale: 'en-US' }])
  const log = await site.db.select({ action: audit.action }).from(audit).where(eq(audit.subjectId, uid))
  expect(log).toEqual([{ action: 'account.created' }])
})

test('the same key makes one member, however often it comes', async () => {
  const body = { username: 'once-only', phone: '+8613800009999' }
  const key = newId()
  const answers = await Promise.all([1, 2, 3].map(() => create(body, admin, key)))
  expect(new Set(answers.map((answer) => answer.data(createMember).uid)).size).toBe(1)
})

test('all problems are reported at once', async () => {
  await create({ username: 'taken-one', email: 'taken@example.org', phone: '+8613800001111' })
  const all = { username: 'Taken-One', email: 'taken@example.org', phone: '+8613800001111' }
  expect(await problems(create(all))).toEqual([422, 'request.invalid', ['username', 'email', 'phone']])
  expect(await problems(create({ username: 'reachable-no' }))).toEqual([422, 'account.contactNeeded', ['email']])
  expect(await problems(create({ username: 'heаd-office', email: 'a@example.org' }))).toEqual([
    422,
    'account.usernameMixed',
    ['username'],
  ])
})

test('nobody but organisers creates members or reads their teams', async () => {
  const person = await createPerson(site)
  expect((await create({ username: 'somebody', email: 'x@example.org' }, person)).status).toBe(403)
  expect((await site.get(`/api/users/${person.id}/contest`, person.headers)).status).toBe(403)
})

test('the teams of a member are told with their enrolments', async () => {
  const activityId = await createActivity(site, await createEdition(site))
  const captain = await createKnownTeacher(site)
  const made = await site.call('POST', '/api/teams', {
    headers: captain.headers,
    body: { activityId, name: 'Chalk', slogan: '' },
  })
  const team = made.data(createTeam)
  const read = async (): Promise<MemberTeam[]> =>
    (await site.get(`/api/users/${captain.id}/contest`, admin.headers)).data(readMemberContest).teams
  expect(await read()).toMatchObject([{ id: team.id, name: 'Chalk', role: 'captain', enrolment: null }])
  const draft = await site.call('POST', '/api/enrolments', { headers: captain.headers, body: { teamId: team.id } })
  const { id } = draft.data(startEnrolment)
  expect((await read())[0]?.enrolment).toEqual({ id, number: null, state: 'draft' })
  expect((await site.get(`/api/users/${newId()}/contest`, admin.headers)).status).toBe(404)
})
