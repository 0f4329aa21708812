import { listAllActivities } from '@lectern/contract/competition/activities.ts'
import { listActivities } from '@lectern/contract/competition/competition.ts'
import {
  createEdition as createEditionEndpoint,
  listEditions,
  makeEditionCurrent,
  type Edition,
} from '@lectern/contract/competition/editions.ts'
import type { EditionId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asc, eq, sql } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { createActivity, createEdition, createPhase } from '../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { refusalOf } from '../../testing/refusals.ts'
import { eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { audit } from '../audit/tables.ts'
import { activity, phase } from './tables.ts'

let site: TestSite
let organiser: TestPerson
let current: EditionId

beforeAll(async () => {
  site = await startSite()
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(fixedNow)
  await site.db.execute(sql`truncate edition, activity, phase, team, enrolment, revision cascade`)
  current = await createEdition(site)
})

const call = (method: string, path: string, body?: unknown, headers: object = {}) =>
  site.call(method, path, {
    headers: { ...organiser.headers, 'accept-language': 'en-US', ...headers },
    ...(body !== undefined && { body }),
  })
const content = (changes: object = {}) => ({
  year: 2027,
  name: { 'zh-CN': '第九届', 'en-US': 'Ninth edition' },
  timeZone: 'Asia/Shanghai',
  ...changes,
})
const add = async (changes: object = {}): Promise<Edition> => {
  const answer = await call('POST', '/api/editions', { ...content(), copyOf: null, ...changes })
  expect(answer.status).toBe(200)
  return answer.data(createEditionEndpoint)
}
const list = async (): Promise<Edition[]> => (await call('GET', '/api/editions')).data(listEditions).list

describe('next year’s edition', () => {
  test('has this year’s activities as drafts, and its phases a year later at the same time of day', async () => {
    const own = await createActivity(site, current, { code: 'AA', capacity: 7, position: 1 })
    await createActivity(site, current, { code: 'BB', state: 'archived', position: 2 })
    const at = (text: string) => new Date(text)
    await createPhase(site, current, {
      activityId: own,
      opensAt: at('2036-02-28T12:00:00Z'),
      closesAt: at('2036-02-29T11:00:00Z'),
      graceMinutes: 10,
    })
    const key = { 'idempotency-key': 'one-edition-only' }
    const body = { ...content({ timeZone: 'Asia/Tokyo' }), copyOf: current }
    const [first, second] = await Promise.all(
      [1, 2].map(async () => (await call('POST', '/api/editions', body, key)).data(createEditionEndpoint)),
    )
    expect(second).toEqual(first)
    expect(first).toEqual({
      ...content({ timeZone: 'Asia/Tokyo' }),
      id: first!.id,
      current: false,
      version: 1,
      activities: 2,
      published: 0,
      may: { year: null },
    })
    const copies = (await call('GET', `/api/activities/all?edition=${first!.id}`)).data(listAllActivities).list
    expect(copies.map(({ code, state, capacity, version }) => [code, state, capacity, version])).toEqual([
      ['AA', 'draft', 7, 1],
      ['BB', 'draft', null, 1],
    ])
    const phases = await site.db
      .select({
        activityId: phase.activityId,
        opensAt: phase.opensAt,
        closesAt: phase.closesAt,
        graceMinutes: phase.graceMinutes,
      })
      .from(phase)
      .where(eq(phase.editionId, first!.id))
      .orderBy(asc(phase.opensAt))
    const [whole] = await site.db
      .select({ opensAt: phase.opensAt, closesAt: phase.closesAt })
      .from(phase)
      .where(sql`${phase.editionId} = ${current} and ${phase.activityId} is null`)
    // Tokyo is an hour ahead of Shanghai: the same time of day comes an hour earlier.
    const yearLater = (moment: Date) =>
      new Date(moment.toISOString().replace(/^\d+/, (year) => String(Number(year) + 1))).getTime() - 3_600_000
    expect(phases).toEqual([
      {
        activityId: null,
        opensAt: new Date(yearLater(whole!.opensAt)),
        closesAt: new Date(yearLater(whole!.closesAt)),
        graceMinutes: 0,
      },
      {
        activityId: copies[0]!.id,
        opensAt: at('2037-02-28T11:00:00Z'),
        // From the 28th to the 29th it would be no time at all.
        closesAt: at('2037-03-01T10:00:00Z'),
        graceMinutes: 10,
      },
    ])
    const entries = await site.db
      .select({ kind: audit.subjectKind })
      .from(audit)
      .where(eq(audit.action, 'content.created'))
      .orderBy(asc(audit.subjectKind))
    expect(entries.map(({ kind }) => kind)).toEqual(['activity', 'activity', 'edition', 'phase', 'phase'])
  })

  test('is not shown to anybody before it is made the current one', async () => {
    await createActivity(site, current)
    const { id } = await add({ copyOf: current })
    await site.db.update(activity).set({ state: 'published' }).where(eq(activity.editionId, id))
    const shown = async () => {
      const { edition, list: activities } = (await site.get('/api/activities')).data(listActivities)
      return [edition?.id, activities.length]
    }
    await eventually(async () => expect(await shown()).toEqual([current, 1]))
    const made = await call('PUT', `/api/editions/${id}/current`, { version: 1 })
    expect(made.data(makeEditionCurrent)).toMatchObject({ id, current: true, version: 2, published: 1 })
    await eventually(async () => expect(await shown()).toEqual([id, 1]))
    expect((await list()).map((one) => [one.id, one.current])).toEqual([
      [id, true],
      [current, false],
    ])
    const [entry] = await site.db
      .select({ changes: audit.changes })
      .from(audit)
      .where(sql`${audit.subjectId} = ${id} and ${audit.action} = 'edition.madeCurrent'`)
    expect(entry!.changes).toEqual({ before: { current }, after: { current: id } })
  })
})

describe('an edition', () => {
  test('is the only one of its year', async () => {
    expect(refusalOf(await call('POST', '/api/editions', { ...content({ year: 2026 }), copyOf: null }))).toEqual({
      status: 422,
      error: 'edition.yearTaken',
      at: ['year'],
    })
    const { id } = await add()
    const late = await call('PUT', `/api/editions/${id}`, { ...content({ year: 2026 }), version: 1 })
    expect(refusalOf(late).error).toBe('edition.yearTaken')
  })

  test('is renamed and moved to another zone, by who has seen it as it is', async () => {
    const { id } = await add()
    const renamed = content({ name: { 'zh-CN': '第九届大赛' }, timeZone: 'Asia/Urumqi' })
    const saved = await call('PUT', `/api/editions/${id}`, { ...renamed, version: 1 })
    expect(saved.data()).toEqual({
      ...renamed,
      id,
      current: false,
      version: 2,
      activities: 0,
      published: 0,
      may: { year: null },
    })
    const late = [
      await call('PUT', `/api/editions/${id}`, { ...content(), version: 1 }),
      await call('PUT', `/api/editions/${id}/current`, { version: 1 }),
    ]
    expect(late.map(refusalOf)).toEqual(late.map(() => ({ status: 409, error: 'resource.changed' })))
  })

  test('keeps its year once a number with it was given', async () => {
    await createActivity(site, current)
    await site.pool.query('update tally set last_number = 1')
    const [shown] = await list()
    const why = 'Enrollment numbers with this year have been given, so it cannot be changed.'
    expect(shown!.may).toEqual({ year: why })
    const answer = await call('PUT', `/api/editions/${current}`, { ...content({ year: 2030 }), version: 1 })
    expect(refusalOf(answer)).toEqual({ status: 422, error: 'edition.yearFixed', at: ['year'] })
    expect((await call('PUT', `/api/editions/${current}`, { ...content({ year: 2026 }), version: 1 })).status).toBe(200)
  })

  test('is refused with a zone or a source that do not exist', async () => {
    const wrong = await call('POST', '/api/editions', {
      ...content({ timeZone: 'Asia/Nowhere', year: 26, name: {} }),
      copyOf: null,
    })
    expect(refusalOf(wrong)).toEqual({ status: 422, error: 'request.invalid', at: ['year', 'name', 'timeZone'] })
    const nowhere = newId<EditionId>(fixedNow)
    expect(refusalOf(await call('POST', '/api/editions', { ...content(), copyOf: nowhere }))).toEqual({
      status: 404,
      error: 'edition.notFound',
      at: ['copyOf'],
    })
    expect(refusalOf(await call('PUT', `/api/editions/${nowhere}/current`, { version: 1 })).error).toBe(
      'edition.notFound',
    )
    expect((await list()).map(({ year }) => year)).toEqual([2026])
  })
})

test('the first edition is the one that visitors see', async () => {
  const fresh = await startSite()
  try {
    const { headers } = await createPerson(fresh, { access: 'admin' })
    const make = async (year: number) =>
      (await fresh.call('POST', '/api/editions', { headers, body: { ...content({ year }), copyOf: null } })).data(
        createEditionEndpoint,
      )
    expect((await make(2027)).current).toBe(true)
    expect((await make(2028)).current).toBe(false)
  } finally {
    await fresh.close()
  }
})
