import { decideEnrolments } from '@lectern/contract/enrolments/decisions.ts'
import { readDossier, readEnrolmentQueue } from '@lectern/contract/enrolments/enrolment-office.ts'
import { readEnrolment } from '@lectern/contract/enrolments/enrolments.ts'
import type { ActivityId, EditionId, EnrolmentId, InstitutionId, WorkId } from '@lectern/contract/ids.ts'
import { readOfficeCounts } from '@lectern/contract/office/office-shell.ts'
import { saveRecommendationRules } from '@lectern/contract/recommendations/recommendation-rules.ts'
import { decideWorks, listWorks, readWorkDossier, readWorkQueue } from '@lectern/contract/works/work-office.ts'
import { readWork } from '@lectern/contract/works/works.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEdition, daysFromNoon } from '../../testing/contest.ts'
import { pdfSample } from '../../testing/document-samples.ts'
import { examineAfterEach } from '../../testing/examination.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import {
  appoint,
  assignTo,
  createEntry,
  createInstitution,
  createOfficer,
  createRecommendingActivity,
  openLevels,
  recommenderOf,
} from '../../testing/recommendations.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { createApprovedTeam, createWorkActivity, workerOf } from '../../testing/works.ts'

// What organisers are shown of entries that institutions have not recommended yet, and what teams are shown of who returned theirs.

let site: TestSite
let editionId: EditionId
let organiser: TestPerson
let province: InstitutionId
let school: InstitutionId
let provinceOfficer: TestPerson
let officer: TestPerson

beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
  organiser = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())
examineAfterEach(() => site)

beforeEach(async () => {
  province = await createInstitution(site, 'province', null, 'Department of Shanlan')
  school = await createInstitution(site, 'school', province)
  provinceOfficer = await createPerson(site, { realName: 'Tang Ke' })
  await appoint(site, province, provinceOfficer)
  officer = await createOfficer(site, school)
})

const counts = async () => (await site.ask(readOfficeCounts, { headers: english(organiser) })).data

/** The list of a level passes everything in it. */
const passOn = async (activity: ActivityId, from: InstitutionId, entries: readonly EnrolmentId[]) => {
  const [own, above] = from === school ? [officer, provinceOfficer] : [provinceOfficer, organiser]
  const list = recommenderOf(site, own, activity, from)
  await list.add(...entries)
  await list.summarise()
  expect((await list.handIn()).status).toBe(200)
  const judge = recommenderOf(site, above, activity, from)
  await judge.judge(entries.map((entry) => ({ entry, verdict: 'pass' })))
  expect((await judge.decide('accepted')).status).toBe(200)
}

const grant = async (activity: ActivityId) => {
  await recommenderOf(site, organiser, activity, province).grant(2)
  await recommenderOf(site, provinceOfficer, activity, school).grant(2)
}

const notYet = 'The institutions have not recommended this entry, so it cannot be approved yet.'

