import type pg from 'pg'
import { sample, type Metrics, type Sample, type SampleSource } from './metrics.ts'

/** A database that takes longer than this counts as away. Prometheus itself gives up after ten seconds. */
const deadlineMilliseconds = 3_000

/** Several scrapers, or a hasty one, ask the database no more often than this. */
const keepMilliseconds = 1_000

/** Connections in use, idle ones, and callers who wait for one. */
export const poolSamples = ({ totalCount, idleCount, waitingCount }: pg.Pool): Sample[] => [
  sample('lectern_db_pool', { state: 'used' }, totalCount - idleCount),
  sample('lectern_db_pool', { state: 'idle' }, idleCount),
  sample('lectern_db_pool', { state: 'waiting' }, waitingCount),
]

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>

/** Measures how long callers wait for a connection. */
export const measureWaits = (pool: pg.Pool, metrics: Metrics): void => {
  const connect = pool.connect.bind(pool)
  const observe = metrics.observer('lectern_db_wait_seconds', {})
  const begin = (): (() => void) => {
    const began = performance.now()
    return () => observe((performance.now() - began) / 1e3)
  }
  // The pool itself calls it with a function.
  pool.connect = ((done?: (...connected: Connected) => void) => {
    const end = begin()
    if (!done) return connect().finally(end)
    connect((...connected) => {
      end()
      done(...connected)
    })
    return undefined
  }) as typeof pool.connect
}

/** What features read from the database, and whether it answers. The rest is told without it. */
export const databaseSamples = (
  sources: readonly SampleSource[],
  report: (error: unknown) => void,
): (() => Promise<Sample[]>) => {
  const read = async (): Promise<Sample[]> => {
    const samples = await Promise.all(sources.map(async (source) => source()))
    return [sample('lectern_db_up', {}, 1), ...samples.flat()]
  }
  let last: { at: number; samples: Promise<Sample[] | undefined> } | undefined
  let isReading = false
  const readAgain = (): Promise<Sample[] | undefined> => {
    isReading = true
    return read()
      .catch((error: unknown) => {
        report(error)
        return undefined
      })
      .finally(() => (isReading = false))
  }
  return async () => {
    const now = performance.now()
    if (!last || (!isReading && now - last.at >= keepMilliseconds)) last = { at: now, samples: readAgain() }
    const late = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => late.resolve(undefined), deadlineMilliseconds)
    const samples = await Promise.race([last.samples, late.promise]).finally(() => clearTimeout(timer))
    return samples ?? [sample('lectern_db_up', {}, 0)]
  }
}
