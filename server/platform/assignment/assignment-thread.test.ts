import { expect, test } from 'vitest'
import { AssignmentFailed, dealPanelsInThread, planPoolInThread } from './assignment-thread.ts'
import { dealPanels } from './panel-plan.ts'
import { planPool, type PoolProgress } from './pool-plan.ts'
import type { PoolInput } from './pool-problem.ts'

const poolOf = (workCount: number, expertCount: number): PoolInput => ({
  works: Array.from({ length: workCount }, (_, number) => ({ key: `w${number}`, fields: [`f${number % 7}`] })),
  experts: Array.from({ length: expertCount }, (_, number) => ({
    key: `e${number}`,
    institution: `i${number >> 1}`,
    fields: [`f${number % 5}`],
    maxLoad: workCount,
  })),
  forbidden: [],
  standing: [],
  perWork: 3,
  seed: 'seed',
})

test('a thread plans the same as the process itself, and reports how far it is', async () => {
  const input = poolOf(60, 12)
  const news: PoolProgress[] = []
  expect(await planPoolInThread(input, { onProgress: (one) => news.push(one) })).toEqual(planPool(input))
  expect(news.map(({ stage }) => stage)).toEqual(expect.arrayContaining(['explaining', 'connecting']))
  const works = input.works.map(({ key }) => ({ key, stratum: null, forbiddenPanels: [] }))
  const panels = { works, panels: [{ key: 'p1' }, { key: 'p2' }], seed: 'seed' }
  expect(await dealPanelsInThread(panels)).toEqual(dealPanels(panels))
})

test('planning can be cancelled, before it starts and in between', async () => {
  const reason = new Error('not wanted any more')
  await expect(planPoolInThread(poolOf(10, 5), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  const controller = new AbortController()
  const planning = planPoolInThread(poolOf(3_000, 200), { signal: controller.signal })
  setImmediate(() => controller.abort(reason))
  await expect(planning).rejects.toBe(reason)
})

test('a plan that takes longer or more memory than allowed, or cannot be made, fails', async () => {
  const limits = { seconds: 0.001, megabytes: 500 }
  await expect(planPoolInThread(poolOf(3_000, 200), { limits })).rejects.toThrow(AssignmentFailed)
  const twice = poolOf(2, 3)
  await expect(planPoolInThread({ ...twice, works: [...twice.works, ...twice.works] })).rejects.toThrow(/same key/)
})
