import { buffer } from 'node:stream/consumers'
import { widthsOf } from '@lectern/contract/files/file-addresses.ts'
import { isProving } from '@lectern/contract/testing/repetitions.ts'
import sharp from 'sharp'
import { createInspection } from '../server/features/files/content/inspection.ts'
import { keyOf, variantKeyOf } from '../server/features/files/content/keys.ts'
import { claimWaiting, settle, type ClaimedFile } from '../server/features/files/queries.ts'
import { openStorage } from '../server/installation.ts'
import { systemClock } from '../server/platform/clock.ts'
import { connect, type Database } from '../server/platform/database/connect.ts'
import type { Storage } from '../server/platform/storage/storage.ts'

// Makes the pictures of a freshly seeded site, in parallel with others. Each runs in its own process: the formats that
// the picture library may read are a switch of the whole process, so threads would change it for each other.

const smallWidth = 320

/**
 * One small picture in every size: its address and its proportions are those of the real one, which takes five to twenty
 * times as long. `npm run prove` makes the real ones.
 */
const makeSmallPicture = async (db: Database, storage: Storage, claimed: ClaimedFile): Promise<void> => {
  const drawing = await buffer((await storage.read(keyOf(claimed)))!)
  const { width, height } = await sharp(drawing).metadata()
  const small = sharp(drawing).resize(Math.min(width, smallWidth))
  const contents = {
    avif: await small.clone().avif({ quality: 55, effort: 0 }).toBuffer(),
    webp: await small.clone().webp({ quality: 80, effort: 0 }).toBuffer(),
  }
  for (const target of widthsOf(width))
    for (const format of ['avif', 'webp'] as const)
      await storage.put(variantKeyOf(claimed, target, format), contents[format])
  await settle(db, claimed.id, { width, height, state: 'stored', dueAt: null })
  await storage.remove(keyOf(claimed))
}

const [databaseUrl = '', dataDirectory = ''] = process.argv.slice(2)
const { db, close } = connect(databaseUrl, () => {})
const storage = await openStorage({ dataDirectory, publicUrl: undefined, port: 0 })
if (isProving) await createInspection({ db, clock: systemClock, storage }).run()
else {
  sharp.concurrency(1)
  for (;;) {
    const claimed = await claimWaiting(db, systemClock.now())
    if (!claimed) break
    await makeSmallPicture(db, storage, claimed)
  }
}
await close()
