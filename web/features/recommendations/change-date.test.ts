import type { EntryStanding } from '@lectern/contract/recommendations/recommendation-values.ts'
import { expect, test } from 'vitest'
import type { Client } from '../../request/client.ts'
import { earlierEnd, readChangeDate } from './change-date.ts'

const hour = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * hour).toISOString()

const answering = (answer: () => Promise<unknown>): Client => answer as unknown as Client
const withEntry = (standing: EntryStanding, until: string | null): Client =>
  answering(() => Promise.resolve({ list: [{ teamId: 'ours', standing, until }] }))

test('a level that wants a change names its date, until that has passed', async () => {
  const soon = inHours(1)
  expect(await readChangeDate(withEntry('change', soon), 'ours')).toBe(soon)
  expect(await readChangeDate(withEntry('change', inHours(-1)), 'ours')).toBeNull()
  expect(await readChangeDate(withEntry('change', soon), 'other')).toBeNull()
})

test('the date of a list that an entry waits in is none of a change', async () => {
  expect(await readChangeDate(withEntry('with', inHours(1)), 'ours')).toBeNull()
})

test('a page opens when the date cannot be read', async () => {
  expect(
    await readChangeDate(
      answering(() => Promise.reject(new Error('offline'))),
      'ours',
    ),
  ).toBeNull()
})

test('the earlier one of two ends is shown, and an end where there is only one', () => {
  const [early, late] = ['2026-11-01T12:00:00.000Z', '2026-11-02T12:00:00.000Z']
  expect([earlierEnd(late, early), earlierEnd(early, late)]).toEqual([early, early])
  expect([earlierEnd(late, null), earlierEnd(null, early), earlierEnd(null, null)]).toEqual([late, early, null])
})
