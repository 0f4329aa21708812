import { expect, test } from 'vitest'
import { growthsOf, isLeak, type Usage } from './growth.ts'

const leaksOf = (sample: (index: number) => Partial<Usage>): string[] => {
  const samples = Array.from({ length: 120 }, (_, index) => ({
    memory: 200,
    handles: 60,
    threads: 16,
    ...sample(index),
  }))
  return growthsOf(samples)
    .filter(isLeak)
    .map(({ measure }) => measure)
}

test('memory that grows slowly all the time is a leak', () => {
  expect(leaksOf((index) => ({ memory: 200 + index }))).toEqual(['memory'])
})

test('connections and threads that are never closed are a leak', () => {
  expect(leaksOf((index) => ({ handles: 60 + Math.floor(index / 3), threads: 16 + Math.floor(index / 8) }))).toEqual([
    'handles',
    'threads',
  ])
})

test('what is loaded at first, and what comes and goes, is none', () => {
  expect(
    leaksOf((index) => ({ memory: index < 20 ? 100 + index * 10 : 300 + (index % 7) * 20, handles: 60 + (index % 9) })),
  ).toEqual([])
})
