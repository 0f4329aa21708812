import type { ActivityId } from '@lectern/contract/ids.ts'
import type { ListedPhase, OfficePhase } from '@lectern/contract/competition/phases.ts'
import { expect, test } from 'vitest'
import { notesOf } from './schedule-notes.ts'

const activity = 'a' as ActivityId
const on = (day: number): string => `2031-05-${String(day).padStart(2, '0')}T00:00:00.000Z`
const phase = (
  kind: OfficePhase['kind'],
  from: number,
  until: number,
  activityId: ActivityId | null = null,
): ListedPhase => ({
  whyNot: null,
  id: `${kind}-${activityId}` as OfficePhase['id'],
  activityId,
  kind,
  opensAt: on(from),
  closesAt: on(until),
  graceMinutes: 0,
  standing: 'upcoming',
  version: 1,
  updatedAt: on(1),
})

test('adjacent phases give no notes', () => {
  expect(notesOf([phase('enrolment', 1, 5), phase('submission', 5, 9)], null)).toEqual([])
})

test('overlaps and gaps are reported', () => {
  const phases = [phase('enrolment', 1, 5), phase('submission', 3, 9), phase('review', 12, 15)]
  expect(notesOf(phases, null)).toEqual([
    { what: 'overlap', first: 'enrolment', second: 'submission', from: on(3), until: on(5) },
    { what: 'gap', first: 'submission', second: 'review', from: on(9), until: on(12) },
  ])
})

test('a phase within another one leaves no gap after it', () => {
  const phases = [phase('enrolment', 1, 9), phase('submission', 3, 5), phase('review', 9, 12)]
  expect(notesOf(phases, null)).toEqual([
    { what: 'overlap', first: 'enrolment', second: 'submission', from: on(3), until: on(5) },
  ])
})

test('an activity gets notes about its own phases only, not those of its edition', () => {
  const phases = [phase('enrolment', 1, 5), phase('submission', 6, 9), phase('enrolment', 1, 7, activity)]
  expect(notesOf(phases, null)).toEqual([
    { what: 'gap', first: 'enrolment', second: 'submission', from: on(5), until: on(6) },
  ])
  expect(notesOf(phases, activity)).toEqual([
    { what: 'overlap', first: 'enrolment', second: 'submission', from: on(6), until: on(7) },
  ])
})

test('an edition without an enrolment phase is reported', () => {
  expect(notesOf([], null)).toEqual([{ what: 'missing', kind: 'enrolment' }])
  expect(notesOf([], activity)).toEqual([])
})
