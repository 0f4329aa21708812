import { createHash } from 'node:crypto'
import type { PrivatePurpose } from '@lectern/contract/files/file-values.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { and, eq, inArray, sql } from '../../../platform/database/drizzle.ts'
import { newId } from '../../../platform/ids.ts'
import type { UploadState } from '../../../platform/storage/storage.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { keyOf } from './keys.ts'
import { file, upload } from '../tables.ts'

interface NewFile {
  purpose: PrivatePurpose
  name: string
  type: string
  ownerId: AccountId
  /** At least as many bytes as will be written: the disk space that uploads must leave. */
  maxBytes: number
  /** Names what writes the file: leftovers of its earlier attempts are deleted first. */
  writer: string
  pieces: AsyncIterable<Buffer>
}

/** What a crash leaves is deleted with expired uploads. */
const keepMilliseconds = 86_400_000

const targetOf = (writer: string) => ({ writer })

/** Deletes what interrupted attempts of a writer have left behind. */
const deleteLeftovers = async ({ db, installation: { storage } }: Ctx, writer: string): Promise<void> => {
  const left = await db
    .select({ id: upload.id, purpose: upload.purpose, uploadState: upload.uploadState })
    .from(upload)
    .where(and(eq(upload.isFinished, false), sql`${upload.target} = ${JSON.stringify(targetOf(writer))}::jsonb`))
  for (const { id, purpose, uploadState } of left) {
    await storage.resumable.abandon(keyOf({ id, purpose }), uploadState)
    await db.delete(upload).where(eq(upload.id, id))
  }
}

/**
 * Writes a file piece by piece, never all of it in memory. It becomes readable together with what `done` stores, in one
 * transaction; until then nothing refers to it, and what a crash leaves behind is deleted later.
 */
export const generateFile = async (
  ctx: Ctx,
  { maxBytes, writer, pieces, ...head }: NewFile,
  done: (ctx: Ctx, id: FileId) => Promise<void>,
): Promise<void> => {
  const { db, installation } = ctx
  const { storage } = installation
  await deleteLeftovers(ctx, writer)
  const { type, ...row } = { ...head, id: newId<FileId>() }
  const key = keyOf(row)
  const expiry = (): Date => new Date(ctx.now.getTime() + keepMilliseconds)
  const growing = { ...row, createdAt: ctx.now, size: maxBytes, target: targetOf(writer), expiresAt: expiry() }
  await db.insert(upload).values({ ...growing, uploadState: {} })
  const hash = createHash('sha256')
  let size = 0
  let state: UploadState = {}
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      hash.update(piece)
      size += piece.length
      yield piece
    }
  }
  try {
    await storage.resumable.append(key, { uploadState: {}, received: 0 }, counted(), async (received, uploadState) => {
      state = uploadState
      const change = { received, uploadState, expiresAt: expiry() }
      const { rowCount } = await db.update(upload).set(change).where(eq(upload.id, row.id))
      if (rowCount !== 1) throw new Error('The file that is being written has been given up meanwhile')
    })
  } catch (error) {
    await storage.resumable.abandon(key, state)
    await db.delete(upload).where(eq(upload.id, row.id))
    throw error
  }
  // If the program ends before the transaction below, the content is deleted like that of any removed file.
  const stored = { ...row, type, size, sha256: hash.digest(), createdAt: ctx.now }
  await db.insert(file).values({ ...stored, state: 'removed' })
  await storage.resumable.finish(key, state)
  await inTransaction(ctx, async (inner) => {
    const { rowCount } = await inner.db.update(file).set({ state: 'stored' }).where(eq(file.id, row.id))
    if (rowCount !== 1) throw new Error('The file that was written has been deleted meanwhile')
    await inner.db.delete(upload).where(eq(upload.id, row.id))
    await done(inner, row.id)
  })
}

interface WholeFile {
  id: FileId
  name: string
  type: string
  content: Buffer
}

/**
 * Stores small files that the program made. They become readable together with what `done` stores, in one transaction; until then they
 * are like removed ones, so that a crash leaves nothing behind.
 */
export const storeFiles = async (
  outer: Ctx,
  { purpose, ownerId, files }: { purpose: PrivatePurpose; ownerId: AccountId; files: readonly WholeFile[] },
  done: (ctx: Ctx) => Promise<void>,
): Promise<void> => {
  const { db, now, installation } = outer
  const ids = files.map(({ id }) => id)
  await db.insert(file).values(
    files.map(({ id, name, type, content }) => ({
      id,
      ownerId,
      purpose,
      name,
      type,
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
      state: 'removed' as const,
      createdAt: now,
    })),
  )
  await Promise.all(files.map(({ id, content }) => installation.storage.put(keyOf({ purpose, id }), content)))
  await inTransaction(outer, async (ctx) => {
    const { rowCount } = await ctx.db.update(file).set({ state: 'stored' }).where(inArray(file.id, ids))
    if (rowCount !== ids.length) throw new Error('A file that was written has been deleted meanwhile')
    await done(ctx)
  })
}
