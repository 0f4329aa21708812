import { listAudit } from '@lectern/contract/audit/audit.ts'
import { listActivities } from '@lectern/contract/competition/competition.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import {
  createPhase,
  createPhases,
  foreseePhase,
  listPhases,
  type PhaseEffects,
  type Timeline,
} from '@lectern/contract/competition/phases.ts'
import { createTeam, type Team } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher, daysFromNoon } from '../../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { errorOf } from '../../../testing/refusals.ts'
import { after, fixedNow, startSite, type TestSite } from '../../../testing/site.ts'

let site: TestSite
let editionId: EditionId
let open: ActivityId
let other: ActivityId
let admin: TestPerson
let withoutEdition: Timeline
let asCreated: Timeline

const at = (days: number): string => daysFromNoon(days).toISOString()
const call = (method: string, path: string, body?: unknown, who = admin) =>
  site.call(method, path, { headers: english(who), ...(body !== undefined && { body }) })
const timeline = async (): Promise<Timeline> => (await call('GET', '/api/phases')).data(listPhases)
const effects = async (query: Record<string, string>): Promise<PhaseEffects> =>
  (await call('GET', `/api/phases/effects?${new URLSearchParams({ edition: editionId, ...query })}`)).data(foreseePhase)

beforeAll(async () => {
  site = await startSite()
  admin = await createPerson(site, { access: 'admin' })
  withoutEdition = await timeline()
  editionId = await createEdition(site)
  open = await createActivity(site, editionId, { code: 'KC' })
  other = await createActivity(site, editionId, { code: 'AI', state: 'draft' })
  asCreated = await timeline()
})
afterAll(() => site.close())

test('without an edition there is a timeline with nothing on it', () => {
  expect(withoutEdition).toEqual({
    whyNot: {},
    now: fixedNow.toISOString(),
    edition: null,
    editions: [],
    activities: [],
    list: [],
    total: 0,
    page: 1,
    pageSize: 10,
  })
})

