import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { buildApp, type App } from './app.ts'
import { upgrade } from './backup/backup-folder.ts'
import { clearUpRestore } from './backup/restore-journal.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { installDocuments } from './database/documents.ts'
import { installTemplates } from './features/certificates/service.ts'
import { installPages } from './database/pages.ts'
import { isEmpty } from './database/seed/empty.ts'
import { fillInDemoApart } from './demo-process.ts'
import { describeSignIns } from './demo-sign-ins.ts'
import { openStorage } from './installation.ts'
import { countSecrets, encryptClearSecrets } from './features/sign-in/second-factor/stored-secrets.ts'
import type { Site } from './pages/site.ts'
import { systemClock } from './platform/clock.ts'
import type { Connection } from './platform/database/connect.ts'
import { DatabaseAway, FolderInUse, StartError } from './platform/database/embedded-errors.ts'
import { MigrationError } from './platform/database/migrate.ts'
import { openDatabase, type ProgramDatabase } from './platform/database/open.ts'
import { waitForDatabase } from './platform/database/wait.ts'
import { createEncryption, keyPath } from './platform/encryption.ts'
import { createLineWriter } from './platform/line-writer.ts'
import { startMetricsServer, type MetricsServer } from './platform/metrics/metrics-server.ts'
import { takeStopSteps } from './stop-steps.ts'

const output = createLineWriter(process.stdout)
const errorOutput = createLineWriter(process.stderr)

/** Lines for the operator at the terminal; the log goes to standard error. */
const print = (line: string): void => output.write(`Lectern · ${line}\n`)

const complain = (line: string): void => errorOutput.write(`Lectern · ${line}\n`)

/** The exit code of a program whose database is lost: `scripts/serve.mjs` starts it again however often that happens. */
const databaseAwayCode = 75

/** A place to listen, and how the operator chooses another. */
interface Listening {
  host: string
  port: number
  /** What precedes the names of the settings. */
  prefix: '' | 'METRICS_'
}

const siteListening = ({ host, port }: Config): Listening => ({ host, port, prefix: '' })

const explainListening = (error: unknown, { host, port, prefix }: Listening): unknown => {
  const { code } = error as { code?: string }
  const example = `${prefix}PORT=${prefix === '' ? 8080 : 9465} npm start`
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is taken by another program. Stop it, or choose another: ${example}`)
  if (code === 'EACCES')
    return new StartError(`Port ${port} needs the rights of an administrator. Choose one above 1023: ${example}`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError(`${prefix}HOST=${host} is no address of this machine.`)
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
  { url, direct: { pool, db } }: ProgramDatabase,
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
  return describeSignIns(await fillInDemoApart(url, signal))
}

/** Finishes running requests, then ends. Idempotent. */
const stopOnce = (
  { server, drain }: App,
  database: ProgramDatabase,
  metricsServer: MetricsServer | undefined,
): ((code: number) => void) => {
  let isStopping = false
  const stop = async (code: number): Promise<void> => {
    print('stopping …')
    const steps = [
      { name: 'requests', run: () => drain.begin() },
      { name: 'jobs and background tasks', run: () => server.close() },
      { name: 'metrics', run: async () => metricsServer?.close() },
      { name: 'the database', run: () => database.close() },
    ]
    const isClean = await takeStopSteps(steps, complain)
    process.exit(isClean || code !== 0 ? code : 1)
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
const checkPort = async (place: Listening): Promise<void> => {
  const probe = createServer()
  const listening = once(probe, 'listening')
  probe.listen(place.port, place.host)
  await listening.catch((error: unknown) => {
    throw explainListening(error, place)
  })
  probe.close()
  await once(probe, 'close')
}

const run = async (loadSite: () => Promise<Site>): Promise<void> => {
  const config = readConfig(process.env)
  const logger = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime }, errorOutput)
  const log = {
    info: (line: string) => logger.info(line),
    warn: (line: string) => logger.warn(line),
    error: (line: string) => logger.error(line),
  }

  let database: ProgramDatabase | undefined
  let server: FastifyInstance | undefined
  let metricsServer: MetricsServer | undefined
  const stopping = new AbortController()
  let close = (code: number): void => {
    if (stopping.signal.aborted) return
    print('stopping …')
    stopping.abort(code)
    // An external database rolls back what is interrupted. Our own must be ended first, at the next step of the
    // start.
    if (config.databaseUrl) process.exit(code)
    const steps = [
      // The program ends with it.
      { name: 'the start', run: () => new Promise<void>(() => undefined) },
      { name: 'the database', run: async () => database?.close() },
    ]
    void takeStopSteps(steps, complain).then(() => process.exit(1))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => close(0))
  // Started by `npm start`: without the launcher nobody could stop this program.
  process.on('disconnect', () => close(0))

  try {
    const site = await loadSite()
    const isWorker = config.role === 'worker'
    const metricsListening = config.metrics && { ...config.metrics, prefix: 'METRICS_' as const }
    if (!isWorker) await checkPort(siteListening(config))
    if (metricsListening) await checkPort(metricsListening)
    stopping.signal.throwIfAborted()
    print(config.databaseUrl ? 'connecting to the database …' : `starting PostgreSQL in ${config.dataDirectory} …`)
    const onLost = (error: Error): void => {
      logger.fatal(error.message)
      // Another program that uses the folder does not leave it by itself.
      close(error instanceof FolderInUse ? 1 : databaseAwayCode)
    }
    const { signal } = stopping
    const open = (): Promise<ProgramDatabase> => openDatabase(config, log, onLost, signal)
    database = config.databaseUrl ? await waitForDatabase(open, { tell: print, signal }) : await open()
    stopping.signal.throwIfAborted()
    const news = await prepare(database, config, stopping.signal)
    stopping.signal.throwIfAborted()
    const app = await buildApp({ config, connection: database.connection, databaseUrl: database.url, site, logger })
    server = app.server
    // A worker serves nobody.
    const address = isWorker
      ? await server.ready().then(() => undefined)
      : await server.listen({ port: config.port, host: config.host }).catch((error) => {
          throw explainListening(error, siteListening(config))
        })
    if (metricsListening)
      metricsServer = await startMetricsServer(app.metrics, metricsListening, (error) =>
        logger.warn({ err: error }, 'the metrics cannot be read'),
      ).catch((error: unknown) => {
        throw explainListening(error, metricsListening)
      })
    stopping.signal.throwIfAborted()
    close = stopOnce(app, database, metricsServer)
    if (address === undefined) print('ready to run background tasks')
    else print(`ready at ${siteAddress(config, address)}`)
    for (const line of news) print(line)
    // The launcher restarts a server that has been ready.
    process.send?.('ready')
  } catch (error) {
    // The server first: it listens to the database.
    const steps = [
      { name: 'metrics', run: async () => metricsServer?.close() },
      { name: 'the server', run: async () => server?.close() },
      { name: 'the database', run: async () => database?.close() },
    ]
    await takeStopSteps(steps, complain)
    // A start that was aborted on purpose did not fail.
    if (stopping.signal.aborted) process.exit(Number(stopping.signal.reason))
    throw error
  }
}

/** Runs the program until it is stopped; an error that an operator can fix ends it with one line. */
export const runProgram = (loadSite: () => Promise<Site>): Promise<void> =>
  run(loadSite).catch((error: unknown) => {
    const isExpected = error instanceof ConfigError || error instanceof StartError || error instanceof MigrationError
    errorOutput.write(
      isExpected ? `Lectern · ${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
    )
    process.exit(error instanceof DatabaseAway ? databaseAwayCode : 1)
  })
