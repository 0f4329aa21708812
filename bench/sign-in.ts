import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { installDocuments } from '../server/database/documents.ts'
import { hashPassword } from '../server/features/sign-in/passwords/passwords.ts'
import { connect } from '../server/platform/database/connect.ts'
import { startEmbeddedPostgres } from '../server/platform/database/embedded.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { fillArticles } from './articles.ts'
import type { HashJob, HashReport } from './bare-argon2.ts'
import type { Rate } from './load-generator.ts'
import { fillMembers } from './people.ts'
import { endOnce, startApp, withFolder, type Served } from './processes.ts'
import { median, type Result } from './results.ts'
import type { CallJob, CallReport } from './sign-in-load.ts'
import { startWorker } from './workers.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }
const accounts = 2_000
const password = 'correct horse battery'

/** Gives all members the same known password and all consents, so that nothing else is required at sign-in. */
const admitMembers = async (pool: pg.Pool, stored: string): Promise<void> => {
  await pool.query(`update account set status = 'active'`)
  await pool.query(
    `insert into credential (account_id, password, password_changed_at) select id, $1, now() from account`,
    [stored],
  )
  await pool.query(`
    insert into consent (account_id, document_id, locale, given_at)
    select account.id, document.id, 'zh-CN', now() from account cross join document`)
  await pool.query('vacuum analyze account, credential, consent')
}

const fill = async (url: string, stored: string): Promise<void> => {
  const { pool, db, close } = connect(url, () => {})
  try {
    await migrate(pool)
    await installDocuments(db, new Date())
    await fillArticles(pool, 1_000)
    await fillMembers(pool, accounts)
    await admitMembers(pool, stored)
  } finally {
    await close()
  }
}

type Visitors = ReturnType<typeof startWorker<CallJob, CallReport>>
type Bare = ReturnType<typeof startWorker<HashJob, HashReport>>

const rounds = 7
const seconds = 2
/** More than are hashed at once, so that there is always one to continue with. */
const callsAtOnce = 16

const signIn = { accounts, password }

const signInsOf = async (app: Served, { perform }: Visitors): Promise<Rate> => {
  const before = await app.usage()
  const report = await perform({ url: app.url, signIn, pace: { atOnce: callsAtOnce }, seconds })
  const after = await app.usage()
  return {
    perSecond: report.count / report.seconds,
    perCpuSecond: report.count / (after.cpuSeconds - before.cpuSeconds),
  }
}

/** As many at once as the server allows. */
const hashesOf = async ({ perform }: Bare, like: string): Promise<Rate> => {
  const report = await perform({ like, atOnce: availableParallelism(), seconds })
  return { perSecond: report.hashes / report.seconds, perCpuSecond: report.hashes / report.cpuSeconds }
}

/** Alternates baseline and program. */
const compareWithBare = async (app: Served, visitors: Visitors, stored: string) => {
  const bare: Bare = startWorker('bare-argon2.ts')
  try {
    await hashesOf(bare, stored)
    await signInsOf(app, visitors)
    const pairs: { ours: Rate; theirs: Rate }[] = []
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ theirs: await hashesOf(bare, stored), ours: await signInsOf(app, visitors) })
    const shareOf = (unit: keyof Rate): number => median(pairs.map(({ ours, theirs }) => ours[unit] / theirs[unit]))
    return {
      perSecond: shareOf('perSecond'),
      perCpuSecond: shareOf('perCpuSecond'),
      reached: median(pairs.map(({ ours }) => ours.perSecond)),
    }
  } finally {
    await bare.stop()
  }
}

const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

const readingSeconds = 4
const readsPerSecond = 200

/** Latency of a cached page while nobody signs in, and while people do; alternating. */
const compareReading = async ({ url }: Served, visitors: Visitors, signInsPerSecond: number) => {
  const readers: Visitors = startWorker('sign-in-load.ts')
  const read = async (): Promise<Record<'p50' | 'p99', number>> => {
    const { times } = await readers.perform({ url, pace: { perSecond: readsPerSecond }, seconds: readingSeconds })
    return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
  }
  const readMeanwhile = async () => {
    const arrivals = visitors.perform({ url, signIn, pace: { perSecond: signInsPerSecond }, seconds: readingSeconds })
    const [waited] = await Promise.all([read(), arrivals])
    return waited
  }
  try {
    await read()
    const pairs: Record<'quiet' | 'busy', Record<'p50' | 'p99', number>>[] = []
    for (let round = 0; round < rounds; round += 1) pairs.push({ quiet: await read(), busy: await readMeanwhile() })
    const of = (point: 'p50' | 'p99') => ({
      quiet: median(pairs.map(({ quiet }) => quiet[point])),
      ratio: median(pairs.map(({ quiet, busy }) => busy[point] / quiet[point])),
    })
    return { p50: of('p50'), p99: of('p99') }
  } finally {
    await readers.stop()
  }
}

/** Sign-ins compared with bare hashing, and their effect on readers. */
export const measureSignIn = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    // Durable as in production: signing in writes.
    const postgres = await startEmbeddedPostgres({ directory: folder, log: silent, onLost: () => {} })
    const stopPostgres = endOnce(() => postgres.stop())
    const visitors: Visitors = startWorker('sign-in-load.ts')
    let app: Served | undefined
    try {
      const stored = await hashPassword(password)
      await fill(postgres.url, stored)
      app = await startApp({ DATABASE_URL: postgres.url, TRUST_PROXY: '127.0.0.1' })
      const rate = await compareWithBare(app, visitors, stored)
      const { p50, p99 } = await compareReading(app, visitors, rate.reached / 2)
      return [
        { name: 'sign-ins in a second', value: rate.reached, unit: '' },
        { name: 'sign-ins/s, of bare argon2', value: rate.perSecond, unit: '', target: { least: 0.8 } },
        { name: 'sign-ins per processor second, of bare argon2', value: rate.perCpuSecond, unit: '' },
        { name: 'median of / while nobody signs in', value: p50.quiet, unit: 'ms' },
        { name: 'median of / while people sign in, of nobody', value: p50.ratio, unit: '' },
        { name: 'p99 of / while nobody signs in', value: p99.quiet, unit: 'ms' },
        { name: 'p99 of / while people sign in, of nobody', value: p99.ratio, unit: '', target: { most: 3 } },
      ]
    } finally {
      await app?.stop()
      await visitors.stop()
      await stopPostgres()
    }
  })
