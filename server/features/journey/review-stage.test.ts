import { readTeam } from '@lectern/contract/teams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { english } from '../../testing/people.ts'
import { moveStoredRound, openRound } from '../../testing/rounds.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

test('a team learns that its work is being reviewed, and nothing else', async () => {
  const { roundId, works } = await openRound(site, { state: 'planned' })
  const { captain, teamId, workId } = works[0]!
  const journey = async () =>
    (await site.ask(readTeam, { headers: english(captain), params: { id: teamId } })).data.next
  expect((await journey()).step).toBe('workAccepted')
  await moveStoredRound(site, roundId, 'open')
  expect(await journey()).toMatchObject({
    step: 'workInReview',
    turn: 'none',
    link: `/account/Work/Edit?id=${workId}`,
    until: null,
    why: null,
  })
})
