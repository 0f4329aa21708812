import { readLiveness, readReadiness, readVersion } from '@lectern/contract/operations.ts'
import { sql } from '../../platform/database/drizzle.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Http } from '../../platform/http/serve.ts'
import { everyone } from '../../platform/policy.ts'

const readinessMilliseconds = 1_000

/** Asks the database at most once a second, however often the probe comes. */
const readinessCheck = (db: Database, clock: Clock): (() => Promise<void>) => {
  // A statement of the query builder runs whenever it is awaited; this promise is one run.
  const ask = async (): Promise<void> => void (await db.execute(sql`select 1`))
  let asked: { at: number; answer: Promise<void> } | undefined
  return async () => {
    const now = clock.now().getTime()
    if (!asked || now - asked.at >= readinessMilliseconds) asked = { at: now, answer: ask() }
    await asked.answer
  }
}

interface Operations {
  db: Database
  clock: Clock
  version: string
  build: string
}

export const operationsRoutes = ({ serve }: Http, { db, clock, version, build }: Operations): void => {
  const checkReadiness = readinessCheck(db, clock)
  serve(readLiveness, { policy: everyone, limited: false, whileBusy: true }, async () => ({ alive: true as const }))
  serve(readReadiness, { policy: everyone, limited: false }, async () => {
    await checkReadiness()
    return { ready: true as const }
  })
  serve(readVersion, { policy: everyone, limited: false }, async () => ({ version, build }))
}
