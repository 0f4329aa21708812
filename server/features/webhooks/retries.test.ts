import { expect, test } from 'vitest'
import { fixedNow } from '../../testing/fixed-now.ts'
import { nextAttempt, restAfter, wishOf } from './retries.ts'

const seconds = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1_000

/** When an event is tried whose address never answers well, in seconds after the first attempt. */
const scheduleWith = (random: number): number[] => {
  const times = [0]
  for (let now: Date | undefined = fixedNow, attempts = 1; now; attempts += 1) {
    now = nextAttempt({ firstAttemptAt: fixedNow, attempts, now, random })
    if (now) times.push(seconds(fixedNow, now))
  }
  return times
}

test('an event is tried at growing pauses, for the last time after exactly three days', () => {
  expect(scheduleWith(0)).toEqual([0, 5, 305, 2_105, 9_305, 27_305, 63_305, 113_705, 185_705, 259_200])
  expect(scheduleWith(1)).toEqual([0, 5.5, 335.5, 2_315.5, 10_235.5, 30_035.5, 69_635.5, 125_075.5, 204_275.5, 259_200])
})

test('an address that asks for it is left alone for longer, up to a day and never beyond the three', () => {
  const after = (wish: string, attempts = 1, elapsed = 0) => {
    const now = new Date(fixedNow.getTime() + elapsed * 1_000)
    const wishMilliseconds = wishOf(wish, now)
    return seconds(fixedNow, nextAttempt({ firstAttemptAt: fixedNow, attempts, now, wishMilliseconds, random: 0 })!)
  }
  expect([after('120'), after('2'), after('999999')]).toEqual([120, 5, 86_400])
  expect(after(new Date(fixedNow.getTime() + 60_000).toUTCString())).toBe(60)
  expect(after('86400', 4, 200_000)).toBe(259_200)
})

test.each(['', 'soon', '-5', '1.5', 'Thu, 01 Jan 1970 00:00:00 GMT'])('%j asks for nothing', (text) => {
  expect(wishOf(text, fixedNow)).toBe(0)
})

test('an address that is silent rests for longer and longer, up to half an hour', () => {
  expect([1, 2, 3, 4, 50].map((silent) => seconds(fixedNow, restAfter(silent, fixedNow)))).toEqual([
    5, 300, 1_800, 1_800, 1_800,
  ])
})
