import type { ActivityId } from '@lectern/contract/ids.ts'
import { describe, expect, test } from 'vitest'
import {
  checkWindow,
  deadlineOf,
  deadlinesOf,
  isOpen,
  phaseOf,
  soonMilliseconds,
  standingOf,
  type Phase,
} from './phases.ts'

const opensAt = new Date('2026-11-01T00:00:00Z')
const closesAt = new Date('2026-11-20T09:00:00Z')
const window = { opensAt, closesAt }
const later = (moment: Date, milliseconds: number): Date => new Date(moment.getTime() + milliseconds)

describe('a phase', () => {
  test.each([
    ['a millisecond before it opens', later(opensAt, -1), false],
    ['at its first moment', opensAt, true],
    ['a millisecond before its end', later(closesAt, -1), true],
    ['at its end', closesAt, false],
  ])('%s', (_, now, open) => {
    expect(isOpen(window, now)).toBe(open)
  })

  test("of an activity comes before the edition's of the same kind", () => {
    const [one, other] = ['one', 'other'] as ActivityId[]
    const general: Phase = { kind: 'enrolment', activityId: null, ...window }
    const own: Phase = { ...general, activityId: one! }
    const review: Phase = { ...general, kind: 'review', activityId: other! }
    const phases = [review, general, own]
    expect(phaseOf(phases, one!, 'enrolment')).toBe(own)
    expect(phaseOf(phases, other!, 'enrolment')).toBe(general)
    expect(phaseOf(phases, one!, 'review')).toBe(undefined)
  })
})

describe('how it stands with enrolling', () => {
  const places = { capacity: 10, taken: 9, waiting: 0 }
  test.each([
    ['upcoming', later(opensAt, -1), places],
    ['open', opensAt, places],
    ['open', later(closesAt, -soonMilliseconds - 1), places],
    ['closingSoon', later(closesAt, -soonMilliseconds), places],
    ['closingSoon', later(closesAt, -1), { capacity: null, taken: 5_000, waiting: 0 }],
    ['full', later(closesAt, -1), { capacity: 10, taken: 10, waiting: 0 }],
    ['full', later(closesAt, -1), { capacity: 10, taken: 9, waiting: 1 }],
    ['closed', closesAt, { capacity: 10, taken: 10, waiting: 0 }],
    ['upcoming', later(opensAt, -1), { capacity: 10, taken: 10, waiting: 0 }],
  ])('%s at %s with %o', (standing, now, taken) => {
    expect(standingOf(window, now, taken)).toBe(standing)
  })

  test('unscheduled while nobody has said when', () => {
    expect(standingOf(undefined, opensAt, places)).toBe('unscheduled')
  })
})

describe('a deadline', () => {
  const one = 'one' as ActivityId
  const phases = [{ kind: 'enrolment' as const, activityId: null, graceMinutes: 10, ...window }]
  const tenMinutes = 600_000

  test('is followed by a grace period that is never shown', () => {
    expect(deadlineOf(phases, one, 'enrolment')).toEqual({
      opensAt,
      closesAt,
      graceUntil: later(closesAt, tenMinutes),
      isExtended: false,
    })
  })

  test('moves with more time for a team, and not with less', () => {
    const longer = later(closesAt, 86_400_000)
    expect(deadlineOf(phases, one, 'enrolment', { extendedUntil: longer })).toEqual({
      opensAt,
      closesAt: longer,
      graceUntil: later(longer, tenMinutes),
      isExtended: true,
    })
    expect(deadlineOf(phases, one, 'enrolment', { extendedUntil: later(closesAt, -1) })!.closesAt).toBe(closesAt)
  })

  test('is the announcement of results at the latest, for extensions and grace periods, too', () => {
    const announcedAt = later(closesAt, 60_000)
    const extended = deadlineOf(phases, one, 'enrolment', { extendedUntil: later(closesAt, 86_400_000), announcedAt })
    expect(extended).toEqual({ opensAt, closesAt: announcedAt, graceUntil: announcedAt, isExtended: true })
    expect(deadlineOf(phases, one, 'enrolment', { announcedAt })).toEqual({
      opensAt,
      closesAt,
      graceUntil: announcedAt,
      isExtended: false,
    })
  })

  test('is unknown without a phase', () => {
    expect(deadlineOf(phases, one, 'review')).toBe(undefined)
  })
})

describe('the window of a phase kind, for one team', () => {
  const one = 'one' as ActivityId
  const day = 86_400_000
  const enrolment = { kind: 'enrolment' as const, activityId: null, graceMinutes: 10, ...window }
  const submission = {
    kind: 'submission' as const,
    activityId: null,
    graceMinutes: 0,
    opensAt: closesAt,
    closesAt: later(closesAt, day),
  }
  const extended = later(closesAt, 2 * day)
  const own = deadlinesOf([enrolment, submission], { id: one })
  const longer = deadlinesOf([enrolment, submission], { id: one }, { submission: extended })

  test.each([
    ['before it opens', own, 'enrolment', later(opensAt, -1), 'upcoming', closesAt],
    ['at its first moment', own, 'enrolment', opensAt, 'open', closesAt],
    ['at its end', own, 'enrolment', closesAt, 'grace', closesAt],
    ['after its grace', own, 'enrolment', later(closesAt, 600_000), 'closed', closesAt],
    ['without a grace', own, 'submission', later(closesAt, day), 'closed', later(closesAt, day)],
    ['with an extension', longer, 'submission', later(closesAt, day), 'open', extended],
    ['with an extension of another kind', longer, 'enrolment', later(closesAt, 600_000), 'closed', closesAt],
    ['without a phase', deadlinesOf([enrolment], { id: one }), 'submission', closesAt, 'unscheduled', undefined],
  ] as const)('%s', (_, deadlines, kind, now, standing, end) => {
    const verdict = checkWindow(deadlines, kind, now)
    expect([verdict.standing, verdict.isOpen, verdict.closesAt]).toEqual([standing, standing === 'open', end])
  })
})