test('a work waits for organisers once its institutions have recommended it, not before', async () => {
  const activity = await createWorkActivity(site, editionId)
  await openLevels(site, editionId, activity)
  await site.ask(saveRecommendationRules, {
    headers: english(organiser),
    params: { id: activity },
    body: { thing: 'work', by: 'schoolAndProvince', needsScan: false, provincesWriteQuotas: true, version: 0 },
  })
  await grant(activity)
  const submit = async () => {
    const { captain, enrolmentId } = await createApprovedTeam(site, activity, organiser)
    await assignTo(site, school, enrolmentId)
    const worker = workerOf(site, captain)
    const { id } = await worker.start(enrolmentId)
    await worker.upload(id, 'plan', await pdfSample(1))
    await worker.fill(id)
    expect((await worker.submit(id)).status).toBe(200)
    return { captain, worker, entry: enrolmentId, id }
  }
  const [first, second] = [await submit(), await submit()]
  const as = { headers: english(organiser) }
  const whyNot = async (id: WorkId) => [
    (await site.ask(readWorkDossier, { ...as, params: { id } })).data.whyNotAccept,
    (await site.ask(listWorks, { ...as, query: { activity } })).data.list.find((row) => row.id === id)!.whyNotAccept,
  ]
  const waiting = async () => [
    (await site.ask(readWorkQueue, { ...as, query: { activity } })).data.total,
    (await counts()).works,
  ]
  const accept = async ({ id, worker }: typeof first) => {
    const works = [{ id, version: (await worker.read(id)).version }]
    const answer = await site.ask(decideWorks, { ...as, body: { works, decision: 'accepted' } })
    return answer.status === 200 ? 'accepted' : answer.failure().error
  }
  expect(await whyNot(first.id)).toEqual([notYet, notYet])
  expect(await waiting()).toEqual([0, 0])
  expect(await accept(first)).toBe('recommendation.notAccepted')

  // A province that returns a work is named to its team; organisers see which person it was.
  const list = recommenderOf(site, officer, activity, school)
  await list.add(second.entry)
  await list.summarise()
  await list.handIn()
  const until = daysFromNoon(1).toISOString()
  const change = { entry: second.entry, verdict: 'change' as const, reason: 'Add the aims', until }
  await recommenderOf(site, provinceOfficer, activity, school).judge([change])
  const returnedBy = async (person: TestPerson) =>
    (await site.ask(readWork, { headers: english(person), params: { id: second.id } })).data.events.at(-1)
  expect(await returnedBy(second.captain)).toMatchObject({ state: 'returned', by: 'Department of Shanlan' })
  expect(await returnedBy(organiser)).toMatchObject({ state: 'returned', by: 'Tang Ke' })
  await second.worker.fill(second.id, { title: '图形与空间' })
  expect((await second.worker.submit(second.id)).status).toBe(200)
  expect(await waiting()).toEqual([0, 0])
  const above = recommenderOf(site, provinceOfficer, activity, school)
  await above.judge([{ entry: second.entry, verdict: 'pass' }])
  await above.decide('accepted')
  expect(await waiting()).toEqual([0, 0])

  await passOn(activity, province, [second.entry])
  expect(await whyNot(first.id)).toEqual([notYet, notYet])
  expect(await whyNot(second.id)).toEqual([null, null])
  expect(await waiting()).toEqual([1, 1])
  const queue = (await site.ask(readWorkQueue, { ...as, query: { activity, at: first.id } })).data
  expect(queue).toMatchObject({ position: null, next: second.id })
  expect(await accept(second)).toBe('accepted')
})

test('an enrolment waits for organisers once its institutions have recommended it, not before', async () => {
  const activity = await createRecommendingActivity(site, editionId, organiser)
  await grant(activity)
  const [first, second] = [await createEntry(site, activity, school), await createEntry(site, activity, school)]
  const as = { headers: english(organiser) }
  const waiting = async () => [
    (await site.ask(readEnrolmentQueue, { ...as, query: { activity } })).data.total,
    (await counts()).enrolments,
  ]
  expect(await waiting()).toEqual([0, 0])
  await passOn(activity, school, [first.id])
  await passOn(activity, province, [first.id])
  expect(await waiting()).toEqual([1, 1])
  const queue = (await site.ask(readEnrolmentQueue, { ...as, query: { activity, at: second.id } })).data
  expect(queue).toMatchObject({ position: null, next: first.id })
  const body = { enrolments: [{ id: first.id, version: first.version }], decision: 'approved' as const }
  expect((await site.ask(decideEnrolments, { ...as, body })).status).toBe(200)
  expect(await waiting()).toEqual([0, 0])
})

test('a team is told in whose name its enrolment was returned: that of the province, or of the organisers', async () => {
  const activity = await createRecommendingActivity(site, editionId, organiser)
  await grant(activity)
  const entries = [await createEntry(site, activity, school), await createEntry(site, activity, school)]
  const list = recommenderOf(site, officer, activity, school)
  await list.add(...entries.map(({ id }) => id))
  await list.summarise()
  await list.handIn()
  const until = daysFromNoon(1).toISOString()
  const by = []
  for (const [at, judge] of [provinceOfficer, organiser].entries()) {
    const { id, captain } = entries[at]!
    await recommenderOf(site, judge, activity, school).judge([{ entry: id, verdict: 'change', reason: 'Aims?', until }])
    const read = { headers: english(captain), params: { id } }
    by.push((await site.ask(readEnrolment, read)).data.events.at(-1)!.by)
    expect((await site.ask(readDossier, { headers: english(organiser), params: { id } })).data.whyNotApprove).toBe(null)
  }
  expect(by).toEqual(['Department of Shanlan', 'The organizers'])
})
