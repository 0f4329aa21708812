import { lowSpaceShare } from '@lectern/contract/files/files.ts'
import type { Ctx } from '../../../platform/context.ts'
import { reservedBytes } from './upload-queries.ts'
import { activeUntil } from './uploads.ts'

/** Disk usage. Announced uploads count as if they were stored already. */
export const readDiskSpace = async ({ db, now, installation }: Ctx) => {
  const space = await installation.storage.space()
  if (!space) return { disk: null }
  const promised = await reservedBytes(db, now, activeUntil(now))
  const usedShare = Math.min(1, (space.total - space.free + promised) / space.total)
  return { disk: { ...space, promised, usedShare, isLow: usedShare >= lowSpaceShare || promised >= space.usable } }
}
