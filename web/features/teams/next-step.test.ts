import type { TeamHead } from '@lectern/contract/teams.ts'
import { expect, it } from 'vitest'
import { deadlineOf, shownStep } from './next-step.ts'

type Standing = Parameters<typeof shownStep>[0]

const team = (changes: Partial<Standing>): Standing => ({
  id: 't' as TeamHead['id'],
  role: 'captain',
  step: 'fill',
  enrolment: null,
  waiting: null,
  activity: { id: 'a', closesAt: '2026-05-01T00:00:00Z' } as TeamHead['activity'],
  ...changes,
})
const enrolment = (state: 'draft' | 'returned' | 'approved') => ({
  id: 'e' as NonNullable<TeamHead['enrolment']>['id'],
  state,
  number: null,
  resubmitBy: state === 'returned' ? '2026-05-03T00:00:00Z' : null,
})

it('leads a captain from inviting to enrolling', () => {
  expect([
    shownStep(team({ step: 'gather' })),
    shownStep(team({ step: 'fill' })),
    shownStep(team({ step: 'fill', enrolment: enrolment('draft') })),
  ]).toEqual([
    { text: 'gather', action: { label: 'invite', to: '/account/Team/Add?id=t' } },
    { text: 'fill', action: { label: 'fill', to: '/EnrollFor/a/Form?team=t' } },
    { text: 'draft', action: { label: 'goOn', to: '/EnrollFor/a/Form?enrolment=e' } },
  ])
})

it('sends a team on the waiting list to its form, to look at it or, while a place is held, to submit it', () => {
  const waits = (offeredUntil: string | null) =>
    team({ enrolment: enrolment('draft'), waiting: { position: 1, offeredUntil } })
  const to = '/EnrollFor/a/Form?enrolment=e'
  expect([shownStep(waits(null)), shownStep(waits('2026-04-30T00:00:00Z'))]).toEqual([
    { text: 'draft', action: { label: 'see', to } },
    { text: 'draft', action: { label: 'goOn', to } },
  ])
})

it('asks nobody for what another has to do', () => {
  expect([shownStep(team({ role: 'member', step: 'gather' })), shownStep(team({ role: 'advisor' }))]).toEqual([
    { text: 'gatherWait' },
    { text: 'fillWait' },
  ])
})

it('comes back to the team from where one says who one is', () => {
  expect(shownStep(team({ role: 'advisor', step: 'complete' }))).toEqual({
    text: 'complete',
    action: { label: 'complete', to: '/account/Evpi?redirect=%2Faccount%2FTeam%2Fbasic%3Fid%3Dt' },
  })
})

it('knows the moment that matters: the phase’s end, after a return the time to answer it, then none', () => {
  expect([
    deadlineOf(team({})),
    deadlineOf(team({ enrolment: enrolment('returned') })),
    deadlineOf(team({ enrolment: enrolment('approved') })),
  ]).toEqual(['2026-05-01T00:00:00Z', '2026-05-03T00:00:00Z', null])
})
