import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultSettings, type SiteSettings } from '@lectern/contract/settings/settings.ts'
import { isProving } from '@lectern/contract/testing/repetitions.ts'
import { buildApp, type App } from '../server/app.ts'
import { installDocuments } from '../server/database/documents.ts'
import { installPages } from '../server/database/pages.ts'
import { fillInDemo } from '../server/demo.ts'
import { installTemplates } from '../server/features/certificates/service.ts'
import { loadSite } from '../server/pages/site.ts'
import { connect } from '../server/platform/database/connect.ts'
import { startEmbeddedPostgres } from '../server/platform/database/embedded.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { startBucket, type TestBucket } from '../server/testing/bucket/bucket.ts'
import { bucketShortcuts } from '../server/testing/bucket-shortcuts.ts'
import { grantTestRights } from '../server/testing/cluster-rights.ts'
import { demoStampShortcuts } from '../server/testing/demo-stamp.ts'
import { shortcuts } from '../server/testing/shortcuts.ts'
import { signInShortcuts } from '../server/testing/sign-in-shortcuts.ts'
import { throwawaySettings } from '../server/testing/throwaway-settings.ts'
import { organiser, silentReceiver, type SiteName } from './sites.ts'

// Runs the sites for the journeys until the parent process ends. Sites that are only read share one demo database; the
// site that is written to has a copy.

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
  settings: throwawaySettings,
})
await grantTestRights(postgres)
const filesOf = (name: string): string => join(directory, name)
const urlOf = (database: string): string => Object.assign(new URL(postgres.url), { pathname: database }).href

const seeding = connect(postgres.url, () => {})
await migrate(seeding.pool)
const seeded = {
  publicUrl: undefined,
  routerBase: '/',
  port: 0,
  dataDirectory: filesOf('read'),
  demo: true,
  smtpUrl: undefined,
  sms: undefined,
}
await fillInDemo(seeding.db, seeded, new Date(), organiser.password)
await seeding.close()

/** Makes the pictures once before the first journey, so that no page is shown without them. */
const makePictures = async (): Promise<void> => {
  const program = fileURLToPath(new URL('make-pictures.ts', import.meta.url))
  const made = spawn(process.execPath, [program, postgres.url, filesOf('read')], { stdio: 'inherit' })
  const [code] = (await once(made, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`the pictures of the demo could not be made (${code})`)
}
await Promise.all([makePictures(), makePictures()])
// A database can only be copied while nobody is connected to it.
const copying = connect(urlOf('postgres'), () => {})
await copying.pool.query('create database written template lectern')
await copying.pool.query('create database begun template lectern')
await copying.pool.query('create database bucket template lectern')
await copying.pool.query('create database bare')
await copying.close()
await cp(filesOf('read'), filesOf('written'), { recursive: true })
await cp(filesOf('read'), filesOf('begun'), { recursive: true })

const read = { url: postgres.url, files: filesOf('read'), connection: connect(postgres.url, () => {}) }
const written = { url: urlOf('written'), files: filesOf('written'), connection: connect(urlOf('written'), () => {}) }
const begun = { url: urlOf('begun'), files: filesOf('begun'), connection: connect(urlOf('begun'), () => {}) }
const stored = { url: urlOf('bucket'), files: filesOf('bucket'), connection: connect(urlOf('bucket'), () => {}) }
const bare = { url: urlOf('bare'), files: filesOf('bare'), connection: connect(urlOf('bare'), () => {}) }

/** What a first start without the demo leaves. */
const fillInNothing = async (): Promise<void> => {
  const { pool, db } = bare.connection
  await migrate(pool)
  for (const install of [installDocuments, installPages, installTemplates]) await install(db, new Date())
}

const site = await loadSite()

const apps: App[] = []

interface Variant {
  behind?: typeof read
  settings?: Partial<SiteSettings>
  routerBase?: string
  host?: string
  /** Where files are, in place of a folder. */
  bucket?: TestBucket
}

const start = async ({
  behind = read,
  settings = {},
  routerBase = '/',
  host = '127.0.0.1',
  bucket,
}: Variant): Promise<string> => {
  const port = await freePort()
  const publicUrl = new URL(`http://${host}:${port}`)
  bucket?.allow(publicUrl.origin)
  const app = await buildApp({
    config: {
      publicUrl,
      trustProxy: [],
      routerBase,
      port,
      dataDirectory: behind.files,
      demo: true,
      smtpUrl: undefined,
      sms: undefined,
      ...(bucket && { s3: bucket.config }),
      webhookAllow: [silentReceiver],
      providerMilliseconds: 120_000,
    },
    withTasks: !bucket,
    connection: behind.connection,
    databaseUrl: behind.url,
    site,
    settings: { ...defaultSettings, ...settings },
    extraRoutes: (http) => {
      shortcuts(http)
      signInShortcuts(http)
      demoStampShortcuts(http)
      if (bucket) bucketShortcuts(http)
    },
    // A busy machine may make journeys slow, but must not make them fail.
    maxEventLoopDelay: 0,
  })
  apps.push(app)
  await app.server.listen({ port, host: '127.0.0.1' })
  return publicUrl.origin
}

const testBucket = await startBucket()

const sites: Record<SiteName, string> = {
  top: await start({}),
  side: await start({ settings: { layout: 'side' } }),
  mix: await start({ settings: { layout: 'mix', navTheme: 'dark', contentWidth: 'fixed', primaryColor: '#d4380d' } }),
  contest: await start({ routerBase: '/contest' }),
  named: await start({ host: 'localhost' }),
  office: await start({ behind: written }),
  new: await start({ behind: begun }),
  bucket: await start({ behind: stored, bucket: testBucket }),
  // Only repetitions use it.
  bare: isProving ? await fillInNothing().then(() => start({ behind: bare })) : '',
}

const stop = async (): Promise<void> => {
  for (const { server } of apps) await server.close()
  await Promise.all([read, written, begun, stored, bare].map(({ connection }) => connection.close()))
  await testBucket.close()
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
  process.exit(0)
}
process.once('disconnect', stop)
process.send!(sites)
