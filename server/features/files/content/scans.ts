import type { Readable } from 'node:stream'
import { widthsOf } from '@lectern/contract/files/file-addresses.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, inArray, isNotNull, isNull, or } from '../../../platform/database/drizzle.ts'
import { preparedQuery, type Placeholders } from '../../../platform/database/prepared-queries.ts'
import { fail } from '../../../platform/failure.ts'
import { sourceUnder } from '../../../platform/storage/stored-source.ts'
import { type file, fileScan } from '../tables.ts'
import { fileOfKey, keyOf, variantKeyOf } from './keys.ts'

const findInfected = preparedQuery((db, { id }: Placeholders<{ id: FileId }>) =>
  db
    .select({ id: fileScan.fileId })
    .from(fileScan)
    .where(and(eq(fileScan.fileId, id), eq(fileScan.outcome, 'infected'))),
)

/** Whether malware was found in a file. */
export const isInfected = async (db: Database, id: FileId): Promise<boolean> =>
  (await findInfected(db, { id })).length > 0

/** Refuses what is stored under a key if malware was found in the file, or in the file that it was made of. */
export const refuseInfected = async (db: Database, key: string): Promise<void> => {
  const id = fileOfKey(key)
  if (id && (await isInfected(db, id))) throw fail('file.infected')
}

/** Files that will be scanned, and have not been: those that never will be are not waited for. */
const whereAwaited = and(isNotNull(fileScan.dueAt), or(isNull(fileScan.outcome), eq(fileScan.outcome, 'unreachable')))

/** Where organisers have it so, experts and visitors get a file only once it has been scanned. */
export const requireScanned = async ({ db, installation }: Ctx, ids: readonly FileId[]): Promise<void> => {
  if (!installation.scanner || !installation.office.waitForScan || ids.length === 0) return
  if ((await db.$count(fileScan, and(inArray(fileScan.fileId, [...ids]), whereAwaited))) > 0)
    throw fail('file.notScanned')
}

type Whole = Pick<typeof file.$inferSelect, 'id' | 'purpose' | 'size' | 'width'>

/** Everything that is stored of a file, to scan it. Of a picture only re-encoded ones are kept: the widest, with its size. */
export const readWhole = async (
  { installation: { rawStorage } }: Ctx,
  stored: Whole,
): Promise<{ source: ByteSource; content: Readable } | undefined> => {
  const isPicture = stored.purpose === 'picture' && stored.width !== null
  const key = isPicture ? variantKeyOf(stored, widthsOf(stored.width!).at(-1)!, 'webp') : keyOf(stored)
  const size = isPicture ? await rawStorage.sizeOf(key) : stored.size
  const content = size === undefined ? undefined : await rawStorage.read(key)
  return content && { source: sourceUnder(rawStorage, key, size!), content }
}
