import { maxStreams } from '../features/notices/stream-limits.ts'
import { poolSizes } from '../platform/database/pool-sizes.ts'
import { actions, type Action, type Cost, type MeasuredCosts, type Resource } from './costs.ts'

/** How large a contest is, and how much of it happens in the hour before the deadline. */
export interface Contest {
  accounts: number
  teams: number
  terabytes: number
  certificates: number
  experts: number
  organisers: number
  /** Share of the teams that act in the last hour. */
  acting: number
  /** Share of the acting teams that still hand in a film. */
  uploading: number
  /** Share of the accounts that read public pages in the last hour. */
  reading: number
  /** The busiest minute of that hour, as a multiple of its average. */
  peak: number
  /** How busy processors may be in that minute. */
  utilisation: number
  /** How many hours the background work of that hour may take. */
  backlogHours: number
  /** Backups of the database that are kept. */
  backups: number
}

export const usualContest: Contest = {
  accounts: 1_000_000,
  teams: 100_000,
  terabytes: 50,
  certificates: 2_000,
  experts: 3_000,
  organisers: 100,
  acting: 0.25,
  uploading: 0.2,
  reading: 0.1,
  peak: 3,
  utilisation: 0.6,
  backlogHours: 1,
  backups: 14,
}

export type Volumes = Record<Action, number>

/** What one does in the last hour. Assumptions, not measurements: `docs/capacity.md` names them. */
export const habits = {
  pagesPerReader: 5,
  signUpsPerAccount: 0.001,
  signInsPerTeam: 1.5,
  welcomesPerSignIn: 3,
  /** Another activity may close for enrolments at the same hour. */
  enrolmentsPerTeam: 0.1,
  savesPerEnrolment: 2,
  workSavesPerTeam: 3,
  worksPerTeam: 1.2,
  savesPerExpert: 10,
  listsPerOrganiser: 60,
}

/** Each action of a whole contest, which decides what is stored. */
export const contestHabits = {
  signInsPerAccount: 5,
  savesPerEnrolment: 3,
  workSavesPerTeam: 10,
  worksPerTeam: 2,
  savesPerWork: 12,
  certificatesPerTeam: 3,
}

const megabyte = 1_000_000
const terabyte = 1_000_000_000_000

const megabytesPerWork = ({ terabytes, teams }: Contest): number =>
  teams === 0 ? 0 : (terabytes * terabyte) / teams / megabyte

/** Films beyond their first megabyte, which counts as a small film. */
const furtherMegabytes = (contest: Contest, films: number): number => films * Math.max(0, megabytesPerWork(contest) - 1)

const noBucket = { bucketFilm: 0, bucketMegabyte: 0 }

/** How often each action happens in the last hour, with files on a disk. */
export const lastHour = (contest: Contest): Volumes => {
  const active = contest.teams * contest.acting
  const signIn = active * habits.signInsPerTeam
  const enrolmentSubmit = active * habits.enrolmentsPerTeam
  const workSubmit = active * habits.worksPerTeam
  const smallFilm = contest.terabytes === 0 ? 0 : active * contest.uploading
  return {
    publicPage: contest.accounts * contest.reading * habits.pagesPerReader,
    welcome: signIn * habits.welcomesPerSignIn,
    signUp: contest.accounts * habits.signUpsPerAccount,
    signIn,
    enrolmentSave: enrolmentSubmit * habits.savesPerEnrolment,
    enrolmentSubmit,
    workSave: active * habits.workSavesPerTeam,
    workSubmit,
    smallFilm,
    filmMegabyte: furtherMegabytes(contest, smallFilm),
    ...noBucket,
    scoreSave: contest.experts * habits.savesPerExpert,
    officeList: contest.organisers * habits.listsPerOrganiser,
    certificate: contest.certificates,
    // Whoever submits has the site open.
    liveNotice: enrolmentSubmit + workSubmit,
  }
}

