import {
  readEnrolment,
  reviveEnrolment,
  saveAnswers,
  startEnrolment,
  submitEnrolment,
  withdrawEnrolment,
  type Enrolment,
} from '@lectern/contract/enrolments/enrolments.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { readNextStep, type NextStep } from '@lectern/contract/journey/journey.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import { createTeam, listMyTeams, readTeam } from '@lectern/contract/teams/teams.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createActivity, createEdition, createKnownTeacher, createPhase, daysFromNoon } from '../../testing/contest.ts'
import { submissionStatements } from '../../testing/many-people.ts'
import { meetAt } from '../../testing/meeting.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { errorOf } from '../../testing/refusals.ts'
import { after, eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let editionId: EditionId
let activityId: ActivityId

const fields: FormField[] = [
  {
    id: 'title',
    type: 'text',
    label: { 'zh-CN': '作品名称', 'en-US': 'Title' },
    help: {},
    required: true,
    personal: false,
    maxLength: 20,
  },
  {
    id: 'agree',
    type: 'agreement',
    label: { 'zh-CN': '同意', 'en-US': 'I agree' },
    help: {},
    required: true,
    personal: false,
  },
]
const answers = { title: 'A course', agree: true }

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  await site.pool.query('update phase set grace_minutes = 10')
  activityId = await createActivity(site, editionId, { code: 'KC', fields })
})
afterAll(() => site.close())

const send = (who: TestPerson, method: 'POST' | 'PUT', path: string, body: unknown, key?: string) =>
  site.call(method, path, { headers: { ...english(who), ...(key && { 'idempotency-key': key }) }, body })

const createTeacher = () => createKnownTeacher(site)

