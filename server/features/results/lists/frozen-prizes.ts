import { createHash } from 'node:crypto'
import { canonicalJson, type CanonicalValue } from '@lectern/contract/canonical-json.ts'
import type { PrizeRules } from '@lectern/contract/results/prize-rules.ts'
import type { ListInput } from '../ranking/list-input.ts'

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Prize rules as they are written down, and the SHA-256 of these bytes. */
export const freezePrizes = (
  activity: { code: string },
  rules: PrizeRules,
  institutions: ListInput['institutions'],
) => {
  const frozen = canonicalJson({
    format: 'lectern-prizes/1',
    activity: activity.code,
    ...(institutions && { institutions }),
    rules: JSON.parse(JSON.stringify(rules)) as CanonicalValue,
  })
  return { frozen, frozenHash: hashOf(frozen) }
}

/** How works of one institution are told: by the list of institutions, unless the rules were frozen before there was one. */
export const institutionsOf = ({ frozen }: { frozen: string | null }): ListInput['institutions'] =>
  frozen === null ? 'listed' : (JSON.parse(frozen) as Pick<ListInput, 'institutions'>).institutions
