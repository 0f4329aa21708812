import { leastInParts, partBytesFor } from '@lectern/contract/files/part-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { TargetedUploads } from '../../../platform/feature.ts'

interface Announced {
  size: number
  target: Record<string, string>
}

/**
 * Bytes of each part that a browser sends to the bucket itself; null: the bytes pass through the program, because the
 * file is small, what it belongs to takes no parts, or browsers cannot reach the bucket.
 */
export const choosePartBytes = async (
  { installation: { storage } }: Ctx,
  { size, target }: Announced,
  uploads: TargetedUploads | undefined,
): Promise<number | null> => {
  if (size < leastInParts || !uploads?.inParts?.isFor(target) || !storage.parts) return null
  return (await storage.direct?.()) ? partBytesFor(size) : null
}
