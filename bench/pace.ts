import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats work with this concurrency until the time is over; started work is finished and counted, as is its time. */
export const drive = async (
  work: () => Promise<void>,
  atOnce: number,
  seconds: number,
): Promise<{ count: number; seconds: number }> => {
  const began = performance.now()
  let count = 0
  const again = async (): Promise<void> => {
    while (performance.now() - began < seconds * 1000) {
      await work()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, again))
  return { count, seconds: (performance.now() - began) / 1000 }
}

/** Starts work at a steady rate, whether or not earlier work has ended. Returns the milliseconds of each. */
export const drip = async (work: () => Promise<void>, perSecond: number, seconds: number): Promise<number[]> => {
  const began = performance.now()
  const timed = async (): Promise<number> => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  const all: Promise<number>[] = []
  while (all.length < perSecond * seconds) {
    const early = began + (all.length / perSecond) * 1000 - performance.now()
    if (early > 0) await sleep(early)
    all.push(timed())
  }
  return Promise.all(all)
}
