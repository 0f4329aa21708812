import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Config } from '../../config.ts'
import { makePrivateFolder } from '../folder.ts'
import { connect, databaseCode, isDatabaseAway, type Connection } from './connect.ts'
import { DatabaseAway, explain } from './embedded-errors.ts'
import type { Log } from './embedded-launch.ts'
import { findEmbeddedPostgres, FolderInUse, startEmbeddedPostgres, StartError } from './embedded.ts'
import { missingLimits, preparePooled, sessionsOf } from './pooler.ts'

/** How long connections that are in use may take to end. */
const closeMilliseconds = 5_000

export interface OpenDatabase {
  /** An address of PostgreSQL itself. */
  url: string
  connection: Connection
  /** Closes the connections and, if it is embedded, the database. */
  close(): Promise<void>
}

/** What the program runs on. `connection` may lead through a pooler. */
export interface ProgramDatabase extends OpenDatabase {
  /** For whatever needs a session: migrations, locks that outlive a transaction. */
  direct: Connection
}

interface Address {
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'
  url: string
}

/** Where sessions belong to whoever opens them; undefined: the embedded database. */
export const directAddress = ({ databaseUrl, databaseDirectUrl }: Config): Address | undefined => {
  if (databaseDirectUrl) return { setting: 'DATABASE_DIRECT_URL', url: databaseDirectUrl }
  return databaseUrl ? { setting: 'DATABASE_URL', url: databaseUrl } : undefined
}

const poolerProblems: Record<Address['setting'], string> = {
  DATABASE_URL:
    'DATABASE_URL leads to a connection pooler: set DATABASE_DIRECT_URL to an address of the same database without it.',
  DATABASE_DIRECT_URL: 'DATABASE_DIRECT_URL leads to a connection pooler: it must lead to PostgreSQL itself.',
}

/** PgBouncer refuses time limits as parameters of a connection. */
const isRefusedByPooler = (error: unknown): boolean =>
  databaseCode(error) === '08P01' && error instanceof Error && error.message.includes('startup parameter')

/** Why the database cannot be used, for the operator; never with the password. */
const explainConnection = (error: unknown, { setting, url }: Address): StartError => {
  if (error instanceof StartError) return error
  const { host, pathname } = new URL(url)
  const name = decodeURIComponent(pathname.slice(1))
  const code = databaseCode(error)
  const reason =
    code === 'ECONNREFUSED'
      ? `nothing listens at ${host}`
      : code === 'ENOTFOUND' || code === 'EAI_AGAIN'
        ? `the host ${host} is unknown`
        : code === '28P01' || code === '28000'
          ? 'the user or the password is refused'
          : code === '3D000'
            ? `the database "${name}" does not exist`
            : error instanceof Error
              ? error.message
              : String(error)
  const message = `The database of ${setting} cannot be used: ${reason}.`
  return isDatabaseAway(error) ? new DatabaseAway(message) : new StartError(message)
}

/** Reports lost connections until it is closed. */
const openConnection = (url: string, log: Log, options: { isPooled?: boolean } = {}): Connection => {
  let closing = false
  const onIdleError = (error: Error): void => {
    if (!closing) log.warn(`a database connection was lost: ${error.message}`)
  }
  const connection = connect(url, onIdleError, options)
  return {
    ...connection,
    close: async () => {
      closing = true
      // Whatever still holds a connection loses it with the database, or with the program.
      await Promise.race([connection.close(), sleep(closeMilliseconds, undefined, { ref: false })])
    },
  }
}

/** Opens the database of the configuration, past any pooler: the operator's own, or the embedded one. */
const openDirect = async (
  config: Config,
  log: Log,
  onLost: (error: Error) => void,
  signal?: AbortSignal,
): Promise<OpenDatabase> => {
  const address = directAddress(config)
  if (!address) {
    const embedded = await startEmbeddedPostgres({ directory: config.dataDirectory, log, onLost, signal })
    const connection = openConnection(embedded.url, log)
    const close = async (): Promise<void> => {
      await connection.close()
      await embedded.stop()
    }
    return { url: embedded.url, connection, close }
  }
  // Files are stored there, even with an external database.
  if (!config.s3)
    await makePrivateFolder(config.dataDirectory).catch((error: unknown) => {
      throw explain(error, config.dataDirectory)
    })
  const connection = openConnection(address.url, log)
  try {
    const sessions = await sessionsOf(connection.pool)
    if (sessions === 'shared') throw new StartError(poolerProblems[address.setting])
    const missing = sessions === 'kept' ? await missingLimits(connection.pool, address.url) : []
    if (missing.length > 0) log.warn(`the pooler of ${address.setting} ignores ${missing.join(' and ')}`)
    return { url: address.url, connection, close: () => connection.close() }
  } catch (error) {
    await connection.close()
    throw isRefusedByPooler(error) ? new StartError(poolerProblems[address.setting]) : explainConnection(error, address)
  }
}

/** Checks the pooler of DATABASE_URL through connections of its own: those that the check ends are no loss to report. */
export const tryPooled = async (url: string, check: (pool: Pool) => Promise<void>): Promise<void> => {
  const connection = connect(url, () => undefined, { isPooled: true })
  try {
    await check(connection.pool)
  } catch (error) {
    throw explainConnection(error, { setting: 'DATABASE_URL', url })
  } finally {
    await connection.close()
  }
}

/** Opens the database for the program. */
export const openDatabase = async (
  config: Config,
  log: Log,
  onLost: (error: Error) => void,
  signal?: AbortSignal,
): Promise<ProgramDatabase> => {
  const database = await openDirect(config, log, onLost, signal)
  const direct = database.connection
  const { databaseUrl, databaseDirectUrl } = config
  if (!databaseUrl || !databaseDirectUrl) return { ...database, direct }
  try {
    await tryPooled(databaseUrl, (pooled) => preparePooled(direct.pool, pooled, databaseUrl))
    const connection = openConnection(databaseUrl, log, { isPooled: true })
    const close = async (): Promise<void> => {
      await connection.close()
      await database.close()
    }
    return { url: database.url, connection, direct, close }
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Opens the database for a command, which needs no pooler. If a site runs in the same folder, the command joins its
 * database.
 */
export const openOrJoinDatabase = async (config: Config, log: Log): Promise<OpenDatabase> => {
  try {
    return await openDirect(config, log, () => {})
  } catch (error) {
    const url = error instanceof FolderInUse ? await findEmbeddedPostgres(config.dataDirectory) : undefined
    if (!url) throw error
    const connection = connect(url, () => {})
    return { url, connection, close: () => connection.close() }
  }
}
