import { computeList } from '@lectern/contract/results/results.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { english } from '../../../testing/people.ts'
import { resultsOffice, settledActivity } from '../../../testing/results.ts'
import { startSite, type TestSite } from '../../../testing/site.ts'

let site: TestSite
// Runs no tasks: what is asked for waits.
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

test('what is asked for while a computation waits is one task, with the last reason; a task that runs is not joined', async () => {
  const activity = await settledActivity(site, { scores: [90, 80] })
  const { editionId, organiser, activityId } = activity
  const other = await settledActivity(site, { editionId, organiser, scores: [70] })
  for (const one of [activity, other]) await resultsOffice(site, one).save()
  const ask = async (body: { reason?: string }, id = activityId) =>
    (await site.ask(computeList, { headers: english(organiser), params: { id }, body })).data.task
  const first = await ask({})
  expect(await Promise.all([ask({ reason: 'A wrong school' }), ask({})])).toEqual([first, first])
  expect(await ask({}, other.activityId)).not.toBe(first)
  const tasks = async () => {
    const { rows } = await site.pool.query<{ id: string; input: unknown }>(
      `select id, input from task where kind = 'rank' and input ->> 'activity' = $1 order by id`,
      [activityId],
    )
    return rows
  }
  const input = { activity: activityId, by: organiser.id, reason: 'A wrong school' }
  expect(await tasks()).toEqual([{ id: first, input }])
  await site.pool.query(`update task set state = 'running', attempts = 1, started_at = now() where id = $1`, [first])
  const next = await ask({})
  expect((await tasks()).map(({ id }) => id)).toEqual([first, next].toSorted())
})
