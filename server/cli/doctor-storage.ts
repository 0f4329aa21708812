import { randomUUID } from 'node:crypto'
import { access, constants, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { lowSpaceShare } from '@lectern/contract/files/files.ts'
import { hasJournal } from '../backup/restore-journal.ts'
import { openBucketVersions, openStorage, originOf } from '../installation.ts'
import { checkBucketAccess } from '../platform/storage/bucket-access.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { attempt, failed, ok, reasonOf, warning, type Check, type Patient } from './doctor-checks.ts'

// Where files are kept.

const enoughBytes = 1024 ** 3

export const examineDataFolder = async ({ config: { dataDirectory, databaseUrl, s3 } }: Patient): Promise<Check> => {
  if (databaseUrl && s3) return ok('data folder', 'not used: database and files are elsewhere')
  try {
    await access(dataDirectory, constants.R_OK | constants.W_OK)
    const { bavail, bsize } = await statfs(dataDirectory)
    const gigabytes = ((bavail * bsize) / 1024 ** 3).toFixed(1)
    return bavail * bsize < enoughBytes
      ? warning('data folder', `only ${gigabytes} GB are free`)
      : ok('data folder', `writable, ${gigabytes} GB free`)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? warning('data folder', `${dataDirectory} does not exist yet; \`npm start\` makes it`)
      : failed('data folder', reasonOf(error))
  }
}

/** Writes, reads and removes a test file, as the site will. */
const givesBack = async (storage: Storage): Promise<boolean> => {
  const key = `probe/${randomUUID()}`
  await storage.put(key, Buffer.from(key))
  const bytes = await storage.read(key)
  const isSame = bytes !== undefined && (await text(bytes)) === key
  await storage.remove(key)
  return isSame
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const percent = (share: number): string => `${Math.floor(share * 100)} %`

export const examineFiles = async ({ config }: Patient): Promise<Check> => {
  const folder = join(config.dataDirectory, 'files')
  // A check must not create anything.
  if (!config.s3 && !(await exists(folder))) return ok('files', 'none yet; kept in the data folder')
  const storage = await openStorage(config)
  const where = config.s3 ? `bucket ${config.s3.bucket} at ${config.s3.endpoint.host}` : folder
  if (!(await givesBack(storage))) return failed('files', `${where} does not give back what is put into it`)
  if (await hasJournal(storage))
    return warning('files', 'a restore was cut off; the next restore or start clears up after it')
  const space = await storage.space()
  const used = space ? 1 - space.free / space.total : 0
  return used >= lowSpaceShare ? warning('files', `${where}; the disk is ${percent(used)} full`) : ok('files', where)
}

/** Whether browsers can send files to the bucket and read them there; otherwise all bytes pass through this program. */
export const examineBucketAccess = async ({ config }: Patient): Promise<Check[]> => {
  const name = 'bucket for browsers'
  if (!config.s3) return []
  if (!config.s3.publicEndpoint)
    return [ok(name, 'not used: files pass through this program (S3_PUBLIC_ENDPOINT, https)')]
  const problem = await checkBucketAccess(config.s3, originOf(config))
  return [
    problem === undefined
      ? ok(name, `pages of ${originOf(config)} may use it`)
      : warning(name, `${problem}; until \`portal bucket-setup\` has set its rule, files pass through this program`),
  ]
}

/** What a backup by reference depends on. */
export const examineVersions = async ({ config }: Patient): Promise<Check[]> => {
  const versions = await openBucketVersions(config)
  if (!versions) return []
  const name = 'versions in the bucket'
  const look = async (): Promise<Check> =>
    (await versions.areKept())
      ? ok(name, 'kept: backups can be made by reference')
      : ok(name, 'not kept, or the key may not ask: backups need a copy of the files (no --by-reference)')
  return [await attempt(name, look).finally(() => versions.close())]
}
