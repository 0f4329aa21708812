import type { AccessValue, Channel } from '@lectern/contract/account-values.ts'
import type { AccountId, SessionId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { OfficeSettings } from '@lectern/contract/settings.ts'
import type { Database } from './database/connect.ts'
import type { Encryption } from './encryption.ts'
import type { Ports } from './ports.ts'
import type { Secrets } from './secrets.ts'
import type { Storage } from './storage/storage.ts'

interface Visitor {
  kind: 'visitor'
}

/** Somebody who is signed in. */
export interface Person {
  kind: 'account'
  id: AccountId
  sessionId: SessionId
  access: AccessValue
  /** The organisers require a second factor of this person, and there is none yet. */
  lacksSecondFactor: boolean
}

/** The program itself, at its jobs. */
interface System {
  kind: 'system'
}

/** Whoever sits at the machine's command line. */
interface Operator {
  kind: 'operator'
}

/** Who acts. */
export type Actor = Visitor | Person | System | Operator

export const visitor: Actor = { kind: 'visitor' }
export const system: Actor = { kind: 'system' }
export const operator: Actor = { kind: 'operator' }

/** Where a call comes from. */
export interface Caller {
  address: string
  userAgent: string
}

/** What is the same for every call to this installation. */
export interface Installation {
  secrets: Secrets
  encryption: Encryption
  /** The rules that organisers set, as they now are. */
  readonly office: OfficeSettings
  /** By which messages can be sent; in the demo all, though without a carrier they wait in the outbox. */
  readonly channels: readonly Channel[]
  /** Where people reach the site, with the router base: links in mails start with it. */
  address: string
  /** The people here are invented: codes for them may be shown. */
  readonly demo: boolean
  storage: Storage
  /** What features ask of those above them. */
  ports: Ports
}

/** What every service is given first. Inside a transaction `db` is that transaction. */
export interface Ctx {
  actor: Actor
  now: Date
  db: Database
  requestId: string
  locale: Locale
  caller: Caller
  installation: Installation
  /** Finds a fact about content once, and again only when content has changed. */
  remember: <Fact>(key: string, find: () => Promise<Fact>) => Promise<Fact>
}

/** The context of an actor about whom more is known: the policy of the route has seen to it. */
export type CtxOf<Who extends Actor> = Ctx & { actor: Who }

/** The context of somebody who is signed in. */
export type SignedIn = CtxOf<Person>
