import { createHash } from 'node:crypto'
import { canonicalJson, type CanonicalValue } from '@lectern/contract/canonical-json.ts'
import type { ActivityId, EditionId, RoundId } from '@lectern/contract/ids.ts'
import type { RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import { leastSheetsOfExpert } from '../../../platform/scores/calibrate.ts'

/** Everything about a round that decides the scores. */
export interface RoundFacts {
  code: string
  editionId: EditionId
  previousId: RoundId | null
  activities: readonly { id: ActivityId; code: string }[]
  rules: RoundRules
}

/** The rules of a round as they are written down when it opens, and the SHA-256 of these bytes. */
export const freezeRound = ({ code, editionId, previousId, activities, rules }: RoundFacts) => {
  const frozen = canonicalJson({
    format: 'lectern-round/1',
    round: code,
    edition: editionId,
    previous: previousId,
    activities: activities
      .map((activity) => ({ id: activity.id, code: activity.code }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    rules: JSON.parse(JSON.stringify(rules)) as CanonicalValue,
    // Below so many sheets an expert has the mean bias.
    ...(rules.aggregate === 'calibrated' && { calibration: { leastSheets: leastSheetsOfExpert, fewer: 'meanBias' } }),
  })
  return { frozen, frozenHash: createHash('sha256').update(frozen).digest() }
}
