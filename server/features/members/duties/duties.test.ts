import { readCurrentUser, updateUser } from '@lectern/contract/accounts/accounts.ts'
import { listOrganisers, readDuties } from '@lectern/contract/accounts/duties.ts'
import type { Duty } from '@lectern/contract/accounts/duty-values.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import { readOfficeCounts } from '@lectern/contract/office/office-shell.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { createActivity, createEdition } from '../../../testing/contest.ts'
import { createOwner, ownPassword } from '../../../testing/owners.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { easyProof } from '../../../testing/proofs.ts'
import { errorOf, refusalOf } from '../../../testing/refusals.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { account, organiser } from '../../accounts/tables.ts'
import { audit } from '../../audit/tables.ts'
import { notice } from '../../notices/tables.ts'
import { secondOrganisers } from '../../teams/service.ts'

let site: TestSite
let owner: TestPerson
let activityId: ActivityId
beforeAll(async () => {
  site = await startSite()
  activityId = await createActivity(site, await createEdition(site), { name: { 'zh-CN': '微课大赛' } })
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.execute(sql`truncate account cascade`)
  owner = await createPerson(site, { access: 'admin', realName: '王芳' })
})

const dutiesOf = async ({ id }: TestPerson) =>
  (await site.get(`/api/organisers/${id}/duties`, english(owner))).data(readDuties)

const versionOf = async ({ id }: TestPerson): Promise<number> => {
  const [row] = await site.db.select({ version: account.version }).from(account).where(eq(account.id, id))
  return row!.version
}

const give = async (
  who: TestPerson,
  duties: readonly Duty[],
  { by = owner, activities = null as string[] | null } = {},
) =>
  site.call('PUT', `/api/organisers/${who.id}/duties`, {
    headers: english(by),
    body: { duties, activities, version: await versionOf(who) },
  })

const appoint = async (duties?: readonly Duty[], activities: string[] | null = null): Promise<TestPerson> => {
  const person = await createPerson(site, { access: 'admin' })
  if (duties) expect((await give(person, duties, { activities })).status).toBe(200)
  return person
}

const me = async ({ headers }: TestPerson) => {
  const { duties, activities } = (await site.get('/api/user/currentUser', headers)).data(readCurrentUser)
  return { duties, activities }
}

test('organisers of whom nobody has divided the duties hold all but that of auditors, others none', async () => {
  expect(await me(owner)).toEqual({ duties: ['contest', 'content', 'people', 'system'], activities: null })
  expect(await me(await createPerson(site))).toEqual({ duties: [], activities: null })
})

test('whoever is made an organiser looks after the contest, until somebody gives them more', async () => {
  const person = await createPerson(site)
  const change = (access: string) =>
    site.call('PUT', `/api/user/user/${person.id}`, { headers: owner.headers, body: { uid: person.id, access } })
  expect((await change('admin')).data(updateUser).access).toBe('admin')
  expect(await me(person)).toEqual({ duties: ['contest'], activities: null })
  await give(person, ['people', 'contest'])
  await change('user')
  expect(await me(person)).toEqual({ duties: [], activities: null })
  await change('admin')
  expect(await me(person)).toEqual({ duties: ['contest'], activities: null })
})

test('a change holds from the next request on, is logged, and the organiser is told', async () => {
  const person = await appoint()
  expect((await site.get('/api/users', person.headers)).status).toBe(200)
  expect((await give(person, ['content'])).status).toBe(200)
  expect(refusalOf(await site.get('/api/users', person.headers))).toEqual({ status: 403, error: 'duty.missing' })
  expect((await site.get('/api/articles', person.headers)).status).toBe(200)
  site.clock.set(after(1_000))
  expect((await give(person, ['content', 'people'])).status).toBe(200)
  expect((await site.get('/api/users', person.headers)).status).toBe(200)
  site.clock.set(fixedNow)

  const rows = await site.db
    .select({ action: audit.action, actorId: audit.actorId, changes: audit.changes })
    .from(audit)
    .where(eq(audit.subjectId, person.id))
    .orderBy(audit.id)
  const all = ['contest', 'content', 'people', 'system']
  const change = (before: string[], now: string[]) => ({
    action: 'account.dutiesChanged',
    actorId: owner.id,
    changes: { before: { duties: before }, after: { duties: now } },
  })
  expect(rows).toEqual([change(all, ['content']), change(['content'], ['content', 'people'])])
  const notices = await site.db.select({ body: notice.body }).from(notice).where(eq(notice.accountId, person.id))
  expect(notices.map(({ body }) => body['en-US']).toSorted()).toEqual([
    'In the office you are now responsible for: Content, People.',
    'In the office you are now responsible for: Content.',
  ])
})

test('the same duties once more change nothing', async () => {
  const person = await appoint(['content'])
  const { version } = await dutiesOf(person)
  expect((await give(person, ['content'])).status).toBe(200)
  expect((await dutiesOf(person)).version).toBe(version)
})

