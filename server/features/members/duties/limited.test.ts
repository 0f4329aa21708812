import { decideEnrolments } from '@lectern/contract/enrolments/decisions.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { readOfficeCounts } from '@lectern/contract/office/office-shell.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivity, createEdition } from '../../../testing/contest.ts'
import { createSubmitted } from '../../../testing/enrolments.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { errorOf } from '../../../testing/refusals.ts'
import { storeRound } from '../../../testing/rounds.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { createApprovedTeam, createWorkActivity, workerOf } from '../../../testing/works.ts'
import { organiser } from '../../accounts/tables.ts'

/** In the names of everything that is about the activity of others, and nowhere else. */
const canary = 'Kanarie'

let site: TestSite
let everything: TestPerson
let limited: TestPerson
let editionId: EditionId
let own: ActivityId
let other: ActivityId
/** Objects about either activity, by the name in the addresses below. */
const ids: Record<'own' | 'other', Record<string, string>> = { own: {}, other: {} }

const fill = async (activityId: ActivityId, name: string): Promise<Record<string, string>> => {
  const { enrolment } = await createSubmitted(site, activityId, `${name} team`)
  const approved = await createApprovedTeam(site, activityId, everything)
  await site.pool.query(`update team set name = $2 where id = $1`, [approved.team.id, `${name} makers`])
  const work = await workerOf(site, approved.captain).start(approved.enrolmentId)
  await site.pool.query(`update work set title = $2 where id = $1`, [work.id, `${name} film`])
  const { id: round } = await storeRound(site, { editionId, activityIds: [activityId] })
  const until = new Date(site.clock.now().getTime() + 9 * 86_400_000).toISOString()
  const extension = { kind: 'enrolment', until, reason: 'Ill' }
  await site.callAs(everything, 'POST', `/api/teams/${approved.team.id}/extensions`, extension)
  return { activity: activityId, enrolment: enrolment.id, team: approved.team.id, work: work.id, round }
}

beforeAll(async () => {
  site = await startSite()
  everything = await createPerson(site, { access: 'admin' })
  editionId = await createEdition(site)
  own = await createWorkActivity(site, editionId, { code: 'OWN', name: { 'zh-CN': 'Ours' } })
  other = await createWorkActivity(site, editionId, { code: 'OTH', name: { 'zh-CN': `${canary} contest` } })
  ids.own = await fill(own, 'Ours')
  ids.other = await fill(other, canary)
  limited = await createPerson(site, { access: 'admin' })
  await site.db
    .insert(organiser)
    .values({ accountId: limited.id, duties: ['contest'], activities: [own], changedAt: site.clock.now() })
})
afterAll(() => site.close())

const pathOf = (path: string, of: 'own' | 'other'): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[of][name]!)

const read = async (who: TestPerson, path: string, of: 'own' | 'other') => {
  const { status, text } = await site.get(pathOf(path, of), english(who))
  return { status, tells: text.includes(canary) }
}

