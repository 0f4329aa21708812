import { expect, test } from 'vitest'
import { createBudget } from './planning-budget.ts'

test('waiting spends nothing of a budget, computing does', () => {
  const [seconds, budget] = [0.5, createBudget(0.5)]
  // A busy machine lets the thread wait, as this does.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * seconds * 1_000)
  expect(budget.isSpent(1)).toBe(false)
  while (!budget.isSpent(0.1)) Math.sqrt(2)
  expect([budget.isSpent(0), budget.isSpent(0.1)]).toEqual([true, true])
})
