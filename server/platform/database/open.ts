import type pg from 'pg'
import type { Config } from '../../config.ts'
import { connect, databaseCode, type Connection } from './connect.ts'
import { startEmbeddedPostgres, StartError } from './embedded.ts'

interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

export interface OpenDatabase {
  url: string
  connection: Connection
  /** Closes the connections and, if it is ours, the database. */
  close(): Promise<void>
}

/** Why the database cannot be used, in words for the operator; never with the password. */
const explainConnection = (error: unknown, url: string): StartError => {
  const { host, pathname } = new URL(url)
  const name = decodeURIComponent(pathname.slice(1))
  const code = databaseCode(error)
  const reason =
    code === 'ECONNREFUSED' ? `nothing listens at ${host}`
    : code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? `the host ${host} is unknown`
    : code === '28P01' || code === '28000' ? 'the user or the password is refused'
    : code === '3D000' ? `the database "${name}" does not exist`
    : error instanceof Error ? error.message : String(error)
  return new StartError(`The database of DATABASE_URL cannot be used: ${reason}.`)
}

const checkConnection = async (pool: pg.Pool, url: string): Promise<void> => {
  try {
    await pool.query('select 1')
  } catch (error) {
    throw explainConnection(error, url)
  }
}

/** Opens the database of the configuration: the operator's own, or the embedded one. */
export const openDatabase = async (config: Config, log: Log, onLost: (error: Error) => void): Promise<OpenDatabase> => {
  const onIdleError = (error: Error): void => log.warn(`a database connection was lost: ${error.message}`)
  if (config.databaseUrl) {
    const connection = connect(config.databaseUrl, onIdleError)
    try {
      await checkConnection(connection.pool, config.databaseUrl)
    } catch (error) {
      await connection.close()
      throw error
    }
    return { url: config.databaseUrl, connection, close: () => connection.close() }
  }
  const embedded = await startEmbeddedPostgres({ directory: config.dataDirectory, log, onLost })
  const connection = connect(embedded.url, onIdleError)
  return {
    url: embedded.url,
    connection,
    close: async () => {
      await connection.close()
      await embedded.stop()
    },
  }
}
