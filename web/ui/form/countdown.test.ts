import { expect, it } from 'vitest'
import { endOf, secondsLeft, waitUntil } from './countdown.ts'

const fixedNow = Date.UTC(2026, 4, 1, 12)

it('continues after a reload', () => {
  expect(waitUntil(endOf(60, fixedNow), fixedNow + 12_500)).toBe(47_500)
})

it('is over after a reload when its end has passed', () => {
  expect(waitUntil(endOf(60, fixedNow), fixedNow + 60_000)).toBe(0)
  expect(waitUntil(endOf(60, fixedNow), fixedNow + 3_600_000)).toBe(0)
})

it('never takes longer than a minute, whatever the clock or the server says', () => {
  expect(waitUntil(endOf(60, fixedNow), fixedNow - 3_600_000)).toBe(60_000)
  expect(endOf(86_400, fixedNow)).toBe(String(fixedNow + 60_000))
  expect(endOf(-5, fixedNow)).toBe(String(fixedNow))
})

it('ignores a missing or invalid stored end', () => {
  expect(['', 'soon', 'Infinity', null].map((written) => waitUntil(written, fixedNow))).toEqual([0, 0, 0, 0])
})

it('counts full seconds, and 0 only at the end', () => {
  expect([0, 1, 999, 1000, 59_999, 60_000, 70_000].map((now) => secondsLeft(60_000, now))).toEqual([
    60, 60, 60, 59, 1, 0, 0,
  ])
})
