import { submitSheet, readDeskWork, saveSheet } from '@lectern/contract/review/review.ts'
import { readGrid, type Grid } from '@lectern/contract/rounds/review-plan.ts'
import { removeRoundWork } from '@lectern/contract/rounds/rounds.ts'
import { addConflict } from '@lectern/contract/rounds/reviewers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { english, type TestPerson } from '../../../testing/people.ts'
import { openRound, storeAssignment } from '../../../testing/rounds.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'

let site: TestSite
let round: Awaited<ReturnType<typeof openRound>>

beforeAll(async () => {
  site = await startSite()
  round = await openRound(site, { works: 2, experts: 4 })
})
afterAll(() => site.close())

const as = () => ({ headers: english(round.organiser), params: { id: round.roundId } })

const read = async (query: object = {}): Promise<Grid> => (await site.ask(readGrid, { ...as(), query })).data

const workAt = async (at: number) => (await read()).list.find(({ entry }) => entry === round.works[at]!.entryId)!

const score = async (person: TestPerson, code: string, points: number): Promise<void> => {
  const asExpert = { headers: english(person), params: { code } }
  const { version } = (await site.ask(readDeskWork, asExpert)).data.sheet
  const body = {
    comment: '',
    remark: '',
    notes: [],
    places: {},
    seconds: 60,
    version,
    scores: { design: points, effect: 3_000 },
  }
  const saved = (await site.ask(saveSheet, { ...asExpert, body })).data
  await site.ask(submitSheet, { ...asExpert, body: { version: saved.version } })
}

const reviewerAt = (at: number) => round.experts[at]!.reviewerId

/** Ids and codes of a test do not tell its order. */
const sorted = <Row>(rows: Row[]): Row[] =>
  rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

test('works stand beside all experts of the round, with what each has to do', async () => {
  const { list, experts, total } = await read()
  expect(total).toBe(2)
  expect(
    sorted(list.flatMap(({ entry, cells }) => cells.map((cell) => [entry, cell.reviewer, cell.sheet, cell.total]))),
  ).toEqual(
    sorted([
      [round.works[0]!.entryId, reviewerAt(0), 'todo', null],
      [round.works[0]!.entryId, reviewerAt(1), 'todo', null],
      [round.works[1]!.entryId, reviewerAt(1), 'todo', null],
      [round.works[1]!.entryId, reviewerAt(2), 'todo', null],
    ]),
  )
  const loads = new Map(experts.map(({ id, works, finished, max }) => [id, [works, finished, max]]))
  expect(round.experts.map(({ reviewerId }) => loads.get(reviewerId))).toEqual([
    [1, 0, 30],
    [2, 0, 30],
    [1, 0, 30],
    [0, 0, 30],
  ])
})

test('scores that are far apart wait for an additional expert, and are settled by their sheet', async () => {
  const { code, entryId } = round.works[0]!
  await score(round.experts[0]!.person, code, 6_000)
  expect(await workAt(0)).toMatchObject({ range: 0, discrepancy: null })
  await score(round.experts[1]!.person, code, 3_000)
  expect(await workAt(0)).toMatchObject({ range: 3_000, discrepancy: 'open' })
  await storeAssignment(site, round.roundId, entryId, reviewerAt(3), { isThird: true })
  expect(await workAt(0)).toMatchObject({ discrepancy: 'judging' })
  await score(round.experts[3]!.person, code, 4_500)
  const { cells, discrepancy } = await workAt(0)
  expect(discrepancy).toBe('resolved')
  expect(sorted(cells.map(({ isThird, sheet, total }) => [isThird, sheet, total]))).toEqual([
    [false, 'submitted', 6_000],
    [false, 'submitted', 9_000],
    [true, 'submitted', 7_500],
  ])
})

test('who may not judge a work is told, and works that were taken out are not there', async () => {
  const { entryId } = round.works[1]!
  const body = { reviewer: reviewerAt(3), entry: entryId, reason: 'Former colleagues' }
  await site.ask(addConflict, { ...as(), body })
  expect((await workAt(1)).conflicted).toEqual([reviewerAt(3)])
  await site.ask(removeRoundWork, {
    ...as(),
    params: { id: round.roundId, entry: entryId },
    body: { removed: true, reason: 'Entered twice' },
  })
  const { list, total, experts } = await read()
  expect([total, list.map(({ entry }) => entry)]).toEqual([1, [round.works[0]!.entryId]])
  expect(experts.find(({ id }) => id === reviewerAt(2))!.works).toBe(0)
  expect((await read({ search: round.works[1]!.code })).total).toBe(0)
})
