import { buffer } from 'node:stream/consumers'
import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import type { PrivatePurpose } from '@lectern/contract/files/file-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import type { StoredContent } from '../../../platform/http/stored-content.ts'
import { sourceUnder } from '../../../platform/storage/stored-source.ts'
import { copyKeyOf, coverKeyOf, keyOf, pagesKeyOf } from './keys.ts'
import { file } from '../tables.ts'

interface Stored {
  purpose: PrivatePurpose
  id: FileId
  size: number
}

/** Content of which parts are read by range. */
export const sourceOf = ({ installation: { storage } }: Ctx, stored: Stored): ByteSource =>
  sourceUnder(storage, keyOf(stored), stored.size)

export const contentOf = ({ installation: { storage } }: Ctx, stored: Stored): StoredContent => ({
  size: stored.size,
  tag: stored.id,
  open: (range) => storage.read(keyOf(stored), range),
})

/** Stores a copy that names nobody beside the file. The row is written last: whatever it names is there. */
export const putCopy = async ({ db, installation: { storage } }: Ctx, stored: Stored, copy: Buffer): Promise<void> => {
  await storage.put(copyKeyOf(stored), copy)
  await db.update(file).set({ copySize: copy.length }).where(eq(file.id, stored.id))
}

export const copyOf = (
  { installation: { storage } }: Ctx,
  stored: Omit<Stored, 'size'>,
  size: number,
): StoredContent => ({
  size,
  tag: `${stored.id}-copy`,
  open: (range) => storage.read(copyKeyOf(stored), range),
})

/** The same content, of which parts are read by range. */
export const sourceFrom = ({ size, open }: StoredContent): ByteSource => ({
  size,
  read: async (start, end) => {
    const stream = await open({ start, end: end - 1 })
    if (!stream) throw fail('file.notFound')
    return buffer(stream)
  },
})

/** Stores a small picture beside the file, or that none could be made. The row is written last, as for a copy. */
export const putCover = async (
  { db, installation: { storage } }: Ctx,
  stored: Omit<Stored, 'size'>,
  { picture, rules }: { picture: Buffer | undefined; rules: string },
): Promise<void> => {
  if (picture) await storage.put(coverKeyOf(stored), picture)
  await db
    .update(file)
    .set({ coverSize: picture?.length ?? null, coverRules: rules })
    .where(eq(file.id, stored.id))
}

/** The small picture of a file. */
export const coverOf = (
  { installation: { storage } }: Ctx,
  stored: Omit<Stored, 'size'>,
  cover: { size: number; rules: string },
): StoredContent => ({
  size: cover.size,
  tag: `${stored.id}-cover-${cover.rules.replaceAll(' ', '-')}`,
  open: (range) => storage.read(coverKeyOf(stored), range),
})

/**
 * Stores the pages of slides beside the file, or that none could be made. The row is written last, as for a copy. Meanwhile it names none:
 * those that are made of something else must not be shown as the ones before them.
 */
export const putPages = async (
  { db, installation: { storage } }: Ctx,
  stored: Omit<Stored, 'size'>,
  { pages, rules }: { pages: Buffer | undefined; rules: string },
): Promise<void> => {
  const write = (pagesSize: number | null, pagesRules: string | null) =>
    db.update(file).set({ pagesSize, pagesRules }).where(eq(file.id, stored.id))
  if (pages) {
    await write(null, null)
    await storage.put(pagesKeyOf(stored), pages)
  }
  await write(pages?.length ?? null, rules)
}

/** The pages of slides, as a PDF. */
export const pagesOf = (
  { installation: { storage } }: Ctx,
  stored: Omit<Stored, 'size'>,
  pages: { size: number; rules: string },
): StoredContent => ({
  size: pages.size,
  tag: `${stored.id}-pages-${pages.rules.replaceAll(' ', '-')}`,
  open: (range) => storage.read(pagesKeyOf(stored), range),
})
