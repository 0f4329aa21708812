import {
  listEnrolments,
  readDossier,
  readEnrolmentQueue,
  readNeighbours,
  type ListedEnrolment,
} from '@lectern/contract/enrolments/enrolment-office.ts'
import type { QueryInputOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, EditionId, EnrolmentId } from '@lectern/contract/ids.ts'
import type { Page } from '@lectern/contract/paging.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from '../../../platform/database/drizzle.ts'
import { createActivity, createEdition, daysFromNoon } from '../../../testing/contest.ts'
import { createDraft, createSubmitted } from '../../../testing/enrolments.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { seatCount } from '../../competition/tables.ts'

type Listed = Page<ListedEnrolment>

let site: TestSite
let editionId: EditionId
let course: ActivityId
let micro: ActivityId
let admin: TestPerson

const list = async (query = ''): Promise<Listed> =>
  (await site.get(`/api/enrolments${query}`, english(admin))).data(listEnrolments)
const names = async (query = ''): Promise<string[]> => (await list(query)).list.map(({ team }) => team.name)

const at = async <Result>(days: number, work: () => Promise<Result>): Promise<Result> => {
  site.clock.set(daysFromNoon(days))
  const result = await work()
  site.clock.set(fixedNow)
  return result
}

let chalk: Awaited<ReturnType<typeof createSubmitted>>
let early: Awaited<ReturnType<typeof createSubmitted>>

// What changes the list is tested in a file of its own. Four teams: early and 粉笔 of one activity, Micro of another, and one that has only begun.
beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  course = await createActivity(site, editionId, { code: 'KC' })
  micro = await createActivity(site, editionId, {
    code: 'WK',
    name: { 'zh-CN': '微课', 'en-US': 'Micro lessons' },
  })
  admin = await createPerson(site, { access: 'admin' })
  early = await at(-2, () =>
    createSubmitted(site, course, 'Early', { realName: 'Ana', school: 'Hill School', province: '440000' }),
  )
  await at(-1, () => createSubmitted(site, micro, 'Micro'))
  chalk = await createSubmitted(site, course, '粉笔', { realName: '欧阳云泽', school: '云泽大学', username: 'ouyang' })
  await createDraft(site, micro, 'Begun', { realName: 'Bea', school: '100%_Hill', province: '440000' })
})
afterAll(() => site.close())

describe('the list', () => {
  test('tells what organisers decide by, the latest submission first and drafts last', async () => {
    const { list: rows, ...page } = await list()
    expect(page).toEqual({ total: 4, page: 1, pageSize: 10 })
    expect(rows.map(({ team, state, number }) => [team.name, state, number])).toEqual([
      ['粉笔', 'submitted', '2026-KC-0002'],
      ['Micro', 'submitted', '2026-WK-0001'],
      ['Early', 'submitted', '2026-KC-0001'],
      ['Begun', 'draft', null],
    ])
    expect(rows[0]).toEqual({
      id: chalk.enrolment.id,
      number: '2026-KC-0002',
      state: 'submitted',
      version: chalk.enrolment.version,
      activity: { id: course, code: 'KC', name: 'Course Innovation', locale: 'en-US' },
      team: { id: chalk.enrolment.team.id, name: '粉笔', people: 1 },
      captain: '欧阳云泽',
      province: '110000',
      school: '云泽大学',
      submittedAt: fixedNow.toISOString(),
      inGrace: false,
      decidedAt: null,
      reason: null,
      resubmitBy: null,
      notifyAt: null,
      isOwnActivity: false,
      whyNotApprove: null,
    })
  })

  test.each([
    ['sort=submittedAt', ['Begun', 'Early', 'Micro', '粉笔']],
    ['sort=number', ['Early', '粉笔', 'Micro', 'Begun']],
    ['sort=-number', ['Begun', 'Micro', '粉笔', 'Early']],
    ['state=submitted&sort=number', ['Early', '粉笔', 'Micro']],
    ['state=draft', ['Begun']],
    ['state=submitted,draft', ['粉笔', 'Micro', 'Early', 'Begun']],
    ['state=approved', []],
    ['province=440000', ['Early', 'Begun']],
    ['school=Hill', ['Early']],
    ['school=100%25_', ['Begun']],
    ['school=%25', []],
    ['search=%E6%AC%A7%E9%98%B3', ['粉笔']],
    ['search=ouy', ['粉笔']],
    ['search=2026-KC-0001', ['Early']],
    ['search=hill', ['Early', 'Begun']],
    ['search=nobody', []],
    ['page=2&pageSize=3', ['Begun']],
    ['state=submitted&province=440000&search=ana', ['Early']],
    ['from=2031-05-19', ['粉笔', 'Micro']],
    ['until=2031-05-19', ['Micro', 'Early']],
    ['from=2031-05-19&until=2031-05-19', ['Micro']],
  ])('is chosen and ordered by %s', async (query, expected) => {
    expect(await names(`?${query}`)).toEqual(expected)
  })

  test.each(['from=0000-01-01', 'until=0000-12-31', 'from=2031-02-30', 'from=today'])(
    'is not chosen by %s',
    async (query) => {
      expect((await site.get(`/api/enrolments?${query}`, admin.headers)).status).toBe(422)
    },
  )

  test('of an activity has that activity alone', async () => {
    expect(await names(`?activity=${micro}`)).toEqual(['Micro', 'Begun'])
  })

  test('of another edition is asked for; without asking it is the one that runs', async () => {
    const past = await createEdition(site, { year: 2025, current: false })
    await createActivity(site, past, { code: 'OLD' })
    expect(await names(`?edition=${past}`)).toEqual([])
    expect((await list(`?edition=${editionId}`)).total).toBe(4)
    const choices = await site.get(`/api/enrolments/choices?edition=${past}`, english(admin))
    expect(choices.data()).toEqual({
      edition: past,
      timeZone: 'Asia/Shanghai',
      editions: [
        { id: editionId, year: 2026, name: 'Eighth edition' },
        { id: past, year: 2025, name: 'Eighth edition' },
      ],
      activities: [{ id: expect.any(String), code: 'OLD', name: 'Course Innovation' }],
    })
    const unknown = await site.get(`/api/enrolments?edition=${course}`, english(admin))
    expect([unknown.status, unknown.failure().error]).toEqual([404, 'edition.notFound'])
  })

  test.each(['sort=team', 'state=lost', 'state=draft,', 'from=yesterday', 'page=0', 'pageSize=101', 'unknown=1'])(
    'refuses %s',
    async (query) => {
      const answer = await site.get(`/api/enrolments?${query}`, english(admin))
      expect([answer.status, answer.failure().fields?.map(({ path }) => path.split('.')[0])]).toEqual([
        422,
        [query.split('=')[0]],
      ])
    },
  )

  test('says no more than “beyond” where more places are taken than are counted', async () => {
    const [{ taken } = { taken: 0 }] = await site.db.select().from(seatCount).where(eq(seatCount.activityId, course))
    const exact = (await list()).total
    await site.db.update(seatCount).set({ taken: 10_001 }).where(eq(seatCount.activityId, course))
    expect((await list()).total).toBe(10_001)
    await site.db.update(seatCount).set({ taken }).where(eq(seatCount.activityId, course))
    expect((await list()).total).toBe(exact)
  })

  test('takes as many statements for one enrolment as for thirty', async () => {
    const statements = async (query: string): Promise<number> => {
      const before = site.statements.length
      await list(query)
      return site.statements.length - before
    }
    const few = await statements('?pageSize=1')
    expect(await statements('?pageSize=100')).toBe(few)
    // The session, the page with the activities in which the organiser takes part, what keeps enrolments from being approved.
    expect(few).toBe(3)
  })
})

