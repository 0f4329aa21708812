import * as office from '@lectern/contract/cases/case-office.ts'
import * as contract from '@lectern/contract/cases/cases.ts'
import type { CaseId, EditionId, ResultListId, TaskId, WorkId } from '@lectern/contract/ids.ts'
import { readPublicity } from '@lectern/contract/results/public-results.ts'
import { readRound } from '@lectern/contract/rounds/rounds.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeArbiter } from '../../../testing/cases.ts'
import { createEdition, createKnownTeacher, createPhase, daysFromNoon } from '../../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../../testing/people.ts'
import { resultsOffice, settledActivity, type SettledActivity } from '../../../testing/results.ts'
import { after, fixedNow, startSite, type TestSite } from '../../../testing/site.ts'
import { awardsOf } from '../../results/service.ts'

let site: TestSite
let editionId: EditionId
let organiser: TestPerson
let second: TestPerson
let arbiter: TestPerson
let other: TestPerson
let objector: TestPerson

beforeAll(async () => {
  site = await startSite({ withTasks: true })
  editionId = await createEdition(site)
  organiser = await createPerson(site, { access: 'admin' })
  second = await createPerson(site, { access: 'admin' })
  arbiter = await createPerson(site, { access: 'admin', school: '仲裁学院' })
  other = await createPerson(site, { access: 'admin', school: '复核学院' })
  await storeArbiter(site, arbiter)
  await storeArbiter(site, other)
  objector = await createKnownTeacher(site, { school: '米花中学' })
})
afterAll(() => site.close())
beforeEach(() => site.clock.set(fixedNow))

/** The newest list goes on display. */
const publicise = async (activity: SettledActivity) => {
  const results = resultsOffice(site, activity)
  await results.step('propose')
  await results.step('confirm', { as: second })
  return (await results.step('publicise', { until: daysFromNoon(7).toISOString() })).data
}

/** Four works, of which three are awarded, on display. */
const displayed = async () => {
  const works = [{ realName: '王小龙' }]
  const activity = await settledActivity(site, { editionId, organiser, scores: [95, 90, 85, 80], works })
  const results = resultsOffice(site, activity)
  await results.save()
  await results.compute()
  return { activity, results, list: await publicise(activity) }
}

const as = (who: TestPerson, id: CaseId) => ({ headers: english(who), params: { id } })

/** An objection that is being investigated. */
const investigated = async (list: ResultListId, work: WorkId | null): Promise<CaseId> => {
  const body = { list, work, text: 'Not their own work', evidence: [] }
  const { id } = (await site.ask(contract.fileObjection, { headers: english(objector), body })).data
  await investigate(id, arbiter)
  return id
}

const versionOf = async (id: CaseId, who: TestPerson) => (await site.ask(office.openCase, as(who, id))).data.version

const investigate = async (id: CaseId, who: TestPerson): Promise<void> => {
  const admitted = { version: await versionOf(id, who), isAdmitted: true as const }
  await site.ask(office.decideAdmission, { ...as(who, id), body: admitted })
  await site.ask(office.investigateCase, { ...as(who, id), body: { version: await versionOf(id, who) } })
}

const uphold = async (id: CaseId, effect: office.RulingEffect, who = arbiter) =>
  site.ask(office.ruleCase, {
    ...as(who, id),
    body: { version: await versionOf(id, who), isUpheld: true, text: 'It was proved', effect },
  })

/** Waits for the list that a ruling has computed. */
const nextList = async (activity: SettledActivity) => {
  const results = resultsOffice(site, activity)
  const { rows } = await site.pool.query<{ id: TaskId }>(
    `select id from task where kind = 'rank' and input ->> 'activity' = $1`,
    [activity.activityId],
  )
  for (const { id } of rows) await results.finish(id)
  return results.newest()
}

