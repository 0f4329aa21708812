import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installDocuments } from '../server/database/documents.ts'
import { installPages } from '../server/database/pages.ts'
import type { Cost } from '../server/capacity/costs.ts'
import { connect, type Connection } from '../server/platform/database/connect.ts'
import { startEmbeddedPostgres } from '../server/platform/database/embedded.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { patientSite } from '../server/testing/cluster/patient-site.ts'
import { createManyPeople } from '../server/testing/many-people.ts'
import type { TestBucket } from '../server/testing/bucket/bucket.ts'
import type { TestSite } from '../server/testing/site.ts'
import { startPostbox, type Postbox } from '../server/testing/smtp.ts'
import { fillArticles } from './articles.ts'
import { startCountingProxy } from './counting-proxy.ts'
import { endOnce, freePort, startApp, startTasksProcess, withFolder } from './processes.ts'
import { processorSeconds } from './processor-time.ts'

/** What a site has used and stored so far: seconds and bytes. */
export type Meter = Cost & { at: number }

/** A site whose costs are measured: one web process, one worker, PostgreSQL, files on the disk or in a bucket, and mail that arrives. */
export interface MeasuredSite {
  site: TestSite
  connection: Connection
  postbox: Postbox
  read(): Promise<Meter>
  /** Waits until nothing is left to be done in the background. */
  settle(seconds?: number): Promise<void>
}

/** Of its own sessions of the database. */
export const benchName = 'bench'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** Longer than the pauses of most jobs, so that what an action leaves to them counts as its own. */
const jobsSeconds = 11

const postmasterOf = async (folder: string): Promise<number> =>
  Number.parseInt(await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10)

const bytesIn = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Rows with their indexes, as far as they are in use: PostgreSQL reserves room beyond them. */
const rowsQuery = `
  select coalesce(sum(pg_total_relation_size(relid)), 0)::float8 as bytes from pg_stat_user_tables where schemaname = 'public'`

/** The pictures of certificates are begun within a minute. */
const isBusyQuery = `
  select exists (select from task where state in ('waiting', 'running')) or exists (select from outbox where state = 'waiting')
    or exists (select from file where purpose = 'certificate' and state = 'stored' and cover_rules is null) as busy`

const settingsOf = ({ config }: TestBucket): NodeJS.ProcessEnv => ({
  // Neither database nor files are in the folder of the site, where the key would be kept.
  SECRET_KEY: 'c'.repeat(64),
  S3_ENDPOINT: config.endpoint.href,
  S3_BUCKET: config.bucket,
  S3_REGION: config.region,
  S3_ACCESS_KEY_ID: config.accessKeyId,
  S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  S3_PREFIX: config.prefix,
})

export const withMeasuredSite = <Outcome>(
  people: number,
  measure: (measured: MeasuredSite) => Promise<Outcome>,
  bucket?: TestBucket,
): Promise<Outcome> =>
  withFolder(async (folder) => {
    // Durable as in production. Files are in a folder of their own.
    const postgres = await startEmbeddedPostgres({ directory: folder, log: silent, onLost: () => {} })
    const files = join(folder, 'site')
    await mkdir(files)
    const stops: (() => Promise<unknown>)[] = [endOnce(() => postgres.stop())]
    try {
      // Filling it takes longer than the program allows itself.
      const connection = connect(`${postgres.url}&application_name=${benchName}&statement_timeout=600000`, () => {})
      stops.push(connection.close)
      const { pool, db } = connection
      await migrate(pool)
      await installDocuments(db, new Date())
      await installPages(db, new Date())
      await fillArticles(pool, 1_000)
      await createManyPeople(pool, people)
      await pool.query('vacuum analyze')
      const postbox = await startPostbox()
      stops.push(postbox.close)
      const port = await freePort()
      const proxy = await startCountingProxy(port)
      stops.push(proxy.close)
      bucket?.allow(proxy.url)
      const environment = {
        DATABASE_URL: postgres.url,
        DATA_DIR: files,
        DEMO: '0',
        PUBLIC_URL: proxy.url,
        TRUST_PROXY: '127.0.0.1',
        SMTP_URL: postbox.url({ from: 'office@example.org' }).href,
        ...(bucket && settingsOf(bucket)),
      }
      const web = await startApp({ ...environment, ROLE: 'web' }, port)
      stops.push(web.stop)
      const worker = await startTasksProcess(environment)
      stops.push(worker.stop)
      const pids = [web.pid, worker.pid, await postmasterOf(folder)]
      return await measure({
        site: patientSite(proxy.url, connection),
        connection,
        postbox,
        read: async () => {
          const rows = (await pool.query<{ bytes: number }>(rowsQuery)).rows[0]!.bytes
          const stored = await bytesIn(files)
          const [ofWeb = 0, ofWorker = 0, ofPostgres = 0] = await processorSeconds(pids)
          const times = { web: ofWeb, worker: ofWorker, postgres: ofPostgres }
          return { at: performance.now() / 1_000, ...times, ...proxy.bytes(), rows, files: stored }
        },
        settle: async (seconds = jobsSeconds) => {
          const isBusy = async () => (await pool.query<{ busy: boolean }>(isBusyQuery)).rows[0]!.busy
          do await sleep(seconds * 1_000)
          while (await isBusy())
        },
      })
    } finally {
      for (const stop of stops.toReversed()) await stop()
    }
  })
