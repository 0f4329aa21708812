import { everyTeam } from '@lectern/contract/announcements/announcement-values.ts'
import {
  createAnnouncement,
  findRecipients,
  listAnnouncements,
  previewAnnouncement,
  readAnnouncement,
  saveAnnouncement,
  sendAnnouncement,
  type Announcement,
  type AnnouncementContent,
  type Audience,
} from '@lectern/contract/announcements/announcements.ts'
import { startEnrolment, submitEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { ActivityId, EditionId, TeamId } from '@lectern/contract/ids.ts'
import { listNotices, type Notice } from '@lectern/contract/notices/notices.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import { momentText } from '../../platform/moments.ts'
import { features } from '../../features.ts'
import { createSweep } from '../../sweep.ts'
import { createActivity, createEdition, createKnownTeacher, daysFromNoon } from '../../testing/contest.ts'
import { createPerson, createSession, type TestPerson } from '../../testing/people.ts'
import { refusal } from '../../testing/proofs.ts'
import { fixedNow, startSite, type Answer, type TestSite } from '../../testing/site.ts'
import { audit } from '../audit/tables.ts'
import { deliverAnnouncements } from './delivery.ts'

let site: TestSite
let admin: TestPerson
let editionId: EditionId
let courses: ActivityId
let games: ActivityId

const path = '/api/announcements'

const written = (audience: Partial<Audience> = {}, texts: Partial<AnnouncementContent> = {}) => ({
  audience: { ...everyTeam, ...audience },
  title: { 'zh-CN': '{name}，报名即将截止', 'en-US': '{name}, the deadline is near' },
  body: { 'zh-CN': '团队 **{team}**：{deadline}', 'en-US': 'Team **{team}** in {activity}: {deadline}' },
  link: '/account/Team',
  ...texts,
})

const create = async (content: object = written()): Promise<Announcement> =>
  (await site.callAs(admin, 'POST', path, content)).data(createAnnouncement)

const send = ({ id, version }: Announcement, people: number): Promise<Answer> =>
  site.callAs(admin, 'POST', `${path}/${id}/send`, { version, people })

const mine = async (who: TestPerson): Promise<Notice[]> =>
  (await site.callAs(who, 'GET', '/api/notices')).data(listNotices).list

interface Person extends TestPerson {
  called: string
}

const people: Record<string, Person> = {}
const named = async (called: string, values: Parameters<typeof createPerson>[1] = {}): Promise<Person> => {
  const person = { ...(await createKnownTeacher(site, { realName: called, ...values })), called }
  people[called] = person
  return person
}

const makeTeam = async (activityId: ActivityId, name: string, captain: Person, ...others: [Person, string][]) => {
  const team = (await site.callAs(captain, 'POST', '/api/teams', { activityId, name, slogan: '' })).data(createTeam)
  for (const [person, role] of others)
    await site.pool.query(
      `insert into team_member (team_id, account_id, activity_id, role, position, joined_at) values ($1, $2, $3, $4, 9, $5)`,
      [team.id, person.id, activityId, role, fixedNow],
    )
  return team.id
}

/** Starts an enrolment and, if a decision is given, submits it and decides on it. */
const begin = async (captain: Person, teamId: TeamId, decision?: 'approved' | 'returned') => {
  const { id, version } = (await site.callAs(captain, 'POST', '/api/enrolments', { teamId })).data(startEnrolment)
  if (!decision) return
  const sent = (await site.callAs(captain, 'POST', `/api/enrolments/${id}/submission`, { version })).data(
    submitEnrolment,
  )
  const enrolments = [{ id, version: sent.version }]
  const answer = await site.callAs(admin, 'POST', '/api/enrolments/decisions', {
    enrolments,
    decision,
    reason: 'Because',
  })
  if (answer.status !== 200) throw new Error(answer.text)
}

/** Enrolment is open for five more days. */
const deadline = momentText(daysFromNoon(5), 'en-US', 'Asia/Shanghai')

const teams: Record<string, TeamId> = {}

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  const former = await createEdition(site, { year: 2025, current: false })
  courses = await createActivity(site, editionId, { code: 'KC' })
  games = await createActivity(site, editionId, { code: 'YX', name: { 'zh-CN': '游戏', 'en-US': 'Games' } })
  const formerCourses = await createActivity(site, former, { code: 'KC' })
  admin = await createPerson(site, { access: 'admin', username: 'chief', email: 'chief@example.org' })
  await createPerson(site, { access: 'expert', username: 'expert', realName: 'Expert' })
  await createPerson(site, { username: 'alone', realName: 'Alone', province: '440000' })

  teams.none = await makeTeam(courses, 'No form', await named('Nora'), [await named('Nils'), 'member'])
  teams.draft = await makeTeam(
    courses,
    'Drafters',
    await named('Dora', { province: '440000' }),
    [await named('Dan'), 'member'],
    [await named('Ada'), 'advisor'],
  )
  await begin(people.Dora!, teams.draft)
  teams.returned = await makeTeam(games, 'Returners', await named('Rita'), [people.Ada!, 'advisor'])
  await begin(people.Rita!, teams.returned, 'returned')
  teams.approved = await makeTeam(games, 'Approved', await named('Anna', { province: '440000', locale: 'zh-CN' }))
  await begin(people.Anna!, teams.approved, 'approved')
  teams.gone = await makeTeam(courses, 'Gone', await named('Gina'))
  await site.pool.query('update team set disbanded_at = $1 where id = $2', [fixedNow, teams.gone])
  await makeTeam(formerCourses, 'Last year', await named('Lena'))
  const disabled = await named('Disabled')
  await makeTeam(courses, 'Disabled', disabled)
  await site.pool.query(`update account set status = 'disabled' where id = $1`, [disabled.id])
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.pool.query(
    'truncate notice, notice_read, outbox, idempotency, announcement, announcement_recipient, throttle cascade',
  )
  await site.pool.query(`update account set mail_choices = '{}'`)
})

