import { createHash } from 'node:crypto'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import type { FileAnswer } from '../../platform/http/serve.ts'
import { newId } from '../../platform/ids.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { replaceAvatar } from '../accounts/service.ts'
import { audit } from '../audit/service.ts'
import { makeAvatar } from './picture.ts'
import { findStored, removeAllOf, removedBefore, setState } from './queries.ts'
import { file } from './tables.ts'

export { fileFactsOf, picturesOf, requireFiles } from './content-files.ts'

const keyOf = ({ purpose, id }: Pick<typeof file.$inferSelect, 'purpose' | 'id'>): string => `${purpose}/${id}`

/** Makes `id` (or none) the person's picture, and lets go of the former one. */
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
  // Until it belongs to the person it is a removed file: should the program end here, the sweep finds it.
  await outer.db.insert(file).values({ ...row, state: 'removed' })
  try {
    await storage.put(keyOf(row), picture)
    await inTransaction(outer, async (ctx) => {
      await setState(ctx.db, row.id, 'stored')
      await changeAvatar(ctx, row.id)
    })
  } catch (error) {
    await storage.remove(keyOf(row)).catch(() => undefined)
    throw error
  }
  return row.id
}

export const removeAvatar = (outer: SignedIn): Promise<void> => inTransaction(outer, (ctx) => changeAvatar(ctx, null))

/** Everything of a person is let go of, in the transaction that deletes his account. */
export const removeFilesOf = (ctx: Ctx, account: AccountId): Promise<void> => removeAllOf(ctx.db, account)

/** Content never changes under an id, and is meant for the one browser that asked. */
const keptByBrowser = 'private, max-age=31536000, immutable'

/** Pictures of people may be seen by everybody who is signed in. */
export const readFile = async (ctx: Ctx, id: FileId): Promise<FileAnswer> => {
  const found = await findStored(ctx.db, id, ['avatar'])
  const body = found && (await ctx.installation.storage.read(keyOf(found)))
  if (!body) throw fail('file.notFound')
  return { type: found.type, size: found.size, body, cacheControl: keptByBrowser }
}

/** Longer than anybody takes to store a file. */
const graceMilliseconds = 3_600_000
const mostAtOnce = 500

/** A job: forgets removed files. The content goes first, so that no row is missing for content that is left. */
export const sweepFiles = async (db: Database, storage: Storage, now: Date): Promise<void> => {
  const removed = await removedBefore(db, new Date(now.getTime() - graceMilliseconds), mostAtOnce)
  for (const gone of removed) {
    await storage.remove(keyOf(gone))
    await db.delete(file).where(eq(file.id, gone.id))
  }
}
