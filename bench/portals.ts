import pg from 'pg'
import { connect } from '../server/platform/database/connect.ts'
import { startEmbeddedPostgres } from '../server/platform/database/embedded.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { endOnce, startApp, withFolder, type Served } from './processes.ts'
import { grantTestRights } from '../server/testing/cluster-rights.ts'

/** The program on its own database, and a client of the same database. */
export interface Portal<Filling = void> {
  app: Served
  databaseUrl: string
  client: pg.Client
  filling: Filling
  stop(): Promise<void>
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }
/** Not durable: only reads are measured. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' }

type Fill<Filling> = (pool: pg.Pool, count: number) => Promise<Filling>

const openPortal = async <Filling>(
  serverUrl: string,
  count: number,
  fill: Fill<Filling>,
  env: NodeJS.ProcessEnv = {},
): Promise<Portal<Filling>> => {
  const address = new URL(serverUrl)
  const admin = new pg.Client(address.href)
  await admin.connect()
  try {
    await admin.query(`create database portal_${count}`)
  } finally {
    await admin.end()
  }
  address.pathname = `/portal_${count}`
  const connection = connect(address.href, () => {})
  await migrate(connection.pool)
  await connection.close()
  // Without the time limits of the program: filling takes longer on a busy machine.
  const pool = new pg.Pool({ connectionString: address.href })
  const filling = await fill(pool, count)
  await pool.end()
  const client = new pg.Client(address.href)
  await client.connect()
  const app = await startApp({ ...env, DATABASE_URL: address.href })
  return {
    app,
    databaseUrl: address.href,
    client,
    filling,
    stop: () => Promise.all([app.stop(), client.end()]).then(() => {}),
  }
}

/** Measures on one portal of this size. */
export const withPortal = <Filling, Outcome>(
  count: number,
  fill: Fill<Filling>,
  env: NodeJS.ProcessEnv,
  measure: (portal: Portal<Filling>) => Promise<Outcome>,
): Promise<Outcome> =>
  withFolder(async (folder) => {
    const postgres = await startEmbeddedPostgres({ directory: folder, log: silent, onLost: () => {}, settings })
    const stopPostgres = endOnce(() => postgres.stop())
    let portal: Portal<Filling> | undefined
    try {
      await grantTestRights(postgres)
      portal = await openPortal(postgres.url, count, fill, { DATA_DIR: folder, ...env })
      return await measure(portal)
    } finally {
      await portal?.stop()
      await stopPostgres()
    }
  })

/** Measures on a small and a large portal, side by side. */
export const withPortals = <Filling, Outcome>(
  counts: { few: number; many: number },
  fill: Fill<Filling>,
  measure: (small: Portal<Filling>, large: Portal<Filling>) => Promise<Outcome>,
): Promise<Outcome> =>
  withFolder(async (folder) => {
    const postgres = await startEmbeddedPostgres({ directory: folder, log: silent, onLost: () => {}, settings })
    const stopPostgres = endOnce(() => postgres.stop())
    const portals: Portal<Filling>[] = []
    try {
      await grantTestRights(postgres)
      for (const count of [counts.few, counts.many]) portals.push(await openPortal(postgres.url, count, fill))
      return await measure(portals[0]!, portals[1]!)
    } finally {
      for (const portal of portals) await portal.stop()
      await stopPostgres()
    }
  })
