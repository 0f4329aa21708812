import type { Action, MeasuredCosts } from './costs.ts'
import { rankedDemands, withBucket, type Contest, type Demand, type Prediction } from './model.ts'

const names: Record<Action, string> = {
  publicPage: 'public page, from the cache',
  welcome: 'Welcome, signed in',
  signUp: 'registration',
  signIn: 'sign-in',
  enrolmentSave: 'enrolment, saved',
  enrolmentSubmit: 'enrolment, submitted',
  workSave: 'work, saved',
  workSubmit: 'work, submitted',
  smallFilm: 'film, its first MB',
  filmMegabyte: 'film, each further MB',
  bucketFilm: 'film to a bucket, its first MB',
  bucketMegabyte: 'film to a bucket, each further MB',
  scoreSave: 'sheet of an expert, saved',
  officeList: 'list of the office',
  certificate: 'certificate',
  liveNotice: 'live notice',
}

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

/** With three digits, in steps of a thousand. */
const showBytes = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${Number((bytes / 1_000 ** power).toPrecision(3))} ${units[power]}`
}

const showRate = (bits: number): string => `${Number((bits / 1_000_000).toPrecision(3))} Mbit/s`

/** A table as text, the first column wide enough for all. */
const columns = (rows: readonly (readonly string[])[]): string[] => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

interface Named {
  value: number
  because: string
}

const line = (name: string, { value, because }: Named, show: (value: number) => string = String): string[] => [
  name,
  show(value),
  because,
]

const sizeOf = (contest: Contest): string =>
  `${contest.accounts} accounts, ${contest.teams} teams, ${showBytes(contest.terabytes * 1e12)} of works; in the last hour ${Math.round(contest.acting * 100)} % of the teams act`

const processes = ['web', 'worker', 'postgres'] as const

const demandRows = (demands: readonly Demand[]): string[] =>
  columns([
    ['  action', 'times', ...processes.map((name) => `ms ${name}`), 'seconds'],
    ...demands.map(({ action, count, cost, seconds }) => [
      `  ${names[action]}`,
      String(Math.round(count)),
      ...processes.map((name) => String(Number(cost[name].toPrecision(3)))),
      String(Math.round(seconds.web + seconds.worker + seconds.postgres)),
    ]),
  ])

/** Plain text for the terminal: what is needed with each storage, and which actions take the most. */
export const reportOf = (contest: Contest, prediction: Prediction, measured: MeasuredCosts): string[] => {
  const { disk, bucket, storage, volumes } = prediction
  const needs = (name: string, part: typeof disk): string[] => [
    '',
    `With files ${name}:`,
    ...columns([
      line('  web processes', part.web),
      line('  worker processes', part.worker),
      line('  cores of PostgreSQL', part.cores),
      line('  connections, no pooler', part.connections.direct),
      line('  connections, PgBouncer', part.connections.pooled),
      line('  into web processes', part.received, showRate),
      line('  out of web processes', part.sent, showRate),
    ]),
  ]
  const ranked = rankedDemands(volumes, measured).filter(({ count }) => count > 0)
  const ofBucket = rankedDemands(withBucket(volumes), measured).filter(({ action, count }) => count > volumes[action])
  return [
    sizeOf(contest),
    ...needs('on a disk', disk),
    ...needs('in a bucket that browsers reach', bucket),
    '',
    'Stored when the contest is over:',
    ...columns([
      line('  database', storage.database, showBytes),
      line('  works', storage.works, showBytes),
      line('  copies of films', storage.copies, showBytes),
      line('  certificates', storage.certificates, showBytes),
      line('  backups, database', storage.databaseBackups, showBytes),
      line('  backups, files', storage.fileBackups, showBytes),
    ]),
    '',
    'The last hour, by processor time (files on a disk):',
    ...demandRows(ranked),
    ...(ofBucket.length > 0 ? ['', 'Instead of films, with files in a bucket:', ...demandRows(ofBucket)] : []),
    '',
    `Costs measured on ${measured.date} with version ${measured.version} (${measured.measuredOn}); times of another processor differ.`,
  ]
}
