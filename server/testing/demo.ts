import pg from 'pg'
import { inject } from 'vitest'
import { installDocuments } from '../database/documents.ts'
import { seedDemo } from '../database/seed/seed.ts'
import { hashPassword } from '../features/sign-in/passwords/passwords.ts'
import { connect } from '../platform/database/connect.ts'
import { copyDatabase, createDatabase, databaseUrl } from './database.ts'
import { fixedNow } from './fixed-now.ts'
import { installationIn } from './installation.ts'

/** Of the demo's organisers and one expert. */
export const demoPassword = 'chalk-and-lectern-7'

const name = 'lectern_demo'

/** A half-filled database never has the name under which others look for it. */
const makeDemo = async (client: pg.Client): Promise<void> => {
  const url = await createDatabase()
  const { db, close } = connect(url, () => undefined)
  await installDocuments(db, fixedNow)
  const installation = await installationIn(inject('demoFolder'), db)
  await seedDemo(db, installation, fixedNow, { passwordHash: await hashPassword(demoPassword) })
  await close()
  await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${name}`)
}

/**
 * A copy of the demo as of `fixedNow`, as a first start leaves it. The first test file that asks for one fills in the
 * demo for all. Its files are in `demoFolder`; tests only read them.
 */
export const createDemoDatabase = async (): Promise<string> => {
  const serverUrl = inject('postgresUrl')
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('${name}'))`)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (!rowCount) await makeDemo(client)
    return await copyDatabase(databaseUrl(serverUrl, name))
  } finally {
    await client.end()
  }
}
