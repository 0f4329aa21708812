import { describe, expect, test } from 'vitest'
import { actualWindow, type Progress, type Window } from './actual-windows.ts'
import { phaseKinds, type PhaseKind } from './competition-values.ts'
import { timingOf } from './timing.ts'

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number))
const days = (from: number, until: number): Window => ({ opensAt: day(from), closesAt: day(until) })

const plan: Record<PhaseKind, Window> = {
  enrolment: days(1, 5),
  submission: days(3, 10),
  'school-recommendation': days(5, 8),
  'province-recommendation': days(8, 11),
  review: days(12, 15),
  publicity: days(16, 19),
  results: days(20, 25),
}

const actual = (progress: Progress): Record<PhaseKind, Window> =>
  Object.fromEntries(phaseKinds.map((kind) => [kind, actualWindow(kind, plan[kind], progress)])) as typeof plan

describe('what really happens', () => {
  test('is what was planned while nothing has happened', () => {
    expect(actual({})).toEqual(plan)
  })

  test('is review from the opening of a round, and nothing of enrolment and submission ends by it', () => {
    const review = { opensAt: day(4), closesAt: day(8) }
    expect(actual({ review })).toEqual({ ...plan, review: days(4, 15) })
  })

  test('is review as long as a round is open, and what follows waits for it', () => {
    const review = { opensAt: day(13), closesAt: day(22) }
    expect(actual({ review })).toEqual({
      ...plan,
      review: days(12, 22),
      publicity: days(22, 25),
      results: days(22, 25),
    })
  })

  test('is no review once a notice is public, unless a round is open again', () => {
    const publicity = days(14, 18)
    const closed = actual({ review: { opensAt: day(12), closesAt: null }, publicity })
    expect(closed).toEqual({ ...plan, review: days(12, 14), publicity })
    const reopened = actual({ review: { opensAt: day(12), closesAt: day(17) }, publicity })
    expect(reopened.review).toEqual(days(12, 17))
  })

  test('is the notice with its own times, and results wait for its end', () => {
    expect(actual({ publicity: days(18, 27) })).toEqual({
      ...plan,
      publicity: days(18, 27),
      results: days(27, 32),
    })
  })

  test('ends everything with the announcement, also what would have begun later', () => {
    const review = { opensAt: day(4), closesAt: null }
    expect(actual({ review, publicity: days(5, 6), announcedAt: day(7) })).toEqual({
      enrolment: days(1, 5),
      submission: days(3, 7),
      'school-recommendation': days(5, 7),
      'province-recommendation': days(7, 7),
      review: days(4, 5),
      publicity: days(5, 6),
      results: days(7, 25),
    })
    expect(actual({ announcedAt: day(2) })).toEqual({
      enrolment: days(1, 2),
      submission: days(2, 2),
      'school-recommendation': days(2, 2),
      'province-recommendation': days(2, 2),
      review: days(2, 2),
      publicity: days(2, 2),
      results: days(2, 25),
    })
  })

  test('is the announcement with the planned length, if it comes after the planned end', () => {
    expect(actual({ announcedAt: day(30) }).results).toEqual(days(30, 35))
  })

  test('is another notice after a correction, although results are announced', () => {
    expect(actual({ publicity: days(22, 24), announcedAt: day(20) }).publicity).toEqual(days(22, 24))
  })
})

test.each([
  ['before the phase', day(11), 'early'],
  ['at its begin', day(12), null],
  ['at its end', day(15), 'late'],
] as const)('a step %s', (_, moment, timing) => {
  expect(timingOf(plan.review, moment)).toBe(timing)
  expect(timingOf(undefined, moment)).toBe(null)
})
