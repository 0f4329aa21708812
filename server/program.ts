import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { buildApp, type App } from './app.ts'
import { upgrade } from './backup/kept-backups.ts'
import { clearUpRestore } from './backup/restore-journal.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { installDocuments } from './database/documents.ts'
import { installTemplates } from './features/certificates/service.ts'
import { installPages } from './database/pages.ts'
import { isEmpty } from './database/seed/empty.ts'
import { openStorage } from './installation.ts'
import { countSecrets, encryptClearSecrets } from './features/sign-in/stored-secrets.ts'
import type { Site } from './pages/site.ts'
import { systemClock } from './platform/clock.ts'
import type { Connection } from './platform/database/connect.ts'
import { StartError } from './platform/database/embedded.ts'
import { MigrationError } from './platform/database/migrate.ts'
import { openDatabase, type OpenDatabase } from './platform/database/open.ts'
import { createEncryption, keyPath } from './platform/encryption.ts'

/** Lines for the operator at the terminal; the log goes to standard error. */
const print = (line: string): void => void process.stdout.write(`Lectern · ${line}\n`)

const explainListening = (error: unknown, { host, port }: Config): unknown => {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is taken by another program. Stop it, or choose another: PORT=8080 npm start`)
  if (code === 'EACCES')
    return new StartError(
      `Port ${port} needs the rights of an administrator. Choose one above 1023: PORT=8080 npm start`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError(`HOST=${host} is no address of this machine.`)
  return error
}

/** Creates the key of second factors, and encrypts what an earlier version stored without it. */
const prepareKey = async (db: Connection['db'], config: Config): Promise<void> => {
  const encryption = createEncryption(config)
  await encryption.prepare()
  const encrypted = await encryptClearSecrets(db, encryption)
  if (encrypted > 0) print(`encrypted ${encrypted} second factors; their key is not in backups: ${keyPath(config)}`)
  const { unreadable } = await countSecrets(db, encryption)
  if (unreadable > 0)
    print(
      `${unreadable} second factors were encrypted with another key: put it back, or \`npm run portal -- reset-second-factor --unreadable\``,
    )
}

/** Migrates the database and, if requested, fills in the demo; returns lines to print afterwards. */
const prepare = async (
  { connection: { pool, db } }: OpenDatabase,
  config: Config,
  signal: AbortSignal,
): Promise<string[]> => {
  const { ran, backup } = await upgrade(pool, config, systemClock.now())
  if (backup) print(`kept the database as it was: ${backup}`)
  if (ran.length > 0) print(`prepared the database (${ran.length} ${ran.length === 1 ? 'step' : 'steps'})`)
  const cleared = await clearUpRestore(pool, await openStorage(config))
  if (cleared === 'busy') throw new StartError('A restore is under way here: start again when it has ended.')
  if (cleared !== undefined) print('an earlier restore was cut off; what it left behind is gone: restore again')
  await prepareKey(db, config)
  await installDocuments(db, systemClock.now())
  await installPages(db, systemClock.now())
  await installTemplates(db, systemClock.now())
  if (!config.demo || !(await isEmpty(db))) return []
  print('filling in the demo …')
  // The demo's code is not loaded by a site that has content.
  const { describeSignIns, fillInDemo } = await import('./demo.ts')
  return describeSignIns(await fillInDemo(db, config, systemClock.now(), config.adminPassword, signal))
}

/** Finishes running requests, then ends. Idempotent. */
const stopOnce = ({ server, drain }: App, database: OpenDatabase): ((code: number) => void) => {
  let isStopping = false
  const stop = async (code: number): Promise<void> => {
    print('stopping …')
    await drain.begin()
    await server.close()
    await database.close()
    process.exit(code)
  }
  return (code) => {
    if (isStopping) return
    isStopping = true
    void stop(code)
  }
}

/** The address that people open. */
const siteAddress = ({ publicUrl, routerBase }: Config, listening: string): string => {
  const origin = publicUrl?.origin ?? listening.replace('127.0.0.1', 'localhost').replace('[::1]', 'localhost')
  return `${origin}${routerBase === '/' ? '' : routerBase}`
}

/** Checked before the database is created and filled in vain. */
const checkPort = async ({ port, host, ...config }: Config): Promise<void> => {
  const probe = createServer()
  const listening = once(probe, 'listening')
  probe.listen(port, host)
  await listening.catch((error: unknown) => {
    throw explainListening(error, { port, host, ...config })
  })
  probe.close()
  await once(probe, 'close')
}

const run = async (loadSite: () => Promise<Site>): Promise<void> => {
  const config = readConfig(process.env)
  const logger = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  )
  const log = {
    info: (line: string) => logger.info(line),
    warn: (line: string) => logger.warn(line),
    error: (line: string) => logger.error(line),
  }

  const stopping = new AbortController()
  let close = (code: number): void => {
    if (stopping.signal.aborted) return
    print('stopping …')
    stopping.abort(code)
    // An external database rolls back what is interrupted. Our own must be ended first, at the next step of the
    // start.
    if (config.databaseUrl) process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => close(0))
  // Started by `npm start`: without the launcher nobody could stop this program.
  process.on('disconnect', () => close(0))

  let database: OpenDatabase | undefined
  let server: FastifyInstance | undefined
  try {
    const site = await loadSite()
    const isWorker = config.role === 'worker'
    if (!isWorker) await checkPort(config)
    stopping.signal.throwIfAborted()
    print(config.databaseUrl ? 'connecting to the database …' : `starting PostgreSQL in ${config.dataDirectory} …`)
    const onLost = (error: Error): void => {
      logger.fatal(error.message)
      close(1)
    }
    database = await openDatabase(config, log, onLost, stopping.signal)
    stopping.signal.throwIfAborted()
    const news = await prepare(database, config, stopping.signal)
    stopping.signal.throwIfAborted()
    const app = await buildApp({ config, connection: database.connection, databaseUrl: database.url, site, logger })
    server = app.server
    // A worker serves nobody.
    const address = isWorker
      ? await server.ready().then(() => undefined)
      : await server.listen({ port: config.port, host: config.host }).catch((error) => {
          throw explainListening(error, config)
        })
    stopping.signal.throwIfAborted()
    close = stopOnce(app, database)
    if (address === undefined) print('ready to run background tasks')
    else print(`ready at ${siteAddress(config, address)}`)
    for (const line of news) print(line)
    // The launcher restarts a server that has been ready.
    process.send?.('ready')
  } catch (error) {
    // The server first: it listens to the database.
    await server?.close()
    await database?.close()
    // A start that was aborted on purpose did not fail.
    if (stopping.signal.aborted) process.exit(Number(stopping.signal.reason))
    throw error
  }
}

/** Runs the program until it is stopped; an error that an operator can fix ends it with one line. */
export const runProgram = (loadSite: () => Promise<Site>): Promise<void> =>
  run(loadSite).catch((error: unknown) => {
    const known = error instanceof ConfigError || error instanceof StartError || error instanceof MigrationError
    process.stderr.write(
      known ? `Lectern · ${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
    )
    process.exit(1)
  })