/** How often each action that leaves something happens until a contest is over. */
export const wholeContest = (contest: Contest): Volumes => {
  const { accounts, teams } = contest
  const films = contest.terabytes === 0 ? 0 : teams
  return {
    publicPage: 0,
    welcome: 0,
    signUp: accounts,
    signIn: accounts * contestHabits.signInsPerAccount,
    enrolmentSave: teams * contestHabits.savesPerEnrolment,
    enrolmentSubmit: teams,
    workSave: teams * contestHabits.workSavesPerTeam,
    workSubmit: teams * contestHabits.worksPerTeam,
    smallFilm: films,
    filmMegabyte: furtherMegabytes(contest, films),
    ...noBucket,
    scoreSave: teams * contestHabits.savesPerWork,
    officeList: 0,
    certificate: teams * contestHabits.certificatesPerTeam,
    // Submitting leaves them, and contains what they take.
    liveNotice: 0,
  }
}

export const totalOf = (volumes: Volumes, costs: MeasuredCosts['costs'], resource: Resource): number =>
  actions.reduce((sum, action) => sum + volumes[action] * costs[action][resource], 0)

/** With a bucket, films do not pass a web process: it signs links to their parts, and a worker reads each film once. */
export const withBucket = ({ smallFilm, filmMegabyte, ...others }: Volumes): Volumes => ({
  ...others,
  smallFilm: 0,
  filmMegabyte: 0,
  bucketFilm: smallFilm,
  bucketMegabyte: filmMegabyte,
})

/** Connections to PostgreSQL: those of the pool, one for notifications, and in a worker those of the queue and one for locks. */
export const connectionsPerProcess = { web: poolSizes.requests + 1, worker: poolSizes.requests + poolSizes.queue + 2 }

/** Of a pooler, for each processor of PostgreSQL: more of them only wait for each other. */
const pooledPerCore = 4

/** A second one goes on while the first one is restarted. */
const leastProcesses = 2

interface Decided {
  value: number
  /** What the figure comes from. */
  because: string
}

export interface Demand {
  action: Action
  count: number
  /** Milliseconds of each, and their share of all processor time of that kind. */
  cost: Pick<Cost, 'web' | 'worker' | 'postgres'>
  seconds: Pick<Cost, 'web' | 'worker' | 'postgres'>
}

/** Actions by what they take of all processors, the largest first. */
export const rankedDemands = (volumes: Volumes, { costs }: MeasuredCosts): Demand[] => {
  const secondsOf = (action: Action, resource: 'web' | 'worker' | 'postgres'): number =>
    (volumes[action] * costs[action][resource]) / 1_000
  const demands = actions.map((action): Demand => {
    const { web, worker, postgres } = costs[action]
    return {
      action,
      count: volumes[action],
      cost: { web, worker, postgres },
      seconds: {
        web: secondsOf(action, 'web'),
        worker: secondsOf(action, 'worker'),
        postgres: secondsOf(action, 'postgres'),
      },
    }
  })
  const sumOf = ({ seconds }: Demand): number => seconds.web + seconds.worker + seconds.postgres
  return demands.toSorted((a, b) => sumOf(b) - sumOf(a))
}

const largest = (volumes: Volumes, measured: MeasuredCosts, resource: Resource): Action =>
  actions.reduce((most, action) =>
    volumes[action] * measured.costs[action][resource] > volumes[most] * measured.costs[most][resource] ? action : most,
  )

const share = (value: number, whole: number): string => `${whole === 0 ? 0 : Math.round((value / whole) * 100)} %`

const decidedBy = (volumes: Volumes, measured: MeasuredCosts, resource: Resource): string => {
  const action = largest(volumes, measured, resource)
  const part = volumes[action] * measured.costs[action][resource]
  return `${share(part, totalOf(volumes, measured.costs, resource))} of it: ${action}`
}

const webProcesses = (contest: Contest, volumes: Volumes, measured: MeasuredCosts): Decided => {
  const seconds = totalOf(volumes, measured.costs, 'web') / 1_000
  const byProcessor = Math.ceil((seconds * contest.peak) / 3_600 / contest.utilisation)
  const windows = contest.teams * contest.acting * habits.signInsPerTeam
  const byWindows = Math.ceil(windows / maxStreams.inAll)
  const value = Math.max(leastProcesses, byProcessor, byWindows)
  if (value === byProcessor)
    return { value, because: `${Math.round(seconds)} processor seconds; ${decidedBy(volumes, measured, 'web')}` }
  if (value === byWindows)
    return { value, because: `${Math.round(windows)} open windows, ${maxStreams.inAll} to a process` }
  return { value, because: 'one goes on while the other is restarted' }
}

