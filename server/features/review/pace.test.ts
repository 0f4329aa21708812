import type { EditionId } from '@lectern/contract/ids.ts'
import * as contract from '@lectern/contract/review/review.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition } from '../../testing/contest.ts'
import { english } from '../../testing/people.ts'
import { openRound } from '../../testing/rounds.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { paceOf } from './pace.ts'

let site: TestSite
let editionId: EditionId
beforeAll(async () => {
  site = await startSite()
  editionId = await createEdition(site)
})
afterAll(() => site.close())

const submitted = (seconds: number) => ({ number: 1, isChanged: false, seconds })
const draft = (seconds: number) => ({ number: null, isChanged: false, seconds })
const day = 86_400_000

test('three submitted sheets tell a pace: the median, without what browsers did not measure', () => {
  const left = [null]
  expect(paceOf([submitted(600), submitted(60), submitted(0), ...left], null, fixedNow)).toBe(null)
  expect(paceOf([submitted(600), submitted(60), submitted(0), submitted(90), ...left], null, fixedNow)).toEqual({
    secondsPerWork: 90,
    secondsLeft: 90,
    worksPerDay: null,
    isTight: false,
  })
  expect(
    paceOf([submitted(600), submitted(60), submitted(100), submitted(91), ...left], null, fixedNow)?.secondsPerWork,
  ).toBe(96)
})

test('nothing is expected when nothing is left', () => {
  expect(paceOf([submitted(60), submitted(60), submitted(60)], after(day), fixedNow)).toBe(null)
})

test('time that a draft has taken counts; a sheet that was changed since is left to be submitted', () => {
  const done = [submitted(100), submitted(100), submitted(100)]
  const changed = { number: 1, isChanged: true, seconds: 100 }
  expect(paceOf([...done, null, draft(30), draft(500), changed], null, fixedNow)).toMatchObject({
    secondsPerWork: 100,
    secondsLeft: 170,
  })
})

test('works a day are counted in days that have begun, up to the end', () => {
  const sheets = [submitted(60), submitted(60), submitted(60), ...Array.from({ length: 7 }, () => null)]
  const perDay = (milliseconds: number) => paceOf(sheets, after(milliseconds), fixedNow)?.worksPerDay
  expect([perDay(7 * day), perDay(3 * day), perDay(2.5 * day), perDay(1_000), perDay(0), perDay(-1)]).toEqual([
    1,
    3,
    3,
    7,
    null,
    null,
  ])
})

test('it is tight when the works left take longer than the round', () => {
  const sheets = [submitted(600), submitted(600), submitted(600), null, null]
  const isTight = (seconds: number) => paceOf(sheets, after(seconds * 1_000), fixedNow)?.isTight
  expect([isTight(1_200), isTight(1_199)]).toEqual([false, true])
})

test('an expert reads the own pace in a round, and nobody else’s', async () => {
  const { code, works, experts } = await openRound(site, { editionId, works: 5, experts: 2 })
  const deskOf = async (at: number) =>
    (await site.ask(contract.readDeskRound, { headers: english(experts[at]!.person), params: { round: code } })).data
  const headers = english(experts[0]!.person)
  const blank = { comment: 'Good', remark: '', notes: [], places: {} }
  for (const [at, seconds] of [300, 60, 120].entries()) {
    const params = { code: works[at]!.code }
    const scores = { design: 5_000, effect: 3_000 }
    await site.ask(contract.saveSheet, { headers, params, body: { ...blank, version: 0, scores, seconds } })
    expect((await deskOf(0)).pace).toBe(null)
    await site.ask(contract.submitSheet, { headers, params, body: { version: 1 } })
  }
  expect([(await deskOf(0)).pace, (await deskOf(1)).pace]).toEqual([
    { secondsPerWork: 120, secondsLeft: 240, worksPerDay: 1, isTight: false },
    null,
  ])
})

test('before there is a pace, an expert reads how long the films of the works left take to play', async () => {
  const { code, works, experts } = await openRound(site, { editionId, works: 3, experts: 1, withFiles: true })
  const headers = english(experts[0]!.person)
  const ids = works.map(({ workId }) => workId)
  await site.pool.query(
    `update work_file set facts = coalesce(facts, '{}') || '{"media": {"facts": {"seconds": 90.4}}}' where work_id = any($1)`,
    [ids],
  )
  const desk = async () => (await site.ask(contract.readDeskRound, { headers, params: { round: code } })).data
  expect((await desk()).secondsToPlay).toBe(271)
  const params = { code: works[0]!.code }
  const body = { scores: { design: 5_000, effect: 3_000 }, comment: 'Good', remark: '', notes: [], places: {} }
  await site.ask(contract.saveSheet, { headers, params, body: { ...body, version: 0, seconds: 60 } })
  await site.ask(contract.submitSheet, { headers, params, body: { version: 1 } })
  expect((await desk()).secondsToPlay).toBe(181)
})
