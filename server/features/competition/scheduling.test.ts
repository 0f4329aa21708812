import type { Locale } from '@lectern/contract/locales.ts'
import {
  listAllActivities,
  moveActivity,
  previewActivity,
  readActivitySource,
} from '@lectern/contract/competition/activities.ts'
import { listEditions } from '@lectern/contract/competition/editions.ts'
import type { EditionId } from '@lectern/contract/ids.ts'
import { searchSite } from '@lectern/contract/search/search.ts'
import { listMyTeams } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActivity, createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { after, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
/** Another process on the same database. */
let other: TestSite
let organiser: TestPerson
let editionId: EditionId

const minute = 60_000

beforeAll(async () => {
  site = await startSite()
  other = await startSite({ databaseUrl: site.databaseUrl, clock: site.clock })
  organiser = await createPerson(site, { access: 'admin' })
  editionId = await createEdition(site)
})
afterAll(async () => {
  await other.close()
  await site.close()
})

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = organiser.headers) =>
  site.call(method, path, { headers: { ...headers, 'accept-language': 'zh-CN' }, ...(body !== undefined && { body }) })
const move = (id: string, body: object) => call('PUT', `/api/activities/${id}/state`, body)
const seen = async (id: string): Promise<number[]> =>
  Promise.all([site, other].map(async (one) => (await one.get(`/api/activities/${id}`)).status))
const found = async (): Promise<number> => (await site.get('/api/search?q=Course')).data(searchSite).list.length

const publishedInEdition = async (): Promise<number> =>
  (await call('GET', '/api/editions')).data(listEditions).list[0]!.published

test('a scheduled activity is seen from its second on, in every process, without anybody doing anything', async () => {
  const start = site.clock.now()
  const id = await createActivity(site, editionId, { state: 'draft' })
  const publishAt = after(10 * minute, start).toISOString()
  const refused = await Promise.all([
    move(id, { state: 'scheduled', version: 1 }),
    move(id, { state: 'scheduled', version: 1, publishAt: start.toISOString() }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([422, 422])
  const scheduled = await move(id, { state: 'scheduled', version: 1, publishAt })
  expect(scheduled.data(moveActivity)).toMatchObject({ state: 'scheduled', publishAt, version: 2 })

  const captain = await createKnownTeacher(site)
  const team = { activityId: id, name: 'Chalk', slogan: '' }
  expect([await seen(id), await found(), await publishedInEdition()]).toEqual([[404, 404], 0, 0])
  expect((await call('POST', '/api/teams', team, captain.headers)).status).toBe(404)

  // From the cache of a moment before.
  site.clock.set(after(10 * minute - 1, start))
  expect(await seen(id)).toEqual([404, 404])
  site.clock.set(after(10 * minute, start))
  expect([await seen(id), await found(), await publishedInEdition()]).toEqual([[200, 200], 1, 1])
  expect((await call('POST', '/api/teams', team, captain.headers)).status).toBe(200)
  const list = async (state: string) =>
    (await call('GET', `/api/activities/all?state=${state}`)).data(listAllActivities).list.map((row) => row.id)
  expect([await list('published'), await list('scheduled')]).toEqual([[id], []])
  const source = (await call('GET', `/api/activities/${id}/source`)).data(readActivitySource)
  expect(source).toMatchObject({ state: 'published', publishAt: null, version: 2 })
  // Now it is like any other that is published.
  expect(
    (await move(id, { state: 'scheduled', version: 2, publishAt: after(minute, site.clock.now()).toISOString() }))
      .status,
  ).toBe(409)
  expect((await move(id, { state: 'archived', version: 2 })).status).toBe(200)
})

test('an archived activity that has teams is not hidden from them until a time', async () => {
  const start = site.clock.now()
  const id = await createActivity(site, editionId, { code: 'HT' })
  const captain = await createKnownTeacher(site)
  await call('POST', '/api/teams', { activityId: id, name: 'Slate', slogan: '' }, captain.headers)
  expect((await move(id, { state: 'archived', version: 1 })).status).toBe(200)
  const source = (await call('GET', `/api/activities/${id}/source`)).data(readActivitySource)
  expect(source.may.hide).toContain('定时发布')
  const publishAt = after(10 * minute, start).toISOString()
  const refused = await move(id, { state: 'scheduled', version: 2, publishAt })
  expect([refused.status, refused.failure().error]).toEqual([409, 'activity.hasTeams'])
  const teams = (await call('GET', '/api/account/teams', undefined, captain.headers)).data(listMyTeams).teams
  expect(teams.map(({ name }) => name)).toEqual(['Slate'])
})

test('the time is changed or taken back, and what nobody ever saw can still be deleted', async () => {
  const start = site.clock.now()
  const at = (minutes: number): string => after(minutes * minute, start).toISOString()
  const id = await createActivity(site, editionId, { state: 'draft' })
  await site.pool.query('delete from revision where subject_id = $1', [id])
  await move(id, { state: 'scheduled', version: 1, publishAt: at(10) })
  await move(id, { state: 'scheduled', version: 2, publishAt: at(30) })
  site.clock.set(after(20 * minute, start))
  expect(await seen(id)).toEqual([404, 404])
  const draft = await move(id, { state: 'draft', version: 3 })
  expect(draft.data(moveActivity)).toMatchObject({ state: 'draft', publishAt: null, may: { delete: null } })
  site.clock.set(after(40 * minute, start))
  expect(await seen(id)).toEqual([404, 404])
  const { rows } = await site.pool.query(
    `select changes->'before'->>'state' as before, changes->'after'->>'state' as after, changes->'after'->>'publishAt' as at
     from audit where action = 'content.moved' and subject_id = $1 order by at, id`,
    [id],
  )
  expect(rows).toEqual([
    { before: 'draft', after: 'scheduled', at: at(10) },
    { before: null, after: null, at: at(30) },
    { before: 'scheduled', after: 'draft', at: null },
  ])
  expect((await call('DELETE', `/api/activities/${id}?version=4`)).status).toBe(200)
})

test('an organiser previews what is not saved in any language; nobody else does', async () => {
  const id = await createActivity(site, editionId, { state: 'draft', code: 'PV' })
  const source = (await call('GET', `/api/activities/${id}/source`)).data(readActivitySource)
  const names = [
    'code',
    'name',
    'group',
    'summary',
    'body',
    'requirements',
    'rules',
    'cover',
    'teamMin',
    'teamMax',
    'advisorsMax',
    'capacity',
    'fields',
  ] as const
  const content = {
    ...Object.fromEntries(names.map((name) => [name, source[name]])),
    name: { 'zh-CN': '新名称', 'en-US': 'New name' },
    body: { 'en-US': '<p>Body</p><script>alert(1)</script>' },
  }
  const preview = (locale: Locale, who: Record<string, string> = organiser.headers) =>
    call('POST', '/api/activities/preview', { locale, editionId, id, content }, who)
  expect((await preview('en-US')).data(previewActivity)).toMatchObject({
    name: 'New name',
    locale: 'en-US',
    body: '<p>Body</p>',
    standing: 'open',
  })
  expect((await preview('id-ID')).data(previewActivity)).toMatchObject({ name: '新名称', locale: 'zh-CN' })
  expect((await preview('en-US', (await createPerson(site)).headers)).status).toBe(403)
  expect(await seen(id)).toEqual([404, 404])
})
