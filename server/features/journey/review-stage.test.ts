import { readTeam } from '@lectern/contract/teams/teams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeDisplayedList } from '../../testing/cases.ts'
import { daysFromNoon } from '../../testing/contest.ts'
import { english } from '../../testing/people.ts'
import { moveStoredRound, openRound } from '../../testing/rounds.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
let made: Awaited<ReturnType<typeof openRound>>
beforeAll(async () => {
  site = await startSite()
  made = await openRound(site, { state: 'planned' })
})
afterAll(() => site.close())

const journey = async () => {
  const { captain, teamId } = made.works[0]!
  return (await site.ask(readTeam, { headers: english(captain), params: { id: teamId } })).data.next
}

test('a team learns that its work is being reviewed, and nothing else, until a public result counts more than the round', async () => {
  expect((await journey()).step).toBe('workAccepted')
  await moveStoredRound(site, made.roundId, 'open')
  expect(await journey()).toMatchObject({
    step: 'workInReview',
    turn: 'none',
    link: `/account/Work/Edit?id=${made.works[0]!.workId}`,
    until: null,
    why: null,
  })

  const { workId, number } = made.works[0]!
  const announcedAt = daysFromNoon(1)
  const list = await storeDisplayedList(site, made.activityId, [{ workId, number }], { publicityUntil: announcedAt })
  expect(await journey()).toMatchObject({ step: 'workInPublicity', link: `/Results/Publicity/${list}` })
  await site.pool.query(
    `update result_list set state = 'announced', finalised_at = $2, announced_at = $2 where id = $1`,
    [list, announcedAt],
  )
  site.clock.set(announcedAt)
  expect(await journey()).toMatchObject({ step: 'workAwarded', link: `/account/Work/Result?id=${workId}` })
})
