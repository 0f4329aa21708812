import type { OutboxId } from '@lectern/contract/ids.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { after, fixedNow, startSite, type TestSite } from '../../testing/site.ts'
import { claimLetters } from './queries.ts'
import { outbox } from './tables.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

test('somebody who waits for a code gets it before letters to many leave, however long those have waited', async () => {
  const insert = (letter: string, at: Date, toMany: boolean) =>
    site.db.insert(outbox).values({
      id: newId<OutboxId>(at),
      channel: 'mail',
      recipient: 'somebody@example.org',
      locale: 'en-US',
      letter,
      content: {},
      state: 'waiting',
      toMany,
      dueAt: at,
      expiresAt: after(600_000),
      createdAt: at,
    })
  await insert('notice', fixedNow, true)
  await insert('notice', after(1), true)
  await insert('code', after(2_000), false)
  const claim = async (most: number): Promise<string[]> => {
    const letters = await claimLetters(site.db, {
      now: after(3_000),
      leasedUntil: after(60_000),
      channels: ['mail'],
      most,
    })
    return letters.map(({ letter }) => letter)
  }
  expect([await claim(1), await claim(5), await claim(5)]).toEqual([['code'], ['notice', 'notice'], []])
})
