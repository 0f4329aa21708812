import { blindCopyVersion } from '../blind/copy-version.ts'
import type { BlindCopy } from '../tables.ts'

/** Raised when pictures are made otherwise: all are made again. */
const coverVersion = 1

/** Names how something is made of a file: of the copy for experts, by its version, or of a file that everybody gets as it is. */
export const rulesOf = ({ kind }: BlindCopy, version: number): string =>
  kind === 'plain' ? `plain ${version}` : `blind ${blindCopyVersion} ${version}`

export const coverRulesOf = (copy: BlindCopy): string => rulesOf(copy, coverVersion)

/** Of an original that experts get a redacted copy of: for organisers alone. */
export const officeCoverRules = `office ${coverVersion}`
