import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FilePurpose, PrivatePurpose } from '@lectern/contract/files/file-values.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { AppError } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { replaceAvatar } from '../accounts/service.ts'
import { audit } from '../audit/service.ts'
import { allKeysOf, keyOf, neededContentOf } from './content/keys.ts'
import { makeAvatar } from './content/picture.ts'
import { keptFiles, markRemoved, removeUnnamedFiles, removeAllOf, setState, claimSpent, spentFiles } from './queries.ts'
import type { FileReaders } from './content/read-file.ts'
import { file } from './tables.ts'
import { expireUploadsOf } from './uploads/upload-queries.ts'

export {
  fileFactsOf,
  filesOfOthers,
  filesUploadedBy,
  type FilesById,
  uploadersOf,
  handOverFiles,
  picturesOf,
  fileProblems,
  requireFiles,
} from './content/content-files.ts'
export {
  contentOf,
  copyOf,
  coverOf,
  pagesOf,
  putCopy,
  putCover,
  putPages,
  sourceFrom,
  sourceOf,
} from './content/copies.ts'
export { confirmHash, hashUnconfirmed } from './content/confirmation.ts'
export { isInfected, readWhole, refuseInfected, requireScanned } from './content/scans.ts'
export { copyKeyOf, keyOf } from './content/keys.ts'
export { verifyStoredFiles, type FileFault } from './content/verify-files.ts'
export { generateFile, storeFiles } from './content/generated-files.ts'
export { putSeedFile } from './seed-file.ts'
export { readFile } from './content/read-file.ts'
export { runningUploads, unfinishedUploads } from './uploads/uploads.ts'

/** The content of a file that is put into something else; undefined when it is gone, or malware was found in it. */
export const openFile = async (
  { installation: { storage } }: Ctx,
  stored: { purpose: PrivatePurpose; id: FileId },
): Promise<Readable | undefined> => {
  try {
    return await storage.read(keyOf(stored))
  } catch (error) {
    if (error instanceof AppError && error.error === 'file.infected') return undefined
    throw error
  }
}

/** Sets or clears the user's avatar, and releases the previous one. */
const changeAvatar = async (ctx: SignedIn, id: FileId | null): Promise<void> => {
  const former = await replaceAvatar(ctx, ctx.actor.id, id)
  if (former === id) return
  if (former) await setState(ctx.db, former, 'removed')
  await audit(ctx, 'account.avatarChanged', {
    subject: { kind: 'account', id: ctx.actor.id },
    before: { avatar: former },
    after: { avatar: id },
    personal: true,
  })
}

export const setAvatar = async (outer: SignedIn, content: Buffer): Promise<FileId> => {
  const { storage } = outer.installation
  const picture = await makeAvatar(content)
  const row = {
    id: newId<FileId>(outer.now),
    ownerId: outer.actor.id,
    purpose: 'avatar' as const,
    name: 'avatar.webp',
    type: 'image/webp',
    size: picture.length,
    sha256: createHash('sha256').update(picture).digest(),
    createdAt: outer.now,
  }
  // Marked as removed until it is assigned: if the program crashes here, the sweep finds it.
  await outer.db.insert(file).values({ ...row, state: 'removed' })
  try {
    await storage.put(keyOf(row), picture)
    await inTransaction(outer, async (ctx) => {
      // Locks the account before the file, as deleting the account does.
      await changeAvatar(ctx, row.id)
      await setState(ctx.db, row.id, 'stored')
    })
  } catch (error) {
    await storage.remove(keyOf(row)).catch(() => undefined)
    throw error
  }
  return row.id
}

export const removeAvatar = (outer: SignedIn): Promise<void> => inTransaction(outer, (ctx) => changeAvatar(ctx, null))

/** Releases a user's personal files, in the transaction that deletes their account. */
export const removeFilesOf = async (ctx: Ctx, account: AccountId): Promise<void> => {
  await removeAllOf(ctx.db, account)
  await expireUploadsOf(ctx.db, account, ctx.now)
}

/** Releases files that nothing refers to any more. */
export const removeFiles = (db: Database, ids: readonly FileId[]): Promise<void> => markRemoved(db, ids)

/** Longer than storing a file takes. */
const graceMilliseconds = 3_600_000
const dayMilliseconds = 86_400_000
const maxAtOnce = 500
/** By then an uploaded answer has been saved in its form. */
const unnamedMilliseconds = 3 * dayMilliseconds

/**
 * A job: deletes removed and refused files, and files that no answer refers to. Each is locked while its content is
 * deleted: a writer either made it readable before, or finds it gone. The content is deleted first, so that no content
 * is left without a row.
 */
export const sweepFiles = async (db: Database, storage: Storage, now: Date, readers: FileReaders): Promise<void> => {
  const before = new Date(now.getTime() - unnamedMilliseconds)
  for (const [purpose, { named }] of Object.entries(readers))
    await removeUnnamedFiles(db, purpose as FilePurpose, { named, before, most: maxAtOnce })
  const spent = {
    removedBefore: new Date(now.getTime() - graceMilliseconds),
    refusedBefore: new Date(now.getTime() - dayMilliseconds),
  }
  for (const { id } of await spentFiles(db, spent, maxAtOnce))
    await db.transaction(async (transaction) => {
      const claimed = await claimSpent(transaction, id, spent)
      if (!claimed) return
      for (const key of allKeysOf(claimed)) await storage.remove(key)
      await transaction.delete(file).where(eq(file.id, id))
    })
}

/** The keys that a copy of the site needs. */
export const storedKeys = async (client: Parameters<typeof keptFiles>[0]): Promise<string[]> =>
  (await keptFiles(client)).flatMap(neededContentOf).map(({ key }) => key)

/** The same, with the SHA-256 of those that people have uploaded and the program has inspected. */
export const storedFiles = async (
  client: Parameters<typeof keptFiles>[0],
): Promise<{ key: string; sha256: Buffer | null }[]> =>
  (await keptFiles(client)).flatMap((row) =>
    neededContentOf(row).map(({ key }) => ({ key, sha256: key === keyOf(row) ? row.sha256 : null })),
  )

/** Every key that may be stored for the files that are kept. */
export const allStoredKeys = async (client: Parameters<typeof keptFiles>[0]): Promise<string[]> =>
  (await keptFiles(client)).flatMap(allKeysOf)