const recipients = async (audience: Partial<Audience>): Promise<string[]> => {
  const answer = await site.callAs(admin, 'POST', `${path}/recipients`, {
    audience: { ...everyTeam, ...audience },
    pageSize: 100,
  })
  expect(answer.status).toBe(200)
  const { list, total, people: count } = answer.data(findRecipients)
  expect([total, count]).toEqual([list.length, list.length])
  return list.map(({ name }) => name).toSorted()
}

describe('the recipients', () => {
  test('are the people in teams of the current edition, each once', async () => {
    expect(await recipients({})).toEqual(['Ada', 'Anna', 'Dan', 'Dora', 'Nils', 'Nora', 'Rita'])
  })

  test('are chosen by activity, state, role, province, team and person, all of which must hold', async () => {
    expect(await recipients({ activities: [courses] })).toEqual(['Ada', 'Dan', 'Dora', 'Nils', 'Nora'])
    expect(await recipients({ states: ['none'] })).toEqual(['Nils', 'Nora'])
    expect(await recipients({ states: ['draft'] })).toEqual(['Ada', 'Dan', 'Dora'])
    expect(await recipients({ states: ['returned', 'approved'] })).toEqual(['Ada', 'Anna', 'Rita'])
    expect(await recipients({ states: ['none', 'approved'] })).toEqual(['Anna', 'Nils', 'Nora'])
    expect(await recipients({ states: ['submitted', 'rejected', 'withdrawn'] })).toEqual([])
    expect(await recipients({ captainsOnly: true })).toEqual(['Anna', 'Dora', 'Nora', 'Rita'])
    expect(await recipients({ provinces: ['440000'] })).toEqual(['Anna', 'Dora'])
    expect(await recipients({ teams: [teams.draft!, teams.returned!] })).toEqual(['Ada', 'Dan', 'Dora', 'Rita'])
    expect(await recipients({ people: [people.Ada!.id, people.Nora!.id] })).toEqual(['Ada', 'Nora'])
    expect(
      await recipients({ activities: [courses], states: ['draft'], captainsOnly: true, provinces: ['440000'] }),
    ).toEqual(['Dora'])
    expect(await recipients({ activities: [games], states: ['draft'] })).toEqual([])
    expect(await recipients({ teams: [teams.draft!], people: [people.Nora!.id] })).toEqual([])
  })

  test('are all people, or all with one access, where no team is asked for', async () => {
    const nobody = { ...everyTeam, to: 'everyone' } as const
    expect(await recipients({ ...nobody, to: 'expert' })).toEqual(['Expert'])
    expect(await recipients({ ...nobody, to: 'admin' })).toEqual(['chief'])
    expect(await recipients({ ...nobody, provinces: ['440000'] })).toEqual(['Alone', 'Anna', 'Dora'])
    expect(await recipients({ ...nobody, to: 'user', people: [people.Lena!.id, admin.id] })).toEqual(['Lena'])
    expect((await recipients(nobody)).includes('Disabled')).toBe(false)
  })

  test('can be asked of a former edition', async () => {
    const { rows } = await site.pool.query<{ id: EditionId }>('select id from edition where year = 2025')
    expect(await recipients({ edition: rows[0]!.id })).toEqual(['Lena'])
  })

  test('are searched and paged, with their teams and how each is reached', async () => {
    await site.pool.query(`update account set mail_choices = '{"announcement": false}' where id = $1`, [people.Ada!.id])
    const ask = async (more: object) =>
      (await site.callAs(admin, 'POST', `${path}/recipients`, { audience: everyTeam, ...more })).data(findRecipients)
    const found = await ask({ search: 'Ada' })
    await site.pool.query(`update account set mail_choices = '{}' where id = $1`, [people.Ada!.id])
    expect(found).toMatchObject({ total: 1, people: 7, letters: 6 })
    expect(found.list).toMatchObject([{ name: 'Ada', teams: ['Drafters', 'Returners'], mail: false }])
    const pages = await Promise.all([1, 2].map((page) => ask({ page, pageSize: 4 })))
    expect(pages.map(({ list }) => list.length)).toEqual([4, 3])
  })

  test('of people without a team cannot be asked for by team', async () => {
    const answer = await site.callAs(admin, 'POST', `${path}/recipients`, {
      audience: { ...everyTeam, to: 'everyone', states: ['draft'], captainsOnly: true },
    })
    expect(refusal(answer)).toEqual({
      status: 422,
      error: 'request.invalid',
      at: ['audience.captainsOnly', 'audience.states'],
    })
  })
})

