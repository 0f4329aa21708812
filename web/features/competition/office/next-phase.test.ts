import { expect, it } from 'vitest'
import type { ActivityId } from '@lectern/contract/ids.ts'
import { missingPhases, nextPhase } from './next-phase.ts'

const now = '2031-05-01T02:07:31.250Z'
const enrolment = { activityId: null, kind: 'enrolment', closesAt: '2031-05-20T15:59:59.999Z' } as const

it.each([
  ['Asia/Shanghai', '2031-05-01T03:00:00.000Z', '2031-05-15T09:00:00.000Z'],
  // Its hours begin at half past those of UTC.
  ['Asia/Kolkata', '2031-05-01T02:30:00.000Z', '2031-05-15T11:30:00.000Z'],
])('proposes the next full hour and five in the afternoon in %s', (timeZone, opensAt, closesAt) => {
  expect(nextPhase([], now, timeZone)).toEqual({
    activityId: null,
    kind: 'enrolment',
    opensAt,
    closesAt,
    graceMinutes: 0,
  })
})

it('begins when the last phase of the edition ends, and goes on with the next kind', () => {
  const ofActivity = { activityId: 'a' as ActivityId, kind: 'review', closesAt: '2031-08-01T00:00:00.000Z' } as const
  const { kind, opensAt, closesAt } = nextPhase([enrolment, ofActivity], now, 'Asia/Shanghai')
  expect([kind, opensAt, closesAt]).toEqual(['submission', '2031-05-20T16:00:00.000Z', '2031-06-04T09:00:00.000Z'])
})

it('leaves a full hour as it is', () => {
  const atNoon = { ...enrolment, closesAt: '2031-05-20T04:00:00.000Z' }
  expect(nextPhase([atNoon], now, 'Asia/Shanghai').opensAt).toBe(atNoon.closesAt)
})

it('plans every kind that the edition does not have, one after the other', () => {
  const publicity = { ...enrolment, kind: 'publicity' } as const
  const planned = missingPhases([enrolment, publicity], now, 'Asia/Shanghai')
  expect(planned.map(({ kind, opensAt, closesAt }) => [kind, opensAt, closesAt])).toEqual([
    ['submission', '2031-05-20T16:00:00.000Z', '2031-06-04T09:00:00.000Z'],
    ['review', '2031-06-04T09:00:00.000Z', '2031-06-18T09:00:00.000Z'],
    ['results', '2031-06-18T09:00:00.000Z', '2031-07-02T09:00:00.000Z'],
  ])
})
