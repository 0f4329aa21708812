import type { NextStep } from '@lectern/contract/enrolments.ts'
import { expect, it } from 'vitest'
import { isSent, ownDeadline } from './next-step.tsx'

const next = (facts: Partial<NextStep>) => facts as NextStep
const window = { opensAt: '2031-05-01T00:00:00.000Z', closesAt: '2031-05-20T09:00:00.000Z' }

it('counts down to the team’s own deadline: what was returned first, then an extension', () => {
  const teamId = 'a' as NonNullable<NextStep['teamId']>
  expect(ownDeadline(next({ resubmitBy: null, teamId: null, window }))).toBe(null)
  expect(ownDeadline(next({ resubmitBy: null, teamId, window }))).toBe(window.closesAt)
  expect(ownDeadline(next({ resubmitBy: '2031-05-22T09:00:00.000Z', teamId, window }))).toBe('2031-05-22T09:00:00.000Z')
})

it('who has submitted has nothing to hurry for', () => {
  expect((['fill', 'submit', 'wait', 'done'] as const).map((step) => isSent(next({ step })))).toEqual([
    false,
    false,
    true,
    true,
  ])
})