describe('a draft', () => {
  test('is kept as it is written, finished or not, and saved only over what was seen', async () => {
    const draft = await create(written({ people: [people.Ada!.id], teams: [teams.draft!] }, { body: {} }))
    expect(draft).toMatchObject({ state: 'draft', version: 1, people: null, sentAt: null })
    expect(draft.named).toEqual({ [people.Ada!.id]: 'Ada', [teams.draft!]: 'Drafters' })
    const changed = written({ states: ['draft'] })
    const saved = await site.callAs(admin, 'PUT', `${path}/${draft.id}`, { ...changed, version: 1 })
    expect(saved.data(saveAnnouncement)).toMatchObject({ ...changed, version: 2 })
    const late = await site.callAs(admin, 'PUT', `${path}/${draft.id}`, { ...changed, version: 1 })
    expect(refusal(late)).toMatchObject({ error: 'resource.changed' })
    expect((await site.callAs(admin, 'DELETE', `${path}/${draft.id}?version=2`)).status).toBe(200)
    expect((await site.callAs(admin, 'GET', `${path}/${draft.id}`)).status).toBe(404)
  })

  test('with an unknown placeholder is refused at its field, which says what can be used', async () => {
    const wrong = await site.callAs(admin, 'POST', path, written({}, { title: { 'en-US': 'Dear {nmae}' } }))
    expect(refusal(wrong)).toMatchObject({ status: 422, error: 'request.invalid', at: ['title.en-US'] })
    expect(wrong.failure().fields![0]!.message).toBe(
      '{nmae} is not a known placeholder. You can use: {name}, {team}, {activity}, {deadline}, {number}',
    )
    const teamless = await site.callAs(admin, 'POST', path, written({ to: 'everyone' }))
    expect(refusal(teamless)).toMatchObject({
      at: ['body.zh-CN', 'body.zh-CN', 'body.en-US', 'body.en-US', 'body.en-US'],
    })
  })

  test('the same key twenty times is one draft', async () => {
    const headers = { ...admin.headers, 'idempotency-key': 'draft-it-once' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => site.call('POST', path, { headers, body: written() })),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })
})

