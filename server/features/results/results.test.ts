import { createHash } from 'node:crypto'
import type { WorkId } from '@lectern/contract/ids.ts'
import * as contract from '@lectern/contract/results/results.ts'
import { computeList, listRowsText } from './ranking/compute-list.ts'
import { readListInput } from './ranking/list-input.ts'
import { readPublicity } from '@lectern/contract/results/public-results.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSheet } from '../../platform/sheets/read-sheet.ts'
import { createEdition, daysFromNoon } from '../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { resultsOffice, settledActivity } from '../../testing/results.ts'
import { fixedNow, startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let shared: { editionId: Awaited<ReturnType<typeof createEdition>>; organiser: TestPerson }
let second: TestPerson
beforeAll(async () => {
  site = await startSite({ withTasks: true })
  shared = { editionId: await createEdition(site), organiser: await createPerson(site, { access: 'admin' }) }
  second = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())

const tenWorks = [95, 90, 85, 80, 75, 70, 65, 60, 55, 50]

const activityOf = (scores: readonly number[], more: Partial<Parameters<typeof settledActivity>[1]> = {}) =>
  settledActivity(site, { ...shared, scores, ...more })

describe('a list', () => {
  test('follows from the scores and the rules, and is recomputed from its stored input byte for byte', async () => {
    const activity = await activityOf(tenWorks)
    const office = resultsOffice(site, activity)
    expect((await office.read()).todo).toEqual([{ text: 'Check and save the prize rules.', blocks: true }])
    await office.save()
    const list = await office.compute()
    expect(list).toMatchObject({ number: 1, state: 'computed', publicVersion: null, openTies: [] })
    expect(list.groups[0]!.tiers.map(({ label, places, awarded }) => [label, places, awarded])).toEqual([
      ['First prize', 1, 1],
      ['Second prize', 2, 2],
      ['Third prize', 3, 3],
    ])
    const rows = await office.rows(list.id)
    expect(rows.map(({ rank, score, prize }) => [rank, score, prize?.id ?? null]).slice(0, 7)).toEqual([
      [1, 9_500, 'first'],
      [2, 9_000, 'second'],
      [3, 8_500, 'second'],
      [4, 8_000, 'third'],
      [5, 7_500, 'third'],
      [6, 7_000, 'third'],
      [7, 6_500, null],
    ])
    const { rows: stored } = await site.pool.query<{ input: string; rows: string }>(
      'select input, rows from result_list where id = $1',
      [list.id],
    )
    const { input, rows: text } = stored[0]!
    expect(listRowsText(computeList(readListInput(input)).rows)).toBe(text)
    expect(createHash('sha256').update(text).digest('hex')).toBe(list.rowsHash)
    expect(createHash('sha256').update(input).digest('hex')).toBe(list.inputHash)
  })

  test('names nobody in what is hashed', async () => {
    const activity = await activityOf([90, 80], { works: [{ title: '秘密课题', school: '某某中学' }] })
    const office = resultsOffice(site, activity)
    await office.save()
    const { id } = await office.compute()
    const { rows } = await site.pool.query<{ text: string }>(
      'select input || rows as text from result_list where id = $1',
      [id],
    )
    expect(rows[0]!.text).not.toMatch(/秘密课题|某某中学|粉笔小组/)
  })

  test('makes way for a newer one that nobody has seen either', async () => {
    const activity = await activityOf([90, 80])
    const office = resultsOffice(site, activity)
    await office.save()
    const first = await office.compute()
    const newer = await office.compute()
    expect([newer.number, (await office.readList(first.id)).state]).toEqual([2, 'superseded'])
    const refused = await site.ask(contract.stepList, {
      headers: office.headers,
      params: { id: first.id },
      body: { step: 'propose', version: (await office.readList(first.id)).version },
    })
    expect(refused.failure().error).toBe('result.notNewest')
  })
})

describe('the rules of prizes', () => {
  test('are frozen with the first proposal, for the office and in the database', async () => {
    const activity = await activityOf([90, 80])
    const office = resultsOffice(site, activity)
    await office.save()
    await office.compute()
    await office.step('propose')
    expect((await office.save({ publicityDays: 9 })).failure().error).toBe('result.frozen')
    const change = site.pool.query(
      `update prize_rules set rules = jsonb_set(rules, '{publicityDays}', '9') where activity_id = $1`,
      [activity.activityId],
    )
    await expect(change).rejects.toThrow('frozen prize rules never change')
    const rewrite = site.pool.query(`update result_list set rows = '[]' where activity_id = $1`, [activity.activityId])
    await expect(rewrite).rejects.toThrow('a result list never changes')
    const raise = site.pool.query(
      `update result_row set rank = 1 where list_id in (select id from result_list where activity_id = $1)`,
      [activity.activityId],
    )
    await expect(raise).rejects.toThrow('a result list never changes')
  })

  test('must add up, and name rounds and questions of the activity', async () => {
    const activity = await activityOf([90])
    const other = await activityOf([90])
    const office = resultsOffice(site, activity)
    const refusalOf = async (changes: Parameters<typeof office.save>[0]) => (await office.save(changes)).failure().error
    expect(await refusalOf({ rounds: [{ round: activity.round.id, perMille: 900 }] })).toBe('request.invalid')
    expect(await refusalOf({ rounds: [{ round: other.round.id, perMille: 1_000 }] })).toBe('result.roundUnfit')
    expect(await refusalOf({ group: 'nothing' })).toBe('result.groupUnfit')
  })

  test('can be tried without storing anything', async () => {
    const activity = await activityOf(tenWorks)
    const office = resultsOffice(site, activity)
    const { data } = await site.ask(contract.simulatePrizes, {
      headers: office.headers,
      params: { id: activity.activityId },
      body: { rules: office.rulesWith({ ties: 'broken' }) },
    })
    expect(data.groups[0]!.tiers.map(({ awarded }) => awarded)).toEqual([1, 2, 3])
    expect((await office.read()).lists).toEqual([])
  })
})

describe('a decision', () => {
  test('puts works in order that are tied at the border of a prize, and only those', async () => {
    const activity = await activityOf([90, 80, 80, 70])
    const office = resultsOffice(site, activity)
    const tiers = office
      .rulesWith()
      .tiers.slice(0, 1)
      .map((tier) => ({ ...tier, quota: { kind: 'count', count: 2 } as const }))
    await office.save({ ties: 'broken', tiers })
    const list = await office.compute()
    expect(list.openTies.map(({ works }) => works.length)).toEqual([2])
    expect((await office.step('propose')).failure().error).toBe('result.openTies')
    const [, first, second_, last] = activity.works
    const decide = (works: WorkId[]) =>
      site.ask(contract.decideTie, {
        headers: office.headers,
        params: { id: list.id },
        body: { works, reason: 'Clearer aims' },
      })
    expect((await decide([first!.workId, last!.workId])).failure().error).toBe('result.tieNone')
    await office.finish((await decide([second_!.workId, first!.workId])).data.task)
    const decided = await office.newest()
    expect([decided.openTies, decided.reason]).toEqual([[], 'Clearer aims'])
    const rows = await office.rows(decided.id)
    expect(rows.map(({ number, rank, prize }) => [number, rank, prize?.id])).toEqual([
      [activity.works[0]!.number, 1, 'first'],
      [second_!.number, 2, 'first'],
      [first!.number, 3, undefined],
      [last!.number, 4, undefined],
    ])
  })

  test('gives a work another prize with a reason, and can be taken back', async () => {
    const activity = await activityOf(tenWorks)
    const office = resultsOffice(site, activity)
    await office.save()
    const list = await office.compute()
    const work = activity.works[9]!.workId
    const adjust = (prize: string | null) =>
      site.ask(contract.adjustPrize, {
        headers: office.headers,
        params: { id: list.id },
        body: { work, prize, reason: 'Special merit' },
      })
    expect((await adjust('fourth')).failure().error).toBe('result.prizeUnknown')
    await office.finish((await adjust('third')).data.task)
    const [adjusted] = await office.rows((await office.newest()).id, { search: activity.works[9]!.number })
    expect(adjusted).toMatchObject({
      prize: { id: 'third' },
      isAdjusted: true,
      adjustmentReason: 'Special merit',
      rank: 10,
    })
    const { decisions } = await office.read()
    const undone = await site.ask(contract.undoDecision, { headers: office.headers, params: { id: decisions[0]!.id } })
    await office.finish(undone.data.task)
    const [plain] = await office.rows((await office.newest()).id, { search: activity.works[9]!.number })
    expect(plain).toMatchObject({ prize: null, isAdjusted: false })
  })
})

describe('the steps of a list', () => {
  test('lead from a proposal over a second organiser to the publicity', async () => {
    const activity = await activityOf(tenWorks)
    const office = resultsOffice(site, activity)
    await office.save()
    await office.compute()
    expect((await office.step('propose')).data).toMatchObject({ state: 'proposed' })
    expect((await office.newest()).may.confirm).toBe('You proposed this list. Another organizer has to confirm it.')
    expect((await office.step('publicise')).failure().error).toBe('result.unconfirmed')
    await office.step('confirm', { as: second })
    const tooShort = { until: new Date(daysFromNoon(1).getTime() - 1).toISOString() }
    expect((await office.step('publicise', tooShort)).failure().error).toBe('result.publicityTooShort')
    const shown = (await office.step('publicise')).data
    expect(shown).toMatchObject({
      state: 'publicised',
      publicVersion: 1,
      publicityUntil: daysFromNoon(7).toISOString(),
    })
    expect(shown.may.finalise).toMatch(/^The results are on public notice until/)
  })

  test('are refused once a work, a score or a rule has changed since', async () => {
    const activity = await activityOf([90, 80])
    const office = resultsOffice(site, activity)
    await office.save()
    await office.compute()
    await site.pool.query(`update work set state = 'disqualified' where id = $1`, [activity.works[0]!.workId])
    expect((await office.step('propose')).failure().error).toBe('result.outdated')
    const list = await office.compute()
    const rows = await office.rows(list.id)
    expect(rows.map(({ number, rank, isExcluded }) => [number, rank, isExcluded])).toEqual([
      [activity.works[1]!.number, 1, false],
      [activity.works[0]!.number, null, true],
    ])
  })

  test('are refused to organisers who are in a team of the activity, with the reason', async () => {
    const activity = await activityOf([90, 80], { works: [{ captain: shared.organiser }] })
    const own = resultsOffice(site, activity)
    const others = resultsOffice(site, { ...activity, organiser: second })
    await others.save()
    await others.compute()
    const reading = { headers: own.headers, params: { id: activity.activityId } }
    const refusal = (await site.ask(contract.readActivityResults, reading)).failure()
    expect([refusal.error, refusal.params]).toEqual(['organiser.takesPart', { activity: 'Course Innovation' }])
    const computing = { headers: own.headers, params: { id: activity.activityId }, body: {} }
    expect((await site.ask(contract.computeList, computing)).failure().error).toBe('organiser.takesPart')
    const { id: list } = await others.newest()
    const decision = { headers: own.headers, params: { id: list } }
    const [first, other] = activity.works.map(({ workId }) => workId)
    const adjusted = { ...decision, body: { work: first!, prize: null, reason: 'Ours' } }
    const ordered = { ...decision, body: { works: [first!, other!], reason: 'Ours' } }
    expect((await site.ask(contract.adjustPrize, adjusted)).failure().error).toBe('organiser.takesPart')
    expect((await site.ask(contract.decideTie, ordered)).failure().error).toBe('organiser.takesPart')
    const third = await createPerson(site, { access: 'admin' })
    const until = daysFromNoon(1).toISOString()
    const steps = [
      ['propose', {}],
      ['confirm', { as: third }],
      ['publicise', { until }],
      ['finalise', {}],
      ['announce', { at: daysFromNoon(2).toISOString() }],
      ['unschedule', {}],
      ['announce', {}],
    ] as const
    for (const [name, given] of steps) {
      if (name === 'finalise') site.clock.set(daysFromNoon(1))
      expect([name, (await others.step(name, { ...given, as: shared.organiser })).failure().error]).toEqual([
        name,
        'organiser.takesPart',
      ])
      expect([name, (await others.step(name, given)).status]).toEqual([name, 200])
    }
    site.clock.set(fixedNow)
  })

  test('make a new version with a reason and a difference; the old one stays readable', async () => {
    const activity = await activityOf([90, 80, 70], { works: [{ title: '一' }, { title: '二' }, { title: '三' }] })
    const office = resultsOffice(site, activity)
    const tiers = office
      .rulesWith()
      .tiers.slice(0, 1)
      .map((tier) => ({ ...tier, quota: { kind: 'count', count: 1 } as const }))
    await office.save({ tiers })
    const publicise = async () => {
      await office.step('propose')
      await office.step('confirm', { as: second })
      return (await office.step('publicise')).data
    }
    await office.compute()
    const old = await publicise()
    await site.pool.query(`update work set state = 'disqualified' where id = $1`, [activity.works[0]!.workId])
    await office.compute()
    await office.step('propose')
    await office.step('confirm', { as: second })
    expect((await office.step('publicise')).failure().error).toBe('result.reasonMissing')
    await office.compute('An objection was upheld.')
    const shown = await publicise()
    expect([shown.publicVersion, (await office.readList(old.id)).state]).toEqual([2, 'superseded'])
    const before = (await site.ask(readPublicity, { params: { id: old.id }, query: {} })).data
    expect([before.supersededBy, before.isRunning, before.list[0]!.title]).toEqual([shown.id, false, '一'])
    const invitation = 'Until the notice ends, anybody may object to them'
    const invites = async (id: string) => {
      const { text } = await site.get(`/Results/Publicity/${id}`, { 'accept-language': 'en-US' })
      return text.split('<body')[1]!.includes(invitation)
    }
    expect([await invites(old.id), await invites(shown.id)]).toEqual([false, true])
    const now = (await site.ask(readPublicity, { params: { id: shown.id }, query: {} })).data
    expect([now.previous, now.reason, now.list[0]!.title]).toEqual([old.id, 'An objection was upheld.', '二'])
    expect(now.changes.map(({ name, before: was, after }) => [name, was?.id ?? null, after?.id ?? null])).toEqual([
      ['二', null, 'first'],
      ['一', 'first', null],
    ])
  })
})

test('a list is the same in both formats: names, the score of each round, and no formulas', async () => {
  const works = [{ title: '=1+1', realName: '张三', teamName: '=SUM(A1)' }, { title: 'Rivers, "deep"' }]
  const activity = await activityOf([90, 80.5], { works })
  const office = resultsOffice(site, activity)
  await office.save()
  const { id } = await office.compute()
  const exportAs = async (format: 'csv' | 'xlsx') => {
    const answer = await fetch(`${site.url}/api/results/lists/${id}/export?format=${format}`, {
      headers: { ...office.headers },
    })
    expect(answer.headers.get('content-disposition')).toContain(`.${format}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const text = (await exportAs('csv')).toString('utf8').replace('\uFEFF', '')
  const numbers = activity.works.map(({ number }) => number)
  expect(text.trim().split('\r\n')).toEqual([
    'Rank,Enrollment number,Title,Team,Members,Advisors,School,Province,Total score,Prize,First round (100 %),Disqualified,Above the limit per institution,Adjusted,Reason for the adjustment',
    `1,${numbers[0]},'=1+1,'=SUM(A1),张三,,江州一中,Beijing,90,Third prize,90,,,,`,
    `2,${numbers[1]},"Rivers, ""deep""",粉笔小组,,,江州一中,Beijing,80.5,,80.5,,,,`,
  ])
  const sheet = await readSheet(await exportAs('xlsx'), { maxRows: 10, maxColumns: 20 })
  if (typeof sheet === 'string') throw new Error(sheet)
  expect(sheet.map(({ cells }) => cells.slice(0, 4))).toEqual([
    ['Rank', 'Enrollment number', 'Title', 'Team'],
    ['1', numbers[0], '=1+1', '=SUM(A1)'],
    ['2', numbers[1], 'Rivers, "deep"', '粉笔小组'],
  ])
  const { rows } = await site.pool.query<{ format: string }>(
    `select changes -> 'after' ->> 'format' as format from audit where action = 'list.exported' and subject_id = $1 order by format`,
    [id],
  )
  expect(rows.map(({ format }) => format)).toEqual(['csv', 'xlsx'])
})
