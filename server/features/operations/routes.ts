import { readLiveness, readReadiness, readVersion } from '@lectern/contract/operations/operations.ts'
import { sql } from '../../platform/database/drizzle.ts'
import type { Database } from '../../platform/database/connect.ts'
import { fail } from '../../platform/failure.ts'
import type { Http } from '../../platform/http/serve.ts'
import { everyone } from '../../platform/policy.ts'

const readinessMilliseconds = 1_000

/** A database that takes longer than this counts as not ready. */
const readinessDeadline = 3_000

const withinDeadline = async (work: Promise<void>): Promise<void> => {
  const late = Promise.withResolvers<never>()
  const giveUp = (): void => late.reject(fail('server.databaseAway'))
  // After a late turn the answer may have arrived, but is read only after the timers.
  const timer = setTimeout(() => setImmediate(giveUp), readinessDeadline)
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Queries the database at most once a second, however often the probe comes and however the system clock is set. */
const readinessCheck = (db: Database): (() => Promise<void>) => {
  // A statement of the query builder runs each time it is awaited; this promise is one run.
  const ask = async (): Promise<void> => void (await db.execute(sql`select 1`))
  let lastCheck: { at: number; answer: Promise<void> } | undefined
  return async () => {
    const now = performance.now()
    if (!lastCheck || now - lastCheck.at >= readinessMilliseconds) {
      lastCheck = { at: now, answer: withinDeadline(ask()) }
      // Callers get the error; this avoids an unhandled rejection if nobody waits any more.
      lastCheck.answer.catch(() => undefined)
    }
    await lastCheck.answer
  }
}

interface Operations {
  db: Database
  version: string
  build: string
}

export const operationsRoutes = ({ serve }: Http, { db, version, build }: Operations): void => {
  const checkReadiness = readinessCheck(db)
  serve(readLiveness, { policy: everyone, limited: false, whileBusy: true }, async () => ({ alive: true as const }))
  // A late event loop is no reason to take a process out: the others would get its load, and be late next.
  serve(readReadiness, { policy: everyone, limited: false, whileLate: true }, async () => {
    await checkReadiness()
    return { ready: true as const }
  })
  serve(readVersion, { policy: everyone, limited: false }, async () => ({ version, build }))
}