describe('phases', () => {
  test('stand on one timeline with the activities that may have their own', () => {
    const { edition, activities, list: phases } = asCreated
    expect(edition).toEqual({
      id: editionId,
      year: 2026,
      name: 'Eighth edition',
      locale: 'en-US',
      timeZone: 'Asia/Shanghai',
      current: true,
    })
    expect(activities.map(({ code, state }) => [code, state])).toEqual([
      ['KC', 'published'],
      ['AI', 'draft'],
    ])
    expect(phases).toEqual([
      {
        whyNot: null,
        id: phases[0]!.id,
        activityId: null,
        kind: 'enrolment',
        opensAt: at(-5),
        closesAt: at(5),
        graceMinutes: 0,
        standing: 'running',
        version: 1,
        updatedAt: fixedNow.toISOString(),
      },
    ])
  })

  test('are for organisers', async () => {
    const teacher = await createPerson(site)
    expect((await call('GET', '/api/phases', undefined, teacher)).status).toBe(403)
    expect((await site.get('/api/phases')).status).toBe(401)
  })

  const review = () => ({
    editionId,
    activityId: null,
    kind: 'review',
    opensAt: at(6),
    closesAt: at(9),
    graceMinutes: 0,
  })

  test('are added once of each kind, for the edition and for each activity', async () => {
    const key = { ...english(admin), 'idempotency-key': 'review-once' }
    const add = () => site.call('POST', '/api/phases', { headers: key, body: review() })
    const [one, again] = [(await add()).data(createPhase), (await add()).data(createPhase)]
    expect(again).toEqual(one)
    expect(await errorOf(call('POST', '/api/phases', review()))).toBe('phase.taken')
    const own = { ...review(), activityId: open }
    expect((await call('POST', '/api/phases', own)).status).toBe(200)
    const refused = (await call('POST', '/api/phases', own)).failure()
    expect([refused.error, refused.fields?.map(({ path }) => path)]).toEqual(['phase.taken', ['kind']])
  })

  test('are added at once, all of them or none', async () => {
    const path = `/api/editions/${editionId}/phases`
    const planned = [
      { kind: 'submission', opensAt: at(5), closesAt: at(6) },
      { kind: 'publicity', opensAt: at(9), closesAt: at(11) },
    ]
    const standing = async () => (await timeline()).list.map(({ kind, activityId }) => [kind, activityId])
    const before = await standing()
    const wrong = [...planned, { ...planned[0]!, closesAt: at(4) }, { ...planned[0]!, kind: 'enrolment' }]
    const refused = (await call('POST', path, { phases: wrong })).failure()
    expect(refused.fields?.map(({ path: place }) => place)).toEqual([
      'phases.2.kind',
      'phases.2.closesAt',
      'phases.3.kind',
    ])
    expect(await standing()).toEqual(before)
    expect(await errorOf(call('POST', `/api/editions/${open}/phases`, { phases: planned }))).toBe('edition.notFound')

    const headers = { ...english(admin), 'idempotency-key': 'planned-once' }
    const add = async () => (await site.call('POST', path, { headers, body: { phases: planned } })).data(createPhases)
    const { list } = await add()
    expect(list.map(({ kind, opensAt, closesAt, activityId }) => ({ kind, opensAt, closesAt, activityId }))).toEqual(
      planned.map((one) => ({ ...one, activityId: null })),
    )
    expect(await add()).toEqual({ list })
    for (const { id, version } of list) await call('DELETE', `/api/phases/${id}?version=${version}`)
    expect(await standing()).toEqual(before)
  })

  test.each([
    ['an end that is no later than the beginning', () => ({ closesAt: at(6) }), 'phase.windowEmpty'],
    ['an edition that is none', () => ({ editionId: open }), 'edition.notFound'],
    ['an activity of another edition', () => ({ activityId: editionId }), 'activity.notFound'],
    ['more grace than a day', () => ({ graceMinutes: 1_441 }), 'request.invalid'],
    ['a kind that is none', () => ({ kind: 'party' }), 'request.invalid'],
  ] as const)('are refused with %s', async (_, wrong, error) => {
    const body = { ...review(), kind: 'results', ...wrong() }
    expect(await errorOf(call('POST', '/api/phases', body))).toBe(error)
  })

  test('are saved from what was seen; everybody sees the change at once, and the log tells what they were and are', async () => {
    const phase = (await timeline()).list.find(({ kind }) => kind === 'enrolment')!
    const standing = async () => (await site.get('/api/activities')).data(listActivities).list[0]!.standing
    expect(await standing()).toBe('open')
    const path = `/api/phases/${phase.id}`
    const body = { version: 1, opensAt: at(-5), closesAt: at(0.5), graceMinutes: 10 }
    expect((await call('PUT', path, body)).data()).toEqual({
      ...phase,
      whyNot: undefined,
      closesAt: at(0.5),
      graceMinutes: 10,
      version: 2,
    })
    await expect.poll(standing).toBe('closingSoon')
    // Time alone sends no notification: the cached response must expire by itself.
    site.clock.set(daysFromNoon(0.5))
    expect(await standing()).toBe('closed')
    site.clock.set(fixedNow)
    expect(await errorOf(call('PUT', path, body))).toBe('resource.changed')
    expect(await errorOf(call('DELETE', `${path}?version=1`))).toBe('resource.changed')
    expect(await errorOf(call('PUT', path, { ...body, version: 2, closesAt: at(-5) }))).toBe('phase.windowEmpty')
    site.clock.set(after(1_000))
    await call('PUT', path, { ...body, version: 2, closesAt: at(5), graceMinutes: 0 })
    site.clock.set(fixedNow)
    await expect.poll(standing).toBe('open')
    const log = (await call('GET', `/api/audit?subjectKind=phase&subjectId=${phase.id}`)).data(listAudit)
    expect(log.list).toContainEqual(
      expect.objectContaining({
        action: 'content.updated',
        before: expect.objectContaining({ closesAt: at(5), graceMinutes: 0 }),
        after: expect.objectContaining({ closesAt: at(0.5), graceMinutes: 10 }),
      }),
    )
  })

  test('of an activity come before the edition’s, and leave it to them when they are deleted', async () => {
    const standing = async () => (await site.get('/api/activities')).data(listActivities).list[0]!.standing
    const body = { ...review(), activityId: open, kind: 'enrolment', opensAt: at(1), closesAt: at(2) }
    const own = (await call('POST', '/api/phases', body)).data(createPhase)
    await expect.poll(standing).toBe('upcoming')
    expect((await call('DELETE', `/api/phases/${own.id}?version=1`)).status).toBe(200)
    await expect.poll(standing).toBe('open')
    expect(await errorOf(call('GET', `/api/phases/${own.id}`))).toBe('phase.notFound')
  })
})

