import type { SignInAdapterName } from '@lectern/contract/settings/sign-in-provider-values.ts'
import type { SignInAdapter } from '../adapters/sign-in/sign-in.ts'
import type { TokenScope } from '@lectern/contract/access-tokens/access-token-values.ts'
import type { AccessValue, Channel } from '@lectern/contract/accounts/account-values.ts'
import type { Duty } from '@lectern/contract/accounts/duty-values.ts'
import type { AccessTokenId, AccountId, ActivityId, SessionId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { OfficeSettings } from '@lectern/contract/settings/settings.ts'
import type { Scanner } from '../adapters/scanner/scanner.ts'
import type { Database } from './database/connect.ts'
import type { Encryption } from './encryption.ts'
import type { Programs } from './media/programs.ts'
import type { Ports } from './ports.ts'
import type { Secrets } from './secrets.ts'
import type { SignInProvider } from './sign-in-provider.ts'
import type { Storage } from './storage/storage.ts'

interface Visitor {
  kind: 'visitor'
}

/** A signed-in user. */
export interface Person {
  kind: 'account'
  id: AccountId
  sessionId: SessionId
  access: AccessValue
  /** Organisers require a second factor of this user, who has none yet. */
  lacksSecondFactor: boolean
  /**
   * What an organiser may do in this request: their duties. Whoever holds `audit` has all duties in a request that only
   * reads, and none in one that changes something.
   */
  duties: readonly Duty[]
  /** The activities to which the duty `contest` is limited; null: none, it is for all of them. */
  activities: readonly ActivityId[] | null
}

/** A program that reads with a token; it never writes. */
export interface AccessToken {
  kind: 'token'
  id: AccessTokenId
  scopes: readonly TokenScope[]
}

/** The program itself, for jobs. */
interface System {
  kind: 'system'
}

/** The operator at the command line. */
interface Operator {
  kind: 'operator'
}

/** Who acts. */
export type Actor = Visitor | Person | AccessToken | System | Operator

export const visitor: Actor = { kind: 'visitor' }
export const system: Actor = { kind: 'system' }
export const operator: Actor = { kind: 'operator' }

/** Where a request comes from. */
export interface Caller {
  address: string
  userAgent: string
  /** A random name of the browser, where a page has asked for one; it knows nobody. */
  browser?: string | undefined
}

/** What all requests of this installation share. */
export interface Installation {
  secrets: Secrets
  encryption: Encryption
  /** The current rules set by organisers. */
  readonly office: OfficeSettings
  /** The operator's and the organisers' providers of sign-in, shown or not. */
  readonly signInProviders: readonly SignInProvider[]
  /** How they are spoken to. */
  signInAdapters: Readonly<Record<SignInAdapterName, SignInAdapter>>
  /** Channels by which messages can be sent; in the demo all, although without a carrier they wait in the outbox. */
  readonly channels: readonly Channel[]
  /** The site's public address, with the router base: links in mails start with it. */
  address: string
  /** The people are invented: codes for them may be shown. */
  readonly demo: boolean
  /** Refuses to read files in which malware was found. */
  storage: Storage
  /** The same without refusing: for what shows nobody what it reads. */
  rawStorage: Storage
  /** Looks for malware; absent: files are not scanned. */
  scanner: Scanner | undefined
  /** Programs of this machine that make pictures of films and documents. */
  programs: Programs
  /** Questions that features answer for lower ones. */
  ports: Ports
}

/** The first argument of every service. Inside a transaction, `db` is that transaction. */
export interface Ctx {
  actor: Actor
  /** When the request came. The program's own context reads the clock anew; a transaction keeps the moment of its start. */
  now: Date
  db: Database
  requestId: string
  locale: Locale
  caller: Caller
  installation: Installation
  /** Caches a fact about content until content changes. */
  remember: <Fact>(key: string, find: () => Promise<Fact>) => Promise<Fact>
}

/** The context of an actor narrowed by the policy of the route. */
export type CtxOf<Who extends Actor> = Ctx & { actor: Who }

/** The context of somebody who is signed in. */
export type SignedIn = CtxOf<Person>
