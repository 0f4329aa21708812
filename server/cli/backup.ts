import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { newBackupPath } from '../backup/backup-folder.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { storedKeys } from '../features/files/service.ts'
import { openBucketVersions, openStorage } from '../installation.ts'
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
  const isByReference = options['by-reference'] === true
  if (isByReference && !withFiles) return refusal('--by-reference and --database-only exclude each other.')
  if (isByReference && !config.s3)
    return refusal('--by-reference is for files in a bucket (S3_ENDPOINT); those in DATA_DIR are copied.')
  if (options['dry-run'] === true) {
    const client = await pool.connect()
    const files = withFiles ? (await storedKeys(client).finally(() => client.release())).length : 0
    return { ok: true, path, files, lines: [`Would write the database and ${files} files to ${path}.`] }
  }
  const storage = withFiles ? await openStorage(config) : undefined
  const versions = isByReference ? await openBucketVersions(config) : undefined
  const areKept = await versions?.areKept()
  const facts = await writeBackup({ pool, storage, versions, now, key: config.backupKey }, path).finally(() =>
    versions?.close(),
  )
  const { tables, files, missing, bytes } = facts
  return {
    ok: missing.length === 0,
    path,
    ...facts,
    lines: [
      `${path}: ${tables} tables, ${files} files${isByReference ? ' by reference' : ''}, ${megabytes(bytes)}.`,
      ...(isByReference ? ['The files themselves are in the bucket only: this archive is of no use without it.'] : []),
      ...(areKept === false
        ? [
            'The bucket keeps no versions: a file that is deleted there is lost for this backup, too. Switch versioning on.',
          ]
        : []),
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
    'by-reference': {
      type: 'boolean',
      help: 'list the files of a bucket with version, size and SHA-256 instead of copying them; needs a bucket that keeps versions',
    },
    'database-only': { type: 'boolean', help: 'without files' },
    'dry-run': { type: 'boolean', help: 'say what would be written, and write nothing' },
  },
  run,
}
