import type { DeskRound } from '@lectern/contract/review/review.ts'
import { expect, test } from 'vitest'
import { chooseRound, isReady } from './round-choice.ts'

const round = (code: string, others: Partial<DeskRound> = {}): DeskRound => ({
  code,
  name: code,
  locale: 'en-US',
  kind: 'scored',
  state: 'open',
  invitation: 'accepted',
  hasPledged: true,
  needsPractice: false,
  isChair: false,
  opensAt: null,
  closesAt: null,
  timeZone: 'UTC',
  allowsDownload: false,
  works: 2,
  finished: 0,
  refusal: null,
  ...others,
})

test('the round that is asked for is shown, otherwise the open one that ends first', () => {
  const rounds = [
    round('SETTLED2', { state: 'settled' }),
    round('LATER234', { closesAt: '2026-12-09T00:00:00Z' }),
    round('SOON2345', { closesAt: '2026-12-01T00:00:00Z' }),
    round('DONE2345', { closesAt: '2026-11-20T00:00:00Z', finished: 2 }),
    round('INVITED2', { invitation: 'invited', closesAt: '2026-11-18T00:00:00Z' }),
  ]
  expect(chooseRound(rounds, 'LATER234')?.code).toBe('LATER234')
  expect(chooseRound(rounds, null)?.code).toBe('SOON2345')
  expect(chooseRound(rounds, 'INVITED2')?.code).toBe('SOON2345')
  expect(chooseRound(rounds.slice(0, 1), null)?.code).toBe('SETTLED2')
  expect(chooseRound([], null)).toBe(undefined)
})

test('works are shown after the invitation was accepted, the pledge signed and the practice done', () => {
  const refused: Partial<DeskRound>[] = [{ invitation: 'invited' }, { hasPledged: false }, { needsPractice: true }]
  expect(refused.map((others) => isReady(round('A', others)))).toEqual([false, false, false])
  expect(isReady(round('A'))).toBe(true)
})
