import { createHash } from 'node:crypto'
import type { AssignmentId } from '@lectern/contract/ids.ts'
import * as contract from '@lectern/contract/review/review-board.ts'
import { flagWork, readDeskWork, saveSheet, submitSheet } from '@lectern/contract/review/review.ts'
import type { RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import { assignReviewer } from '@lectern/contract/rounds/review-plan.ts'
import { readRound, removeRoundWork, stepRound } from '@lectern/contract/rounds/rounds.ts'
import { listNotices } from '@lectern/contract/notices/notices.ts'
import { readTask } from '@lectern/contract/tasks/tasks.ts'
import { settle } from '../../platform/scores/settle.ts'
import type { ScoreInput } from '../../platform/scores/score-input.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createEdition, daysFromNoon } from '../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { createExpert, openRound, storeAssignment, storePanel, storeReviewer } from '../../testing/rounds.ts'
import { startSite, type TestSite } from '../../testing/site.ts'
import { createWorkActivity } from '../../testing/works.ts'
import { remindOfDeadlines } from './board/reminders.ts'

type Opened = Awaited<ReturnType<typeof openRound>>

let site: TestSite
let shared: Pick<Opened, 'editionId' | 'activityId' | 'organiser'>
beforeAll(async () => {
  site = await startSite({ withTasks: true })
  const editionId = await createEdition(site)
  const activityId = await createWorkActivity(site, editionId)
  shared = { editionId, activityId, organiser: await createPerson(site, { access: 'admin' }) }
})
afterAll(() => site.close())

const startRound = (given: Parameters<typeof openRound>[1] = {}) => openRound(site, { ...shared, ...given })

const blank = { comment: '', remark: '', notes: [], places: {}, seconds: 90 }

/** An expert scores a work and submits the sheet. */
const score = async (person: TestPerson, code: string, design: number, effect: number): Promise<void> => {
  const as = { headers: english(person), params: { code } }
  const { version } = (await site.ask(readDeskWork, as)).data.sheet
  const scores = { design: design * 100, effect: effect * 100 }
  const saved = (await site.ask(saveSheet, { ...as, body: { ...blank, version, scores } })).data
  const { data } = await site.ask(submitSheet, { ...as, body: { version: saved.version } })
  expect(data.state).toBe('submitted')
}

const officeOf = ({ organiser, roundId }: Opened) => {
  const as = { headers: english(organiser), params: { id: roundId } }
  return {
    board: async () => (await site.ask(contract.readBoard, as)).data,
    integrity: async () => (await site.ask(contract.readIntegrity, as)).data,
    remind: () => site.ask(contract.remindReviewers, { ...as, body: {} }),
    settle: (version: number) => site.ask(contract.settleRound, { ...as, body: { version } }),
    result: async () => (await site.ask(contract.readSettlement, { ...as, query: {} })).data,
    read: async () => (await site.ask(readRound, as)).data,
    step: async (step: 'close' | 'pause') => {
      const { version } = (await site.ask(readRound, as)).data
      return site.ask(stepRound, { ...as, body: { step, version } })
    },
    reopen: (assignment: AssignmentId, body: { until: string; reason: string }) =>
      site.ask(contract.reopenSheet, { ...as, params: { ...as.params, assignment }, body }),
    print: async () => (await site.ask(contract.readPrint, { ...as, query: {} })).data,
    flags: async () => (await site.ask(contract.listFlags, { ...as, query: {} })).data,
    as,
  }
}

const expertsOf = (round: Opened, at: number): TestPerson[] =>
  round.assignments
    .filter(({ entryId }) => entryId === round.works[at]!.entryId)
    .map(({ reviewerId }) => round.experts.find((one) => one.reviewerId === reviewerId)!.person)

describe('the board', () => {
  test('counts sheets by expert, names works that differ too much, and says what should be done before closing', async () => {
    const round = await startRound()
    const office = officeOf(round)
    const [first, second] = expertsOf(round, 0)
    await score(first!, round.works[0]!.code, 58, 38)
    await score(second!, round.works[0]!.code, 40, 30)
    const board = await office.board()
    expect(board).toMatchObject({ assignments: 6, finished: 2, works: 3, completeWorks: 1, short: [], openFlags: 0 })
    expect(board.discrepancies).toMatchObject([
      { code: round.works[0]!.code, lowest: 7_000, highest: 9_600, hasThird: false },
    ])
    const finished = (person: TestPerson): number => Number(person === first || person === second)
    for (const { person, reviewerId } of round.experts)
      expect(board.experts.find(({ id }) => id === reviewerId)).toMatchObject({
        works: 2,
        finished: finished(person),
        isBehind: true,
      })
    expect(board.blocksClosing).toEqual([
      { kind: 'unfinished', text: '4 sheets are not submitted' },
      {
        kind: 'discrepancies',
        text: '1 work has scores that are far apart, and no additional expert has judged it',
      },
    ])
  })

  test('a discrepancy is forgotten once an additional expert has judged the work; until then closing mentions it', async () => {
    const round = await startRound({ works: 1, experts: 3 })
    const office = officeOf(round)
    const { code, entryId } = round.works[0]!
    const [first, second] = expertsOf(round, 0)
    await score(first!, code, 58, 38)
    await score(second!, code, 40, 30)
    const text = '1 work has scores that are far apart, and no additional expert has judged it yet.'
    const textsNow = async () => (await office.read()).todo.map((todo) => todo.text)
    expect(await textsNow()).toEqual([text])

    const third = round.experts.find(({ person }) => person !== first && person !== second)!
    const params = { id: round.roundId, entry: entryId }
    const body = { reviewer: third.reviewerId, isThird: true }
    await site.ask(assignReviewer, { headers: english(round.organiser), params, body })
    expect((await office.board()).discrepancies).toMatchObject([{ code, hasThird: true }])
    expect(await textsNow()).toEqual([text])

    await score(third.person, code, 50, 34)
    expect((await office.board()).discrepancies).toEqual([])
    expect([(await office.board()).blocksClosing, await textsNow()]).toEqual([[], []])
  })

  test('reminds exactly those who are behind, and nobody twice on one day', async () => {
    const round = await startRound({ works: 1, experts: 3 })
    const office = officeOf(round)
    for (const person of expertsOf(round, 0).slice(0, 1)) await score(person, round.works[0]!.code, 50, 30)
    const first = (await office.remind()).data
    expect([first.reminded.length, first.skipped.length]).toEqual([1, 0])
    const second = (await office.remind()).data
    expect([second.reminded.length, second.skipped.length]).toEqual([0, 1])
    const behind = expertsOf(round, 0)[1]!
    const { rows } = await site.pool.query<{ link: string }>('select link from notice where account_id = $1', [
      behind.id,
    ])
    expect(rows).toEqual([{ link: '/Review' }])
  })

  test('experts with works left are told three days before the end, once', async () => {
    const round = await startRound({ works: 1, experts: 2 })
    await site.pool.query('update round set closes_at = $2 where id = $1', [round.roundId, daysFromNoon(2)])
    await remindOfDeadlines(site.asProgram())
    await remindOfDeadlines(site.asProgram())
    const ids = round.experts.map(({ person }) => person.id)
    const { rows } = await site.pool.query('select title from notice where account_id = any ($1)', [ids])
    expect(rows).toHaveLength(2)
  })

  test('a work that was taken out of the round is no work left, for experts and for the board', async () => {
    const round = await startRound()
    const office = officeOf(round)
    const [removed, kept] = round.works
    await score(expertsOf(round, 0)[0]!, removed!.code, 50, 30)
    const params = { id: round.roundId, entry: removed!.entryId }
    const removal = { headers: english(round.organiser), params, body: { removed: true, reason: 'Not an own lesson' } }
    expect((await site.ask(removeRoundWork, removal)).status).toBe(200)
    await site.pool.query('update round set closes_at = $2 where id = $1', [round.roundId, daysFromNoon(2)])
    await remindOfDeadlines(site.asProgram())
    const affected = new Set(expertsOf(round, 0))
    const worksOf = ({ person }: (typeof round.experts)[number]): number => (affected.has(person) ? 1 : 2)
    const titlesOf = async (person: TestPerson) =>
      (await site.ask(listNotices, { headers: english(person), query: {} })).data.list.map(({ title }) => title)
    for (const expert of round.experts) {
      const left = worksOf(expert) === 1 ? '1 work' : '2 works'
      expect(await titlesOf(expert.person)).toEqual([expect.stringContaining(`Three days left, ${left} to judge`)])
    }
    const { experts, days } = await office.board()
    expect(days).toEqual([])
    expect(experts.map(({ id, works }) => [id, works]).toSorted()).toEqual(
      round.experts.map((expert) => [expert.reviewerId, worksOf(expert)]).toSorted(),
    )
    // Who has judged the others is not behind.
    for (const person of expertsOf(round, 1)) await score(person, kept!.code, 50, 30)
    const isDone = expertsOf(round, 0).filter((person) => expertsOf(round, 1).includes(person))
    const done = round.experts.filter(({ person }) => isDone.includes(person)).map(({ reviewerId }) => reviewerId)
    expect((await office.board()).experts.flatMap((row) => (row.isBehind ? [] : [row.id]))).toEqual(done)
    expect(done).toHaveLength(1)
  })

  test('a report of an expert is answered once', async () => {
    const round = await startRound()
    const office = officeOf(round)
    const [expert] = expertsOf(round, 0)
    const { code } = round.works[0]!
    const body = { kind: 'identity' as const, text: 'A badge at 02:10' }
    await site.ask(flagWork, { headers: english(expert!), params: { code }, body })
    const { list } = await office.flags()
    expect(list).toMatchObject([{ kind: 'identity', text: 'A badge at 02:10', code, resolvedAt: null }])
    expect((await office.read()).openFlags).toBe(1)
    const params = { id: round.roundId, flag: list[0]!.id }
    const answer = { headers: english(round.organiser), params, body: { resolution: 'Blurred' } }
    expect((await site.ask(contract.resolveFlag, answer)).data).toMatchObject({ resolution: 'Blurred' })
    expect((await site.ask(contract.resolveFlag, answer)).failure().error).toBe('flag.resolved')
    expect((await office.board()).openFlags).toBe(0)
  })
})

/** Every expert scores every work: the first work best. */
const scoreEverything = async (round: Opened): Promise<void> => {
  for (const [at, { code }] of round.works.entries())
    for (const person of expertsOf(round, at)) await score(person, code, 55 - at * 5, 35)
}

const settleAndWait = async (round: Opened) => {
  const office = officeOf(round)
  await office.step('close')
  const { version } = await office.read()
  const { task } = (await office.settle(version)).data
  const as = { headers: english(round.organiser), params: { id: task } }
  await vi.waitUntil(async () => (await site.ask(readTask, as)).data.state === 'done', { timeout: 30_000 })
  return office
}

describe('settling', () => {
  test('stores the scores with their input, from which anybody recomputes them', async () => {
    const round = await startRound({ rules: { goesOn: { kind: 'top', count: 2 } } })
    await scoreEverything(round)
    const office = await settleAndWait(round)
    const result = await office.result()
    expect(result.list.map(({ code, rank, score: points, goesOn }) => ({ code, rank, points, goesOn }))).toEqual(
      round.works.map(({ code }, at) => ({ code, rank: at + 1, points: 9_000 - at * 500, goesOn: at < 2 })),
    )
    expect((await office.read()).state).toBe('settled')
    const { rows } = await site.pool.query<{ input: string; rows: string }>(
      'select input, rows from settlement where round_id = $1',
      [round.roundId],
    )
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
    expect([sha256(rows[0]!.input), sha256(rows[0]!.rows)]).toEqual([result.inputHash, result.rowsHash])
    const again = settle(JSON.parse(rows[0]!.input) as ScoreInput)
    expect(again.problems ?? again.rows.map(({ work, score: points }) => [work, points])).toEqual(
      result.list.map(({ code, score: points }) => [code, points]),
    )
  })

  test('a settled round never changes', async () => {
    const round = await startRound({ works: 1 })
    await scoreEverything(round)
    const office = await settleAndWait(round)
    const { version } = await office.read()
    expect((await office.settle(version)).failure().error).toBe('round.moveRefused')
    const until = daysFromNoon(1).toISOString()
    expect((await office.reopen(round.assignments[0]!.id, { until, reason: 'Late' })).failure().error).toBe(
      'round.moveRefused',
    )
    await expect(
      site.pool.query(`update settlement set rows = '[]' where round_id = $1`, [round.roundId]),
    ).rejects.toThrow('never changes')
  })

  test('a round is not settled by an organiser whose own team is judged in it', async () => {
    const round = await startRound({ works: 1, experts: 2 })
    await scoreEverything(round)
    const office = officeOf(round)
    await office.step('close')
    const { version, may } = await office.read()
    expect(may.settle).toBeNull()
    const member = await createPerson(site, { access: 'admin' })
    await site.pool.query(
      `update team_member set account_id = $1
       where team_id = (select work.team_id from work join entry on entry.work_id = work.id where entry.round_id = $2)`,
      [member.id, round.roundId],
    )
    const own = officeOf({ ...round, organiser: member })
    expect((await own.settle(version)).failure().error).toBe('organiser.takesPart')
    expect((await office.settle(version)).status).toBe(200)
  })

  test('an open round is not settled; a calibrated one is, although experts have few sheets, which is said before', async () => {
    const round = await startRound({ rules: { aggregate: 'calibrated' } })
    const office = officeOf(round)
    await scoreEverything(round)
    expect((await office.settle((await office.read()).version)).failure().error).toBe('round.moveRefused')
    await office.step('close')
    const { version, todo } = await office.read()
    expect(todo.map(({ text }) => text)).toContain(
      '3 experts have fewer than 5 works: how strict they are cannot be told, and their points count as given.',
    )
    expect((await office.settle(version)).status).toBe(200)
  })

  test('integrity and result name the experts of a calibrated round with few sheets', async () => {
    const namesOf = async (rules: Partial<RoundRules>) => {
      const round = await startRound({ rules })
      await scoreEverything(round)
      const office = await settleAndWait(round)
      return [(await office.integrity()).uncalibrated, (await office.result()).uncalibrated]
    }
    const everybody = ['陈评', '陈评', '陈评']
    expect(await namesOf({ aggregate: 'calibrated' })).toEqual([everybody, everybody])
    expect(await namesOf({ aggregate: 'mean' })).toEqual([[], []])
  })

  test('one sheet is reopened after the end, with a reason, until a time', async () => {
    const round = await startRound({ works: 1, experts: 2 })
    await scoreEverything(round)
    const office = officeOf(round)
    await office.step('close')
    const { id, reviewerId } = round.assignments[0]!
    const past = { until: daysFromNoon(-1).toISOString(), reason: 'Typing error' }
    expect((await office.reopen(id, past)).failure().error).toBe('extension.tooShort')
    expect((await office.reopen(id, { ...past, until: daysFromNoon(1).toISOString() })).data).toEqual({})
    const { person } = round.experts.find((one) => one.reviewerId === reviewerId)!
    await score(person, round.works[0]!.code, 60, 40)
    const other = round.experts.find((one) => one.reviewerId !== reviewerId)!.person
    const as = { headers: english(other), params: { code: round.works[0]!.code } }
    const { version } = (await site.ask(readDeskWork, as)).data.sheet
    const saved = await site.ask(saveSheet, { ...as, body: { ...blank, version, scores: { design: 100 } } })
    expect(saved.failure().error).toBe('round.ended')
  })
})

test('organisers see sheets of every work but that of their own team', async () => {
  const round = await startRound({ works: 1, experts: 2 })
  await scoreEverything(round)
  const { entryId, captain } = round.works[0]!
  const params = { id: round.roundId, entry: entryId }
  const seen = (await site.ask(contract.listSheets, { headers: english(round.organiser), params })).data.list
  expect(seen.map(({ versions }) => versions.map(({ total }) => total))).toEqual([[9_000], [9_000]])
  await site.pool.query(`update account set access = 'admin' where id = $1`, [captain.id])
  const own = await site.ask(contract.listSheets, { headers: english(captain), params })
  expect(own.failure().error).toBe('organiser.takesPart')
})

test('integrity tells severity, runs and works that depend on one expert', async () => {
  const round = await startRound({ works: 4, experts: 2, rules: { goesOn: { kind: 'top', count: 1 } } })
  const [strict, mild] = round.experts
  for (const { code } of round.works) {
    await score(strict!.person, code, 40, 20)
    await score(mild!.person, code, 50, 30)
  }
  const { experts, works, calibrationRefusal } = await officeOf(round).integrity()
  const figures = (of: string) => experts.find(({ id }) => id === of)
  expect(figures(strict!.reviewerId)).toMatchObject({ sheets: 4, mean: 6_000, spread: 0, severity: -2_000, run: 4 })
  expect(figures(mild!.reviewerId)).toMatchObject({ mean: 8_000, severity: 2_000, seconds: 90 })
  expect(works).toHaveLength(4)
  expect(works[0]).toMatchObject({ sheets: 2, range: 2_000, mean: 7_000 })
  expect(calibrationRefusal).toBe(null)
})

test('a printed score sheet has every score that counts, also of an expert of another panel', async () => {
  const round = await startRound({ works: 2, experts: 2, rules: { mode: 'panel' } })
  await scoreEverything(round)
  const { roundId, works } = round
  const guest = await createExpert(site)
  const panelId = await storePanel(site, roundId, 1)
  const reviewerId = await storeReviewer(site, roundId, guest.id, { panelId })
  await storeAssignment(site, roundId, works[1]!.entryId, reviewerId, { isThird: true })
  await score(guest, works[1]!.code, 56, 35)
  const [own, other] = (await officeOf(round).print()).panels
  expect([own!.experts.length, other!.experts.length, other!.works]).toEqual([3, 1, []])
  const totals = Object.fromEntries(own!.works.map((work) => [work.code, work.totals]))
  expect(totals).toEqual({ [works[0]!.code]: [9_000, 9_000, null], [works[1]!.code]: [8_500, 8_500, 9_100] })
})

test('score sheets are printed by panel and exported with all points', async () => {
  const round = await startRound({ works: 2, experts: 2, rules: { mode: 'panel' } })
  await scoreEverything(round)
  const office = officeOf(round)
  const { panels } = await office.print()
  expect(panels).toHaveLength(1)
  expect(panels[0]!.experts).toHaveLength(2)
  expect(panels[0]!.works.find(({ code }) => code === round.works[0]!.code)).toMatchObject({
    totals: [9_000, 9_000],
    score: 9_000,
    rank: 1,
  })
  const { text, status } = await site.get(
    `/api/rounds/${round.roundId}/sheets/export?format=csv`,
    english(round.organiser),
  )
  expect(status).toBe(200)
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[0]).toContain('Design (60)')
  expect(lines.find((line) => line.includes(round.works[0]!.code))).toContain(',55,35,90,')
})
