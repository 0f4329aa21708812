import { listOwnTasks } from '@lectern/contract/welcome/welcome.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { english, type TestPerson } from '../../testing/people.ts'
import { openRound } from '../../testing/rounds.ts'
import { startSite, type TestSite } from '../../testing/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const reviewTasksOf = async (person: TestPerson) => {
  const { list } = (await site.ask(listOwnTasks, { headers: english(person) })).data
  return list
    .filter(({ link }) => link.startsWith('/Review'))
    .map(({ name, values, link }) => [name, values.left, link])
}

test('an expert is told to answer, to get ready, and then how many works are left', async () => {
  const { code, experts, organiser } = await openRound(site, { rules: { practice: true } })
  const { person, reviewerId } = experts[0]!
  const link = `/Review?round=${code}`
  const set = (changes: string) => site.pool.query(`update reviewer set ${changes} where id = $1`, [reviewerId])

  await set(`state = 'invited', practised_at = null`)
  expect(await reviewTasksOf(person)).toEqual([['answerReview', '2', link]])
  await set(`state = 'accepted'`)
  expect(await reviewTasksOf(person)).toEqual([['prepareReview', '2', link]])
  await set(`practised_at = now()`)
  expect(await reviewTasksOf(person)).toEqual([['review', '2', link]])
  await set(`state = 'declined'`)
  expect(await reviewTasksOf(person)).toEqual([])
  expect(await reviewTasksOf(organiser)).toEqual([])
})
