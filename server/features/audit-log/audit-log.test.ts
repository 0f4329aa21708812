import { listAudit, type AuditEntry } from '@lectern/contract/audit/audit.ts'
import { saveAnswers, startEnrolment, submitEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { createOwner, ownPassword } from '../../testing/owners.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

interface Listed {
  list: AuditEntry[]
  total: number
  names: Record<string, string>
  chosen: { actor: string | null; subject: string | null }
}

let site: TestSite
let admin: TestPerson
let activityId: ActivityId

beforeAll(async () => {
  site = await startSite()
  admin = await createPerson(site, { access: 'admin', username: 'chief', realName: 'Zhao Min' })
  const editionId = await createEdition(site, { timeZone: 'America/Sao_Paulo' })
  const label = { 'zh-CN': '题目', 'en-US': 'Topic' }
  activityId = await createActivity(site, editionId, {
    fields: [{ id: 'topic', type: 'text', label, help: {}, required: false, personal: false }],
  })
})
afterAll(() => site.close())

const log = async (query: string): Promise<Listed> =>
  (await site.callAs(admin, 'GET', `/api/audit?${query}`)).data(listAudit)

const enrol = async (captain: TestPerson, name: string) => {
  const team = (await site.callAs(captain, 'POST', '/api/teams', { activityId, name, slogan: '' })).data(createTeam)
  const draft = (await site.callAs(captain, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
  const saved = await site.callAs(captain, 'PUT', `/api/enrolments/${draft.id}/answers`, {
    version: draft.version,
    answers: { topic: 'Light' },
  })
  const { version } = saved.data(saveAnswers)
  const sent = await site.callAs(captain, 'POST', `/api/enrolments/${draft.id}/submission`, { version })
  return { team, enrolment: sent.data(submitEnrolment) }
}

test('an entry names what it is about with its number, and tells the zone of its edition and the questions it means', async () => {
  const captain = await createKnownTeacher(site, { username: 'captain-li', realName: 'Li Na' })
  const { team, enrolment } = await enrol(captain, 'Lanterns')
  const { list, chosen } = await log(`subjectKind=enrolment&subjectId=${enrolment.id}&pageSize=50`)
  expect(chosen.subject).toBe(`Lanterns · ${enrolment.number}`)
  expect(
    new Set(list.map(({ subjectName, subjectDetail, timeZone }) => `${subjectName} ${subjectDetail} ${timeZone}`)),
  ).toEqual(new Set([`Lanterns ${enrolment.number} America/Sao_Paulo`]))
  expect(list.find(({ action }) => action === 'enrolment.answered')?.questions).toEqual({ topic: 'Topic' })
  expect(list.find(({ action }) => action === 'enrolment.submitted')?.questions).toEqual({})
  const teams = await log(`actor=${captain.id}&subjectKind=team&subjectId=${team.id}`)
  expect(teams.chosen).toEqual({ actor: 'captain-li · Li Na', subject: 'Lanterns' })
})

test('people in values have names as long as they are here; of who deleted the account nothing is told', async () => {
  const owner = await createOwner(site, { realName: 'Wang Fang' })
  const person = { ...owner, sessionId: admin.sessionId }
  const captain = await createKnownTeacher(site)
  const team = (await site.callAs(captain, 'POST', '/api/teams', { activityId, name: 'Kites', slogan: '' })).data(
    createTeam,
  )
  await site.callAs(person, 'POST', `/api/joining/${team.invite!.code}`)
  const before = await log(`subjectKind=team&subjectId=${team.id}`)
  const joined = before.list.find(({ action }) => action === 'team.joined')!
  expect([joined.after, before.names[person.id]]).toEqual([
    { account: person.id, role: 'member' },
    `${person.username} · Wang Fang`,
  ])
  const gone = await site.callAs(person, 'POST', '/api/account/deletion', {
    username: person.username,
    password: ownPassword,
  })
  expect([gone.status, gone.text.includes('error')]).toEqual([200, false])
  const after = await log(`subjectKind=team&subjectId=${team.id}`)
  expect(JSON.stringify(after).includes('Wang Fang') || JSON.stringify(after).includes(person.username)).toBe(false)
  const asked = await log(`actor=${person.id}`)
  expect([asked.chosen.actor, asked.list.every(({ actorName }) => actorName === null), asked.total > 0]).toEqual([
    null,
    true,
    true,
  ])
})

test('entries written by former versions, about things that are gone or of unknown kinds, are still listed', async () => {
  await site.pool.query(
    `insert into audit (id, at, actor_kind, action, subject_kind, subject_id, request_id, changes)
     values (new_id(now()), '2040-01-01', 'system', 'settings.changed', 'relic', 'no-id', 'r', '{"before": null, "after": {"x": {"y": [1]}}}'),
       (new_id(now()), '2040-01-02', 'system', 'content.deleted', 'article', '01890000-0000-7000-8000-00000000000a', 'r', null)`,
  )
  const { list } = await log('pageSize=2')
  expect(list.map(({ subjectKind, subjectName, after }) => [subjectKind, subjectName, after])).toEqual([
    ['article', null, null],
    ['relic', null, { x: { y: [1] } }],
  ])
})

test('a page of many entries costs as many statements as a page of one', async () => {
  const count = async (size: number): Promise<number> => {
    const before = site.statements.length
    await log(`subjectKind=team&pageSize=${size}`)
    return site.statements.length - before
  }
  expect(await count(30)).toBe(await count(1))
})

test('with a hundred thousand entries the log is read off its indexes, by person and by subject too', async () => {
  // In ten statements: on a busy machine a single one might exceed the timeout.
  for (let part = 0; part < 10; part += 1)
    await site.pool.query(
      `insert into audit (id, at, actor_kind, actor_id, action, subject_kind, subject_id, request_id)
       select new_id(now()), now() - n * interval '1 minute', 'account', $1, 'account.updated', 'account', gen_random_uuid()::text, 'many'
       from generate_series($2::integer + 1, $2::integer + 10000) as n`,
      [admin.id, part * 10_000],
    )
  await site.pool.query('analyze audit')
  const planOf = async (where: string): Promise<string> => {
    const { rows: lines } = await site.pool.query<{ 'QUERY PLAN': string }>(
      `explain select id from audit where ${where} order by at desc, id desc limit 10`,
    )
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  }
  const plans = await Promise.all([
    planOf('true'),
    planOf(`actor_id = '${admin.id}'`),
    planOf(`subject_kind = 'team' and subject_id = 'x'`),
    planOf(`action = 'team.created'`),
  ])
  expect(plans.map((plan) => plan.includes('Seq Scan'))).toEqual([false, false, false, false])
  expect((await log(`actor=${admin.id}`)).list.length).toBe(10)
})
