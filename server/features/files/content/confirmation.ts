import { createHash } from 'node:crypto'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { and, eq, isNull, sql } from '../../../platform/database/drizzle.ts'
import type { TaskRun } from '../../../platform/feature.ts'
import { file } from '../tables.ts'
import { keyOf } from './keys.ts'

const whereUnconfirmed = (id: FileId) =>
  and(eq(file.id, id), eq(file.state, 'stored'), eq(file.isConfirmed, false), isNull(file.actualSha256))

/** Reads the whole content of a file whose hash a browser has computed; undefined: there is nothing to confirm any more. */
export const hashUnconfirmed = async (
  { db, installation: { rawStorage } }: Ctx,
  id: FileId,
  { signal, progress }: Pick<TaskRun, 'signal' | 'progress'>,
): Promise<Buffer | undefined> => {
  const [row] = await db
    .select({ id: file.id, purpose: file.purpose, size: file.size })
    .from(file)
    .where(whereUnconfirmed(id))
  if (!row) return undefined
  const content = await rawStorage.read(keyOf(row))
  if (!content) throw new Error(`Nothing is stored under ${keyOf(row)}`)
  const hash = createHash('sha256')
  let count = 0
  for await (const piece of content as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    hash.update(piece)
    count += piece.length
    await progress(count, row.size)
  }
  return hash.digest()
}

/** Compares. Undefined: this was done before, or the file is gone. */
export const confirmHash = async (
  { db }: Ctx,
  id: FileId,
  actual: Buffer,
): Promise<'confirmed' | 'different' | undefined> => {
  const isSame = sql<boolean>`${file.sha256} is not distinct from ${actual}`
  const [row] = await db
    .update(file)
    .set({ isConfirmed: isSame, actualSha256: sql`case when ${isSame} then null else ${actual}::bytea end` })
    .where(whereUnconfirmed(id))
    .returning({ isConfirmed: file.isConfirmed })
  return row && (row.isConfirmed ? 'confirmed' : 'different')
}