describe('is refused', () => {
  test.each<[string, object, object]>([
    ['no duty', { duties: [] }, { status: 422, error: 'request.invalid', at: ['duties'] }],
    ['an unknown duty', { duties: ['sweeping'] }, { status: 422, error: 'request.invalid', at: ['duties.0'] }],
    [
      'an auditor who changes things',
      { duties: ['audit', 'content'] },
      { status: 422, error: 'duty.auditAlone', at: ['duties'] },
    ],
    [
      'an activity that does not exist',
      { duties: ['contest'], activities: ['01890000-0000-7000-8000-000000000000'] },
      { status: 404, error: 'activity.notFound', at: ['activities'] },
    ],
    [
      'a contest of no activity',
      { duties: ['contest'], activities: [] },
      { status: 422, error: 'request.invalid', at: ['activities'] },
    ],
    ['an older version', { duties: ['contest'], version: 7 }, { status: 409, error: 'resource.changed' }],
  ])('%s', async (_, body, refusal) => {
    const person = await createPerson(site, { access: 'admin' })
    const answer = await site.call('PUT', `/api/organisers/${person.id}/duties`, {
      headers: owner.headers,
      body: { activities: null, version: 1, ...body },
    })
    expect(refusalOf(answer)).toEqual(refusal)
    expect(await site.db.$count(organiser)).toBe(0)
  })

  test('a change of one’s own duties, by those of another duty, and of somebody who is no organiser', async () => {
    const editor = await appoint(['content'])
    expect(refusalOf(await give(owner, ['content']))).toEqual({
      status: 422,
      error: 'account.ownAccess',
      at: ['duties'],
    })
    expect(await errorOf(give(owner, ['content'], { by: editor }))).toBe('duty.missing')
    const teacher = await createPerson(site)
    const answer = await site.call('PUT', `/api/organisers/${teacher.id}/duties`, {
      headers: owner.headers,
      body: { duties: ['contest'], activities: null, version: 1 },
    })
    expect(refusalOf(answer)).toEqual({ status: 404, error: 'account.notFound' })
  })

  test('the end of the last account that looks after people', async () => {
    const last = await createOwner(site, { access: 'admin' })
    expect((await give(owner, ['content'], { by: last })).status).toBe(200)
    const body = { username: last.username, password: ownPassword }
    const remove = () => site.call('POST', '/api/account/deletion', { headers: english(last), body })
    expect(refusalOf(await remove())).toEqual({ status: 409, error: 'duty.lastPeople' })
    expect((await give(owner, ['content', 'people'], { by: last })).status).toBe(200)
    expect((await remove()).status).toBe(200)
    expect(await site.db.$count(organiser, eq(organiser.accountId, last.id))).toBe(0)
  })
})

test('of two who take the people from each other at the same moment one keeps them', async () => {
  const second = await appoint(['people'])
  const gate = await site.pool.connect()
  try {
    await gate.query('begin')
    await gate.query('select from account for update')
    const version = 1
    const take = (by: TestPerson, from: TestPerson, seen: number) =>
      site.call('PUT', `/api/organisers/${from.id}/duties`, {
        headers: by.headers,
        body: { duties: ['content'], activities: null, version: seen },
      })
    const both = Promise.all([take(owner, second, version + 1), take(second, owner, version)])
    await eventually(async () => {
      const { rowCount } = await site.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rowCount).toBe(2)
    })
    await gate.query('commit')
    const answers = (await both).map((answer) => (answer.status === 200 ? 'done' : answer.failure().error))
    expect(answers.toSorted()).toEqual(['done', 'duty.lastPeople'])
  } finally {
    gate.release()
  }
})

test('duties are separated once nobody who looks after people holds more, and stay so', async () => {
  const separate = (separateDuties: boolean, by = owner) =>
    site.call('PUT', '/api/settings', { headers: english(by), body: { separateDuties } })
  const people = await appoint(['people', 'content'])
  const answer = await separate(true)
  expect(refusalOf(answer)).toEqual({ status: 409, error: 'duty.notSeparated' })
  expect(answer.failure().params).toEqual({ names: owner.username })
  expect((await give(owner, ['contest', 'system'], { by: people })).status).toBe(200)
  expect((await separate(true)).status).toBe(200)
  for (const duties of [
    ['people', 'contest'],
    ['people', 'system', 'content'],
  ] as const)
    expect(refusalOf(await give(owner, duties, { by: people }))).toEqual({
      status: 422,
      error: 'duty.separated',
      at: ['duties'],
    })
  expect((await give(owner, ['contest', 'content', 'system'], { by: people })).status).toBe(200)
  // Neither of the two can take the rule away and give themselves more.
  expect(await errorOf(separate(false, people))).toBe('duty.missing')
  expect(await errorOf(give(owner, ['people'], { by: owner }))).toBe('duty.missing')
  expect((await separate(false)).status).toBe(200)
})

