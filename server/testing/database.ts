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

/** A separate database: a copy of the migrated one, or an empty one. Removed with the run's PostgreSQL. */
export const createDatabase = async (from: typeof templateName | 'template0' = templateName): Promise<string> => {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(`create database ${name} template ${from}`)
  } finally {
    await client.end()
  }
  return databaseUrl(serverUrl, name)
}
