import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { restMilliseconds, startJobs, type Jobs } from './jobs.ts'

const everyMilliseconds = 15_000
let runs: number
let finish: (error?: Error) => void
let failures: unknown[][]
let jobs: Jobs

beforeEach(() => {
  vi.useFakeTimers()
  runs = 0
  failures = []
  const run = (): Promise<void> => {
    runs += 1
    return new Promise((done, failed) => (finish = (error) => (error ? failed(error) : done())))
  }
  jobs = startJobs([{ name: 'letters', everyMilliseconds, run }], (...failure) => void failures.push(failure))
})
afterEach(() => vi.useRealTimers())

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('a job runs at once, and again when its time has come', async () => {
  expect(runs).toBe(1)
  await pass(2 * everyMilliseconds)
  expect(runs).toBe(1)
  finish()
  await pass(everyMilliseconds - 1)
  expect(runs).toBe(1)
  await pass(1)
  expect(runs).toBe(2)
})

test('one that is woken runs at once when it has rested', async () => {
  finish()
  await pass(restMilliseconds)
  jobs.wake('letters')
  await pass(1)
  expect(runs).toBe(2)
})

test('one that is woken again and again rests in between', async () => {
  finish()
  await pass(1)
  for (let count = 0; count < 10; count += 1) {
    jobs.wake('letters')
    await pass(10)
  }
  expect(runs).toBe(1)
  await pass(restMilliseconds)
  expect(runs).toBe(2)
})

test('what wakes it during a run is not forgotten', async () => {
  jobs.wake('letters')
  finish()
  await pass(restMilliseconds)
  expect(runs).toBe(2)
  finish()
  await pass(restMilliseconds)
  expect(runs).toBe(2)
})

test('a run that fails is told, and the next one comes', async () => {
  const error = new Error('nobody is there')
  finish(error)
  await pass(everyMilliseconds)
  expect([failures, runs]).toEqual([[['letters', error]], 2])
})

test('closing waits for the run under way and begins no other', async () => {
  jobs.wake('letters')
  const closed = jobs.close()
  finish()
  await closed
  jobs.wake('letters')
  await pass(2 * everyMilliseconds)
  expect(runs).toBe(1)
})