describe('one of the list', () => {
  const neighbours = async (id: EnrolmentId, query = '') =>
    (await site.get(`/api/enrolments/${id}/neighbours${query}`, english(admin))).data(readNeighbours)

  test('knows what stands before and after it', async () => {
    const ids = (await list('?state=submitted')).list.map(({ id }) => id)
    expect(ids.length).toBe(3)
    expect([
      await neighbours(ids[0]!, '?state=submitted'),
      await neighbours(ids[1]!, '?state=submitted'),
      await neighbours(ids[2]!, '?state=submitted'),
      await neighbours(ids[1]!, '?state=submitted&sort=submittedAt'),
      await neighbours(ids[1]!, `?activity=${course}&state=submitted`),
    ]).toEqual([
      { previous: null, next: ids[1] },
      { previous: ids[0], next: ids[2] },
      { previous: ids[1], next: null },
      { previous: ids[2], next: ids[0] },
      { previous: ids[0], next: ids[2] },
    ])
  })

  test('stands among those that wait for a decision, and knows which comes next; after the last one, the first', async () => {
    const queue = async (query: QueryInputOf<typeof readEnrolmentQueue>, who = admin) =>
      (await site.ask(readEnrolmentQueue, { headers: english(who), query })).data
    const ids = (await list('?state=submitted')).list.map(({ id }) => id)
    const [draft] = (await list('?state=draft')).list.map(({ id }) => id)
    expect(await queue({})).toEqual({ total: 3, position: null, previous: null, next: ids[0] })
    expect(await queue({ at: ids[1]! })).toEqual({ total: 3, position: 2, previous: ids[0], next: ids[2] })
    expect(await queue({ at: ids[2]! })).toEqual({ total: 3, position: 3, previous: ids[1], next: ids[0] })
    expect((await queue({ at: draft! })).position).toBe(null)
    expect(await queue({ activity: micro, at: ids[1]! })).toEqual({ total: 1, position: 1, previous: null, next: null })
    // An organiser decides nothing about an activity in which they take part.
    await site.pool.query(`update account set access = 'admin' where id = $1`, [early.captain.id])
    expect(await queue({}, early.captain)).toEqual({ total: 1, position: null, previous: null, next: ids[1] })
    await site.pool.query(`update account set access = 'user' where id = $1`, [early.captain.id])
  })

  test('is shown with the team as it submitted and how its people are reached', async () => {
    const { enrolment, ...rest } = (
      await site.get(`/api/enrolments/${early.enrolment.id}/dossier`, english(admin))
    ).data(readDossier)
    expect([enrolment.id, enrolment.state, enrolment.number]).toEqual([early.enrolment.id, 'submitted', '2026-KC-0001'])
    expect(rest).toEqual({
      inGrace: false,
      province: '440000',
      notifyAt: null,
      isOwnActivity: false,
      whyNotApprove: null,
      whyNotWaiting: 'This is not possible in the current status of the enrollment. Reload to see it.',
      contacts: [
        {
          uid: early.captain.id,
          email: expect.stringMatching(/@example\.org$/),
          phone: expect.stringMatching(/^\+86139/),
        },
      ],
      snapshot: {
        name: 'Early',
        slogan: '',
        people: [
          {
            uid: early.captain.id,
            role: 'captain',
            name: 'Ana',
            school: 'Hill School',
            department: '数学组',
            title: '教师',
            province: '440000',
            city: '110100',
          },
        ],
      },
    })
  })

  test('that does not exist is not found', async () => {
    const answer = await site.get(`/api/enrolments/${course}/dossier`, english(admin))
    expect([answer.status, answer.failure().error]).toEqual([404, 'enrolment.notFound'])
  })
})