describe('an auditor', () => {
  test('reads the pages of all duties and the log', async () => {
    const auditor = await appoint(['audit'])
    expect(await me(auditor)).toEqual({ duties: ['audit'], activities: null })
    const paths = ['/api/users', '/api/articles', '/api/activities/all', '/api/settings', '/api/audit', '/api/outbox']
    const answers = await Promise.all(paths.map((path) => site.get(path, auditor.headers)))
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  })

  test('changes nobody’s profile and no team, though routes of participants are open to them', async () => {
    const auditor = await appoint(['audit'])
    const teacher = await createPerson(site)
    const profile = { uid: teacher.id, nickname: 'Mallory' }
    expect(
      await errorOf(site.call('PUT', `/api/user/user/${teacher.id}`, { headers: auditor.headers, body: profile })),
    ).toBe('duty.missing')
    const own = { uid: auditor.id, nickname: 'Audrey' }
    expect(
      (await site.call('PUT', `/api/user/user/${auditor.id}`, { headers: auditor.headers, body: own })).status,
    ).toBe(200)
  })
})

test('counts and search tell of what the duties cover alone', async () => {
  const found = async (who: TestPerson, q: string) =>
    (
      (await site.get(`/api/office/search?q=${encodeURIComponent(q)}`, who.headers)).envelope().data as {
        list: { id: string }[]
      }
    ).list.map(({ id }) => id)
  const [editor, host] = [await appoint(['content']), await appoint(['contest'])]
  await site.pool.query(
    `insert into outbox (id, channel, recipient, locale, letter, content, state, due_at, expires_at, created_at)
     values ('01890000-0000-7000-8000-00000000000b', 'mail', 'a@example.org', 'en-US', 'notice', '{}', 'failed', now(), now(), now())`,
  )
  const outboxOf = async (who: TestPerson) =>
    (await site.get('/api/office/counts', who.headers)).data(readOfficeCounts)['outbox']
  expect([await found(host, '微课'), await found(editor, '微课')]).toEqual([[activityId], []])
  expect([await found(owner, editor.username), await found(host, editor.username)]).toEqual([[editor.id], []])
  expect([await outboxOf(owner), await outboxOf(host)]).toEqual([1, 0])
})

test('whoever downloads their own data finds their duties in it', async () => {
  const host = await appoint(['contest', 'content'], [activityId])
  const data = (await site.get('/api/account/data', host.headers)).json() as Record<string, unknown>
  expect(data['duties']).toEqual({ held: ['contest', 'content'], activities: ['微课大赛'] })
})

test('arbiters, and those who confirm what others propose, look after the contest', async () => {
  const [editor, auditor, host] = [await appoint(['content']), await appoint(['audit']), await appoint(['contest'])]
  const limited = await appoint(['contest'], [activityId])
  const elsewhere = await appoint(
    ['contest'],
    [await createActivity(site, await createEdition(site, { year: 2030, current: false }))],
  )
  const second = await secondOrganisers({ db: site.db, now: site.clock.now() }, owner.id, activityId)
  expect(second.toSorted()).toEqual([host.id, limited.id].toSorted())
  const appointment = (who: TestPerson) =>
    site.call('POST', '/api/arbiters', { headers: english(owner), body: { uid: who.id } })
  for (const who of [editor, auditor, limited, elsewhere])
    expect(await errorOf(appointment(who))).toBe('arbiter.notOrganiser')
  expect((await appointment(host)).status).toBe(200)
})

test('whoever wrote to the site is answered by those who look after people: they alone are notified', async () => {
  const editor = await appoint(['content'])
  const helper = await appoint(['people'])
  await site.call('POST', '/api/messages', {
    body: {
      name: '李雷',
      contact: 'lilei@example.org',
      subject: '如何报名',
      body: '请问何时开放？',
      proof: await easyProof(site, 'message'),
    },
  })
  const { rows } = await site.pool.query<{ account_id: string }>(
    `select account_id from notice where link like '/Admin/Message/%'`,
  )
  expect(rows.map((row) => row.account_id).toSorted()).toEqual([owner.id, helper.id].toSorted())
  expect(rows.map((row) => row.account_id)).not.toContain(editor.id)
})

test('every organiser reads who holds which duty', async () => {
  const editor = await appoint(['content'])
  const host = await appoint(['contest'], [activityId])
  const { list } = (await site.get('/api/organisers', english(editor))).data(listOrganisers)
  const shown = list.map(
    ({ uid, name, duties, activities }) => [uid, [name, duties, activities?.map(({ id }) => id)]] as const,
  )
  expect(Object.fromEntries(shown)).toEqual({
    [owner.id]: ['王芳', ['contest', 'content', 'people', 'system'], undefined],
    [editor.id]: [editor.username, ['content'], undefined],
    [host.id]: [host.username, ['contest'], [activityId]],
  })
})
