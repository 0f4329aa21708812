import type { Decision } from '@lectern/contract/enrolments/enrolment-values.ts'
import {
  discardAmendment,
  readEnrolment,
  saveAmendment,
  startAmendment,
  startEnrolment,
  submitEnrolment,
  type Enrolment,
} from '@lectern/contract/enrolments/enrolments.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { readNextStep } from '@lectern/contract/journey/journey.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import { createTeam, type Team } from '@lectern/contract/teams/teams.ts'
import { listOwnTasks } from '@lectern/contract/welcome/welcome.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher, daysFromNoon } from '../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { errorOf } from '../../testing/refusals.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { remindTeams } from './notices/reminders.ts'
import { notifyDecisions } from './office/decision-notices.ts'

let site: TestSite
let editionId: EditionId
let activityId: ActivityId
let admin: TestPerson

const field = (id: string, zh: string, en: string): FormField => ({
  id,
  type: 'text',
  label: { 'zh-CN': zh, 'en-US': en },
  help: {},
  required: true,
  personal: false,
})

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  await site.pool.query('update phase set grace_minutes = 10')
  const fields = [field('title', '题目', 'Title'), field('summary', '摘要', 'Summary')]
  activityId = await createActivity(site, editionId, { code: 'KC', fields, capacity: 100 })
  admin = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
beforeEach(() => site.clock.set(fixedNow))

const hour = 3_600_000
const read = async (who: TestPerson, id: string): Promise<Enrolment> =>
  (await site.get(`/api/enrolments/${id}`, english(who))).data(readEnrolment)

const first = { title: 'A course', summary: 'About it' }
const second = { title: 'Another course', summary: 'About it' }

