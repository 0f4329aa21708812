import pino from 'pino'
import { buildApp } from './app.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { isEmpty } from './database/seed/empty.ts'
import type { Site } from './pages/site.ts'
import { systemClock } from './platform/clock.ts'
import { StartError } from './platform/database/embedded.ts'
import { migrate, MigrationError } from './platform/database/migrate.ts'
import { openDatabase } from './platform/database/open.ts'

/** Lines for the person at the terminal; the log goes to standard error. */
const tell = (line: string): void => void process.stdout.write(`Lectern · ${line}\n`)

const explainListening = (error: unknown, { host, port }: Config): unknown => {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is taken by another program. Stop it, or choose another: PORT=8080 npm start`)
  if (code === 'EACCES')
    return new StartError(
      `Port ${port} needs the rights of an administrator. Choose one above 1023: PORT=8080 npm start`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST=${host} is no address of this machine.`)
  return error
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

  const site = await loadSite()
  tell(config.databaseUrl ? 'connecting to the database …' : `starting PostgreSQL in ${config.dataDirectory} …`)
  let close: (code: number) => void = (code) => process.exit(code)
  const database = await openDatabase(config, log, (error) => {
    logger.fatal(error.message)
    close(1)
  })

  try {
    const ran = await migrate(database.connection.pool)
    if (ran.length > 0) tell(`prepared the database (${ran.length} ${ran.length === 1 ? 'step' : 'steps'})`)
    if (config.demo && (await isEmpty(database.connection.db))) {
      tell('filling in the demo …')
      // What fills in the demo is not carried along by a site that has content.
      const { seedDemo } = await import('./database/seed/seed.ts')
      await seedDemo(database.connection.db, systemClock.now())
    }
    const { server, drain } = await buildApp({
      config,
      connection: database.connection,
      databaseUrl: database.url,
      site,
      logger,
    })
    const address = await server.listen({ port: config.port, host: config.host }).catch((error) => {
      throw explainListening(error, config)
    })

    let closing = false
    close = async (code) => {
      if (closing) return
      closing = true
      tell('stopping …')
      await drain.begin()
      await server.close()
      await database.close()
      process.exit(code)
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => close(0))
    // Started by `npm start`: when the launcher is gone, nobody could stop this program any more.
    process.on('disconnect', () => close(0))
    tell(
      `ready at ${config.publicUrl?.origin ?? address.replace('127.0.0.1', 'localhost').replace('[::1]', 'localhost')}`,
    )
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Runs the program until it is told to stop; what an operator can mend ends it with one line. */
export const runProgram = (loadSite: () => Promise<Site>): Promise<void> =>
  run(loadSite).catch((error: unknown) => {
    const known = error instanceof ConfigError || error instanceof StartError || error instanceof MigrationError
    process.stderr.write(
      known ? `Lectern · ${error.message}\n` : `${error instanceof Error ? error.stack : String(error)}\n`,
    )
    process.exit(1)
  })