describe('an objection that is upheld', () => {
  test('disqualifies a work: a new version of the list, and the old one stays', async () => {
    const { activity, results, list } = await displayed()
    const [winner, runnerUp] = activity.works
    const id = await investigated(list.id, winner!.workId)
    expect((await uphold(id, { kind: 'disqualify' })).data).toMatchObject({
      state: 'upheld',
      ruling: { effect: 'disqualify' },
    })
    const next = await nextList(activity)
    expect([next.number, next.state, next.reason]).toEqual([
      list.number + 1,
      'computed',
      expect.stringContaining('2026-'),
    ])
    const rows = await results.rows(next.id)
    expect(rows.find(({ work }) => work === winner!.workId)).toMatchObject({
      isExcluded: true,
      rank: null,
      prize: null,
    })
    expect(rows.find(({ work }) => work === runnerUp!.workId)).toMatchObject({ rank: 1 })
    await publicise(activity)
    const former = await results.readList(list.id)
    expect([former.state, former.supersededBy]).toEqual(['superseded', next.id])
    expect((await results.rows(list.id)).find(({ work }) => work === winner!.workId)).toMatchObject({ rank: 1 })
  })

  test('corrects what the list tells of a work, names included; visitors read what was corrected', async () => {
    const { activity, results, list } = await displayed()
    const { workId, captain } = activity.works[0]!
    const id = await investigated(list.id, workId)
    const { people } = (await site.ask(office.openCase, as(arbiter, id))).data.work!
    expect(people).toEqual([{ uid: captain.id, role: 'captain', name: '王小龙' }])
    const stranger = { uid: objector.id, name: '王小䶮' }
    const refused = await uphold(id, { kind: 'correct', correction: { names: [stranger] } })
    expect(refused.failure()).toMatchObject({ error: 'account.notFound', fields: [{ path: 'effect' }] })
    expect((await uphold(id, { kind: 'correct', correction: {} })).failure().error).toBe('request.invalid')
    const correction = { title: '正确的题目', school: '正确中学', names: [{ uid: captain.id, name: '王小䶮' }] }
    await uphold(id, { kind: 'correct', correction })
    const next = await nextList(activity)
    const row = (await results.rows(next.id)).find(({ work }) => work === workId)
    expect([row?.title, row?.school, row?.rank, row?.people.map(({ name }) => name)]).toEqual([
      '正确的题目',
      '正确中学',
      1,
      ['王小䶮'],
    ])
    expect((await awardsOf(site, next.id))[0]?.people).toMatchObject([{ account: captain.id, name: '王小䶮' }])
    await publicise(activity)
    const read = async (of: ResultListId) =>
      (await site.ask(readPublicity, { headers: { 'accept-language': 'en-US' }, params: { id: of }, query: {} })).data
    const shown = await read(next.id)
    expect(shown.changes.map(({ kind, name, corrected }) => [kind, name, corrected])).toEqual([
      ['corrected', '正确的题目', 'title, school, names'],
    ])
    expect(shown.reason).toMatch(/^Ruling in case 2026-/)
    const former = await read(list.id)
    expect([former.supersededBy, former.list[0]?.people?.map(({ name }) => name)]).toEqual([next.id, ['王小龙']])
  })

  test('puts a work under the limit of the school that it really is of', async () => {
    const activity = await settledActivity(site, {
      editionId,
      organiser,
      scores: [95, 90, 85],
      works: [{ school: '甲中学' }, { school: '乙中学' }, { school: '丙中学' }],
    })
    const results = resultsOffice(site, activity)
    const tiers = results
      .rulesWith()
      .tiers.slice(0, 1)
      .map((tier) => ({ ...tier, quota: { kind: 'count', count: 2 } as const, maxPerInstitution: 1 }))
    await results.save({ tiers })
    await results.compute()
    const list = await publicise(activity)
    const id = await investigated(list.id, activity.works[1]!.workId)
    await uphold(id, { kind: 'correct', correction: { school: '甲　中学' } })
    const next = await nextList(activity)
    const rows = await results.rows(next.id)
    expect(rows.map(({ prize, isCapped }) => [prize?.id ?? null, isCapped])).toEqual([
      ['first', false],
      [null, true],
      ['first', false],
    ])
  })

  test('has named sheets scored again: the round is not settled any more, and the list waits for it', async () => {
    const { activity, results, list } = await displayed()
    const id = await investigated(list.id, activity.works[0]!.workId)
    const sheets = (await site.ask(office.listCaseSheets, as(arbiter, id))).data.list
    expect(sheets.map(({ number, total }) => [number, total])).toEqual([
      [1, 9_500],
      [2, 9_500],
      [3, 9_500],
    ])
    const until = daysFromNoon(2).toISOString()
    const foreign = await investigated(list.id, activity.works[1]!.workId)
    const refused = await uphold(foreign, { kind: 'rescore', sheets: [sheets[0]!.assignment], until })
    expect(refused.failure().error).toBe('assignment.notFound')
    await uphold(id, { kind: 'rescore', sheets: [sheets[0]!.assignment], until })
    const { rows } = await site.pool.query(
      'select assignment_id as id from sheet where reopened_until is not null and assignment_id = any ($1)',
      [sheets.map(({ assignment }) => assignment)],
    )
    expect(rows).toEqual([{ id: sheets[0]!.assignment }])
    const round = { headers: english(organiser), params: { id: activity.round.id } }
    expect((await site.ask(readRound, round)).data.state).toBe('closed')
    expect((await results.newest()).id).toBe(list.id)
  })

  test('without a work, or for a work that is not accepted, has no such effect', async () => {
    const { activity, list } = await displayed()
    const whole = await investigated(list.id, null)
    expect((await uphold(whole, { kind: 'disqualify' })).failure().error).toBe('case.effectNeedsWork')
    const id = await investigated(list.id, activity.works[0]!.workId)
    expect((await uphold(id, { kind: 'restore' })).failure().error).toBe('case.workNotDisqualified')
    const body = {
      version: await versionOf(id, arbiter),
      isUpheld: false,
      text: 'No',
      effect: { kind: 'disqualify' as const },
    }
    expect((await site.ask(office.ruleCase, { ...as(arbiter, id), body })).failure().error).toBe(
      'case.dismissedHasNoEffect',
    )
  })

  test('is appealed against by the team, which gets its work back', async () => {
    const { activity, results, list } = await displayed()
    const { workId, captain } = activity.works[0]!
    const id = await investigated(list.id, workId)
    await uphold(id, { kind: 'disqualify' })
    await nextList(activity)
    const mine = (await site.ask(contract.readMyCase, as(captain, id))).data
    expect([mine.text, mine.ruling?.effect, mine.may.appeal]).toEqual([null, 'disqualify', null])
    expect((await site.ask(contract.readMyCase, as(objector, id))).data.may.appeal).not.toBeNull()
    const filed = await site.ask(contract.appealCase, {
      ...as(captain, id),
      body: { text: 'We made it ourselves', evidence: [] },
    })
    const appeal = filed.data.id
    await investigate(appeal, other)
    expect((await uphold(appeal, { kind: 'restore' }, other)).data.state).toBe('upheld')
    const next = await nextList(activity)
    expect((await results.rows(next.id)).find(({ work }) => work === workId)).toMatchObject({
      rank: 1,
      isExcluded: false,
    })
    expect((await site.ask(contract.readMyCase, as(objector, id))).data.appeal).toMatchObject({
      id: null,
      state: 'upheld',
    })
  })
})

