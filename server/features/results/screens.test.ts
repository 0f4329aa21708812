import { readOfficeCounts } from '@lectern/contract/office/office-shell.ts'
import * as contract from '@lectern/contract/results/results.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEdition, createKnownTeacher, daysFromNoon } from '../../testing/contest.ts'
import { createPerson, english, type TestPerson } from '../../testing/people.ts'
import { resultsOffice, settledActivity } from '../../testing/results.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

// What the screens of organisers are told.

let site: TestSite
let organiser: TestPerson
let second: TestPerson
let editionId: Awaited<ReturnType<typeof createEdition>>
beforeAll(async () => {
  site = await startSite({ withTasks: true })
  editionId = await createEdition(site)
  organiser = await createPerson(site, { access: 'admin' })
  second = await createPerson(site, { access: 'admin' })
})
afterAll(() => site.close())

const waitingFor = async (person: TestPerson): Promise<number | undefined> =>
  (await site.ask(readOfficeCounts, { headers: english(person) })).data.results

test('a simulation shows the works on both sides of each border', async () => {
  const activity = await settledActivity(site, {
    editionId,
    organiser,
    scores: [95, 90, 85, 80, 75, 70, 65, 60, 55, 50],
  })
  const office = resultsOffice(site, activity)
  const { data } = await site.ask(contract.simulatePrizes, {
    headers: office.headers,
    params: { id: activity.activityId },
    body: { rules: office.rulesWith() },
  })
  const shown = data.borders.map(({ prize, works }) => [
    prize.label,
    works.map(({ rank, score, prize: given }) => [rank, score, given?.id ?? null]),
  ])
  expect(shown).toEqual([
    [
      'First prize',
      [
        [1, 9_500, 'first'],
        [2, 9_000, 'second'],
        [3, 8_500, 'second'],
      ],
    ],
    [
      'Second prize',
      [
        [2, 9_000, 'second'],
        [3, 8_500, 'second'],
        [4, 8_000, 'third'],
        [5, 7_500, 'third'],
      ],
    ],
    [
      'Third prize',
      [
        [5, 7_500, 'third'],
        [6, 7_000, 'third'],
        [7, 6_500, null],
        [8, 6_000, null],
      ],
    ],
  ])
})

test('tied works are marked on every page, and an open tie has its score', async () => {
  const activity = await settledActivity(site, { editionId, organiser, scores: [90, 80, 80, 70] })
  const office = resultsOffice(site, activity)
  const tiers = office.rulesWith().tiers.slice(0, 1)
  await office.save({ ties: 'broken', tiers: [{ ...tiers[0]!, quota: { kind: 'count', count: 2 } }] })
  const list = await office.compute()
  expect(list.openTies.map(({ places, score, works }) => [places, score, works.length])).toEqual([[1, 8_000, 2]])
  const ofTwo = async (page: string) =>
    (await office.rows(list.id, { page, pageSize: '2' })).map(({ rank, isTied }) => [rank, isTied])
  expect([await ofTwo('1'), await ofTwo('2')]).toEqual([
    [
      [1, false],
      [2, true],
    ],
    [
      [2, true],
      [4, false],
    ],
  ])
})

test('the menu counts lists that the caller can confirm or make final, and no others', async () => {
  const inTeam = await createKnownTeacher(site, { access: 'admin' })
  const works = [{ captain: inTeam }]
  const activity = await settledActivity(site, { editionId, organiser, scores: [90, 80], works })
  const office = resultsOffice(site, activity)
  await office.save()
  const computed = await office.compute()
  expect([computed.isOwnProposal, computed.confirmedAt]).toEqual([false, null])
  expect(await waitingFor(second)).toBe(0)
  const proposed = (await office.step('propose')).data
  expect(proposed.isOwnProposal).toBe(true)
  expect(
    (await site.ask(contract.readList, { headers: english(second), params: { id: proposed.id } })).data,
  ).toMatchObject({ isOwnProposal: false, may: { confirm: null } })
  expect([await waitingFor(organiser), await waitingFor(second), await waitingFor(inTeam)]).toEqual([0, 1, 0])
  // Nobody else may confirm it but somebody who takes part.
  const setStatus = (status: string) =>
    site.pool.query(`update account set status = $2 where id = $1`, [second.id, status])
  await setStatus('disabled')
  expect([await waitingFor(organiser), await waitingFor(inTeam)]).toEqual([1, 0])
  await setStatus('active')
  expect((await office.step('confirm', { as: second })).data.confirmedAt).not.toBeNull()
  expect(await waitingFor(second)).toBe(0)
  await office.step('publicise', { until: daysFromNoon(3).toISOString() })
  expect(await waitingFor(organiser)).toBe(0)
  site.clock.set(daysFromNoon(3))
  expect([await waitingFor(organiser), await waitingFor(second), await waitingFor(inTeam)]).toEqual([1, 1, 0])
  await office.step('finalise')
  expect(await waitingFor(organiser)).toBe(0)
})