const begin = async () => {
  const captain = await createKnownTeacher(site)
  const team = (await site.callAs(captain, 'POST', '/api/teams', { activityId, name: 'Team', slogan: '' })).data(
    createTeam,
  )
  const draft = (await site.callAs(captain, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
  return { captain, draft, team }
}

const join = async ({ invite }: Team): Promise<TestPerson> => {
  const member = await createKnownTeacher(site)
  expect((await site.callAs(member, 'POST', `/api/joining/${invite!.code}`, undefined)).status).toBe(200)
  return member
}

const submitted = async ({ withMember = false } = {}) => {
  const { captain, draft, team } = await begin()
  const member = withMember ? await join(team) : undefined
  const path = `/api/enrolments/${draft.id}`
  await site.callAs(captain, 'PUT', `${path}/answers`, { version: 1, answers: first })
  const sent = await site.callAs(captain, 'POST', `${path}/submission`, { version: 2 })
  return { captain, member, path, enrolment: sent.data(submitEnrolment) }
}

const start = async (who: TestPerson, { id, version }: Enrolment): Promise<Enrolment> =>
  (await site.callAs(who, 'POST', `/api/enrolments/${id}/amendment`, { version })).data(startAmendment)

const amend = (who: TestPerson, { id, amendment }: Enrolment, answers: object = second) =>
  site.callAs(who, 'PUT', `/api/enrolments/${id}/amendment`, { version: amendment!.version, answers })

const submit = (who: TestPerson, { id, version, amendment }: Enrolment) =>
  site.callAs(who, 'POST', `/api/enrolments/${id}/submission`, { version, amendment: amendment?.version })

const decide = ({ id, version }: Enrolment, decision: Decision) =>
  site.callAs(admin, 'POST', '/api/enrolments/decisions', {
    enrolments: [{ id, version }],
    decision,
    reason: 'Because',
  })

const amended = async (options = {}) => {
  const made = await submitted(options)
  const started = await start(made.captain, made.enrolment)
  expect((await amend(made.captain, started)).status).toBe(200)
  return { ...made, enrolment: await read(made.captain, made.enrolment.id) }
}

const titles = async (who: TestPerson): Promise<string[]> =>
  (await site.get('/api/notices', english(who))).data(listNotices).list.map(({ title }) => title)

const taken = async (): Promise<number> => {
  const { rows } = await site.pool.query<{ taken: number }>('select taken from tally where activity_id = $1', [
    activityId,
  ])
  return rows[0]!.taken
}

describe('changing a submitted enrollment', () => {
  test('takes answers as long as a draft does', async () => {
    const { captain, enrolment, path } = await submitted()
    const long = { title: 'A course', summary: '教'.repeat(15_000) }
    const { draft, captain: other } = await begin()
    const saved = await site.callAs(other, 'PUT', `/api/enrolments/${draft.id}/answers`, { version: 1, answers: long })
    const kept = await amend(captain, await start(captain, enrolment), long)
    expect([saved.status, kept.status]).toEqual([200, 200])
    expect((await site.get(path, english(captain))).data(readEnrolment).amendment!.answers).toEqual(long)
  })

  test('leaves what was submitted standing until the changes are submitted, then keeps number and place', async () => {
    const { captain, enrolment } = await amended()
    const places = await taken()
    expect(enrolment).toMatchObject({
      state: 'submitted',
      answers: first,
      submissions: 1,
      amendment: { answers: second, changed: ['title'], problems: [] },
      may: { edit: null, submit: null },
    })
    site.clock.set(after(hour))
    const sent = (await submit(captain, enrolment)).data(submitEnrolment)
    expect(sent).toMatchObject({
      state: 'submitted',
      number: enrolment.number,
      answers: second,
      amendment: null,
      submissions: 2,
      submittedAt: after(hour).toISOString(),
    })
    expect(sent.events.map(({ state, submission, changed }) => [state, submission, changed])).toEqual([
      ['submitted', 1, null],
      ['submitted', 2, ['Title']],
    ])
    expect(await taken()).toBe(places)
    expect(await titles(captain)).toEqual([`Changes submitted: ${sent.number}`, `Enrollment submitted: ${sent.number}`])
  })

  test('is told in the letter with its version and what changed', async () => {
    const { captain, enrolment } = await amended()
    site.clock.set(after(hour))
    await submit(captain, enrolment)
    const { rows } = await site.pool.query<{ text: string }>(
      `select content::text as text from outbox where content->>'link' like '%' || $1 order by created_at desc, id desc limit 1`,
      [enrolment.id],
    )
    expect(rows[0]!.text).toContain('Version: 2')
    expect(rows[0]!.text).toContain('Changed since the last submission: Title')
  })

  test('is started by the captain, written by members, and nobody else’s', async () => {
    const { captain, member, enrolment } = await submitted({ withMember: true })
    const stranger = await createKnownTeacher(site)
    const path = `/api/enrolments/${enrolment.id}/amendment`
    const body = { version: enrolment.version }
    expect((await site.call('POST', path, { body })).status).toBe(401)
    expect(await errorOf(site.callAs(stranger, 'POST', path, body))).toBe('enrolment.notFound')
    expect(await errorOf(site.callAs(member!, 'POST', path, body))).toBe('team.captainOnly')
    expect(await errorOf(site.callAs(member!, 'PUT', path, { version: 0, answers: second }))).toBe(
      'enrolment.answersClosed',
    )
    const started = await start(captain, enrolment)
    expect(await errorOf(amend(stranger, started))).toBe('enrolment.notFound')
    expect((await amend(member!, started)).status).toBe(200)
    const written = await read(member!, enrolment.id)
    expect(await errorOf(submit(member!, written))).toBe('team.captainOnly')
    expect((await submit(captain, written)).status).toBe(200)
  })

  test('finds the same changes in a second window, and lets none overwrite the other', async () => {
    const { captain, enrolment } = await submitted()
    const [one, other] = [await start(captain, enrolment), await start(captain, enrolment)]
    expect(other).toEqual(one)
    expect((await amend(captain, one)).status).toBe(200)
    expect(await errorOf(amend(captain, other, { ...first, summary: 'Later' }))).toBe('resource.changed')
    expect(await errorOf(submit(captain, other))).toBe('resource.changed')
  })

  test('can be discarded; what was typed before is not mistaken for what is typed after', async () => {
    const { captain, path, enrolment } = await amended()
    const body = { version: enrolment.amendment!.version }
    const left = (await site.callAs(captain, 'DELETE', `${path}/amendment`, body)).data(discardAmendment)
    expect([left.answers, left.amendment, left.version]).toEqual([first, null, enrolment.version])
    const again = await start(captain, left)
    expect(again.amendment!.answers).toEqual(first)
    expect(await errorOf(amend(captain, enrolment))).toBe('resource.changed')
  })

  test('asks every limit again when it is submitted', async () => {
    const { captain, enrolment } = await amended({ withMember: true })
    const blank = await amend(captain, enrolment, { title: '', summary: '' })
    expect(blank.data(saveAmendment).problems).toHaveLength(2)
    expect(await errorOf(submit(captain, await read(captain, enrolment.id)))).toBe('enrolment.answersIncomplete')
    await amend(captain, await read(captain, enrolment.id))
    await site.pool.query('update activity set team_max = 1 where id = $1', [activityId])
    expect(await errorOf(submit(captain, await read(captain, enrolment.id)))).toBe('team.full')
    await site.pool.query('update activity set team_max = 3 where id = $1', [activityId])
    expect((await submit(captain, await read(captain, enrolment.id))).status).toBe(200)
  })

  test('keeps the team as it is', async () => {
    const { captain, member, enrolment } = await amended({ withMember: true })
    const path = `/api/teams/${enrolment.team.id}/members/${member!.id}`
    expect(await errorOf(site.callAs(captain, 'DELETE', path, undefined))).toBe('team.frozen')
  })

  test('ends with the phase and its grace, as submitting does; what was submitted stands', async () => {
    const late = await amended()
    const tooLate = await amended()
    const unstarted = await submitted()
    site.clock.set(new Date(daysFromNoon(5).getTime() + 5 * 60_000))
    const form = `/api/enrolments/${unstarted.enrolment.id}/amendment`
    expect(await errorOf(site.callAs(unstarted.captain, 'POST', form, { version: unstarted.enrolment.version }))).toBe(
      'enrolment.closed',
    )
    expect((await submit(late.captain, late.enrolment)).status).toBe(200)
    const { rows } = await site.pool.query('select in_grace from enrolment where id = $1', [late.enrolment.id])
    expect(rows).toEqual([{ in_grace: true }])
    site.clock.set(new Date(daysFromNoon(5).getTime() + 10 * 60_000))
    expect(await errorOf(submit(tooLate.captain, tooLate.enrolment))).toBe('enrolment.closed')
    const stands = await read(tooLate.captain, tooLate.enrolment.id)
    expect([stands.state, stands.answers, stands.amendment!.answers]).toEqual(['submitted', first, second])
    const next = await site.get(`/api/activities/${activityId}/next-step`, english(tooLate.captain))
    expect(next.data(readNextStep).step).toBe('wait')
  })

  test('is the next step of the team until it is submitted', async () => {
    const { captain, enrolment } = await amended()
    const step = async () =>
      (await site.get(`/api/activities/${activityId}/next-step`, english(captain))).data(readNextStep).step
    expect(await step()).toBe('amend')
    const tasks = await site.get('/api/welcome', english(captain))
    expect(tasks.data(listOwnTasks).list.map(({ name }) => name)).toContain('amend')
    await submit(captain, enrolment)
    expect(await step()).toBe('wait')
  })

  test('may be done by an organizer for the team', async () => {
    const { captain, enrolment } = await submitted()
    site.clock.set(after(hour))
    const started = await start(admin, enrolment)
    expect((await amend(admin, started)).status).toBe(200)
    const sent = (await submit(admin, await read(admin, enrolment.id))).data(submitEnrolment)
    expect([sent.answers, sent.number]).toEqual([second, enrolment.number])
    expect((await titles(captain))[0]).toBe(`The organizers submitted your enrollment: ${sent.number}`)
  })

  test('leaves a row in the log for start, answers, submission and discarding', async () => {
    const { captain, path, enrolment } = await submitted()
    const minute = (number: number): void => site.clock.set(after(2 * hour + number * 60_000))
    minute(1)
    await amend(captain, await start(captain, enrolment))
    minute(2)
    const sent = (await submit(captain, await read(captain, enrolment.id))).data(submitEnrolment)
    minute(3)
    const again = await start(captain, sent)
    minute(4)
    await site.callAs(captain, 'DELETE', `${path}/amendment`, { version: again.amendment!.version })
    const { rows } = await site.pool.query<{ action: string }>(
      `select action from audit where subject_id = $1 and at > $2 order by at, action`,
      [enrolment.id, fixedNow],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'enrolment.amendmentStarted',
      'enrolment.answered',
      'enrolment.submitted',
      'enrolment.amendmentStarted',
      'enrolment.amendmentDiscarded',
    ])
  })
})

describe('a decision beside changes that are not submitted', () => {
  const lastNotice = async (who: TestPerson): Promise<{ title: string; body: string }> => {
    site.clock.set(after(hour))
    await notifyDecisions(site.asProgram())
    return (await site.get('/api/notices', english(who))).data(listNotices).list[0]!
  }

  test('is made on what stands, however often the team saves', async () => {
    const { captain, enrolment } = await submitted()
    const started = await start(captain, enrolment)
    await amend(captain, started)
    site.clock.set(after(1_000))
    expect((await decide(enrolment, 'approved')).status).toBe(200)
    const approved = await read(captain, enrolment.id)
    expect([approved.state, approved.answers]).toEqual(['approved', first])
    expect(approved.amendment!.answers).toEqual(second)
    expect(approved.may.edit).toBe('The enrollment has been submitted and cannot be changed.')
    expect(await errorOf(submit(captain, approved))).toBe('enrolment.moveRefused')
    expect((await lastNotice(captain)).body).toMatch(/what you typed has been kept\.$/)
  })

  test('that is taken back lets the team go on where it was', async () => {
    const { captain, enrolment } = await amended()
    await decide(enrolment, 'rejected')
    await decide(await read(admin, enrolment.id), 'submitted')
    const back = await read(captain, enrolment.id)
    expect([back.state, back.answers, back.amendment!.answers, back.may.edit]).toEqual([
      'submitted',
      first,
      second,
      null,
    ])
    expect((await submit(captain, back)).status).toBe(200)
  })

  test('that returns it goes on with what was typed', async () => {
    const { captain, path, enrolment } = await amended()
    site.clock.set(after(1_000))
    await decide(enrolment, 'returned')
    expect(await errorOf(amend(captain, enrolment))).toBe('resource.changed')
    const returned = await read(captain, enrolment.id)
    expect([returned.answers, returned.amendment!.answers]).toEqual([first, second])
    const third = { ...second, summary: 'Shorter' }
    const saved = await site.callAs(captain, 'PUT', `${path}/answers`, { version: returned.version, answers: third })
    expect(saved.status).toBe(200)
    expect((await lastNotice(captain)).body).toContain('you can go on from there.')
    const sent = (await submit(captain, await read(captain, enrolment.id))).data(submitEnrolment)
    expect([sent.answers, sent.amendment]).toEqual([third, null])
    expect(sent.events.at(-1)).toMatchObject({ submission: 2, changed: ['Title', 'Summary'] })
  })

  test('that comes after the changes were submitted is refused: it was made on something else', async () => {
    const { captain, enrolment } = await amended()
    await submit(captain, enrolment)
    expect(await errorOf(decide(enrolment, 'approved'))).toBe('resource.changed')
  })

  test('that comes first refuses the submission of the changes', async () => {
    const { captain, enrolment } = await amended()
    await decide(enrolment, 'approved')
    expect(await errorOf(submit(captain, enrolment))).toBe('resource.changed')
  })
})

test('withdrawing and restoring keeps what was typed', async () => {
  const { captain, path, enrolment } = await amended()
  await site.callAs(captain, 'POST', `${path}/withdrawal`, { version: enrolment.version })
  const withdrawn = await read(captain, enrolment.id)
  expect([withdrawn.answers, withdrawn.amendment!.answers]).toEqual([first, second])
  await site.callAs(captain, 'POST', `${path}/revival`, { version: withdrawn.version })
  const draft = await read(captain, enrolment.id)
  expect([draft.state, draft.answers, draft.amendment]).toEqual(['draft', second, null])
})

test('teams are reminded of changes that are not submitted one day and three hours before the end, once each', async () => {
  const { captain, enrolment } = await amended()
  const remindAt = async (hoursLeft: number): Promise<string[]> => {
    site.clock.set(new Date(daysFromNoon(5).getTime() - hoursLeft * hour))
    await remindTeams(site.asProgram())
    await remindTeams(site.asProgram())
    return (await titles(captain)).filter((title) => title.startsWith('Changes not submitted'))
  }
  expect(await remindAt(25)).toEqual([])
  expect(await remindAt(23)).toEqual([`Changes not submitted, less than a day left: ${enrolment.number}`])
  expect(await remindAt(2)).toEqual([
    `Changes not submitted, less than three hours left: ${enrolment.number}`,
    `Changes not submitted, less than a day left: ${enrolment.number}`,
  ])
})
