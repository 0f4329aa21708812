import { readRankings } from '@lectern/contract/results/results.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition } from '../../testing/contest.ts'
import { createPerson, type TestPerson } from '../../testing/people.ts'
import { resultsOffice, settledActivity } from '../../testing/results.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let shared: { editionId: Awaited<ReturnType<typeof createEdition>>; organiser: TestPerson }
beforeAll(async () => {
  site = await startSite({ withTasks: true })
  shared = { editionId: await createEdition(site), organiser: await createPerson(site, { access: 'admin' }) }
})
afterAll(() => site.close())

/** The ranks of a list, and of the same works by each method, in the order of the list. */
const ranksOf = async (given: Omit<Parameters<typeof settledActivity>[1], keyof typeof shared>) => {
  const office = resultsOffice(site, await settledActivity(site, { ...shared, ...given }))
  await office.save()
  const { id } = await office.compute()
  const query = { pageSize: '100' }
  const { list, refusals } = (await site.ask(readRankings, { headers: office.headers, params: { id }, query })).data
  return {
    refusals,
    ranks: list.map(({ title, rank, ranks }) => [title, rank, ranks.mean, ranks.trimmed, ranks.calibrated]),
  }
}

test('a single low sheet costs a work its rank by the mean, and not by the trimmed mean', async () => {
  const scores = [[90, 90, 90, 90, 40], 82, 60]
  const works = ['outlier', 'even', 'low'].map((title) => ({ title }))
  const { ranks, refusals } = await ranksOf({ scores, works, experts: 5 })
  expect(ranks).toEqual([
    ['even', 1, 1, 2, 1],
    ['outlier', 2, 2, 1, 2],
    ['low', 3, 3, 3, 3],
  ])
  // Three sheets of an expert are too few to know how strict they are: they count as they are.
  expect([refusals.mean, refusals.trimmed, refusals.calibrated]).toEqual([null, null, null])
})

test('works that a strict expert judged rise by calibration', async () => {
  // Of every quality the first expert takes ten points, and the third adds ten; each work has two of the three.
  const strict = (quality: number) => [quality - 10, quality, null]
  const lenient = (quality: number) => [null, quality, quality + 10]
  const both = (quality: number) => [quality - 10, null, quality + 10]
  const first = [strict(86), lenient(80), both(70)]
  const middle = [strict(66), lenient(62), both(50)]
  const last = [strict(45), lenient(38), both(20)]
  const scores = [...first, ...middle, ...last]
  const works = scores.map((_, at) => ({ title: `work ${at + 1}` }))
  const { ranks, refusals } = await ranksOf({ scores, works, experts: 3, rules: { expertsPerWork: 2 } })
  expect(ranks).toEqual([
    ['work 2', 1, 1, 1, 2],
    ['work 1', 2, 2, 2, 1],
    ['work 3', 3, 3, 3, 3],
    ['work 5', 4, 4, 4, 5],
    ['work 4', 5, 5, 5, 4],
    ['work 6', 6, 6, 6, 6],
    ['work 8', 7, 7, 7, 8],
    ['work 7', 8, 8, 8, 7],
    ['work 9', 9, 9, 9, 9],
  ])
  expect(refusals).toEqual({ mean: null, trimmed: null, calibrated: null })
})
