import { readDashboard, type Dashboard } from '@lectern/contract/dashboard/dashboard.ts'
import { startEnrolment, submitEnrolment, type Enrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { readPage } from '@lectern/contract/pages/pages.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher, createPhase, daysFromNoon } from '../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { fixedNow, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let admin: TestPerson
let editionId: EditionId
let first: ActivityId
let second: ActivityId
let withoutEdition: Dashboard

const dashboard = async (): Promise<Dashboard> =>
  (await site.callAs(admin, 'GET', '/api/dashboard')).data(readDashboard)

beforeAll(async () => {
  site = await startSite()
  admin = await createPerson(site, { access: 'admin' })
  withoutEdition = await dashboard()
})
afterAll(() => site.close())

const none = { draft: 0, submitted: 0, returned: 0, approved: 0, rejected: 0, withdrawn: 0 }

test('without an edition there is nothing to tell, and no failure', () => {
  expect(withoutEdition).toEqual({
    edition: null,
    states: none,
    steps: [],
    days: [],
    activities: [],
    provinces: [],
    institutions: 0,
    next: [],
  })
})

test('is for organisers', async () => {
  expect((await site.get('/api/dashboard')).status).toBe(401)
  expect((await site.callAs(await createPerson(site), 'GET', '/api/dashboard')).status).toBe(403)
})

describe('an edition', () => {
  const gather = async (activityId: ActivityId, name: string, province = '110000') => {
    const captain = await createKnownTeacher(site, { province, city: province.replace(/0000$/, '0100') })
    const team = (await site.callAs(captain, 'POST', '/api/teams', { activityId, name, slogan: '' })).data(createTeam)
    return { captain, team }
  }
  const begin = async (activityId: ActivityId, name: string, province?: string) => {
    const { captain, team } = await gather(activityId, name, province)
    const draft = (await site.callAs(captain, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
    return { captain, draft }
  }
  const submit = async (activityId: ActivityId, name: string, province?: string): Promise<Enrolment> => {
    const { captain, draft } = await begin(activityId, name, province)
    const path = `/api/enrolments/${draft.id}/submission`
    const sent = (await site.callAs(captain, 'POST', path, { version: draft.version })).data(submitEnrolment)
    return sent
  }

  let told: Dashboard

  beforeAll(async () => {
    editionId = await createEdition(site)
    await createPhase(site, editionId, { kind: 'review', opensAt: daysFromNoon(5), closesAt: daysFromNoon(9) })
    first = await createActivity(site, editionId, { code: 'AA', capacity: 10 })
    second = await createActivity(site, editionId, { code: 'BB' })
    await createActivity(site, editionId, { code: 'CC', state: 'draft' })
    const former = await createEdition(site, { year: 2025, current: false })
    const old = await createActivity(site, former, { code: 'OLD' })
    await submit(old, 'Of another edition')
    await gather(first, 'Unstarted')
    await begin(first, 'Begun')
    const gone = await begin(first, 'Gone')
    await site.callAs(gone.captain, 'DELETE', `/api/teams/${gone.draft.team.id}`, { name: 'Gone' })
    // In Shanghai it is the next day already.
    site.clock.set(new Date('2031-05-18T16:30:00.000Z'))
    await submit(first, 'Early', '310000')
    site.clock.set(fixedNow)
    const approved = await submit(first, 'Good')
    await site.callAs(admin, 'POST', '/api/enrolments/decisions', {
      enrolments: [{ id: approved.id, version: approved.version }],
      decision: 'approved',
    })
    await submit(second, 'Late')
    told = await dashboard()
  })

  test('is told in numbers, each of them counted once', () => {
    const { days, next, ...rest } = told
    const named = { name: 'Course Innovation', locale: 'en-US' }
    expect(rest).toEqual({
      edition: {
        id: editionId,
        year: 2026,
        name: 'Eighth edition',
        locale: 'en-US',
        timeZone: 'Asia/Shanghai',
      },
      states: { ...none, draft: 1, submitted: 2, approved: 1 },
      steps: [
        ['unstarted', 1, `/Admin/Team?state=none&edition=${editionId}`],
        ['draft', 1],
        ['submitted', 2],
        ['returned', 0],
        ['approved', 1],
        ['rejected', 0],
        ['withdrawn', 0],
      ].map(([step, count, link = `/Admin/Enrolment?state=${step}`]) => ({
        step,
        count,
        link,
        isWaiting: step === 'submitted',
      })),
      activities: [
        {
          ...named,
          id: first,
          code: 'AA',
          capacity: 10,
          taken: 2,
          states: { ...none, draft: 1, submitted: 1, approved: 1 },
        },
        { ...named, id: second, code: 'BB', capacity: null, taken: 1, states: { ...none, submitted: 1 } },
      ],
      provinces: [
        { province: '110000', count: 3 },
        { province: '310000', count: 1 },
      ],
      institutions: 1,
    })
    expect(days).toEqual([
      { day: '2031-05-15', count: 0 },
      { day: '2031-05-16', count: 0 },
      { day: '2031-05-17', count: 0 },
      { day: '2031-05-18', count: 0 },
      { day: '2031-05-19', count: 1 },
      { day: '2031-05-20', count: 2 },
    ])
    expect(next).toEqual([
      { what: 'closes', kind: 'enrolment', activity: null, at: daysFromNoon(5).toISOString() },
      { what: 'opens', kind: 'review', activity: null, at: daysFromNoon(5).toISOString() },
      { what: 'closes', kind: 'review', activity: null, at: daysFromNoon(9).toISOString() },
    ])
  })

  test('is told with as many questions for many enrolments as for few, and with fewer while nothing changes', async () => {
    const asked = async (): Promise<number> => {
      site.statements.length = 0
      await dashboard()
      return site.statements.length
    }
    await submit(second, 'Another')
    const before = await asked()
    for (let count = 0; count < 8; count += 1) await submit(second, `Team ${count}`)
    expect(await asked()).toBe(before)
    expect(await asked()).toBeLessThan(before)
    expect(before).toBeLessThanOrEqual(12)
  })

  test('shows on the home page how many teams there are', async () => {
    const { rows } = await site.pool.query<{ teams: number }>(
      `select count(*)::integer as teams from team join activity on activity.id = team.activity_id where activity.edition_id = $1 and disbanded_at is null`,
      [editionId],
    )
    const shown = async () => {
      const page = (await site.get('/api/pages/Home')).data(readPage)
      return page.sections.find((section) => section.type === 'figures')?.data?.teams
    }
    // An old response is cached until the notification arrives.
    await expect.poll(shown).toBe(rows[0]!.teams)
  })
})
