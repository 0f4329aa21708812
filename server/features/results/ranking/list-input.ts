import { canonicalJson } from '@lectern/contract/canonical-json.ts'
import type { BorderTies, QuotaRounding } from '@lectern/contract/results/result-values.ts'
import { compareKeys } from '../../../platform/scores/integers.ts'
import type { RecordedOrder } from '../../../platform/scores/recorded-orders.ts'
import {
  currentArithmetic,
  readOrders,
  requireArithmetic,
  type Arithmetic,
  type TieRule,
} from '../../../platform/scores/score-input.ts'

// Everything that a result list follows from. No names: works are known by the number of their enrolment. All scores are integers of
// hundredths. Types, not interfaces: only those can be written as canonical JSON.

export type TierQuota = { kind: 'count'; count: number } | { kind: 'percent'; perMille: number }

export type Tier = {
  id: string
  quota: TierQuota
  /** Works below do not get it, and its places stay vacant. */
  minScore: number | null
  maxPerInstitution: number | null
}

export type AwardRules = {
  /** The best first. */
  tiers: readonly Tier[]
  rounding: QuotaRounding
  ties: BorderTies
}

/** A settled round that counts. */
export type ListRound = {
  code: string
  perMille: number
  /** Of the settlement, and the hash of its rows. */
  settlement: number
  hash: string
  /** The frozen rules for equal scores. */
  ties: readonly TieRule[]
}

/** What a round says about a work; null in `ListWork.rounds`: it did not take part. */
export type RoundFigures = {
  /** By which the settlement knows it. */
  code: string
  score: number | null
  tieKeys: readonly (number | null)[]
  /** Keys of sheets. */
  used: readonly string[]
  dropped: readonly string[]
}

export type ListWork = {
  /** Of its enrolment. */
  number: string
  /** Works of different groups are ranked apart. */
  group: string | null
  /** The same for works of one institution; null: unknown, and no limit applies. */
  institution: number | null
  /** Disqualified, or taken out of a round: not ranked, and not counted for shares. */
  isExcluded: boolean
  /** In the order of `ListInput.rounds`. */
  rounds: readonly (RoundFigures | null)[]
}

/** Tied works that organisers put in order. `rounds`: what the total was made of; absent in orders that older versions recorded. */
export type ListOrder = RecordedOrder & { rounds?: readonly Pick<ListRound, 'code' | 'perMille'>[] }

export type ListInput = {
  /** Absent: the current one. */
  arithmetic?: Arithmetic
  /** The prize rules as they are written down, and their hash. */
  rules: AwardRules
  rulesHash: string
  /** By what works of one institution are told. Absent: by the spelling of the captain's school alone, as older versions did. */
  institutions?: 'listed'
  rounds: readonly ListRound[]
  works: readonly ListWork[]
  /** The oldest first. Each holds for exactly the tie that it was made for; of several the newest does. */
  orders: readonly ListOrder[]
  /** By number of the work; null: no prize. */
  adjustments: readonly { work: string; prize: string | null }[]
}

/** The one way to write the input of a list: its hash stands for all of it. */
export const listInputText = ({
  rules,
  rulesHash,
  institutions,
  rounds,
  works,
  orders,
  adjustments,
}: ListInput): string =>
  canonicalJson({
    arithmetic: currentArithmetic,
    rules,
    rulesHash,
    ...(institutions && { institutions }),
    rounds,
    works: works.toSorted((a, b) => compareKeys(a.number, b.number)),
    orders,
    adjustments: adjustments.toSorted((a, b) => compareKeys(a.work, b.work)),
  })

/** The input as it was written. Throws if another arithmetic is needed. */
export const readListInput = (text: string): ListInput => {
  const { arithmetic, orders, ...input } = JSON.parse(text) as ListInput & { arithmetic: number }
  return { ...input, arithmetic: requireArithmetic(arithmetic), orders: readOrders(orders) }
}
