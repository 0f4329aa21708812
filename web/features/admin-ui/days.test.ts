import { expect, test } from 'vitest'
import { dayOf, endOfDay, startOfDay } from './days.ts'

test.each([
  ['Asia/Shanghai', '2031-05-20', '2031-05-19T16:00:00.000Z', '2031-05-20T15:59:59.999Z'],
  ['America/Sao_Paulo', '2031-05-20', '2031-05-20T03:00:00.000Z', '2031-05-21T02:59:59.999Z'],
  ['UTC', '2031-05-20', '2031-05-20T00:00:00.000Z', '2031-05-20T23:59:59.999Z'],
])('in %s the day %s lasts from %s to %s', (zone, day, start, end) => {
  expect([startOfDay(day, zone), endOfDay(day, zone)]).toEqual([start, end])
  expect([dayOf(start, zone), dayOf(end, zone)]).toEqual([day, day])
})

test('an invalid day has no start, and no time has no day', () => {
  expect([startOfDay('', 'UTC'), endOfDay('x', 'UTC'), dayOf(null, 'UTC'), dayOf('x', 'UTC')]).toEqual([
    undefined,
    undefined,
    '',
    '',
  ])
})
