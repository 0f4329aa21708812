import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings, type SiteSettings } from '@lectern/contract/settings.ts'
import { buildApp, type App } from '../server/app.ts'
import { fillInDemo } from '../server/demo.ts'
import { openStorage } from '../server/installation.ts'
import { loadSite } from '../server/pages/site.ts'
import { connect } from '../server/platform/database/connect.ts'
import { startEmbeddedPostgres } from '../server/platform/database/embedded.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { organiser, type SiteName } from './sites.ts'

// Runs the sites that the journeys visit, all on one demo database, until its parent is gone.

const quick = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
const silent = { info: () => {}, warn: () => {}, error: (line: string) => void process.stderr.write(`${line}\n`) }

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

const directory = await mkdtemp(join(tmpdir(), 'lectern-e2e-'))
const postgres = await startEmbeddedPostgres({
  directory,
  log: silent,
  onLost: silent.error.bind(null, 'PostgreSQL is lost'),
  settings: quick,
})
const connection = connect(postgres.url, () => {})
await migrate(connection.pool)
await fillInDemo(connection.db, await openStorage({ dataDirectory: directory }), new Date(), organiser.password)
const site = await loadSite()

const apps: App[] = []

const start = async (changes: Partial<SiteSettings> = {}, routerBase = '/'): Promise<string> => {
  const port = await freePort()
  const publicUrl = new URL(`http://127.0.0.1:${port}`)
  const app = await buildApp({
    config: {
      publicUrl,
      trustProxy: [],
      routerBase,
      port,
      dataDirectory: directory,
      demo: true,
      smtpUrl: undefined,
      sms: undefined,
    },
    connection,
    databaseUrl: postgres.url,
    site,
    settings: { ...defaultSettings, ...changes },
  })
  apps.push(app)
  await app.server.listen({ port, host: '127.0.0.1' })
  return publicUrl.origin
}

const sites: Record<SiteName, string> = {
  top: await start(),
  side: await start({ layout: 'side' }),
  mix: await start({ layout: 'mix', navTheme: 'dark', contentWidth: 'fixed', primaryColor: '#d4380d' }),
  contest: await start({}, '/contest'),
}

const stop = async (): Promise<void> => {
  for (const { server } of apps) await server.close()
  await connection.close()
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
  process.exit(0)
}
process.once('disconnect', stop)
process.send!(sites)
