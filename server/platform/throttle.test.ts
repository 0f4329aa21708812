import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, fixedNow, startSite, type TestSite } from '../testing/site.ts'
import { loadSecrets } from './secrets.ts'
import { networkOf, takeFrom, takeIfLeft, throttleLevels } from './throttle.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8:1::6', '2001:db8:1:0'],
  // Zeros left out stand for as many groups as are missing.
  ['2001:db8::aaaa:4:5:6', '2001:db8:0:0'],
  ['2001:db8::bbbb:4:5:6', '2001:db8:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

describe('an allowance, where clocks differ or are set', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await startSite()
  })
  afterAll(() => site.close())

  const allowance = { name: 'tried', burst: 3, refillSeconds: 60 }
  const minute = 60_000
  let count = 0

  /** Uses up an allowance at one moment; returns a function that takes more of it at another. */
  const useUp = async (at: Date) => {
    const secrets = await loadSecrets(site.db)
    count += 1
    const whose = `person ${count}`
    for (let taken = 0; taken < allowance.burst; taken += 1) await takeFrom(site.db, secrets, allowance, whose, at)
    return {
      take: (now: Date) => takeFrom(site.db, secrets, allowance, whose, now),
      attempt: (now: Date) => takeIfLeft(site.db, secrets, allowance, whose, now),
      level: async (now: Date) => (await throttleLevels(site.db, secrets, [{ allowance, whose }], now))[0],
    }
  }

  test('is not used up further by a server whose clock is five minutes behind', async () => {
    const { level, take, attempt } = await useUp(after(5 * minute))
    expect(await level(fixedNow)).toBe(3)
    expect(await attempt(fixedNow)).toBe(60)
    expect(await take(fixedNow)).toEqual({ level: 4, exceeded: true, seconds: 60 })
  })

  test('is not refilled by going to and fro between two servers', async () => {
    const { take } = await useUp(after(5 * minute))
    for (let times = 0; times < 3; times += 1)
      expect([await take(fixedNow), await take(after(5 * minute))].map(({ exceeded }) => exceeded)).toEqual([
        true,
        true,
      ])
  })

  test('is whole again when it was used up by a clock that was a day ahead', async () => {
    const { level, attempt, take } = await useUp(after(24 * 60 * minute))
    expect(await level(fixedNow)).toBe(0)
    expect(await attempt(fixedNow)).toBe(undefined)
    expect(await take(fixedNow)).toEqual({ level: 2, exceeded: false, seconds: 1 })
  })
})
