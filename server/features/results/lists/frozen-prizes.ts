import { createHash } from 'node:crypto'
import { canonicalJson, type CanonicalValue } from '@lectern/contract/canonical-json.ts'
import type { PrizeRules } from '@lectern/contract/results/prize-rules.ts'

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Prize rules as they are written down, and the SHA-256 of these bytes. */
export const freezePrizes = (activity: { code: string }, rules: PrizeRules) => {
  const frozen = canonicalJson({
    format: 'lectern-prizes/1',
    activity: activity.code,
    rules: JSON.parse(JSON.stringify(rules)) as CanonicalValue,
  })
  return { frozen, frozenHash: hashOf(frozen) }
}
