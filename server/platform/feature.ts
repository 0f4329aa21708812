import type { NeededDuty } from '@lectern/contract/accounts/duty-values.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { AccountId, FileId, TaskId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { TaskKind } from '@lectern/contract/tasks/task-values.ts'
import type { deleteAccount } from '@lectern/contract/accounts/my-data.ts'
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
import type { Metrics, SampleSource } from './metrics/metrics.ts'
import type { Provided } from './ports.ts'
import type { Settings } from './settings.ts'
import type { SheetThreads } from './sheets/sheet-threads.ts'
import type { ShortMessage } from './sms/http.ts'
import type { StageSummaries } from './stage-summary.ts'
import type { Storage } from './storage/storage.ts'

/** The carrier of each channel; absent: letters of that channel wait. */
export interface Carriers {
  readonly mail?: Carrier<Mail> | undefined
  readonly sms?: Carrier<ShortMessage> | undefined
}

/** What a feature is started with. */
export interface Program {
  db: Database
  /** For a feature that needs connections of its own; never the address of a pooler. */
  databaseUrl: string
  clock: Clock
  installation: Installation
  settings: Settings
  identity: Identity
  carriers: Carriers
  threads: SheetThreads
  /** All features, the lowest first: for features that collect what others declare. */
  features: readonly Feature[]
  /** The site's title in a language. */
  siteTitle: (locale: Locale) => string
  /** The operator's mail server, and the host of the default sender. */
  mail: { operatorUrl: URL | undefined; host: string }
  /** Signs the PDFs of certificates; absent: they are not signed. */
  certificateSigner: { file: string; password: string } | undefined
  /** Processor time for one plan of a round. */
  planSeconds: number
  /** Origins that webhooks may have although they are private or without encryption. */
  webhookAllow: ReadonlySet<string>
  routerBase: string
  version: string
  build: string
  /** Counts for the operator. */
  metrics: Pick<Metrics, 'count'>
  log: { info(line: string): void; warn(line: string): void }
  /** Reports a background error to the operator, with the id of the request that was its cause. */
  report: (what: string, cause?: { requestId: string }) => (error: unknown) => void
  /** The context of the program itself, for jobs; with the id of the request that was the cause of a task. */
  asProgram: (requestId?: string) => Ctx
}

/** A job that also runs as soon as the database notifies one of these channels. */
export interface FeatureJob extends Job {
  wokenBy?: readonly string[]
}

/** One attempt at a background task. */
export interface TaskRun {
  id: TaskId
  input: Record<string, unknown>
  /** Aborted when the task is cancelled, the program stops or the database goes away. */
  signal: AbortSignal
  /** Reports how far it has come. */
  progress: (done: number, total: number) => Promise<void>
}

/** Runs a background task. It may be called again after a crash, and must then do nothing twice. */
export type TaskRunner = (ctx: Ctx, run: TaskRun) => Promise<void>
export type TaskRunners = Partial<Record<TaskKind, TaskRunner>>

/** How long the queue waits; tests wait less. */
export interface TaskTiming {
  /** Until the next attempt after this many failed ones. */
  retryMilliseconds: (attempts: number) => number
  /** Between looks for tasks whose time has come; new ones are heard of at once. */
  pollMilliseconds: number
  /** Between looks for tasks of processes that have died. */
  recoverMilliseconds: number
}

/** What a feature does while the program runs. */
export interface Running {
  /** Mends what an earlier version left behind, before anybody is served. */
  prepare?: () => Promise<void>
  routes?: (http: Http) => void
  jobs?: readonly FeatureJob[]
  /** Runs background tasks, by kind. */
  taskRunners?: TaskRunners
  /** Starts running background tasks, with the runners of all features. Not called in a process that runs none. */
  runTasks?: (runners: TaskRunners, timing?: Partial<TaskTiming>) => void
  /** Values for the operator's metrics, in few statements: they are read every few seconds. */
  samples?: SampleSource
  /** Handlers of database notifications, by channel. */
  listens?: Record<string, (payload: string) => void>
  /** The notification connection is established, or re-established. */
  onConnect?: () => void
  /** A page was served to a reader. */
  onPageRead?: (url: string) => void
  /** The program is about to stop: closes long-lived connections. */
  onDrain?: () => void
  /** Starts no new work. */
  stop?: () => void
  /** All jobs have ended: finishes work in progress. */
  close?: () => Promise<void>
}

/** Something that a user has to do, or has done. */
export interface Task {
  /** The key of its texts: `task.<name>` and `task.<name>.help`. */
  name: string
  isDone: boolean
  /** Somebody else in the team must do it. */
  isOthers?: true
  /** Comes before all other tasks. */
  isFirst?: true
  /** A team depends on it: it comes before tasks without a deadline. */
  isDue?: true
  /** Personal information that a team needs before it can enrol. */
  isInformation?: true
  /** Not shown itself: until then a team needs the information that other tasks ask for. */
  isInformationDeadline?: true
  /** Its subject, where there may be several tasks of this name. */
  about?: string
  /** The values of its texts. */
  values?: Record<string, string>
  /** A path of this site. */
  link: string
  until?: Date | undefined
  timeZone?: string
}

/** Who, besides the owner and the organisers, may read files of a purpose that is not public. */
export interface FileReader {
  /** The name under which the user may read the file; undefined: they may not. */
  nameFor: (ctx: Ctx, file: { id: FileId; ownerId: AccountId; name: string }) => Promise<string | undefined>
  /** Selects, as `id`, the files of this purpose that are referred to: the others are removed after some days. */
  named: SQL
  /** For purposes whose uploads have a target. */
  uploads?: TargetedUploads
}

