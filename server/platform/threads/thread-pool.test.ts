import { expect, test } from 'vitest'
import { runInThread, ThreadFailure, type ThreadOptions } from './thread-pool.ts'

const module = new URL('../../testing/thread-work.ts', import.meta.url).href
const work = (input: unknown, options: ThreadOptions<number> = {}) =>
  runInThread<number, number>({ module, input }, options)

test('work returns its result, reports how far it is, and the next work uses the same thread', async () => {
  const news: number[] = []
  const first = await work({ kind: 'thread', news: 3 }, { onProgress: (at) => news.push(at) })
  expect(news).toEqual([1, 2, 3])
  expect(await work({ kind: 'thread', news: 0 })).toBe(first)
})

test('an error of the work arrives with its message and code, and costs no thread', async () => {
  const before = await work({ kind: 'thread', news: 0 })
  await expect(work({ kind: 'fail' })).rejects.toMatchObject({ message: 'refused', code: '23505' })
  await expect(work({ kind: 'thread', uncopied: () => undefined })).rejects.toThrow('could not be cloned')
  expect(await work({ kind: 'thread', news: 0 })).toBe(before)
})

test('a lane has a limit, and others do not wait for it', async () => {
  const stop = new AbortController()
  const asked = { lane: 'sheet', signal: stop.signal } as const
  const busy = Promise.allSettled([1, 2].map(() => work({ kind: 'sleep', milliseconds: 600_000 }, asked)))
  let isDone = false
  const third = work({ kind: 'thread', news: 0 }, { lane: 'sheet' }).then(() => (isDone = true))
  await work({ kind: 'thread', news: 0 })
  await work({ kind: 'thread', news: 0 }, { lane: 'task' })
  expect(isDone).toBe(false)
  stop.abort()
  await busy
  expect(await third).toBe(true)
})

test('work can be cancelled: before it is asked for, while it waits, and while it runs', async () => {
  const reason = new Error('not wanted any more')
  await expect(work({ kind: 'loop' }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  const stops = [new AbortController(), new AbortController(), new AbortController()]
  const works = stops.map(({ signal }) => work({ kind: 'loop' }, { lane: 'sheet', signal }))
  const outcomes = Promise.allSettled(works)
  // The last one waits for the others.
  for (const stop of stops.toReversed()) stop.abort(reason)
  expect(await outcomes).toEqual(works.map(() => ({ status: 'rejected', reason })))
})

test('work that takes more processor time than allowed, or whose thread ends, fails, and the next one succeeds', async () => {
  await expect(work({ kind: 'loop' }, { seconds: 0.05 })).rejects.toThrow(ThreadFailure)
  await expect(work({ kind: 'loop' }, { seconds: 0.05 })).rejects.toThrow('more than 0.05 s of processor time')
  await expect(work({ kind: 'exit' })).rejects.toThrow('A thread has ended')
  expect(await work({ kind: 'thread', news: 0 })).toEqual(expect.any(Number))
})

test('time that passes without work does not count', async () => {
  // A new thread needs time to load what it runs.
  await work({ kind: 'thread', news: 0 })
  expect(await work({ kind: 'sleep', milliseconds: 700 }, { seconds: 0.5 })).toEqual(expect.any(Number))
})

test('work that ends just as its time is up frees its place once, and leaves its thread to the next', async () => {
  const counts = new SharedArrayBuffer(8)
  const count = (milliseconds: number, seconds?: number) =>
    work({ kind: 'count', milliseconds, counts }, { lane: 'sheet', seconds })
  await Promise.allSettled(Array.from({ length: 60 }, () => count(1.2, 0.0005)))
  new Int32Array(counts).fill(0)
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => count(20)))
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'fulfilled'))
  expect(new Int32Array(counts)[1]).toBe(2)
})
