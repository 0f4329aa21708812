import { copyActivity, listAllActivities } from '@lectern/contract/competition/activities.ts'
import { createEdition as createEditionEndpoint } from '@lectern/contract/competition/editions.ts'
import type { ActivityId, EditionId, RoundId } from '@lectern/contract/ids.ts'
import { readActivityResults } from '@lectern/contract/results/results.ts'
import { listRounds, readRound } from '@lectern/contract/rounds/rounds.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysFromNoon } from '../../../testing/contest.ts'
import { english } from '../../../testing/people.ts'
import { resultsOffice, settledActivity, type SettledActivity } from '../../../testing/results.ts'
import { storeRound } from '../../../testing/rounds.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'
import { createWorkActivity } from '../../../testing/works.ts'

let site: TestSite
let made: SettledActivity
let headers: Record<string, string>
let otherActivity: ActivityId
let final: RoundId

beforeAll(async () => {
  site = await startSite({ withTasks: true })
  made = await settledActivity(site, { scores: [90, 80], rules: { weight: 400 } })
  headers = english(made.organiser)
  const { editionId, activityId, round } = made
  otherActivity = await createWorkActivity(site, editionId, { code: 'OTHER' })
  final = (await storeRound(site, { editionId, activityIds: [activityId], previousId: round.id })).id
  await storeRound(site, { editionId, activityIds: [activityId, otherActivity], rules: { expertsPerWork: 2 } })
  await site.pool.query('update round set allows_download = true where id = $1', [final])
  await resultsOffice(site, made).save({
    rounds: [
      { round: round.id, perMille: 400 },
      { round: final, perMille: 600 },
    ],
    publicityDays: 5,
  })
}, 120_000)
afterAll(() => site.close())

const roundsOf = async (edition: EditionId) => {
  const { list } = (await site.ask(listRounds, { headers, query: { edition, pageSize: '100' } })).data
  return Promise.all(list.map(async ({ id }) => (await site.ask(readRound, { headers, params: { id } })).data))
}

const resultsOf = async (id: ActivityId) => (await site.ask(readActivityResults, { headers, params: { id } })).data

const yearLater = (moment: Date): string => moment.toISOString().replace(/^\d+/, (year) => String(Number(year) + 1))

test('a copied edition has the rounds as drafts a year later, in their order, and the prize rules that count them', async () => {
  const body = {
    year: 2027,
    name: { 'zh-CN': '第九届' },
    timeZone: 'Asia/Shanghai',
    copyOf: made.editionId,
  }
  const { id } = (await site.ask(createEditionEndpoint, { headers, body })).data
  const sources = await roundsOf(made.editionId)
  const copies = await roundsOf(id)
  const { list } = (await site.ask(listAllActivities, { headers, query: { edition: id } })).data
  const copyOf = (code: string): ActivityId => list.find((one) => one.code === code)!.id
  const codes = ({ activities }: (typeof copies)[number]) => activities.map(({ code }) => code).toSorted()
  const setUp = (round: (typeof copies)[number]) => ({
    codes: codes(round),
    rules: round.source.rules,
    allowsDownload: round.source.allowsDownload,
  })
  const byRules = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)
  expect(copies.map(setUp).toSorted(byRules)).toEqual(sources.map(setUp).toSorted(byRules))
  expect(new Set(copies.map(({ state, works, experts }) => JSON.stringify([state, works, experts])))).toEqual(
    new Set([JSON.stringify(['draft', 0, 0])]),
  )
  expect(new Set(copies.flatMap(({ opensAt, closesAt }) => [opensAt, closesAt]))).toEqual(
    new Set([yearLater(daysFromNoon(-5)), yearLater(daysFromNoon(5))]),
  )
  const first = copies.find(({ source }) => source.rules.weight === 400)!
  const followers = copies.filter(({ source }) => source.previous !== null)
  expect(followers.map(({ source }) => source.previous)).toEqual([first.id])

  const results = await resultsOf(copyOf(sources.find((one) => one.id === final)!.activities[0]!.code))
  expect(results).toMatchObject({
    version: 1,
    lists: [],
    rules: {
      publicityDays: 5,
      rounds: [
        { round: first.id, perMille: 400 },
        { round: followers[0]!.id, perMille: 600 },
      ],
    },
  })
  expect((await resultsOf(copyOf('OTHER'))).version).toBe(0)
})

test('a copied activity has the rounds that judge it alone, and its prize rules', async () => {
  const before = (await roundsOf(made.editionId)).length
  const body = { editionId: made.editionId, code: 'COPY' }
  const { id } = (await site.ask(copyActivity, { headers, params: { id: made.activityId }, body })).data
  const rounds = await roundsOf(made.editionId)
  const own = rounds.filter(({ activities }) => activities.some((one) => one.id === id))
  expect([rounds.length - before, own.map(({ activities }) => activities.length)]).toEqual([2, [1, 1]])
  const { rules } = await resultsOf(id)
  expect(rules!.rounds.map(({ round }) => round).toSorted()).toEqual(own.map((one) => one.id).toSorted())
})

test('prize rules that count a round which was not copied are left out', async () => {
  const { editionId, activityId } = made
  const joint = (await roundsOf(editionId)).find(({ activities }) => activities.length === 2)!
  const office = resultsOffice(site, made)
  await office.save({ rounds: [{ round: joint.id, perMille: 1_000 }] })
  const body = { editionId, code: 'ALONE' }
  const { id } = (await site.ask(copyActivity, { headers, params: { id: activityId }, body })).data
  expect((await resultsOf(id)).version).toBe(0)
})