/** An upload that belongs to something: its target says to what, as the feature defines it. */
export interface TargetedUpload {
  id: FileId
  ownerId: AccountId
  name: string
  size: number
  target: Record<string, string>
  begunAt: Date
  /** The browser sends it to the bucket itself, and computes its hash. */
  isInParts?: boolean
}

export interface TargetedUploads {
  /** Throws if this user may not upload this now. Runs in the transaction that starts the upload. */
  begin: (ctx: SignedIn, upload: TargetedUpload) => Promise<void>
  /** Runs in the transaction in which the upload becomes a file; all its bytes have arrived. */
  finish: (ctx: Ctx, upload: TargetedUpload) => Promise<void>
  /** Absent: the bytes always pass through the program. */
  inParts?: PartUploads
}

/** Uploads that browsers may send to a bucket themselves. Their feature has the hash confirmed that browsers compute. */
interface PartUploads {
  /** Whether an upload with this target may be one. */
  isFor: (target: Record<string, string>) => boolean
  /** Throws if this user may not go on with it now. */
  goOn: (ctx: SignedIn, upload: TargetedUpload) => Promise<void>
}

/** A user whose data is collected or erased. */
export interface DataSubject {
  id: AccountId
  locale: Locale
  realName: string | null
  email: string | null
  phone: string | null
  /** The user's contacts. */
  contacts: readonly string[]
}

/** How collected data is formatted. */
export interface DataFormat {
  locale: Locale
  /** In the user's language. */
  inLanguage: (text: LocalizedText) => string
  /** The address of a file. */
  addressOf: (file: string) => string
}

export interface PersonalData {
  /**
   * Everything that is stored about a user, without secrets, as their file shows it. Parts of the same name are
   * merged.
   */
  collect?: (ctx: Ctx, person: DataSubject, format: DataFormat) => Promise<Record<string, unknown>>
  /**
   * Locks what `checkDeletion` and `erase` depend on. Runs in the transaction that deletes the account and has locked
   * it, the lowest feature first.
   */
  lock?: (ctx: Ctx, id: AccountId) => Promise<unknown>
  /**
   * Throws if something must be read or done before the account may be deleted. Runs twice: before the transaction,
   * and in it after `lock`.
   */
  checkDeletion?: (ctx: SignedIn, typed: BodyOf<typeof deleteAccount>) => Promise<void>
  /**
   * Runs in the transaction that deletes the account and has locked it, the highest feature first. Returns work that
   * must wait until all lower features are erased.
   */
  erase?: (ctx: Ctx, person: DataSubject) => Promise<void | (() => Promise<void>)>
}

/** Expired rows of a table. */
export interface Expired {
  table: SQL
  where: SQL
}

export interface Sweep {
  /** Deleted in small batches. */
  expired?: (now: Date) => readonly Expired[]
  /** Any other clean-up; runs before the rows are deleted. */
  run?: (input: { db: Database; storage: Storage; now: Date; features: readonly Feature[] }) => Promise<void>
}

/** What happens to a feature's rows when a demo becomes a real site. */
export interface DemoData {
  /** Tables that are locked meanwhile. */
  locked?: readonly string[]
  /** Tables that are emptied, in this order. */
  tables?: readonly string[]
  /** Any other clean-up with the demo's people; runs after the tables are emptied. */
  clear?: (ctx: Ctx, people: readonly AccountId[]) => Promise<void>
}

/** How subjects of one kind are named in the audit log. */
export interface AuditSubject {
  id: SQL
  from: SQL
  /** JSON: a localized text, or a plain one. */
  name: SQL
  /** Distinguishes subjects of the same name: a number, a code. */
  detail?: SQL
  /** Decides which screen shows it: the kind of an article, the edition of a phase. */
  variant?: SQL
  /** Set where its dates are shown in their own time zone. */
  timeZone?: SQL
  /** The questions of its form, or the parts of its work: their ids and labels. */
  fields?: SQL
  where?: SQL
  /** That it is about one of these activities, an array of ids. Absent: subjects of this kind are about none. */
  whereAbout?: (activities: SQL) => SQL
  /** Entries about other subjects may refer to it by id. */
  isMentioned?: true
}

/** What waits for organisers of a duty. */
export interface MenuCount {
  duty: NeededDuty
  /** Selects a row for each thing. With the duty `activity`, `inDuty` says of a column which activities are theirs. */
  select: (
    organiser: AccountId,
    now: Date,
    inDuty: (activityId: SQL) => SQL<boolean>,
    asking: Pick<Ctx, 'installation'>,
  ) => SQL
}
export type MenuCounts = Readonly<Record<string, MenuCount>>

/** What a feature of the server adds to the program. All parts are optional except the name. */
export interface Feature {
  /** The name of its folder. */
  name: string
  start?: (program: Program) => Running
  /** When the next public content appears or ends by time alone. */
  nextChange?: (db: Database, now: Date) => Promise<Date | undefined>
  /** Pages of visitors that have nothing to show now, and so are not in the menu. */
  emptyPages?: (db: Database, now: Date) => Promise<string[]>
  /** The tasks of a user in this feature, in the best order. */
  tasks?: (ctx: SignedIn) => Promise<Task[]>
  files?: Partial<Record<FilePurpose, FileReader>>
  personalData?: PersonalData
  sweep?: Sweep
  demo?: DemoData
  auditSubjects?: Record<string, AuditSubject>
  /** What waits for organisers, by the name that an entry of the office's menu has for its count. */
  menuCounts?: MenuCounts
  /** Where activities stand in its stage of the contest. */
  stageSummaries?: StageSummaries
  /** What must always hold in the database. */
  invariants?: readonly Invariant[]
  /** Answers to ports of lower features. */
  provides?: readonly Provided[]
}
