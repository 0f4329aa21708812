import { expect, test } from 'vitest'
import { momentAt, wallTimeOf } from './wall-time.ts'

test.each([
  ['2031-05-20T08:30', 'Asia/Shanghai', '2031-05-20T00:30:00.000Z'],
  ['2031-01-01T00:00', 'Asia/Shanghai', '2030-12-31T16:00:00.000Z'],
  ['2031-07-01T12:00', 'America/New_York', '2031-07-01T16:00:00.000Z'],
  // An hour before and after the start of daylight saving time.
  ['2031-03-09T01:30', 'America/New_York', '2031-03-09T06:30:00.000Z'],
  ['2031-03-09T03:30', 'America/New_York', '2031-03-09T07:30:00.000Z'],
])('%s in %s is %s, and back', (wallTime, zone, moment) => {
  expect([momentAt(wallTime, zone), wallTimeOf(moment, zone)]).toEqual([moment, wallTime])
})

test('an invalid time gives null', () => {
  expect([momentAt('', 'UTC'), momentAt('tomorrow', 'UTC'), wallTimeOf(null, 'UTC'), wallTimeOf('x', 'UTC')]).toEqual([
    null,
    null,
    '',
    '',
  ])
})
