import { expect, it } from 'vitest'
import { deadlinesOf } from './deadlines.ts'

const now = '2031-05-20T00:00:00.000Z'
const closesAt = '2031-05-21T00:00:00.000Z'
const later = '2031-05-23T00:00:00.000Z'
const activity = { opensAt: '2031-05-01T00:00:00.000Z', closesAt }
const step = { step: 'resubmit', until: closesAt, now, isDone: false } as const

it('counts down to the opening, then to the end of enrolment', () => {
  expect(deadlinesOf({ ...activity, standing: 'upcoming' }, undefined)).toEqual({
    own: null,
    countdown: activity.opensAt,
  })
  expect(deadlinesOf({ ...activity, standing: 'open' }, step)).toEqual({ own: null, countdown: closesAt })
  expect(deadlinesOf({ ...activity, standing: 'closed' }, { ...step, until: null })).toEqual({
    own: null,
    countdown: null,
  })
})

it('counts down to a deadline that the reader has instead, also when enrolment is over', () => {
  const extended = { ...step, until: later }
  expect(deadlinesOf({ ...activity, standing: 'open' }, extended)).toEqual({ own: later, countdown: later })
  expect(deadlinesOf({ ...activity, standing: 'closed' }, extended)).toEqual({ own: later, countdown: later })
  expect(deadlinesOf({ ...activity, standing: 'open' }, { ...extended, isDone: true }).countdown).toBe(null)
})

it('counts down for a team in a full activity that has something to do, and for nobody else', () => {
  const full = { ...activity, standing: 'full' } as const
  expect(deadlinesOf(full, step).countdown).toBe(closesAt)
  expect(deadlinesOf(full, { ...step, step: 'refused' }).countdown).toBe(null)
  expect(deadlinesOf(full, undefined).countdown).toBe(null)
})