describe('a preview', () => {
  const preview = async (more: object, content = written()) =>
    (await site.callAs(admin, 'POST', `${path}/preview`, { ...content, ...more })).data(previewAnnouncement)

  test('is read as a chosen recipient reads it, in the language asked for', async () => {
    expect(await preview({ recipient: people.Rita!.id, locale: 'en-US' })).toMatchObject({
      recipient: { name: 'Rita' },
      title: 'Rita, the deadline is near',
      html: `<p>Team <strong>Returners</strong> in Games: ${deadline}</p>\n`,
      locale: 'en-US',
    })
    expect(await preview({ recipient: people.Ada!.id, locale: 'en-US' })).toMatchObject({
      html: expect.stringContaining('Drafters, Returners'),
    })
    expect(await preview({ recipient: people.Anna!.id })).toMatchObject({
      title: 'Anna，报名即将截止',
      locale: 'zh-CN',
    })
  })

  test('shows what people are called as plain words', async () => {
    await site.pool.query(`update team set name = '<b>*Stars*</b> [x](http://evil.example)' where id = $1`, [
      teams.none,
    ])
    const { html } = await preview({ recipient: people.Nora!.id, locale: 'en-US' })
    await site.pool.query(`update team set name = 'No form' where id = $1`, [teams.none])
    expect(html).toContain('<strong>&lt;b&gt;*Stars*&lt;/b&gt; [x](http://evil.example)</strong>')
  })

  test('leaves the placeholders where there is nobody', async () => {
    expect(await preview({ locale: 'en-US' }, written({ states: ['withdrawn'] }))).toMatchObject({
      recipient: null,
      title: '{name}, the deadline is near',
    })
  })
})

describe('a test copy', () => {
  test('goes to the caller only, marked as a test', async () => {
    const answer = await site.callAs(admin, 'POST', `${path}/test`, { ...written(), recipient: people.Rita!.id })
    expect(answer.data()).toEqual({ mail: true })
    expect((await mine(admin)).map(({ title, html }) => [title, html?.includes('<strong>Returners</strong>')])).toEqual(
      [['[Test] Rita, the deadline is near', true]],
    )
    const { rows } = await site.pool.query('select recipient from outbox')
    expect([rows, await mine(people.Rita!)]).toEqual([[{ recipient: 'chief@example.org' }], []])
  })

  test('is refused for an unfinished text, and when there were many', async () => {
    const unfinished = await site.callAs(admin, 'POST', `${path}/test`, written({}, { body: { 'zh-CN': '好' } }))
    expect(refusal(unfinished)).toMatchObject({ at: ['body.en-US'] })
    const answers: number[] = []
    for (let copy = 0; copy < 21; copy += 1)
      answers.push((await site.callAs(admin, 'POST', `${path}/test`, written())).status)
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })
})

