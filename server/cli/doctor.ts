import { access, constants, statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { loadSite } from '../pages/site.ts'
import { pendingMigrations } from '../platform/database/migrate.ts'
import type { OpenDatabase } from '../platform/database/open.ts'
import { version } from '../version.ts'

interface Check {
  name: string
  state: 'ok' | 'warning' | 'failed'
  detail: string
}

interface Patient {
  config: Config
  database: OpenDatabase
}

const enoughBytes = 1024 ** 3
const acceptedSkewMilliseconds = 2_000

const ok = (name: string, detail: string): Check => ({ name, state: 'ok', detail })
const warning = (name: string, detail: string): Check => ({ name, state: 'warning', detail })
const failed = (name: string, detail: string): Check => ({ name, state: 'failed', detail })

const examinePages = async (): Promise<Check> => {
  try {
    return ok('pages', `build ${(await loadSite()).build}`)
  } catch {
    return failed('pages', 'not built; `npm start` builds them')
  }
}

const examineDataFolder = async ({ config: { dataDirectory, databaseUrl } }: Patient): Promise<Check> => {
  if (databaseUrl) return ok('data folder', 'not used: DATABASE_URL is set')
  try {
    await access(dataDirectory, constants.R_OK | constants.W_OK)
    const { bavail, bsize } = await statfs(dataDirectory)
    const gigabytes = ((bavail * bsize) / 1024 ** 3).toFixed(1)
    return bavail * bsize < enoughBytes
      ? warning('data folder', `only ${gigabytes} GB are free`)
      : ok('data folder', `writable, ${gigabytes} GB free`)
  } catch (error) {
    return failed('data folder', (error as Error).message)
  }
}

const examineDatabase = async ({ config, database }: Patient): Promise<Check> => {
  const { rows } = await database.connection.pool.query<{ version: string; encoding: string }>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding`,
  )
  const { version: running, encoding } = rows[0]!
  const where = config.databaseUrl ? 'DATABASE_URL' : 'embedded'
  return encoding === 'UTF8'
    ? ok('database', `PostgreSQL ${running}, ${where}`)
    : failed('database', `encoded in ${encoding}, not UTF8`)
}

const examineMigrations = async ({ database }: Patient): Promise<Check> => {
  try {
    const pending = await pendingMigrations(database.connection.pool)
    return pending.length === 0
      ? ok('migrations', 'all have run')
      : failed('migrations', `waiting: ${pending.join(', ')}; \`npm start\` runs them`)
  } catch (error) {
    return failed('migrations', (error as Error).message)
  }
}

/** Deadlines follow the program's clock; a database elsewhere should agree with it. */
const examineClock = async ({ database }: Patient): Promise<Check> => {
  const before = Date.now()
  const { rows } = await database.connection.pool.query<{ now: Date }>('select clock_timestamp() as now')
  const skew = Math.round(rows[0]!.now.getTime() - (before + Date.now()) / 2)
  const detail = `${Math.abs(skew)} ms apart from the database`
  return Math.abs(skew) > acceptedSkewMilliseconds ? warning('clock', detail) : ok('clock', detail)
}

const examineAddress = ({ config: { publicUrl, host } }: Patient): Check => {
  if (!publicUrl)
    return warning('address', `PUBLIC_URL is not set: links in feeds and previews say localhost (listening on ${host})`)
  return publicUrl.protocol === 'https:'
    ? ok('address', publicUrl.origin)
    : warning('address', `${publicUrl.origin} is not https`)
}

/** Looks at everything that can be looked at; the order is that of a start. */
export const examine = async (patient: Patient): Promise<Check[]> => [
  ok('program', `Lectern ${version}, Node ${process.version}`),
  await examinePages(),
  await examineDataFolder(patient),
  await examineDatabase(patient),
  await examineMigrations(patient),
  await examineClock(patient),
  examineAddress(patient),
]
