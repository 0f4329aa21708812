import { listAnnouncements } from '@lectern/contract/announcements/announcements.ts'
import { listUsers } from '@lectern/contract/accounts/accounts.ts'
import { fileObjection } from '@lectern/contract/cases/cases.ts'
import { listExtensions } from '@lectern/contract/competition/extensions.ts'
import { listPhases } from '@lectern/contract/competition/phases.ts'
import { readEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import { listResultActivities } from '@lectern/contract/results/results.ts'
import { listRounds } from '@lectern/contract/rounds/rounds.ts'
import { readTeam } from '@lectern/contract/teams/teams.ts'
import { readWork } from '@lectern/contract/works/works.ts'
import type { CertificateId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueueTask } from './features/tasks/service.ts'
import { newId } from './platform/ids.ts'
import { issuerOf } from './testing/certificates.ts'
import { stampAsDemo } from './testing/demo-stamp.ts'
import { createKnownTeacher, createPhase, daysFromNoon } from './testing/contest.ts'
import { examineAfterEach } from './testing/examination.ts'
import { areas, type AreaName, type OperationName } from './testing/operations/areas.ts'
import type { ParticipantAnswer } from './testing/operations/operation.ts'
import { createPerson, english, type TestPerson } from './testing/people.ts'
import { resultsOffice, settledActivity, type SettledActivity } from './testing/results.ts'
import { fixedNow, startSite, type TestSite } from './testing/site.ts'
import { tableDigests } from './testing/table-digests.ts'

const nobody = '01890000-0000-7000-8000-000000000000'

const errorOf = async (response: Response): Promise<string | undefined> => {
  const text = await response.text()
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json')
  return isJson ? (JSON.parse(text) as { data?: { error?: string } | null }).data?.error : undefined
}

const send = (site: TestSite, who: TestPerson, method: string, path: string, body?: unknown) => {
  const isBare = method === 'GET' || method === 'DELETE'
  const type = path.endsWith('/sheet') || path.endsWith('/import') ? 'text/csv' : 'application/json'
  return fetch(site.url + path, {
    method,
    headers: { ...english(who), ...(!isBare && { 'content-type': type }) },
    ...(!isBare && { body: JSON.stringify(body ?? { nothing: 'of this' }) }),
    signal: AbortSignal.timeout(10_000),
  })
}

/** Digests of every table that an operation of an organiser could change. */
const digestsOf = (site: TestSite) => tableDigests(site, ['session', 'throttle'])

type Listed = [operation: OperationName, answer: ParticipantAnswer]

/** Operations of organisers, with what one who takes part gets. */
const listedIn = (area: AreaName): Listed[] =>
  Object.entries(areas[area].operations).flatMap(([operation, row]): Listed[] =>
    'participant' in row ? [[operation as OperationName, row.participant]] : [],
  )

const areasOfOffice = (Object.keys(areas) as AreaName[]).filter((area) => listedIn(area).length > 0)

/** An activity with a list on public notice and certificates of participation. */
const prepareContest = async () => {
  const preparation = await startSite({ withTasks: true })
  const [other, second] = [
    await createPerson(preparation, { access: 'admin' }),
    await createPerson(preparation, { access: 'admin' }),
  ]
  const works = [{ realName: '王芳' }, { realName: '李明' }]
  const contest = await settledActivity(preparation, { organiser: other, scores: [90, 80], works, experts: 2 })
  const office = resultsOffice(preparation, contest)
  await office.save({ appealDays: 3 })
  const { id: list } = await office.compute()
  await office.step('propose')
  await office.step('confirm', { as: second })
  await office.step('publicise', { until: daysFromNoon(7).toISOString() })
  const issuer = await issuerOf(preparation, other)
  const draftIssue = () => issuer.create('participation', { from: 'works', activity: contest.activityId })
  const { id: issued } = await draftIssue()
  await issuer.start(issued)
  await issuer.ended(issued)
  const { id: certificateId } = (await issuer.list({ search: '李明' }))[0]!
  const issue = await draftIssue()
  // Otherwise it would run the tasks of the tests.
  await preparation.close()
  return { databaseUrl: preparation.databaseUrl, contest, other, list, issue, certificateId }
}

describe('an organiser who takes part in an activity', () => {
  examineAfterEach(() => site)
  let site: TestSite
  let participant: TestPerson
  let other: TestPerson
  let contest: SettledActivity
  /** The value of `{id}` or `{uid}`, by the start of the path. */
  let ids: Record<`/api/${string}/`, string>
  /** Where the body names the activity. */
  let bodies: Partial<Record<OperationName, unknown>>

  beforeAll(async () => {
    const prepared = await prepareContest()
    ;({ contest, other } = prepared)
    // Runs no tasks: those of the tests wait.
    site = await startSite({ databaseUrl: prepared.databaseUrl })
    await stampAsDemo(site.asProgram(), other.id, 'participation')
    const { issue, certificateId, list } = prepared
    const { editionId, activityId, works, round } = contest
    const [own, rival] = works as [(typeof works)[number], (typeof works)[number]]
    participant = own.captain
    await site.pool.query(`update account set access = 'admin' where id = $1`, [participant.id])
    const insert = async (text: string, ...values: unknown[]): Promise<string> => {
      const id: string = newId<CertificateId>(fixedNow)
      await site.pool.query(text, [id, ...values])
      return id
    }
    const team = rival.teamId
    const objection = await site.ask(fileObjection, {
      headers: english(await createKnownTeacher(site)),
      body: { list, work: null, text: 'The film is by somebody else.', evidence: [] },
    })
    const audience = {
      to: 'teams',
      edition: null,
      activities: [activityId],
      states: [],
      captainsOnly: false,
      teams: [],
      provinces: [],
      people: [],
    }
    const content = { audience, title: { 'zh-CN': '通知' }, body: { 'zh-CN': '正文' }, link: null }
    const announced = await site.callAs(other, 'POST', '/api/announcements', content)
    ids = {
      '/api/enrolments/': rival.enrolmentId,
      '/api/teams/': team,
      '/api/works/': rival.workId,
      '/api/certificate-templates/': issue.template.id,
      '/api/certificate-issues/': issue.id,
      '/api/certificates/': certificateId,
      '/api/certificate-corrections/': await insert(
        `insert into certificate_correction (id, work_id, account_id, state, from_name, to_name, reason, created_at)
         values ($1, $2, $3, 'open', 'A', 'B', 'Spelling', now())`,
        rival.workId,
        rival.captain.id,
      ),
      '/api/rounds/': round.id,
      '/api/results/activities/': activityId,
      '/api/results/lists/': list,
      '/api/results/decisions/': await insert(
        `insert into result_decision (id, activity_id, kind, data, reason, decided_at)
         values ($1, $2, 'tie', '{"works": []}', 'Heard again', now())`,
        activityId,
      ),
      '/api/cases/': objection.data.id,
      '/api/arbiters/': await insert(
        `insert into arbiter (id, account_id, appointed_at) values ($1, $2, now())`,
        other.id,
      ),
      '/api/phases/': await createPhase(site, editionId, { kind: 'review' }),
      '/api/extensions/': await insert(
        `insert into extension (id, team_id, kind, until, reason, granted_by, created_at)
         values ($1, $2, 'enrolment', now() + interval '9 days', 'Ill', $3, now())`,
        team,
        other.id,
      ),
      '/api/outbox/': await insert(
        `insert into outbox
           (id, channel, recipient, locale, letter, content, state, due_at, expires_at, created_at, activity_ids)
         values ($1, 'mail', 'judge@example.org', 'en-US', 'notice', '{}', 'failed', now(), now(), now(), array[$2::uuid])`,
        activityId,
      ),
      '/api/users/': rival.captain.id,
      '/api/organisers/': rival.captain.id,
      '/api/announcements/': (announced.envelope().data as { id: string }).id,
      '/api/activities/': activityId,
      '/api/editions/': editionId,
      '/api/tasks/': await enqueueTask(site.asProgram(), {
        kind: 'settle',
        input: { round: round.id },
        subject: 'Lessons',
      }),
    }
    const decided = { decision: 'returned', reason: 'Ours is better' }
    const window = { opensAt: '2026-12-01T00:00:00.000Z', closesAt: '2026-12-09T00:00:00.000Z', graceMinutes: 0 }
    bodies = {
      'POST /api/enrolments/decisions': { enrolments: [{ id: ids['/api/enrolments/'], version: 1 }], ...decided },
      'PUT /api/activities/{id}/recommendation': {
        thing: 'enrolment',
        by: 'school',
        provincesWriteQuotas: false,
        needsScan: false,
        version: 0,
      },
      'POST /api/works/decisions': { works: [{ id: rival.workId, version: 1 }], ...decided },
      'POST /api/certificates/stamped/replacement': { reason: 'A new seal', notify: false },
      'POST /api/certificate-issues': {
        template: issue.template.id,
        series: issue.series.id,
        source: { from: 'works', activity: activityId },
        locale: 'zh-CN',
        date: '2026-12-08',
        notify: false,
        revokedToo: false,
      },
      'POST /api/rounds': { name: { 'zh-CN': '复评' }, edition: editionId, activities: [activityId], previous: null },
      'POST /api/phases': { editionId, activityId: null, kind: 'publicity', ...window },
      'POST /api/editions/{id}/phases': {
        phases: [{ kind: 'publicity', opensAt: window.opensAt, closesAt: window.closesAt }],
      },
      'POST /api/announcements': content,
      'POST /api/users': {
        username: 'puppet',
        email: 'puppet@example.org',
        phone: null,
        realName: null,
        school: null,
        access: 'admin',
        locale: 'en-US',
      },
    }
  })

  afterAll(() => site.close())

  const pathOf = (operation: OperationName): string => {
    const [, template = ''] = operation.split(' ')
    const id = Object.entries(ids).find(([start]) => template.startsWith(`${start}{`))?.[1] ?? nobody
    return template.replace(/\{(id|uid)\}/, id).replaceAll(/\{\w+\}/g, nobody)
  }

  const takesPart = 'organiser.takesPart'

  const outcomeOf = async (operation: OperationName): Promise<string | undefined> => {
    const [method = ''] = operation.split(' ')
    return errorOf(await send(site, participant, method, pathOf(operation), bodies[operation]))
  }

  test.each(areasOfOffice)(
    'is refused in %s what the table says, and nothing else, and then changes nothing',
    async (area) => {
      const listed = listedIn(area)
      const refused = listed.filter(([, answer]) => answer === 'refused')
      const answered = listed.filter(([, answer]) => answer !== 'refused')
      const wrong: string[] = []
      const before = await digestsOf(site)
      for (const [operation] of refused) {
        const outcome = await outcomeOf(operation)
        if (outcome !== takesPart) wrong.push(`${operation}: ${outcome ?? 'no error'} instead of ${takesPart}`)
      }
      const after = await digestsOf(site)
      for (const [operation, answer] of answered)
        if ((await outcomeOf(operation)) === takesPart) wrong.push(`${operation}: ${takesPart} instead of ${answer}`)
      expect(wrong).toEqual([])
      expect(after).toEqual(before)
    },
  )

  test('reads the reason before the click, where others read none', async () => {
    const { activityId, works } = contest
    const [own, rival] = works as [(typeof works)[number], (typeof works)[number]]
    const audience = { to: 'teams', edition: null, activities: [activityId], states: [], teams: [], people: [] }
    const whole = { ...audience, captainsOnly: false, provinces: [] }
    const [organiser, expert, unconcerned] = [
      await createPerson(site, { access: 'admin' }),
      await createPerson(site, { access: 'expert' }),
      await createPerson(site),
    ]
    const why = 'You are in a team of “Course Innovation”, or invited to one. Another organizer has to do this.'
    const reasonsFor = async (who: TestPerson) => {
      const as = { headers: english(who) }
      const phases = (await site.ask(listPhases, { ...as, query: {} })).data
      const extensions = (await site.ask(listExtensions, { ...as, query: { team: rival.teamId } })).data
      const members = (await site.ask(listUsers, { ...as, query: { pageSize: '100' } })).data.list
      const sent = await site.callAs(who, 'POST', '/api/announcements/recipients', { audience: whole })
      const drafts = (await site.ask(listAnnouncements, { ...as, query: {} })).data.list
      const rounds = (await site.ask(listRounds, { ...as, query: {} })).data.list
      const results = (await site.ask(listResultActivities, { ...as, query: {} })).data.list
      const work = (await site.ask(readWork, { ...as, params: { id: rival.workId } })).data
      const enrolment = (await site.ask(readEnrolment, { ...as, params: { id: work.enrolmentId } })).data
      const team = (await site.ask(readTeam, { ...as, params: { id: rival.teamId } })).data
      return {
        draft: drafts.find(({ id }) => id === ids['/api/announcements/'])?.whyNot,
        rounds: rounds.map(({ whyNot }) => whyNot),
        results: results.map(({ whyNot }) => whyNot),
        onBehalf: [work.isOnBehalf, ...[work, enrolment].map(({ may }) => may.withdraw === why)],
        captain: team.members.map(({ mayBecomeCaptain }) => mayBecomeCaptain === why),
        phases: new Set([
          ...phases.list.map(({ whyNot }) => whyNot),
          ...phases.activities.map(({ whyNot }) => whyNot),
          phases.whyNot.publicity ?? null,
        ]),
        extensions: new Set([extensions.whyNot, ...extensions.list.map(({ whyNot }) => whyNot)]),
        rival: members.find(({ uid }) => uid === rival.captain.id)?.whyNot,
        themselves: members.find(({ uid }) => uid === own.captain.id)?.whyNot,
        organiser: members.find(({ uid }) => uid === organiser.id)?.whyNot,
        expert: members.find(({ uid }) => uid === expert.id)?.whyNot,
        unconcerned: members.find(({ uid }) => uid === unconcerned.id)?.whyNot,
        announcement: (sent.envelope().data as { whyNot: string | null }).whyNot,
      }
    }
    expect(await reasonsFor(participant)).toEqual({
      draft: why,
      rounds: [why],
      results: [why],
      onBehalf: [false, true, true],
      captain: [true],
      phases: new Set([why]),
      extensions: new Set([why]),
      rival: why,
      themselves: null,
      organiser: why,
      expert: why,
      unconcerned: null,
      announcement: why,
    })
    expect(await reasonsFor(other)).toEqual({
      draft: null,
      rounds: [null],
      results: [null],
      onBehalf: [true, false, false],
      captain: [false],
      phases: new Set([null]),
      extensions: new Set([null]),
      rival: null,
      themselves: null,
      organiser: null,
      expert: null,
      unconcerned: null,
      announcement: null,
    })
  })

  test('writes neither to experts nor to those who compete, by whatever condition they are chosen', async () => {
    const [own, rival] = contest.works as [(typeof contest.works)[number], (typeof contest.works)[number]]
    const [expert, user] = [await createPerson(site, { access: 'expert' }), await createPerson(site)]
    const audience = { edition: null, activities: [], states: [], captainsOnly: false, teams: [], provinces: [] }
    const texts = { title: { 'zh-CN': '通知' }, body: { 'zh-CN': '正文' }, link: null }
    const write = async (who: TestPerson, to: string, people: string[]) => {
      const content = { audience: { ...audience, to, people }, ...texts }
      return errorOf(await send(site, who, 'POST', '/api/announcements', content))
    }
    const chosen: [to: string, people: string[]][] = [
      ['expert', []],
      ['expert', [expert.id]],
      ['everyone', [expert.id]],
      ['user', [rival.captain.id, user.id]],
      ['everyone', [own.captain.id]],
    ]
    for (const [to, people] of chosen) {
      expect([to, people, await write(participant, to, people)]).toEqual([to, people, 'organiser.takesPart'])
      expect(await write(other, to, people)).toBeUndefined()
      const { list } = (await site.ask(listAnnouncements, { headers: english(participant), query: {} })).data
      // The latest comes first.
      const { id, version, whyNot } = list[0]!
      expect(whyNot).toBe(
        'You are in a team of “Course Innovation”, or invited to one. Another organizer has to do this.',
      )
      const path = `/api/announcements/${id}`
      const harmless = { audience: { ...audience, to: 'everyone', people: [] }, ...texts, version }
      expect([
        await errorOf(await send(site, participant, 'PUT', path, harmless)),
        await errorOf(await send(site, participant, 'DELETE', `${path}?version=${version}`)),
        await errorOf(await send(site, participant, 'POST', `${path}/send`, { version, people: 1 })),
      ]).toEqual(['organiser.takesPart', 'organiser.takesPart', 'organiser.takesPart'])
    }
    expect(await write(participant, 'everyone', [])).toBeUndefined()
    expect(await write(participant, 'user', [user.id])).toBeUndefined()
  })

  test('cancels no task of the activity, whatever the task names', async () => {
    const { rows: files } = await site.pool.query<{ id: string }>(`select id from work_file limit 1`)
    const inputs = [
      { round: contest.round.id },
      { activity: contest.activityId },
      { work: contest.works[1]!.workId },
      { issue: ids['/api/certificate-issues/'] },
      { certificate: ids['/api/certificates/'] },
      { stamped: { reason: 'A new seal', notify: false, by: other.id } },
      ...files.map(({ id }) => ({ file: id })),
    ]
    const got: unknown[] = []
    for (const input of inputs) {
      const task = await enqueueTask(site.asProgram(), { kind: 'issueCertificates', input, subject: 'Lessons' })
      const answer = await send(site, participant, 'POST', `/api/tasks/${task}/cancellation`, {})
      got.push([input, await errorOf(answer)])
    }
    expect(got).toEqual(inputs.map((input) => [input, 'organiser.takesPart']))
  })

  test('changes no account of experts and other organisers, who decide, until the activity is over', async () => {
    const deciders = [await createPerson(site, { access: 'expert' }), await createPerson(site, { access: 'admin' })]
    const changes: [method: string, path: (uid: string) => string, body?: object][] = [
      ['PUT', (uid) => `/api/users/${uid}/status`, { status: 'disabled', version: 1 }],
      ['PUT', (uid) => `/api/users/${uid}/contacts`, { email: 'mine@example.org', phone: null, version: 1 }],
      ['DELETE', (uid) => `/api/users/${uid}/sessions`],
      ['DELETE', (uid) => `/api/users/${uid}/second-factor`],
      ['PUT', (uid) => `/api/user/user/${uid}`, { access: 'user', version: 1 }],
    ]
    const before = await digestsOf(site)
    for (const { id } of deciders)
      for (const [method, path, body] of changes) {
        const given = body && { uid: id, ...body }
        expect(await errorOf(await send(site, participant, method, path(id), given))).toBe('organiser.takesPart')
      }
    expect(await digestsOf(site)).toEqual(before)
    const setState = (state: string) =>
      site.pool.query(`update activity set state = $2 where id = $1`, [contest.activityId, state])
    await setState('archived')
    const ended = await site.callAs(participant, 'DELETE', `/api/users/${deciders[0]!.id}/sessions`)
    await setState('published')
    expect(ended.status).toBe(200)
  })

  test('acts on behalf of no other team, and keeps the rights of their own', async () => {
    const [own, rival] = contest.works as [(typeof contest.works)[number], (typeof contest.works)[number]]
    const withdraw = (work: string) => site.callAs(participant, 'POST', `/api/works/${work}/withdrawal`, { version: 1 })
    expect((await withdraw(rival.workId)).failure().error).toBe('organiser.takesPart')
    expect((await withdraw(own.workId)).failure().error).toBe('work.moveRefused')
    const profile = { uid: participant.id, nickname: 'Chalk', version: 1 }
    expect((await site.callAs(participant, 'PUT', `/api/user/user/${participant.id}`, profile)).status).toBe(200)
  })

  test('is whoever has no team and has not acted; whoever has acted joins none', async () => {
    const { activityId } = contest
    const create = (who: TestPerson) =>
      site.callAs(who, 'POST', '/api/teams', { activityId, name: `Chalk of ${who.username}`, slogan: '' })
    const [acting, quiet] = [
      await createPerson(site, { access: 'admin' }),
      await createPerson(site, { access: 'admin' }),
    ]
    const act = (who: TestPerson, version: number) =>
      site.callAs(who, 'PUT', `/api/activities/${activityId}/state`, { state: 'published', version })
    expect((await act(acting, 1)).failure().error).not.toBe('organiser.takesPart')
    expect((await create(acting)).failure()).toMatchObject({
      error: 'organiser.hasActed',
      params: { activity: 'Course Innovation' },
    })
    const step = await site.callAs(acting, 'GET', `/api/activities/${activityId}/next-step`)
    expect(step.envelope().data).toMatchObject({
      step: 'refused',
      why: 'You have acted as an organizer of “Course Innovation”, so you cannot be in a team of it.',
    })
    expect((await create(quiet)).status).toBe(200)
    expect((await act(quiet, 1)).failure().error).toBe('organiser.takesPart')
  })
})