describe('a list does not become final', () => {
  const refusalOf = async ({ activity }: Awaited<ReturnType<typeof displayed>>) =>
    (await resultsOffice(site, activity).step('finalise')).failure().error

  test('while an objection is open, nor while its decision can be appealed against', async () => {
    const found = await displayed()
    const id = await investigated(found.list.id, found.activity.works[0]!.workId)
    site.clock.set(daysFromNoon(8))
    expect(await refusalOf(found)).toBe('result.openCases')
    const body = {
      version: await versionOf(id, arbiter),
      isUpheld: false,
      text: 'No',
      effect: { kind: 'none' as const },
    }
    await site.ask(office.ruleCase, { ...as(arbiter, id), body })
    expect(await refusalOf(found)).toBe('result.appealPossible')
    site.clock.set(daysFromNoon(11))
    expect((await found.results.step('finalise')).data.state).toBe('final')
  })

  test('while objections are accepted, in the grace period too', async () => {
    const { results, list } = await displayed()
    const end = new Date(list.publicityUntil!)
    await createPhase(site, editionId, {
      kind: 'publicity',
      opensAt: fixedNow,
      closesAt: end,
      graceMinutes: 30,
    })
    site.clock.set(after(30 * 60_000 - 1, end))
    expect((await results.step('finalise')).failure().error).toBe('result.objectionsPossible')
    expect((await results.readList(list.id)).may.finalise).toMatch(/^Objections are accepted until /)
    site.clock.set(after(30 * 60_000, end))
    expect((await results.step('finalise')).data.state).toBe('final')
  })

  test('in the database either, as long as a case is open', async () => {
    const { activity, list } = await displayed()
    const finalise = () =>
      site.pool.query(`update result_list set state = 'final', finalised_at = publicity_until where id = $1`, [list.id])
    const body = { list: list.id, work: activity.works[0]!.workId, text: 'Not their own work', evidence: [] }
    const { id } = (await site.ask(contract.fileObjection, { headers: english(objector), body })).data
    await expect(finalise()).rejects.toThrow('an objection is open')
    await site.ask(contract.withdrawCase, { ...as(objector, id), body: { version: 1 } })
    expect((await finalise()).rowCount).toBe(1)
  })

  test('while sheets are being scored again after a ruling', async () => {
    const found = await displayed()
    const id = await investigated(found.list.id, found.activity.works[0]!.workId)
    const [sheet] = (await site.ask(office.listCaseSheets, as(arbiter, id))).data.list
    const until = daysFromNoon(2).toISOString()
    await uphold(id, { kind: 'rescore', sheets: [sheet!.assignment], until })
    site.clock.set(daysFromNoon(12))
    expect(await refusalOf(found)).toBe('result.rulingUnheeded')
  })
})
