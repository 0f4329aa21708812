import { readContestLines, type LineStage } from '@lectern/contract/dashboard/contest-lines.ts'
import type { EditionId } from '@lectern/contract/ids.ts'
import { readOfficeCounts } from '@lectern/contract/office/office-shell.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createActivity, createEdition, createPhase, daysFromNoon } from '../../testing/contest.ts'
import { issuerOf } from '../../testing/certificates.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { resultsOffice, settledActivity } from '../../testing/results.ts'
import { moveStoredRound, openRound } from '../../testing/rounds.ts'
import { fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { storeAcceptedWork } from '../../testing/accepted-works.ts'
import { createApprovedTeam, createWorkActivity, workerOf } from '../../testing/works.ts'

let site: TestSite
let organiser: TestPerson
let second: TestPerson
beforeAll(async () => {
  site = await startSite({ withTasks: true })
  organiser = await createPerson(site, { access: 'admin' })
  second = await createPerson(site, { access: 'admin' })
})
afterEach(() => site.clock.set(fixedNow))
afterAll(() => site.close())

let year = 2000
const newEdition = (current = false): Promise<EditionId> => {
  year += 1
  return createEdition(site, { year, current })
}

const read = async (edition: EditionId) =>
  (await site.ask(readContestLines, { headers: english(organiser), query: { edition } })).data

/** The standing of each stage, and the next step with who takes it. */
const lineOf = async (edition: EditionId, id: string) => {
  const line = (await read(edition)).list.find((each) => each.id === id)!
  const next = line.stages.find(({ stage }) => stage === line.current)?.next
  return {
    standings: line.stages.map(({ standing }) => standing).join(' '),
    next: next ? `${next.step} ${next.who} ${next.until ?? '-'}` : null,
  }
}
const countsOf = async (edition: EditionId, id: string, stage: LineStage['stage']) => {
  const line = (await read(edition)).list.find((each) => each.id === id)!
  const { counts } = line.stages.find((each) => each.stage === stage)!
  return Object.fromEntries(counts.map(({ name, count, of }) => [name, of === null ? count : `${count}/${of}`]))
}

test('without an edition there is no line', async () => {
  const { data } = await site.ask(readContestLines, { headers: english(organiser), query: {} })
  expect(data).toEqual({ timeZone: null, list: [] })
})

test('an activity without works ends with the enrolment; drafts of organisers are left out', async () => {
  const edition = await newEdition()
  const id = await createActivity(site, edition)
  await createActivity(site, edition, { state: 'draft' })
  expect((await read(edition)).list.map((line) => line.id)).toEqual([id])
  expect(await lineOf(edition, id)).toEqual({
    standings: 'running none none none none none',
    next: `enrol teams ${daysFromNoon(5).toISOString()}`,
  })
  site.clock.set(daysFromNoon(-6))
  expect(await lineOf(edition, id)).toEqual({
    standings: 'upcoming none none none none none',
    next: `openEnrolment null ${daysFromNoon(-5).toISOString()}`,
  })
  site.clock.set(daysFromNoon(6))
  expect(await lineOf(edition, id)).toEqual({ standings: 'done none none none none none', next: null })
})

test('from enrolment to a checked work', async () => {
  const edition = await newEdition()
  const id = await createWorkActivity(site, edition)
  await createPhase(site, edition, { kind: 'review', opensAt: daysFromNoon(6), closesAt: daysFromNoon(9) })
  const { captain, enrolmentId } = await createApprovedTeam(site, id, organiser)
  expect(await countsOf(edition, id, 'enrolment')).toEqual({ approved: 1, undecided: 0, drafts: 0 })
  expect(await lineOf(edition, id)).toEqual({
    standings: 'running running none none none none',
    next: `createRound organisers ${daysFromNoon(6).toISOString()}`,
  })
  await workerOf(site, captain).start(enrolmentId)
  expect(await countsOf(edition, id, 'work')).toEqual({ accepted: 0, unchecked: 0, drafts: 1 })
  await site.pool.query(`update enrolment set state = 'submitted' where id = $1`, [enrolmentId])
  expect((await lineOf(edition, id)).next).toBe('decideEnrolments organisers -')
  await site.pool.query(`update enrolment set state = 'approved' where id = $1`, [enrolmentId])
  const { workId } = await storeAcceptedWork(site, id)
  await site.pool.query(`update work set state = 'submitted' where id = $1`, [workId])
  site.clock.set(daysFromNoon(8))
  expect(await lineOf(edition, id)).toEqual({
    standings: 'done waiting none none none none',
    next: 'checkWorks organisers -',
  })
})

test('through a round', async () => {
  const edition = await newEdition()
  const { activityId: id, roundId } = await openRound(site, { editionId: edition, organiser, works: 2, experts: 2 })
  await site.pool.query(`update round set closes_at = $2 where id = $1`, [roundId, daysFromNoon(3)])
  site.clock.set(daysFromNoon(1))
  expect((await lineOf(edition, id)).standings).toBe('running running running none none none')
  expect(await countsOf(edition, id, 'review')).toEqual({ sheets: '0/4' })
  const nextOfReview = async () => {
    const line = (await read(edition)).list.find((each) => each.id === id)!
    const { standing, next } = line.stages.find(({ stage }) => stage === 'review')!
    return [standing, next && next.step, next && next.who]
  }
  const steps: unknown[] = [await nextOfReview()]
  site.clock.set(daysFromNoon(3))
  steps.push(await nextOfReview())
  for (const state of ['paused', 'closed', 'settled'] as const) {
    await moveStoredRound(site, roundId, state)
    steps.push(await nextOfReview())
  }
  expect(steps).toEqual([
    ['running', 'score', 'experts'],
    ['waiting', 'closeRound', 'organisers'],
    ['waiting', 'resumeRound', 'organisers'],
    ['waiting', 'settleRound', 'organisers'],
    ['done', null, null],
  ])
})

test('from settled scores to certificates', async () => {
  const edition = await newEdition()
  const contest = await settledActivity(site, { editionId: edition, organiser, scores: [90, 80, 70] })
  const { activityId: id } = contest
  await site.pool.query(`update phase set closes_at = $2 where edition_id = $1`, [edition, daysFromNoon(-1)])
  const office = resultsOffice(site, contest)
  const seen: string[] = []
  const look = async () => seen.push((await lineOf(edition, id)).next ?? 'done')
  await look()
  await office.save()
  await look()
  await office.compute()
  await look()
  await office.step('propose')
  await look()
  await office.step('confirm', { as: second })
  await look()
  const until = daysFromNoon(8)
  await office.step('publicise', { until: until.toISOString() })
  await look()
  site.clock.set(until)
  await look()
  await office.step('finalise')
  await look()
  await office.step('announce', { at: daysFromNoon(9).toISOString() })
  await look()
  site.clock.set(daysFromNoon(9))
  await look()
  const issuer = await issuerOf(site, organiser)
  await issuer.create('award', { from: 'results', list: (await office.newest()).id })
  await look()
  expect(seen).toEqual([
    'setPrizes organisers -',
    'computeList organisers -',
    'proposeList organisers -',
    'confirmList secondOrganiser -',
    'publiciseList organisers -',
    `publicity teams ${until.toISOString()}`,
    'finaliseList organisers -',
    'announceList organisers -',
    `announcement null ${daysFromNoon(9).toISOString()}`,
    'issueCertificates organisers -',
    'finishIssue organisers -',
  ])
  expect((await lineOf(edition, id)).standings).toBe('done done done done none waiting')
})

test('rounds to close and experts with works left shortly before the end are counted for the menu', async () => {
  const edition = await newEdition(true)
  const { roundId } = await openRound(site, { editionId: edition, organiser, works: 2, experts: 2 })
  const counts = async () => {
    const { data } = await site.ask(readOfficeCounts, { headers: english(organiser) })
    return [data['rounds'], data['experts']]
  }
  await site.pool.query(`update round set closes_at = $2 where id = $1`, [roundId, daysFromNoon(4)])
  expect(await counts()).toEqual([0, 0])
  site.clock.set(daysFromNoon(2))
  expect(await counts()).toEqual([0, 2])
  await site.pool.query(`update entry set removed_at = now(), removed_reason = 'Twice' where round_id = $1`, [roundId])
  expect(await counts()).toEqual([0, 0])
  site.clock.set(daysFromNoon(4))
  expect(await counts()).toEqual([1, 0])
  await site.pool.query('update edition set current = false')
})

test('as many statements for many activities as for few', async () => {
  const edition = await newEdition()
  const statements = async (): Promise<number> => {
    site.statements.length = 0
    await read(edition)
    return site.statements.length
  }
  await createWorkActivity(site, edition)
  const before = await statements()
  for (let count = 0; count < 5; count += 1) await createWorkActivity(site, edition)
  expect(await statements()).toBe(before)
  expect(before).toBeLessThanOrEqual(15)
})
