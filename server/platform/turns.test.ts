import { expect, test } from 'vitest'
import { inTurns } from './turns.ts'

test('a long list comes in its order, and others have their turns in between', async () => {
  let others = 0
  let isDone = false
  const takeTurn = (): void => {
    others += 1
    if (!isDone) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  const list = Array.from({ length: 1_000 }, (_, index) => index)
  const found: number[] = []
  for await (const item of inTurns(list)) found.push(item)
  isDone = true
  expect(found).toEqual(list)
  expect(others).toBeGreaterThan(10)
})
