import { expect, test } from 'vitest'
import { createActiveTime } from './active-time.ts'

/** Looks once a second from `from` to `to`, in seconds. */
const look = (time: ReturnType<typeof createActiveTime>, from: number, to: number, isVisible = true): void => {
  for (let second = from; second <= to; second += 1) time.look(second * 1_000, isVisible)
}

test('time counts while the tab is visible and somebody did something within the last minute', () => {
  const time = createActiveTime(0)
  look(time, 1, 30)
  expect(time.seconds).toBe(30)
  look(time, 31, 200)
  expect(time.seconds).toBe(60)
  time.touch(200_000)
  look(time, 201, 210)
  expect(time.seconds).toBe(70)
})

test('a hidden tab and a computer that slept do not count', () => {
  const time = createActiveTime(0)
  look(time, 1, 10, false)
  expect(time.seconds).toBe(0)
  time.touch(3_600_000)
  look(time, 3_600, 3_610)
  expect(time.seconds).toBe(10)
})
