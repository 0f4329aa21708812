import type { Locale } from '@lectern/contract/locales.ts'
import type { Database } from './database/connect.ts'

/** Who acts. */
export interface Actor {
  kind: 'visitor'
}

export const visitor: Actor = { kind: 'visitor' }

/** What every service is given first. Inside a transaction `db` is that transaction. */
export interface Ctx {
  actor: Actor
  now: Date
  db: Database
  requestId: string
  locale: Locale
  /** Finds a fact about content once, and again only when content has changed. */
  remember: <Fact>(key: string, find: () => Promise<Fact>) => Promise<Fact>
}
