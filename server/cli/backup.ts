import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { newBackupPath } from '../backup/kept-backups.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { storedKeys } from '../features/files/service.ts'
import { openStorage } from '../installation.ts'
import { systemClock } from '../platform/clock.ts'
import { keyPath } from '../platform/encryption.ts'
import { checkServer, ranMigrations } from '../platform/database/migrate.ts'
import { refusal, type Command, type CommandInput, type Report } from './command.ts'

const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const run = async ({ config, openDatabase, options }: CommandInput): Promise<Report> => {
  const now = systemClock.now()
  const path = typeof options['to'] === 'string' ? resolve(options['to']) : newBackupPath(config, now)
  if (await exists(path)) return refusal(`${path} is there already: say another name.`)
  const { pool } = (await openDatabase()).connection
  await checkServer(pool)
  if ((await ranMigrations(pool)).size === 0) return refusal('There is nothing to back up: the database is empty.')
  const withFiles = options['database-only'] !== true
  if (options['dry-run'] === true) {
    const client = await pool.connect()
    const files = withFiles ? (await storedKeys(client).finally(() => client.release())).length : 0
    return { ok: true, path, files, lines: [`Would write the database and ${files} files to ${path}.`] }
  }
  const storage = withFiles ? await openStorage(config) : undefined
  const facts = await writeBackup({ pool, storage, now, key: config.backupKey }, path)
  const { tables, files, missing, bytes } = facts
  return {
    ok: missing.length === 0,
    path,
    ...facts,
    lines: [
      `${path}: ${tables} tables, ${files} files, ${megabytes(bytes)}.`,
      'Keep it as you keep the site: it holds what people have told about themselves.',
      `Not in it: the key of second factors, the mail password and the signing key (${config.secretKey === undefined ? keyPath(config) : 'SECRET_KEY'}). Keep a copy elsewhere.`,
      ...(missing.length > 0
        ? [`Not in the storage, and so not in the backup: ${missing.length} files, the first ${missing[0]}.`]
        : []),
    ],
  }
}

export const backup: Command = {
  summary: 'write database and files into one archive',
  help: 'Writes everything of the site at one moment into one archive with checksums, also while the site runs. Sessions, codes and unfinished uploads are left out.',
  options: {
    to: { type: 'string', help: 'the archive; else one in DATA_DIR/backups, named after the moment' },
    'database-only': { type: 'boolean', help: 'without files' },
    'dry-run': { type: 'boolean', help: 'say what would be written, and write nothing' },
  },
  run,
}
