import { rulesOf } from '../covers/cover-rules.ts'
import type { BlindCopy } from '../tables.ts'

/** Raised when pages are made otherwise: all are made again. */
const pagesVersion = 1

/** Names how the pages of slides are made. */
export const pageRulesOf = (copy: BlindCopy): string => rulesOf(copy, pagesVersion)

/** Of an original that experts get a redacted copy of: for organisers alone. */
export const officePageRules = `office ${pagesVersion}`
