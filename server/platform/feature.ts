import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { FilePurpose } from '@lectern/contract/file-values.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { deleteAccount } from '@lectern/contract/my-data.ts'
import type { Carrier } from './carrier.ts'
import type { Clock } from './clock.ts'
import type { Ctx, Installation, SignedIn } from './context.ts'
import type { Database } from './database/connect.ts'
import type { SQL } from './database/drizzle.ts'
import type { Http } from './http/serve.ts'
import type { Identity } from './identity.ts'
import type { Invariant } from './invariants.ts'
import type { Job } from './jobs.ts'
import type { Mail } from './mail/smtp.ts'
import type { Provided } from './ports.ts'
import type { Settings } from './settings.ts'
import type { SheetThreads } from './sheets/sheet-threads.ts'
import type { ShortMessage } from './sms/http.ts'
import type { Storage } from './storage/storage.ts'

/** By what letters leave; absent: letters of that channel wait. */
export interface Carriers {
  readonly mail?: Carrier<Mail> | undefined
  readonly sms?: Carrier<ShortMessage> | undefined
}

/** What a feature is started with. */
export interface Program {
  db: Database
  clock: Clock
  installation: Installation
  settings: Settings
  identity: Identity
  carriers: Carriers
  threads: SheetThreads
  /** All features, the lowest first: for those that collect what others declare. */
  features: readonly Feature[]
  /** The site's title in a language. */
  siteTitle: (locale: Locale) => string
  /** The mail server that the operator has set, and the host that mails come from. */
  mail: { operatorUrl: URL | undefined; host: string }
  routerBase: string
  version: string
  build: string
  log: { info(line: string): void; warn(line: string): void }
  /** Tells the operator of an error in the background. */
  report: (what: string) => (error: unknown) => void
  /** The context of the program itself, at its jobs. */
  asProgram: () => Ctx
}

/** A job that also runs as soon as the database notifies one of these channels. */
export interface FeatureJob extends Job {
  wokenBy?: readonly string[]
}

/** What a feature does while the program runs. */
export interface Running {
  routes?: (http: Http) => void
  jobs?: readonly FeatureJob[]
  /** Hears what the database notifies, by channel. */
  listens?: Record<string, (payload: string) => void>
  /** The connection on which the database notifies is there, or there again. */
  onConnect?: () => void
  /** A page was served to a reader. */
  onPageRead?: (url: string) => void
  /** Connections that stay open are closed: the program is about to stop. */
  onDrain?: () => void
  /** Nothing new is begun. */
  stop?: () => void
  /** All jobs have ended: what is under way is finished. */
  close?: () => Promise<void>
}

/** Something that a person has to do, or has done. */
export interface Task {
  /** Names its texts: `task.<name>` and `task.<name>.help`. */
  name: string
  isDone: boolean
  /** Somebody else in the team does it. */
  isOthers?: true
  /** Nothing comes before it. */
  isFirst?: true
  /** A team waits for it: it comes before what has no deadline. */
  isDue?: true
  /** What it is about, where there may be several of this name. */
  about?: string
  /** What its texts name. */
  values?: Record<string, string>
  /** A path of this site. */
  link: string
  until?: Date | undefined
  timeZone?: string
}

/** Who, besides the owner and the organisers, may read files of a purpose that is not public. */
export interface FileReader {
  /** The name under which whoever asks may have the file; undefined: they may not. */
  nameFor: (ctx: Ctx, file: { id: FileId; ownerId: AccountId; name: string }) => Promise<string | undefined>
  /** Selects, as `id`, the files of this purpose that something names: the rest is removed after some days. */
  named: SQL
}

/** A person whose data is collected or erased. */
export interface DataSubject {
  id: AccountId
  locale: Locale
  realName: string | null
  email: string | null
  phone: string | null
  /** The contacts among these that there are. */
  contacts: readonly string[]
}

/** How collected data is told. */
export interface DataFormat {
  locale: Locale
  /** In the person's language. */
  inLanguage: (text: LocalizedText) => string
  /** Where a file is. */
  addressOf: (file: string) => string
}

export interface PersonalData {
  /** Everything that is stored about a person, without secrets, as their file shows it. Parts of the same name are joined. */
  collect?: (ctx: Ctx, person: DataSubject, format: DataFormat) => Promise<Record<string, unknown>>
  /** In the transaction that deletes the account and holds it, the lowest feature first: locks what `checkDeletion` and `erase` go by. */
  lock?: (ctx: Ctx, id: AccountId) => Promise<unknown>
  /** Throws if something has to be read or done before the account may be deleted. Asked twice: before the transaction, and in it after `lock`. */
  checkDeletion?: (ctx: SignedIn, typed: BodyOf<typeof deleteAccount>) => Promise<void>
  /**
   * In the transaction that deletes the account and holds it, the highest feature first. What has to wait until everything beneath is
   * erased is returned.
   */
  erase?: (ctx: Ctx, person: DataSubject) => Promise<void | (() => Promise<void>)>
}

/** Rows of a table that have had their time. */
export interface Expired {
  table: SQL
  where: SQL
}

export interface Sweep {
  /** Deleted in small steps. */
  expired?: (now: Date) => readonly Expired[]
  /** Whatever else is to be done; before the rows are deleted. */
  run?: (given: { db: Database; storage: Storage; now: Date; features: readonly Feature[] }) => Promise<void>
}

/** What becomes of a feature's rows when a real site is made of the demo. */
export interface DemoData {
  /** Tables in which nothing changes until it is done. */
  locked?: readonly string[]
  /** Tables that are emptied, in this order. */
  tables?: readonly string[]
  /** Whatever else goes with the demo's people; after the tables are emptied. */
  clear?: (ctx: Ctx, people: readonly AccountId[]) => Promise<void>
}

/** How a kind of subject of the audit log is called. */
export interface AuditSubject {
  id: SQL
  from: SQL
  /** JSON: a text in several languages, or a plain one. */
  name: SQL
  /** Tells it apart from others of the same name: a number, a code. */
  detail?: SQL
  /** What decides where it is looked at: the kind of an article, the edition of a phase. */
  variant?: SQL
  /** Where its dates are told in a zone of their own. */
  timeZone?: SQL
  /** The questions of its form. */
  fields?: SQL
  where?: SQL
  /** Entries about other subjects may name it by its id. */
  isMentioned?: true
}

/** What a feature of the server adds to the program. Whatever is left out, it has none of. */
export interface Feature {
  /** Of its folder. */
  name: string
  start?: (program: Program) => Running
  /** When the next public content appears or ends by time alone. */
  nextChange?: (db: Database, now: Date) => Promise<Date | undefined>
  /** What this part of the site asks of a person, in the order in which it is best done. */
  tasks?: (ctx: SignedIn) => Promise<Task[]>
  files?: Partial<Record<FilePurpose, FileReader>>
  personalData?: PersonalData
  sweep?: Sweep
  demo?: DemoData
  auditSubjects?: Record<string, AuditSubject>
  /** What must hold in the database of every site. */
  invariants?: readonly Invariant[]
  /** Answers to questions of features beneath it. */
  provides?: readonly Provided[]
}
