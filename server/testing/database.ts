import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export const templateName = 'lectern_template'

/** The URL of another database of the same server. */
export const databaseUrl = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

const createFrom = async (template: string): Promise<string> => {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    // Copying files takes less time than logging each block, because nothing here waits for the disk.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await client.end()
  }
  return databaseUrl(serverUrl, name)
}

/** A separate database: a copy of the migrated one, or an empty one. Removed with the run's PostgreSQL. */
export const createDatabase = (from: typeof templateName | 'template0' = templateName): Promise<string> =>
  createFrom(from)

/** A copy of a database that a test file has filled in, and to which nobody is connected. */
export const copyDatabase = (url: string): Promise<string> => createFrom(new URL(url).pathname.slice(1))