describe('sending', () => {
  test('notifies everybody once, on the site and by mail as they chose, with their own values', async () => {
    await site.pool.query(`update account set mail_choices = '{"announcement": false}' where id = $1`, [people.Dan!.id])
    const draft = await create(written({ states: ['draft'] }))
    const counts = async () => [(await mine(people.Dan!)).length, (await mine(people.Rita!)).length]
    const [ofDan, ofRita] = await counts()
    const answer = await send(draft, 3)
    expect(answer.data(sendAnnouncement)).toMatchObject({ state: 'sending', people: 3, sentBy: 'chief', told: 0 })
    await deliverAnnouncements(site.asProgram())
    await site.pool.query(`update account set mail_choices = '{}' where id = $1`, [people.Dan!.id])
    const [notice] = await mine(people.Dora!)
    expect(notice).toMatchObject({
      kind: 'announcement',
      title: 'Dora, the deadline is near',
      body: `Team Drafters in Course Innovation: ${deadline}`,
      html: `<p>Team <strong>Drafters</strong> in Course Innovation: ${deadline}</p>\n`,
      link: '/account/Team',
    })
    const { rows } = await site.pool.query<{ name: string; title: string; to_many: boolean }>(
      `select real_name as name, content ->> 'title' as title, to_many from outbox join account on account.id = account_id
       where announcement_id = $1 order by 1`,
      [draft.id],
    )
    expect(rows).toEqual([
      { name: 'Ada', title: 'Ada, the deadline is near', to_many: true },
      { name: 'Dora', title: 'Dora, the deadline is near', to_many: true },
    ])
    expect(await counts()).toEqual([ofDan! + 1, ofRita])
    expect((await site.callAs(admin, 'GET', `${path}/${draft.id}`)).data(readAnnouncement)).toMatchObject({
      state: 'sent',
      people: 3,
      told: 3,
      letters: { all: 2, sent: 0, failed: 0, waiting: 2 },
      html: {
        'zh-CN': '<p>团队 <strong>{team}</strong>：{deadline}</p>\n',
        'en-US': '<p>Team <strong>{team}</strong> in {activity}: {deadline}</p>\n',
      },
    })
    const entries = await site.db
      .select({ action: audit.action, changes: audit.changes })
      .from(audit)
      .where(eq(audit.subjectId, draft.id))
      .orderBy(audit.action)
    expect(entries.map(({ action }) => action)).toEqual(['announcement.created', 'announcement.sent'])
    expect(entries[1]!.changes).toMatchObject({ after: { people: 3, title: draft.title, audience: draft.audience } })
  })

  test('is refused for another number than was confirmed, for nobody, for an unfinished text and for another version', async () => {
    const draft = await create(written({ states: ['draft'] }))
    expect(refusal(await send(draft, 2))).toEqual({
      status: 409,
      error: 'announcement.audienceChanged',
      params: { people: 3 },
    })
    expect(refusal(await send({ ...draft, version: 7 }, 3))).toMatchObject({ error: 'resource.changed' })
    expect(refusal(await send(await create(written({ states: ['withdrawn'] })), 1))).toMatchObject({
      error: 'announcement.nobody',
    })
    expect(refusal(await send(await create(written({}, { title: {} })), 7))).toMatchObject({
      at: ['title.zh-CN', 'title.en-US'],
    })
    const { rows } = await site.pool.query('select from announcement_recipient')
    expect(rows.length).toBe(0)
  })

  test('what was sent is neither changed, sent again nor deleted', async () => {
    const draft = await create(written({ states: ['none'] }))
    const sent = (await send(draft, 2)).data(sendAnnouncement)
    const again = [
      await send(sent, 2),
      await site.callAs(admin, 'PUT', `${path}/${sent.id}`, { ...written(), version: sent.version }),
      await site.callAs(admin, 'DELETE', `${path}/${sent.id}?version=${sent.version}`),
    ]
    expect(again.map((answer) => refusal(answer))).toEqual(
      again.map(() => ({ status: 409, error: 'announcement.sent' })),
    )
  })

  test('counts what became of the letters and who has read it, also when the outbox has forgotten', async () => {
    const draft = await create(written({ states: ['draft'] }))
    await send(draft, 3)
    await deliverAnnouncements(site.asProgram())
    await site.callAs(people.Dora!, 'POST', '/api/notices/read', { ids: 'all' })
    await site.pool.query(
      `update outbox set state = case recipient when (select min(recipient) from outbox) then 'failed' else 'sent' end`,
    )
    const listed = async () => (await site.callAs(admin, 'GET', path)).data(listAnnouncements).list
    const counted = { readers: 1, letters: { all: 3, sent: 2, failed: 1, waiting: 0 } }
    expect(await listed()).toMatchObject([counted])
    const later = new Date(fixedNow.getTime() + 31 * 86_400_000)
    await createSweep({
      db: site.db,
      clock: { now: () => later },
      storage: site.asProgram().installation.storage,
      features,
    }).run()
    expect((await site.pool.query('select from outbox')).rows.length).toBe(0)
    // Sessions have expired, too.
    for (const person of [admin, ...Object.values(people)]) Object.assign(person, await createSession(site, person.id))
    expect(await listed()).toMatchObject([counted])
  })

  test('a list of thirty costs as many statements as a list of one', async () => {
    const count = async (): Promise<number> => {
      const before = site.statements.length
      await site.callAs(admin, 'GET', `${path}?pageSize=30`)
      return site.statements.length - before
    }
    await create()
    const forOne = await count()
    for (let more = 1; more < 30; more += 1) await create()
    expect(await count()).toBe(forOne)
  })

  test('the list is narrowed by state and title', async () => {
    await send(
      await create(written({ states: ['none'] }, { title: { 'en-US': 'Begin now' }, body: { 'en-US': 'Do' } })),
      2,
    )
    await create()
    const titles = async (query: string) =>
      (await site.callAs(admin, 'GET', `${path}?${query}`))
        .data(listAnnouncements)
        .list.map(({ title }) => title['en-US'])
    expect(await titles('state=draft')).toEqual(['{name}, the deadline is near'])
    expect(await titles('search=BEGIN')).toEqual(['Begin now'])
  })
})