describe('whoever looks after one activity', () => {
  test.each([
    '/api/activities/all',
    '/api/contest-lines',
    '/api/enrolments',
    '/api/enrolments/choices',
    '/api/extensions',
    '/api/enrolments/export?format=csv',
    '/api/office/search?q=Kanarie',
    '/api/results/activities',
    '/api/rounds',
    '/api/teams',
    '/api/works',
    '/api/works/export?format=csv',
  ])('reads nothing of others in %s', async (path) => {
    expect(await read(everything, path, 'other')).toEqual({ status: 200, tells: true })
    expect(await read(limited, path, 'other')).toEqual({ status: 200, tells: false })
  })

  test.each([
    '/api/activities/{activity}/source',
    '/api/activities/{activity}/waiting',
    '/api/enrolments/{enrolment}',
    '/api/enrolments/{enrolment}/dossier',
    '/api/results/activities/{activity}',
    '/api/rounds/{round}',
    '/api/teams/{team}',
    '/api/works/{work}',
    '/api/works/{work}/dossier',
  ])('reads %s of the own one, and not of others', async (path) => {
    expect((await read(limited, path, 'own')).status).toBe(200)
    expect((await read(everything, path, 'other')).status).toBe(200)
    const refused = await read(limited, path, 'other')
    expect([[403, 404].includes(refused.status), refused.tells]).toEqual([true, false])
  })

  test.each<[string, string, object?]>([
    ['PUT', '/api/activities/{activity}/state', { state: 'archived', version: 1 }],
    ['DELETE', '/api/activities/{activity}?version=1'],
    ['POST', '/api/teams/{team}/extensions', { kind: 'enrolment', until: '2026-12-24T00:00:00.000Z', reason: 'Ill' }],
    ['POST', '/api/enrolments/{enrolment}/withdrawal', { version: 1 }],
    ['PUT', '/api/teams/{team}', { name: 'Renamed', slogan: '' }],
    ['DELETE', '/api/rounds/{round}?version=1'],
    ['POST', '/api/rounds/{round}/steps', { step: 'plan', version: 1 }],
    ['POST', '/api/results/activities/{activity}/lists', {}],
  ])('does not %s %s of others', async (method, path, body) => {
    const answer = await site.call(method, pathOf(path, 'other'), { headers: english(limited), ...(body && { body }) })
    expect(await errorOf(answer)).toBe('duty.limited')
  })

  test('decides on the own enrolments, and not on those of others', async () => {
    const { rows } = await site.pool.query<{ id: string; version: number }>('select id, version from enrolment')
    const decide = (of: 'own' | 'other') => {
      const enrolments = rows.filter(({ id }) => id === ids[of]['enrolment'])
      return site.callAs(limited, 'POST', '/api/enrolments/decisions', { enrolments, decision: 'approved' })
    }
    expect(await errorOf(decide('other'))).toBe('duty.limited')
    const { outcomes } = (await decide('own')).data(decideEnrolments)
    expect(outcomes.map(({ refusal }) => refusal)).toEqual([null])
    const { rows: after } = await site.pool.query<{ state: string }>('select state from enrolment where id = $1', [
      ids.other['enrolment'],
    ])
    expect(after).toEqual([{ state: 'submitted' }])
  })

  test('makes no activity, edition or phase, and neither plans a round over others nor bundles their works', async () => {
    const body = { edition: editionId, activities: [own, other], name: { 'zh-CN': '初评' } }
    expect(await errorOf(site.callAs(limited, 'POST', '/api/activities', {}))).toBe('duty.limited')
    expect(await errorOf(site.callAs(limited, 'POST', '/api/editions', {}))).toBe('duty.limited')
    expect(await errorOf(site.callAs(limited, 'POST', '/api/phases', {}))).toBe('duty.limited')
    expect((await site.callAs(limited, 'POST', '/api/rounds', body)).status).toBeGreaterThan(399)
    const bundle = { activity: other, blind: false }
    expect(await errorOf(site.callAs(limited, 'POST', '/api/works/bundles', bundle))).toBe('duty.limited')
  })

  test('is told of what waits in the own activity alone', async () => {
    await site.pool.query(`update enrolment set state = 'submitted' where id = any($1)`, [
      [ids.own['enrolment'], ids.other['enrolment']],
    ])
    const waiting = async ({ headers }: TestPerson) =>
      (await site.get('/api/office/counts', headers)).data(readOfficeCounts)['enrolments']
    expect([await waiting(everything), await waiting(limited)]).toEqual([2, 1])
  })

  test('sees a new activity of others as little as those before', async () => {
    await createActivity(site, editionId, { code: 'NEW', name: { 'zh-CN': `${canary} again` } })
    expect(await read(limited, '/api/activities/all', 'other')).toEqual({ status: 200, tells: false })
  })
})
