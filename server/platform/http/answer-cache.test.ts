import { describe, expect, test } from 'vitest'
import { after, fixedNow } from '../../testing/site.ts'
import { AnswerCache, type PublicAnswer } from './answer-cache.ts'

interface Setup {
  maximumBytes?: number
  changes?: Date[]
}

/** A cache with a manual clock, whose responses count how often they were made. */
const setUp = ({ maximumBytes, changes = [] }: Setup = {}) => {
  let now = fixedNow
  const made: string[] = []
  const cache = new AnswerCache({
    clock: { now: () => now },
    securityHeaders: {},
    nextChange: (from) => Promise.resolve(changes.find((change) => change > from)),
    ...(maximumBytes && { maximumBytes }),
  })
  const answer =
    (body: string, changed: Partial<PublicAnswer> = {}) =>
    (): Promise<PublicAnswer> => {
      made.push(body)
      return Promise.resolve({ status: 200, headers: { 'content-type': 'text/plain' }, body, ...changed })
    }
  const get = async (key: string, changed: Partial<PublicAnswer> = {}): Promise<string> =>
    (await cache.get(key, answer(key, changed))).variants.identity.body.toString()
  return { cache, made, answer, get, setClock: (moment: Date) => void (now = moment) }
}

describe('the answer cache', () => {
  test('makes one answer for fifty who ask at once, and for all who ask later', async () => {
    const { made, get } = setUp()
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('a')))
    expect(new Set(answers)).toEqual(new Set(['a']))
    await get('a')
    expect(made).toEqual(['a'])
  })

  test('keeps no failure, unless told to, and tells everyone who waited', async () => {
    const { cache, made, get } = setUp()
    const refuse = (): Promise<PublicAnswer> => {
      made.push('refused')
      return Promise.reject(new Error('on purpose'))
    }
    const outcomes = await Promise.allSettled([cache.get('a', refuse), cache.get('a', refuse)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await get('a', { status: 404 })
    await get('a', { status: 404 })
    await get('b', { status: 404, keep: true })
    await get('b', { status: 404, keep: true })
    expect(made).toEqual(['refused', 'a', 'a', 'b'])
  })

  test('what is thrown at one caller before the work is not thrown at another', async () => {
    const { cache, answer } = setUp()
    const outcomes = await Promise.allSettled([
      cache.get('a', answer('a'), {
        allow: () => {
          throw new Error('too many')
        },
      }),
      cache.get('a', answer('a'), { allow: () => {} }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  test('forgets after a minute', async () => {
    const { made, get, setClock } = setUp()
    await get('a')
    setClock(after(59_999))
    await get('a')
    expect(made.length).toBe(1)
    setClock(after(60_000))
    await get('a')
    expect(made.length).toBe(2)
  })

  test('forgets at the very moment of the next change, time after time', async () => {
    const { made, get, setClock } = setUp({ changes: [after(1_000), after(2_000)] })
    const seen: number[] = []
    for (const moment of [0, 999, 1_000, 1_999, 2_000, 2_001]) {
      setClock(after(moment))
      await get('a')
      seen.push(made.length)
    }
    expect(seen).toEqual([1, 1, 2, 2, 3, 3])
  })

  test('does not wait for ever for a next change that is never later than now', async () => {
    let asked = 0
    const cache = new AnswerCache({
      clock: { now: () => fixedNow },
      securityHeaders: {},
      nextChange: (now) => {
        asked += 1
        if (asked > 10) throw new Error('asked again and again')
        return Promise.resolve(now)
      },
    })
    const kept = await cache.get('a', () => Promise.resolve({ status: 200, headers: {}, body: 'a' }))
    expect([asked, kept.expiresAt]).toEqual([2, after(1).getTime()])
  })

  test('does not keep what was made while content changed, and lets nobody wait for it who asks after the change', async () => {
    const { cache, made, answer, get } = setUp()
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = cache.get('a', async () => {
      reached.resolve()
      await released.promise
      return answer('old')()
    })
    await reached.promise
    cache.drop()
    expect(await get('a')).toBe('a')
    released.resolve()
    expect((await slow).variants.identity.body.toString()).toBe('old')
    expect(await get('a')).toBe('a')
    expect(made).toEqual(['a', 'old'])
  })

  test('keeps nothing while it cannot hear of changes, and keeps again afterwards', async () => {
    const { cache, made, get } = setUp()
    await get('a')
    cache.suspend()
    await get('a')
    await get('a')
    expect(made.length).toBe(3)
    cache.resume()
    await get('a')
    await get('a')
    expect(made.length).toBe(4)
  })

  test('serves what was kept while the database is away, and nothing from before it last answered', async () => {
    const { cache, get } = setUp()
    const away = (): Promise<PublicAnswer> => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
    await get('a')
    await get('b')
    cache.suspend()
    expect((await cache.get('a', away)).staleSeconds).toBe(0)
    await expect(cache.get('a', away, { mayBeStale: false })).rejects.toThrow('away')
    await expect(cache.get('c', away)).rejects.toThrow('away')
    // The database works, but notifications are lost: content may have changed.
    await get('c')
    await expect(cache.get('a', away)).rejects.toThrow('away')
  })

  test('stays within its memory: the oldest go first, and what is too large is not kept', async () => {
    const { made, get, cache } = setUp({ maximumBytes: 64 * 1024 })
    const names = Array.from({ length: 40 }, (_, count) => `page ${count}`)
    for (const name of names) await get(name)
    made.length = 0
    await get(names.at(-1)!)
    expect(made).toEqual([])
    await get(names[0]!)
    expect(made).toEqual([names[0]])
    const huge = 'x'.repeat(64 * 1024)
    await get(huge)
    await get(huge)
    expect(made.slice(1)).toEqual([huge, huge])
    expect(cache.findAlias('unknown')).toBe(undefined)
  })

  test('lets what is read stay when others have to go', async () => {
    const { made, get } = setUp({ maximumBytes: 64 * 1024 })
    await get('popular')
    for (let count = 0; count < 40; count += 1) {
      await get(`page ${count}`)
      await get('popular')
    }
    expect(made.filter((name) => name === 'popular')).toEqual(['popular'])
  })

  test('an other name of a kept answer finds it as long as it is kept', async () => {
    const { cache, get, setClock } = setUp()
    await get('a')
    cache.addAlias('other', { key: 'a', route: '/a' })
    expect(cache.findAlias('other')?.answer.variants.identity.body.toString()).toBe('a')
    setClock(after(60_000))
    expect(cache.findAlias('other')).toBe(undefined)
    await get('a')
    cache.addAlias('other', { key: 'a', route: '/a' })
    cache.drop()
    expect(cache.findAlias('other')).toBe(undefined)
    cache.addAlias('x'.repeat(301), { key: 'a', route: '/a' })
    await get('a')
    expect(cache.findAlias('x'.repeat(301))).toBe(undefined)
  })
})
