import { startEnrolment, submitEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import {
  findInOffice,
  readFirstSteps,
  readOfficeCounts,
  type OfficeCounts,
  type OfficeHit,
} from '@lectern/contract/office/office-shell.ts'
import { saveRecommendationRules } from '@lectern/contract/recommendations/recommendation-rules.ts'
import { createTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '../../features.ts'
import { createActivity, createEdition, createKnownTeacher } from '../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { createInstitution, createOfficer, endOfficer } from '../../testing/recommendations.ts'
import { storeRound } from '../../testing/rounds.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let admin: TestPerson

const counts = async (): Promise<OfficeCounts> =>
  (await site.callAs(admin, 'GET', '/api/office/counts')).data(readOfficeCounts)
const find = async (q: string): Promise<OfficeHit[]> =>
  (await site.callAs(admin, 'GET', `/api/office/search?q=${encodeURIComponent(q)}`)).data(findInOffice).list

beforeAll(async () => {
  site = await startSite()
  admin = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())

test('counts and search are for organisers', async () => {
  const person = await createPerson(site)
  for (const path of ['/api/office/counts', '/api/office/first-steps', '/api/office/search?q=x']) {
    expect((await site.get(path)).status).toBe(401)
    expect((await site.callAs(person, 'GET', path)).status).toBe(403)
  }
})

test('a search without words is refused', async () => {
  expect((await site.callAs(admin, 'GET', '/api/office/search?q=')).status).toBe(422)
})

const stepsOf = async (begun: TestSite, organiser: TestPerson): Promise<Record<string, boolean>> => {
  const { steps: told } = (await begun.callAs(organiser, 'GET', '/api/office/first-steps')).data(readFirstSteps)
  return Object.fromEntries(told.map(({ step, done }) => [step, done]))
}

test('the first steps are told as the site stands, and follow what is done', async () => {
  const begun = await startSite()
  const organiser = await createPerson(begun, { access: 'admin' })
  const steps = () => stepsOf(begun, organiser)
  const early = { edition: false, activity: false, phases: false, publish: false, pages: false, title: false }
  const nothing = { ...early, review: false, prizes: false, certificates: false }
  expect(await steps()).toMatchObject(nothing)
  const editionId = await createEdition(begun, { current: true })
  expect(await steps()).toMatchObject({ ...nothing, edition: true, phases: true })
  const activityId = await createActivity(begun, editionId, { state: 'draft' })
  expect(await steps()).toMatchObject({ ...nothing, edition: true, phases: true, activity: true })
  const draft = async () => (await begun.ask(readFirstSteps, { headers: organiser.headers })).data.draft
  expect(await draft()).toBe(activityId)
  await begun.callAs(organiser, 'PUT', `/api/activities/${activityId}/state`, { state: 'published', version: 1 })
  expect(await steps()).toMatchObject({ ...nothing, edition: true, phases: true, activity: true, publish: true })
  expect(await draft()).toBe(null)
  await storeRound(begun, { editionId, activityIds: [activityId] })
  await begun.pool.query(`insert into prize_rules (activity_id, rules, updated_at) values ($1, '{}', now())`, [
    activityId,
  ])
  expect(await steps()).toMatchObject({ review: true, prizes: true, certificates: false })
  await begun.close()
})

test('where institutions recommend, the first steps lead to those of the first level and their officers', async () => {
  const begun = await startSite()
  const organiser = await createPerson(begun, { access: 'admin' })
  const ofLevels = async () => {
    const { institutions, officers } = await stepsOf(begun, organiser)
    return [institutions, officers]
  }
  const editionId = await createEdition(begun)
  await createActivity(begun, editionId)
  const id = await createActivity(begun, editionId)
  expect(await ofLevels()).toEqual([undefined, undefined])
  const ask = async (by: 'school' | 'province', version: number, thing: 'enrolment' | 'none' = 'enrolment') => {
    const body = { thing, by, needsScan: false, provincesWriteQuotas: false, version }
    const saved = await begun.ask(saveRecommendationRules, { headers: organiser.headers, params: { id }, body })
    expect(saved.status).toBe(200)
  }
  await ask('school', 0)
  expect(await ofLevels()).toEqual([false, false])
  const province = await createInstitution(begun, 'province')
  await createOfficer(begun, province)
  // Nobody of the level that begins is there.
  expect(await ofLevels()).toEqual([false, false])
  const school = await createInstitution(begun, 'school', province)
  expect(await ofLevels()).toEqual([true, false])
  const officer = await createOfficer(begun, school)
  expect(await ofLevels()).toEqual([true, true])
  await endOfficer(begun, officer)
  expect(await ofLevels()).toEqual([true, false])
  await ask('province', 1)
  expect(await ofLevels()).toEqual([true, true])
  await ask('province', 2, 'none')
  expect(await ofLevels()).toEqual([undefined, undefined])
  await begun.close()
})

const counted = features.flatMap(({ menuCounts = {} }) => Object.keys(menuCounts))
const nothingWaits: OfficeCounts = Object.fromEntries(counted.map((name) => [name, 0]))

test('counts what waits, and finds it under its number, its team and its people', async () => {
  expect(await counts()).toEqual(nothingWaits)
  const editionId = await createEdition(site)
  const activityId = await createActivity(site, editionId)
  const captain = await createKnownTeacher(site)
  const team = (
    await site.callAs(captain, 'POST', '/api/teams', { activityId, name: 'Chalk & Light', slogan: '' })
  ).data(createTeam)
  const draft = (await site.callAs(captain, 'POST', '/api/enrolments', { teamId: team.id })).data(startEnrolment)
  expect(await counts()).toEqual(nothingWaits)
  const path = `/api/enrolments/${draft.id}/submission`
  const { number } = (await site.callAs(captain, 'POST', path, { version: draft.version })).data(submitEnrolment)
  expect(await counts()).toEqual({ ...nothingWaits, enrolments: 1 })

  expect((await find(number!)).map(({ kind, id }) => ({ kind, id }))).toEqual([{ kind: 'enrolment', id: draft.id }])
  expect((await find('chalk & l')).map(({ kind, id, title }) => ({ kind, id, title }))).toEqual([
    { kind: 'enrolment', id: draft.id, title: `${number} · Chalk & Light` },
    { kind: 'team', id: team.id, title: 'Chalk & Light' },
  ])
  expect((await find(captain.username)).map(({ kind, id }) => ({ kind, id }))).toContainEqual({
    kind: 'member',
    id: captain.id,
  })
  expect(await find('nobody-is-called-this')).toEqual([])
})
