import type { NewsId } from '@lectern/contract/ids.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BatchedCounter } from './batched-counter.ts'

const [first, second] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'] as NewsId[]

let written: Record<string, number>[]
let reported: string[]
let isAway: boolean
let counter: BatchedCounter<NewsId>

beforeEach(() => {
  vi.useFakeTimers()
  written = []
  reported = []
  isAway = false
  counter = new BatchedCounter<NewsId>(
    (counts) => {
      if (isAway) return Promise.reject(new Error('away'))
      written.push(Object.fromEntries(counts))
      return Promise.resolve()
    },
    (error) => reported.push((error as Error).message),
  )
})
afterEach(async () => {
  await counter.close()
  vi.useRealTimers()
})

test('counts are written together every five seconds, and nothing when there are none', async () => {
  for (let count = 0; count < 100; count += 1) counter.add(first!)
  counter.add(second!)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(written).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(written).toEqual([{ [first!]: 100, [second!]: 1 }])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(written.length).toBe(1)
})

test('an id is one thing in whatever case it is typed', async () => {
  counter.add(first!)
  counter.add(first!.toUpperCase() as NewsId)
  await counter.flush()
  expect(written).toEqual([{ [first!]: 2 }])
})

test('counts that cannot be written wait, with those that come meanwhile', async () => {
  isAway = true
  counter.add(first!)
  const flushing = counter.flush()
  counter.add(first!)
  await flushing
  counter.add(second!)
  isAway = false
  await counter.flush()
  expect(written).toEqual([{ [first!]: 2, [second!]: 1 }])
})

test('a failure to write is reported once until it is over', async () => {
  for (const away of [true, true, true, false, true, true]) {
    isAway = away
    counter.add(first!)
    await counter.flush()
  }
  expect(reported).toEqual(['away', 'away'])
})

test('the last counts are written when the program stops', async () => {
  counter.add(first!)
  await counter.close()
  expect(written).toEqual([{ [first!]: 1 }])
})