const workerProcesses = (contest: Contest, volumes: Volumes, measured: MeasuredCosts): Decided => {
  const seconds = totalOf(volumes, measured.costs, 'worker') / 1_000
  const needed = Math.ceil(seconds / 3_600 / contest.backlogHours / contest.utilisation)
  const value = Math.max(leastProcesses, needed)
  return needed < leastProcesses
    ? { value, because: 'one goes on while the other is restarted' }
    : { value, because: `${Math.round(seconds)} processor seconds; ${decidedBy(volumes, measured, 'worker')}` }
}

const databaseCores = (contest: Contest, volumes: Volumes, measured: MeasuredCosts): Decided => {
  const seconds = totalOf(volumes, measured.costs, 'postgres') / 1_000
  const value = Math.max(1, Math.ceil((seconds * contest.peak) / 3_600 / contest.utilisation))
  return { value, because: `${Math.round(seconds)} processor seconds; ${decidedBy(volumes, measured, 'postgres')}` }
}

const connections = (web: number, worker: number, cores: number): Record<'direct' | 'pooled', Decided> => {
  const ofWorkers = worker * connectionsPerProcess.worker
  const pooled = cores * pooledPerCore
  return {
    direct: {
      value: web * connectionsPerProcess.web + ofWorkers,
      because: `${connectionsPerProcess.web} for each web process, ${connectionsPerProcess.worker} for each worker`,
    },
    pooled: {
      value: pooled + web + ofWorkers,
      because: `${pooledPerCore} for each core from the pooler, one for each web process, ${connectionsPerProcess.worker} for each worker`,
    },
  }
}

const bandwidth = (
  volumes: Volumes,
  measured: MeasuredCosts,
  peak: number,
  resource: 'received' | 'sent',
): Decided => ({
  value: (totalOf(volumes, measured.costs, resource) * 8 * peak) / 3_600,
  because: decidedBy(volumes, measured, resource),
})

const storage = (contest: Contest, measured: MeasuredCosts) => {
  const volumes = wholeContest(contest)
  const works = contest.terabytes * terabyte
  const database = totalOf(volumes, measured.costs, 'rows')
  const ofFilms =
    volumes.smallFilm * measured.costs.smallFilm.files + volumes.filmMegabyte * measured.costs.filmMegabyte.files
  const certificates = volumes.certificate * measured.costs.certificate.files
  return {
    database: { value: database, because: decidedBy(volumes, measured, 'rows') },
    works: { value: works, because: `${Math.round(megabytesPerWork(contest))} MB for each team` },
    copies: {
      value: Math.max(0, ofFilms - works),
      because: 'films for experts are blanked on the way, not copied',
    },
    certificates: { value: certificates, because: `${Math.round(volumes.certificate)} certificates` },
    databaseBackups: {
      value: database * contest.backups,
      because: `${contest.backups} kept, as large as the database`,
    },
    fileBackups: { value: works + certificates, because: 'one copy; a bucket that keeps versions needs none' },
  }
}

/** What a contest of this size needs in the hour before its deadline. Deterministic: the same in, the same out. */
export const predict = (contest: Contest, measured: MeasuredCosts) => {
  const volumes = lastHour(contest)
  const needsOf = (performed: Volumes) => {
    const web = webProcesses(contest, performed, measured)
    const worker = workerProcesses(contest, performed, measured)
    const cores = databaseCores(contest, performed, measured)
    return {
      web,
      worker,
      cores,
      connections: connections(web.value, worker.value, cores.value),
      received: bandwidth(performed, measured, contest.peak, 'received'),
      sent: bandwidth(performed, measured, contest.peak, 'sent'),
    }
  }
  return {
    volumes,
    disk: needsOf(volumes),
    bucket: needsOf(withBucket(volumes)),
    storage: storage(contest, measured),
  }
}

export type Prediction = ReturnType<typeof predict>
