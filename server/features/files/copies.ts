import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import type { PrivatePurpose } from '@lectern/contract/file-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import type { StoredContent } from '../../platform/http/stored-content.ts'
import { sourceUnder } from '../../platform/storage/stored-source.ts'
import { copyKeyOf, keyOf, smallKeyOf } from './keys.ts'
import { makeSmall } from './picture.ts'
import { file } from './tables.ts'

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

const bytesOf = async (content: StoredContent): Promise<Buffer> => {
  const stream = await content.open()
  if (!stream) throw fail('file.notFound')
  return Buffer.concat(await stream.toArray())
}

/** A small picture of a picture, made when it is first asked for. */
export const openSmallPicture = async (
  { installation: { storage } }: Ctx,
  stored: Omit<Stored, 'size'>,
  content: StoredContent,
): Promise<StoredContent> => {
  const key = smallKeyOf(stored)
  const known = await storage.sizeOf(key)
  const make = async (): Promise<number> => {
    const small = await makeSmall(() => bytesOf(content))
    await storage.put(key, small)
    return small.length
  }
  return { size: known ?? (await make()), tag: `${stored.id}-small`, open: (range) => storage.read(key, range) }
}
