import type { ListSummary } from '@lectern/contract/recommendations/recommendations.ts'
import { expect, test } from 'vitest'
import { dueOf, isOwnStep, mostUrgent, officerStep } from './list-step.ts'

type Listed = Pick<ListSummary, 'state' | 'window' | 'quota' | 'rows' | 'entries'>

const open: ListSummary['window'] = {
  standing: 'open',
  opensAt: '2026-03-01T00:00:00.000Z',
  closesAt: '2026-03-12T00:00:00.000Z',
  isEarlier: false,
  isExtended: false,
}
const listWith = (differing: Partial<Listed> = {}): Listed => ({
  state: 'draft',
  window: open,
  quota: 3,
  rows: 2,
  entries: 5,
  ...differing,
})
const standing = (name: ListSummary['window']['standing']): Partial<Listed> => ({ window: { ...open, standing: name } })

test('each list has one next step', () => {
  const steps = [
    {},
    { rows: 0 },
    { rows: 0, quota: 0 },
    { rows: 0, entries: 0 },
    standing('upcoming'),
    standing('unscheduled'),
    standing('closed'),
    { state: 'returned' as const },
    { state: 'returned' as const, ...standing('closed') },
    { state: 'handedIn' as const },
    { state: 'accepted' as const, ...standing('closed') },
  ].map((differing) => officerStep(listWith(differing)))
  expect(steps).toEqual([
    'handIn',
    'rank',
    'noQuota',
    'noEntries',
    'later',
    'undated',
    'late',
    'correct',
    'late',
    'wait',
    'done',
  ])
  expect(steps.filter(isOwnStep)).toEqual(['handIn', 'rank', 'correct'])
})

test('the date that counts is the next one', () => {
  const due = (differing: Partial<Listed>) => dueOf(listWith(differing))
  expect([due({}), due(standing('upcoming')), due({ state: 'handedIn' })]).toEqual([open.closesAt, open.opensAt, null])
})

test('the earliest date comes first', () => {
  const later = listWith()
  const earlier = listWith({ window: { ...open, closesAt: '2026-03-05T00:00:00.000Z' } })
  const undated = listWith({ window: { ...open, closesAt: null } })
  const done = listWith({ state: 'accepted', window: { ...open, closesAt: '2026-03-01T00:00:00.000Z' } })
  expect(mostUrgent([undated, done, later, earlier])).toBe(earlier)
  expect(mostUrgent([done])).toBe(undefined)
})