const begin = async (captain: TestPerson, activity = activityId): Promise<Enrolment> => {
  const team = (
    await send(captain, 'POST', '/api/teams', { activityId: activity, name: 'Jiangzhou', slogan: '' })
  ).data(createTeam)
  return (await send(captain, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
}

const fill = async (captain: TestPerson, { id, version }: Enrolment): Promise<number> =>
  (await send(captain, 'PUT', `/api/enrolments/${id}/answers`, { version, answers })).data(saveAnswers).version

const submit = (captain: TestPerson, id: string, version: number, key?: string) =>
  send(captain, 'POST', `/api/enrolments/${id}/submission`, { version }, key)

const nextStep = async (who: TestPerson | undefined, id = activityId): Promise<NextStep> =>
  (await site.get(`/api/activities/${id}/next-step`, who ? english(who) : {})).data(readNextStep)

describe('an enrolment', () => {
  const beginAlone = async (activity = activityId) => {
    const captain = await createTeacher()
    return { captain, enrolment: await begin(captain, activity) }
  }

  /** The first one of an activity with this code. */
  const fillFirst = async (code: string) => {
    const activity = await createActivity(site, editionId, { code, fields })
    const { captain, enrolment } = await beginAlone(activity)
    return { activity, captain, enrolment, version: await fill(captain, enrolment) }
  }

  test('is one step after the other', async () => {
    expect((await nextStep(undefined)).step).toBe('signIn')
    const { step, missing } = await nextStep(await createPerson(site, { realName: 'He Xing', school: 'No. 1 School' }))
    expect([step, missing]).toEqual([
      'complete',
      ['Department', 'Academic title', 'Province', 'City', 'Email', 'Phone number'],
    ])
    const captain = await createTeacher()
    expect(await nextStep(captain)).toMatchObject({ step: 'team', missing: [] })
    const enrolment = await begin(captain)
    expect([enrolment.state, enrolment.number, enrolment.may.submit]).toEqual(['draft', null, null])
    expect((await nextStep(captain)).step).toBe('fill')
  })

  test('begins once for a team', async () => {
    const { captain, enrolment } = await beginAlone()
    const again = await send(captain, 'POST', '/api/enrolments', { teamId: enrolment.team.id })
    expect(again.data(startEnrolment).id).toBe(enrolment.id)
  })

  test('keeps whatever is typed and says what is missing', async () => {
    const { captain, enrolment } = await beginAlone()
    const path = `/api/enrolments/${enrolment.id}/answers`
    const typed = { title: 'A title that is far too long for it' }
    const saved = await send(captain, 'PUT', path, { version: enrolment.version, answers: typed })
    expect(saved.data()).toEqual({
      version: enrolment.version + 1,
      savedAt: fixedNow.toISOString(),
      files: [],
      problems: [
        { field: 'title', message: 'This must have at most 20 characters' },
        { field: 'agree', message: 'Please check this box' },
      ],
    })
    expect(await errorOf(send(captain, 'PUT', path, { version: enrolment.version, answers }))).toBe('resource.changed')
    expect(await errorOf(submit(captain, enrolment.id, enrolment.version + 1))).toBe('enrolment.answersIncomplete')
    await fill(captain, { ...enrolment, version: enrolment.version + 1 })
    expect((await nextStep(captain)).step).toBe('submit')
  })

  test('keeps answers with characters that the database cannot hold, without these', async () => {
    const writer = await createTeacher()
    const typed = await begin(writer, await createActivity(site, editionId, { fields }))
    const given = { title: 'A\u0000 course: \ud83d' }
    const body = { version: typed.version, answers: given }
    expect((await send(writer, 'PUT', `/api/enrolments/${typed.id}/answers`, body)).status).toBe(200)
    const stored = (await site.get(`/api/enrolments/${typed.id}`, english(writer))).data(readEnrolment)
    expect(stored.answers).toEqual({ title: 'A course: \ufffd' })
  })

  test('is saved as often as somebody types; the log names each question once an hour', async () => {
    const writer = await createTeacher()
    const typed = await begin(writer, await createActivity(site, editionId, { fields }))
    const path = `/api/enrolments/${typed.id}/answers`
    const save = async (given: object): Promise<void> => {
      typed.version += 1
      expect((await send(writer, 'PUT', path, { version: typed.version - 1, answers: given })).status).toBe(200)
    }
    for (const title of ['A', 'A c', 'A cou', 'A cour']) await save({ title })
    site.clock.set(after(2_000))
    await save({ title: 'A course', agree: true })
    site.clock.set(after(3_601_000))
    await save({ title: 'Another course', agree: true })
    const { rows } = await site.pool.query<{ fields: string[] }>(
      `select changes->'after'->'fields' as fields from audit
       where subject_id = $1 and action = 'enrolment.answered' order by at, id`,
      [typed.id],
    )
    site.clock.set(fixedNow)
    expect(rows.map((row) => row.fields)).toEqual([['title'], ['agree'], ['title']])
  })

  test('is nobody else’s to see or to submit', async () => {
    const { captain, enrolment } = await beginAlone()
    const version = await fill(captain, enrolment)
    const stranger = await createTeacher()
    const read = site.get(`/api/enrolments/${enrolment.id}`, stranger.headers)
    expect(await errorOf(read)).toBe('enrolment.notFound')
    expect(await errorOf(submit(stranger, enrolment.id, version))).toBe('enrolment.notFound')
  })

  test('is submitted once, whoever clicks how often, and has a number', async () => {
    const { activity, captain, enrolment, version } = await fillFirst('ONCE')
    const answered = await Promise.all(
      Array.from({ length: 5 }, () => submit(captain, enrolment.id, version, 'one-and-only-key')),
    )
    expect(answered.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const sent = answered[0]!.data(submitEnrolment)
    expect([sent.state, sent.number, sent.submittedAt]).toEqual(['submitted', '2026-ONCE-0001', fixedNow.toISOString()])
    expect(sent.events.map(({ state }) => state)).toEqual(['submitted'])
    expect(sent.sentTeam).toEqual({
      name: 'Jiangzhou',
      slogan: '',
      institution: null,
      people: [{ name: '王芳', role: 'captain', school: '江州一中', department: '数学组', title: '教师' }],
    })
    expect(await errorOf(submit(captain, sent.id, sent.version))).toBe('enrolment.moveRefused')
    const { rows } = await site.pool.query('select taken, last_number from tally where activity_id = $1', [activity])
    expect(rows).toEqual([{ taken: 1, last_number: 1 }])
  })

  test('keeps its team and its answers as they were sent', async () => {
    const { captain, enrolment, version } = await fillFirst('SENT')
    const sent = (await submit(captain, enrolment.id, version)).data(submitEnrolment)
    const team = await site.get(`/api/teams/${enrolment.team.id}`, english(captain))
    expect(team.data(readTeam).may.inviteMember).toContain('has been submitted')
    const path = `/api/enrolments/${enrolment.id}/answers`
    expect(await errorOf(send(captain, 'PUT', path, { version: sent.version, answers: {} }))).toBe(
      'enrolment.answersClosed',
    )
  })

  test('is withdrawn and revived, and keeps its number', async () => {
    const { captain, enrolment, version } = await fillFirst('BACK')
    const move = (step: 'withdrawal' | 'revival', from: Enrolment) =>
      send(captain, 'POST', `/api/enrolments/${enrolment.id}/${step}`, { version: from.version })
    const first = (await submit(captain, enrolment.id, version)).data(submitEnrolment)
    const withdrawn = (await move('withdrawal', first)).data(withdrawEnrolment)
    expect([withdrawn.state, withdrawn.number]).toEqual(['withdrawn', '2026-BACK-0001'])
    const revived = (await move('revival', withdrawn)).data(reviveEnrolment)
    const sent = (await submit(captain, enrolment.id, revived.version)).data(submitEnrolment)
    expect([revived.state, sent.state, sent.number]).toEqual(['draft', 'submitted', '2026-BACK-0001'])
  })
})

describe('the deadline', () => {
  const at = (milliseconds: number): Date => new Date(daysFromNoon(5).getTime() + milliseconds)
  const minute = 60_000

  test.each([
    ['a millisecond before it', -1, 'submitted', false],
    ['at it, within the grace', 0, 'submitted', true],
    ['at the last moment of the grace', 10 * minute - 1, 'submitted', true],
    ['after the grace', 10 * minute, 'enrolment.closed', undefined],
  ])('%s', async (_, milliseconds, expected, inGrace) => {
    const captain = await createTeacher()
    const enrolment = await begin(captain)
    const version = await fill(captain, enrolment)
    site.clock.set(at(milliseconds))
    const seen = (await site.get(`/api/enrolments/${enrolment.id}`, english(captain))).data(readEnrolment)
    // The grace period is never shown.
    expect(seen.may.submit === null).toBe(milliseconds < 0)
    const answer = await submit(captain, enrolment.id, version)
    const { rows } = await site.pool.query('select in_grace from enrolment where id = $1', [enrolment.id])
    site.clock.set(fixedNow)
    const outcome = answer.status === 200 ? answer.data(submitEnrolment).state : answer.failure().error
    expect([outcome, inGrace === undefined ? undefined : rows[0].in_grace]).toEqual([expected, inGrace])
  })

  test.each([
    ['within the grace is stored and goes out with the submission', 10 * minute - 1, [200, 200], answers],
    ['after the grace is refused like the submission, and stays with who typed it', 10 * minute, [409, 409], {}],
  ])('what is typed to the end and comes %s', async (_, milliseconds, statuses, stored) => {
    const captain = await createTeacher()
    const { id, version } = await begin(captain)
    site.clock.set(at(milliseconds))
    const saved = await send(captain, 'PUT', `/api/enrolments/${id}/answers`, { version, answers })
    const sent = await submit(captain, id, saved.status === 200 ? saved.data(saveAnswers).version : version)
    site.clock.set(fixedNow)
    const seen = (await site.get(`/api/enrolments/${id}`, english(captain))).data(readEnrolment)
    expect([[saved.status, sent.status], seen.answers]).toEqual([statuses, stored])
  })

  test('is later for a team that was given more time', async () => {
    const captain = await createTeacher()
    const enrolment = await begin(captain)
    const version = await fill(captain, enrolment)
    await site.pool.query(
      `insert into extension (id, team_id, kind, until, reason, granted_by, created_at)
       values (gen_random_uuid(), $1, 'enrolment', $2, 'flood', $3, $4)`,
      [enrolment.team.id, at(3_600_000), captain.id, fixedNow],
    )
    site.clock.set(at(3_600_000 - 1))
    const { status } = await submit(captain, enrolment.id, version)
    site.clock.set(fixedNow)
    expect(status).toBe(200)
  })
})

test('closing a phase waits for a running submission: once it is closed, none gets through', async () => {
  const closing = await createActivity(site, editionId, { fields, capacity: 10 })
  const own = await createPhase(site, editionId, { activityId: closing })
  const [captain, organiser] = [await createTeacher(), await createPerson(site, { access: 'admin' })]
  const enrolment = await begin(captain, closing)
  const version = await fill(captain, enrolment)
  const isWaiting = async () => {
    const { rows } = await site.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows.length).toBe(1)
  }
  const [opensAt, closesAt] = [daysFromNoon(-5).toISOString(), daysFromNoon(-1).toISOString()]
  // They collide: the organiser's request completes only after the participant's.
  const met = await meetAt(
    site,
    ['select from tally where activity_id = $1 for update', closing],
    [
      () => submit(captain, enrolment.id, version),
      async () => {
        await eventually(isWaiting)
        return send(organiser, 'PUT', `/api/phases/${own}`, { version: 1, opensAt, closesAt, graceMinutes: 0 })
      },
    ],
  )
  expect(met.map(({ status }) => status)).toEqual([200, 200])
})

describe('places', () => {
  test('for ten go to ten of thirty parallel requests, and the rest get an error', async () => {
    const few = await createActivity(site, editionId, { code: 'FEW', fields, capacity: 10 })
    const captains = await Promise.all(Array.from({ length: 30 }, createTeacher))
    const ready = await Promise.all(
      captains.map(async (captain) => {
        const enrolment = await begin(captain, few)
        return { captain, id: enrolment.id, version: await fill(captain, enrolment) }
      }),
    )
    const outcomes = await Promise.all(ready.map(({ captain, id, version }) => submit(captain, id, version)))
    const outcomeTexts = outcomes.map((answer) => (answer.status === 200 ? 'submitted' : answer.failure().error))
    expect(outcomeTexts.filter((outcome) => outcome === 'submitted').length).toBe(10)
    expect(outcomeTexts.filter((outcome) => outcome === 'enrolment.full').length).toBe(20)
    const { rows } = await site.pool.query<{ number: string }>(
      'select number from enrolment where activity_id = $1 and number is not null order by number',
      [few],
    )
    expect(rows.map(({ number }) => number)).toEqual(
      Array.from({ length: 10 }, (_, index) => `2026-FEW-${String(index + 1).padStart(4, '0')}`),
    )
    expect((await nextStep(undefined, few)).step).toBe('refused')
  })
})

test('an activity’s own phase counts before the edition’s', async () => {
  const own = await createActivity(site, editionId, { code: 'OWN', fields })
  await createPhase(site, editionId, { activityId: own, opensAt: daysFromNoon(1), closesAt: daysFromNoon(2) })
  const captain = await createTeacher()
  const made = send(captain, 'POST', '/api/teams', { activityId: own, name: 'Early', slogan: '' })
  expect(await errorOf(made)).toBe('enrolment.notOpen')
})

describe('the receipt', () => {
  const asked: FormField[] = [
    ...fields,
    {
      id: 'subjects',
      type: 'choices',
      label: { 'zh-CN': '学科', 'en-US': 'Subjects' },
      help: {},
      required: false,
      personal: false,
      options: [
        { id: 'maths', label: { 'zh-CN': '数学', 'en-US': 'Mathematics' } },
        { id: 'art', label: { 'zh-CN': '美术', 'en-US': 'Art' } },
      ],
    },
    {
      id: 'pupils',
      type: 'number',
      label: { 'zh-CN': '学生人数', 'en-US': 'Pupils' },
      help: {},
      required: false,
      personal: false,
    },
    {
      id: 'identity',
      type: 'text',
      label: { 'zh-CN': '证件号码', 'en-US': 'Identity number' },
      help: {},
      required: false,
      personal: true,
    },
    {
      id: 'note',
      type: 'longText',
      label: { 'zh-CN': '备注', 'en-US': 'Note' },
      help: {},
      required: false,
      personal: false,
    },
  ]

  test('goes by mail with number, time, team and answers, in the reader’s language; what is personal stays on the site', async () => {
    const activity = await createActivity(site, editionId, { code: 'RCPT', fields: asked })
    const captain = await createKnownTeacher(site, { locale: 'en-US' })
    const enrolment = await begin(captain, activity)
    const typed = { ...answers, subjects: ['art', 'maths'], pupils: 1200, identity: '110101' }
    const path = `/api/enrolments/${enrolment.id}/answers`
    const saved = await send(captain, 'PUT', path, { version: enrolment.version, answers: typed })
    await submit(captain, enrolment.id, saved.data(saveAnswers).version)
    const { rows } = await site.pool.query<{ content: Record<string, string> }>(
      `select content from outbox where account_id = $1 and content ->> 'title' like '%RCPT%'`,
      [captain.id],
    )
    const [letter, ...others] = rows
    expect([others, letter!.content['title'], letter!.content['link']]).toEqual([
      [],
      'Enrollment submitted: 2026-RCPT-0001',
      `/EnrollFor/${activity}/Form?enrolment=${enrolment.id}`,
    ])
    expect(letter!.content['addition']!.split('\n\n')).toEqual([
      'Number: 2026-RCPT-0001\nSubmitted: May 20, 2031, 20:00 (Beijing time)\nActivity: Course Innovation\nTeam: Jiangzhou',
      'Captain: 王芳 · 江州一中',
      [
        'Title: A course',
        'I agree: Agreed',
        'Subjects: Mathematics, Art',
        'Pupils: 1,200',
        'Identity number: Personal information: sign in to the site to see it',
        'Note: Not filled in',
      ].join('\n'),
    ])
    const notices = await site.get('/api/notices', english(captain))
    expect(notices.data(listNotices).list[0]!.body).not.toContain('Mathematics')
  })
})

describe('the next step', () => {
  test('waits for an answer to an invitation', async () => {
    const [captain, guest] = [await createTeacher(), await createTeacher()]
    const activity = await createActivity(site, editionId, { code: 'INV', fields })
    const team = (await send(captain, 'POST', '/api/teams', { activityId: activity, name: 'Open', slogan: '' })).data(
      createTeam,
    )
    await send(captain, 'POST', `/api/teams/${team.id}/invitations`, { to: guest.username, role: 'member' })
    const { step, invitations, teamName } = await nextStep(guest, activity)
    expect([step, invitations, teamName]).toEqual(['invited', 1, null])
    expect((await nextStep(guest)).invitations).toBe(0)
  })

  test('is to gather until the team is large enough, and names the team', async () => {
    const pairs = await createActivity(site, editionId, { code: 'PAIR', fields, teamMin: 2 })
    const captain = await createTeacher()
    await send(captain, 'POST', '/api/teams', { activityId: pairs, name: 'Half', slogan: '' })
    const { step, teamName } = await nextStep(captain, pairs)
    expect([step, teamName]).toEqual(['gather', 'Half'])
  })

  test('of a member with an incomplete profile is to complete it', async () => {
    const captain = await createTeacher()
    await begin(captain)
    await site.pool.query('update account set phone = null where id = $1', [captain.id])
    expect(await nextStep(captain)).toMatchObject({ step: 'complete', missing: ['Phone number'] })
  })

  test('says who submits, until when the own team has time, and why something was returned', async () => {
    const [captain, member, organiser] = [
      await createTeacher(),
      await createTeacher(),
      await createPerson(site, { access: 'admin' }),
    ]
    const enrolment = await begin(captain)
    const path = `/api/teams/${enrolment.team.id}`
    await send(captain, 'POST', `${path}/invitations`, { to: member.username, role: 'member' })
    const invited = (await site.get('/api/account/teams', english(member))).data(listMyTeams)
    await send(member, 'POST', `/api/invitations/${invited.invitations[0]!.id}/answer`, { accept: true })
    const version = await fill(member, enrolment)
    const asMember = await nextStep(member)
    expect([asMember.step, asMember.why]).toEqual(['submit', 'Only the captain can do this.'])
    const until = daysFromNoon(9).toISOString()
    await send(organiser, 'POST', `${path}/extensions`, { kind: 'enrolment', until, reason: 'flood' })
    const asCaptain = await nextStep(captain)
    expect([asCaptain.step, asCaptain.why, asCaptain.window?.closesAt]).toEqual(['submit', null, until])
    const { id, version: sent } = (await submit(captain, enrolment.id, version)).data(submitEnrolment)
    const decision = { enrolments: [{ id, version: sent }], decision: 'returned', reason: 'Please add a title.' }
    await send(organiser, 'POST', '/api/enrolments/decisions', decision)
    const returned = await nextStep(captain)
    expect([returned.step, returned.reason, returned.why, returned.until === null]).toEqual([
      'resubmit',
      'Please add a title.',
      null,
      false,
    ])
  })
})

test('a submission costs so many statements, and no more', async () => {
  const captain = await createTeacher()
  const enrolment = await begin(captain)
  const version = await fill(captain, enrolment)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const { status } = await submit(captain, enrolment.id, version, 'the-key-of-a-submission')
  const sent = query.mock.calls.map(([first]: unknown[]) =>
    typeof first === 'string' ? first : (first as { text: string }).text,
  )
  query.mockRestore()
  const isReading = (statement: string): boolean => /^\s*select/i.test(statement)
  const isWriting = (statement: string): boolean => /^\s*(insert|update|with)/i.test(statement)
  expect([status, { reads: sent.filter(isReading).length, writes: sent.filter(isWriting).length }]).toEqual([
    200,
    submissionStatements,
  ])
})
