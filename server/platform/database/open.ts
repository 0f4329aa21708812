import type { Config } from '../../config.ts'
import { makePrivateFolder } from '../folder.ts'
import { connect, databaseCode, type Connection } from './connect.ts'
import { explain } from './embedded-errors.ts'
import type { Log } from './embedded-launch.ts'
import { findEmbeddedPostgres, FolderInUse, startEmbeddedPostgres, StartError } from './embedded.ts'

export interface OpenDatabase {
  url: string
  connection: Connection
  /** Closes the connections and, if it is embedded, the database. */
  close(): Promise<void>
}

/** Why the database cannot be used, for the operator; never with the password. */
const explainConnection = (error: unknown, url: string): StartError => {
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
  return new StartError(`The database of DATABASE_URL cannot be used: ${reason}.`)
}

/** Opens the database of the configuration: the operator's own, or the embedded one. */
export const openDatabase = async (
  config: Config,
  log: Log,
  onLost: (error: Error) => void,
  signal?: AbortSignal,
): Promise<OpenDatabase> => {
  let closing = false
  const onIdleError = (error: Error): void => {
    if (!closing) log.warn(`a database connection was lost: ${error.message}`)
  }
  const open = (url: string, stop: () => Promise<void>): OpenDatabase => {
    const connection = connect(url, onIdleError)
    const close = async (): Promise<void> => {
      closing = true
      await connection.close()
      await stop()
    }
    return { url, connection, close }
  }
  if (!config.databaseUrl) {
    const embedded = await startEmbeddedPostgres({ directory: config.dataDirectory, log, onLost, signal })
    return open(embedded.url, embedded.stop)
  }
  // Files are stored there, even with an external database.
  if (!config.s3)
    await makePrivateFolder(config.dataDirectory).catch((error: unknown) => {
      throw explain(error, config.dataDirectory)
    })
  const database = open(config.databaseUrl, async () => {})
  try {
    await database.connection.pool.query('select 1')
    return database
  } catch (error) {
    await database.close()
    throw explainConnection(error, config.databaseUrl)
  }
}

/** The same for a command: if a site runs in the same folder, the command joins its database. */
export const openOrJoinDatabase = async (config: Config, log: Log): Promise<OpenDatabase> => {
  try {
    return await openDatabase(config, log, () => {})
  } catch (error) {
    const url = error instanceof FolderInUse ? await findEmbeddedPostgres(config.dataDirectory) : undefined
    if (!url) throw error
    const connection = connect(url, () => {})
    return { url, connection, close: () => connection.close() }
  }
}
