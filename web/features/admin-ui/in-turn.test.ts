import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('failures are reported, and the rest is done in order', async () => {
  const steps: string[] = []
  const failed = await inTurn(
    ['chen', 'lin', 'song'],
    async (name) => {
      if (name === 'lin') throw new Error('changed meanwhile')
      steps.push(name)
    },
    (done) => steps.push(`${done} done`),
  )
  expect(steps).toEqual(['chen', '1 done', '2 done', 'song', '3 done'])
  expect(failed).toEqual([{ item: 'lin', why: 'changed meanwhile' }])
})
