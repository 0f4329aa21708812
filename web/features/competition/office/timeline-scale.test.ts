import { expect, test } from 'vitest'
import { daysOf, moved, scaleOf } from './timeline-scale.ts'

const window = { opensAt: '2031-05-01T10:00:00.000Z', closesAt: '2031-05-11T10:00:00.000Z' }

test('all phases and the current time are inside the timeline, with a margin', () => {
  const scale = scaleOf([window], '2031-04-21T10:00:00.000Z')
  expect([scale.at('2031-04-21T10:00:00.000Z'), scale.at(window.closesAt)].map(Math.round)).toEqual([5, 95])
  expect(scale.ticks.map((tick) => new Date(tick).toISOString().slice(0, 10))).toEqual([
    '2031-04-27',
    '2031-05-04',
    '2031-05-11',
  ])
})

test('a long timeline has a tick per month', () => {
  const { ticks } = scaleOf(
    [{ opensAt: '2031-01-10T00:00:00.000Z', closesAt: '2031-12-20T00:00:00.000Z' }],
    '2031-05-01',
  )
  expect(ticks.length).toBe(13)
  expect(new Date(ticks[0]!).toISOString()).toBe('2031-01-01T00:00:00.000Z')
})

test('a phase can be moved, or resized at one end, but not to nothing', () => {
  expect(moved(window, 'whole', -2)).toEqual({
    opensAt: '2031-04-29T10:00:00.000Z',
    closesAt: '2031-05-09T10:00:00.000Z',
  })
  expect(moved(window, 'end', 1)).toEqual({ ...window, closesAt: '2031-05-12T10:00:00.000Z' })
  expect(moved(window, 'start', 9)).toEqual({ ...window, opensAt: '2031-05-10T10:00:00.000Z' })
  expect(moved(window, 'start', 10)).toEqual(window)
})

test('a distance on the screen is converted to whole days', () => {
  const scale = { ...scaleOf([window], window.opensAt), from: 0, until: 100 * 86_400_000 }
  expect([daysOf(14, 1_000, scale), daysOf(-16, 1_000, scale), daysOf(16, 0, scale)]).toEqual([1, -2, 0])
})