describe('what a change would mean', () => {
  const unchanged = { before: { opensAt: at(-5), closesAt: at(5) }, activities: 2 }
  const teamOf = async (name: string): Promise<Team> => {
    const captain = await createKnownTeacher(site)
    return (await call('POST', '/api/teams', { activityId: open, name, slogan: '' }, captain)).data(createTeam)
  }
  const begin = async (): Promise<Team> => {
    const captain = await createKnownTeacher(site)
    const team = (await call('POST', '/api/teams', { activityId: open, name: 'Begun', slogan: '' }, captain)).data(
      createTeam,
    )
    await call('POST', '/api/enrolments', { teamId: team.id }, captain)
    return team
  }

  beforeAll(async () => {
    await teamOf('Unstarted')
    await begin()
    await begin()
    const extended = await begin()
    const more = { kind: 'enrolment', until: at(7), reason: 'A flood' }
    await call('POST', `/api/teams/${extended.id}/extensions`, more)
  })

  test('is nothing when the end is only put off', async () => {
    expect(await effects({ kind: 'enrolment', opensAt: at(-5), closesAt: at(6) })).toEqual({
      ...unchanged,
      after: { opensAt: at(-5), closesAt: at(6) },
      closes: false,
      shortens: false,
      opens: false,
      undone: null,
      outside: [],
      withoutPhase: [],
    })
  })

  test('is less time for those who have not submitted, and none for those with time of their own', async () => {
    const undone = { drafts: 2, unstarted: 1, extended: 1 }
    expect(await effects({ kind: 'enrolment', opensAt: at(-5), closesAt: at(1) })).toEqual({
      ...unchanged,
      after: { opensAt: at(-5), closesAt: at(1) },
      closes: false,
      shortens: true,
      opens: false,
      undone,
      outside: [],
      withoutPhase: [],
    })
    const closed = await effects({ kind: 'enrolment', opensAt: at(-5), closesAt: at(-1) })
    expect(closed).toMatchObject({ closes: true, shortens: true, undone })
  })

  test('is told for an activity alone, which follows its edition again without a phase of its own', async () => {
    const alone = await effects({ kind: 'enrolment', activity: other, opensAt: at(1), closesAt: at(2) })
    expect(alone).toMatchObject({ closes: true, activities: 1, undone: { drafts: 0 } })
    expect(await effects({ kind: 'enrolment', activity: other })).toMatchObject({
      before: unchanged.before,
      after: unchanged.before,
      closes: false,
      shortens: false,
    })
  })

  test('of nothing that could be is refused', async () => {
    const query = new URLSearchParams({ edition: editionId, kind: 'enrolment', opensAt: at(1) })
    expect(await errorOf(call('GET', `/api/phases/effects?${query}`))).toBe('phase.windowEmpty')
    expect(await errorOf(call('GET', `/api/phases/effects?edition=${open}&kind=review`))).toBe('edition.notFound')
  })
})
