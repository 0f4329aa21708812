import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { migrate, pendingMigrations, ranMigrations } from '../platform/database/migrate.ts'
import { writeBackup } from './write-backup.ts'

/** Max automatic backups to keep. */
const maxKept = 5

const beginning = 'before-'

/** `20261115-083000`, in UTC: names sort by time. */
const stampOf = (now: Date): string => now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')

export const backupFolder = ({ dataDirectory }: Pick<Config, 'dataDirectory'>): string => join(dataDirectory, 'backups')

export const newBackupPath = (config: Pick<Config, 'dataDirectory'>, now: Date): string =>
  join(backupFolder(config), `lectern-${stampOf(now)}.tar.gz`)

const forgetOldest = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => name.startsWith(beginning) && name.endsWith('.tar.gz'))
  for (const name of names.toSorted().slice(0, -maxKept)) await rm(join(folder, name), { force: true })
}

interface Upgrade {
  ran: string[]
  /** The backup of the previous state. */
  backup: string | undefined
}

/**
 * Migrates a database. An embedded one is backed up first, without files, which no migration touches; operators back
 * up their own database themselves.
 */
export const upgrade = async (
  pool: pg.Pool,
  config: Pick<Config, 'dataDirectory' | 'databaseUrl'> & Partial<Pick<Config, 'backupKey'>>,
  now: Date,
): Promise<Upgrade> => {
  const isOurs = config.databaseUrl === undefined
  const needsBackup = isOurs && (await ranMigrations(pool)).size > 0 && (await pendingMigrations(pool)).length > 0
  if (!needsBackup) return { ran: await migrate(pool), backup: undefined }
  const folder = backupFolder(config)
  const backup = join(folder, `${beginning}${stampOf(now)}.tar.gz`)
  await writeBackup({ pool, storage: undefined, now, key: config.backupKey }, backup)
  await forgetOldest(folder)
  return { ran: await migrate(pool), backup }
}
