import type { ResultListId } from '@lectern/contract/ids.ts'
import { listMoves, type ListState } from '@lectern/contract/results/result-values.ts'
import { expect, test } from 'vitest'
import { chosenList, nextStepOf, shownState, stepsOf } from './next-step.ts'

const at = '2026-05-01T00:00:00.000Z'
const standing = (state: ListState, changes: { confirmedAt?: string; isScheduled?: boolean } = {}) => ({
  state,
  confirmedAt: null,
  isScheduled: false,
  ...changes,
})

test('each state leads to the step that follows it', () => {
  const next = Object.keys(listMoves).map((state) => [state, nextStepOf(standing(state as ListState))])
  expect(Object.fromEntries(next)).toEqual({
    computed: 'propose',
    proposed: 'confirm',
    publicised: 'finalise',
    final: 'announce',
    announced: undefined,
    superseded: 'compute',
  })
  expect(nextStepOf(null)).toBe('compute')
})

test('a proposal goes to public notice once it is confirmed', () => {
  const confirmed = standing('proposed', { confirmedAt: at })
  expect([shownState(confirmed), nextStepOf(confirmed), stepsOf(confirmed)]).toEqual([
    'confirmed',
    'publicise',
    ['publicise', 'discard'],
  ])
})

test('nothing is left to do before a scheduled announcement, but it can be taken back', () => {
  const scheduled = standing('final', { confirmedAt: at, isScheduled: true })
  expect([shownState(scheduled), nextStepOf(scheduled), stepsOf(scheduled)]).toEqual([
    'scheduled',
    undefined,
    ['unschedule'],
  ])
})

test('the page shows the requested list, else the newest that was not replaced', () => {
  const lists = [
    { id: 'c' as ResultListId, state: 'superseded' as const },
    { id: 'b' as ResultListId, state: 'announced' as const },
    { id: 'a' as ResultListId, state: 'superseded' as const },
  ]
  expect([chosenList(lists, null), chosenList(lists, 'a'), chosenList(lists, 'other')].map((one) => one?.id)).toEqual([
    'b',
    'a',
    'b',
  ])
  expect(chosenList(lists.slice(2), null)?.id).toBe('a')
  expect(chosenList([], null)).toBeUndefined()
})
