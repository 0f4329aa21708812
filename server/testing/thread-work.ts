import { threadId } from 'node:worker_threads'
import type { ThreadModule } from '../platform/threads/thread-pool.ts'

type Work =
  | { kind: 'thread'; news: number }
  | { kind: 'fail' }
  | { kind: 'loop' }
  | { kind: 'sleep'; milliseconds: number }
  | { kind: 'exit' }
  /** Counts the threads that do this at the same time, and the most that did. */
  | { kind: 'count'; milliseconds: number; counts: SharedArrayBuffer }

/** For tests of the pool of threads. */
export const run: ThreadModule['run'] = async (input, report) => {
  const work = input as Work
  if (work.kind === 'fail') throw Object.assign(new Error('refused'), { code: '23505' })
  if (work.kind === 'exit') process.exit()
  for (; work.kind === 'loop';);
  if (work.kind === 'sleep') await new Promise((resolve) => void setTimeout(resolve, work.milliseconds))
  if (work.kind === 'count') {
    const counts = new Int32Array(work.counts)
    const atOnce = Atomics.add(counts, 0, 1) + 1
    for (let most = Atomics.load(counts, 1); most < atOnce;) most = Atomics.compareExchange(counts, 1, most, atOnce)
    for (const began = performance.now(); performance.now() - began < work.milliseconds;);
    Atomics.sub(counts, 0, 1)
  }
  if (work.kind === 'thread') for (let at = 1; at <= work.news; at += 1) report(at)
  return threadId
}
