import type { BlindCopy } from '../tables.ts'

/** Raised when the rules for copies change: copies of an earlier version are not served, and made again. */
export const blindCopyVersion = 2

/** Whether experts may get it by the rules of this version. */
export const isCurrentCopy = (blind: BlindCopy): boolean =>
  blind.kind === 'plain' || (blind.version ?? 0) >= blindCopyVersion
