import { listActivities, readActivity, type ContestPage } from '@lectern/contract/competition/competition.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from '../../platform/database/drizzle.ts'
import { createActivity, createEdition, createPhase, daysFromNoon } from '../../testing/contest.ts'
import { eventually, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { edition } from './tables.ts'

let site: TestSite
let editionId: EditionId
let open: ActivityId
let later: ActivityId
let withoutEdition: ContestPage

const english = { 'accept-language': 'en-US' }
const contest = async (): Promise<ContestPage> => (await site.get('/api/activities', english)).data(listActivities)

beforeAll(async () => {
  site = await startSite()
  withoutEdition = await contest()
  editionId = await createEdition(site)
  const rules = { 'en-US': '<p onclick="x()">Rules</p><script>alert(1)</script>' }
  open = await createActivity(site, editionId, { code: 'KC', capacity: 10, rules })
  later = await createActivity(site, editionId, { code: 'AI', name: { 'zh-CN': '人工智能' } })
  await createActivity(site, editionId, { code: 'DR', state: 'draft' })
  await createActivity(site, editionId, { code: 'OLD', state: 'archived' })
  await createPhase(site, editionId, {
    activityId: later,
    opensAt: daysFromNoon(1),
    closesAt: daysFromNoon(9),
  })
  // The old response is cached until the notification arrives.
  await eventually(async () => {
    if ((await contest()).list.length !== 2) throw new Error('not heard of yet')
  })
})
afterAll(() => site.close())

test('without an edition there is no contest, and no failure', () => {
  expect(withoutEdition).toEqual({ edition: null, schedule: [], list: [], total: 0, page: 1, pageSize: 10 })
})

describe('the contest that runs', () => {
  test('shows its published activities in order, each with how it stands', async () => {
    const { edition: current, list: activities, schedule } = await contest()
    expect(current).toEqual({
      id: editionId,
      year: 2026,
      name: 'Eighth edition',
      locale: 'en-US',
      timeZone: 'Asia/Shanghai',
    })
    expect(activities).toEqual([
      {
        id: open,
        code: 'KC',
        name: 'Course Innovation',
        group: 'Universities',
        summary: 'One course',
        locale: 'en-US',
        cover: null,
        standing: 'open',
        opensAt: daysFromNoon(-5).toISOString(),
        closesAt: daysFromNoon(5).toISOString(),
        teamMin: 1,
        teamMax: 3,
        advisorsMax: 2,
        capacity: 10,
        waitingList: false,
      },
      expect.objectContaining({ id: later, name: '人工智能', group: '高校组', locale: 'zh-CN', standing: 'upcoming' }),
    ])
    expect(schedule).toEqual([
      { kind: 'enrolment', opensAt: daysFromNoon(-5).toISOString(), closesAt: daysFromNoon(5).toISOString() },
    ])
  })

  test('changes its kept answers the moment a phase does, in whatever language', async () => {
    const standings = async () => (await contest()).list.map(({ standing }) => standing)
    const at = async (moment: Date) => {
      site.clock.set(moment)
      return standings()
    }
    expect(await at(new Date(daysFromNoon(1).getTime() - 1))).toEqual(['open', 'upcoming'])
    expect(await at(daysFromNoon(1))).toEqual(['open', 'open'])
    expect(await at(daysFromNoon(2))).toEqual(['closingSoon', 'open'])
    expect(await at(daysFromNoon(5))).toEqual(['closed', 'open'])
    expect(await at(daysFromNoon(9))).toEqual(['closed', 'closed'])
    site.clock.set(fixedNow)
    // A clock that goes back does not end what is cached.
    await site.pool.query(`select pg_notify('content', '')`)
    await expect.poll(standings).toEqual(['open', 'upcoming'])
  })

  test('tells everything about one activity, whose texts are clean', async () => {
    const detail = (await site.get(`/api/activities/${open}`, english)).data(readActivity)
    expect([detail.body, detail.requirements, detail.rules]).toEqual([
      '<p>Body</p>',
      '<p>Requirements</p>',
      '<p>Rules</p>',
    ])
    expect(detail.schedule.map(({ kind }) => kind)).toEqual(['enrolment'])
    expect(detail.edition.id).toBe(editionId)
  })

  test('does not tell about drafts, or about an edition that is over', async () => {
    const draft = await createActivity(site, editionId, { code: 'DR2', state: 'draft' })
    expect((await site.get(`/api/activities/${draft}`)).failure().error).toBe('activity.notFound')
    expect((await site.get(`/api/activities/${open}?x=1`)).status).toBe(422)
    const setCurrent = (current: boolean) => site.db.update(edition).set({ current }).where(eq(edition.id, editionId))
    await setCurrent(false)
    await expect.poll(async () => (await site.get(`/api/activities/${open}`)).failure().error).toBe('activity.notFound')
    await setCurrent(true)
    await expect.poll(async () => (await site.get(`/api/activities/${open}`)).status).toBe(200)
  })
})
