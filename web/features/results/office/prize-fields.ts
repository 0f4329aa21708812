import type { RoundId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { PrizeRules, PrizeTier } from '@lectern/contract/results/prize-rules.ts'
import type { ActivityResults } from '@lectern/contract/results/results.ts'
import { usualPrizes } from '@lectern/contract/results/default-prizes.ts'
import { withoutBlanks } from '../../admin-ui/without-blanks.ts'

/** Numbers as people type them: percents, and points such as 87.5. */
type Typed = number | null

export interface TierFields {
  id: string
  label: LocalizedText
  kind: PrizeTier['quota']['kind']
  count: Typed
  percent: Typed
  minScore: Typed
  maxPerInstitution: Typed
}

/** Prize rules as their form holds them. */
export interface PrizeFields extends Omit<PrizeRules, 'rounds' | 'tiers'> {
  /** Percent by round; null: does not count. */
  rounds: Record<RoundId, Typed>
  tiers: TierFields[]
}

/** The values of the form: paths of problems begin with `rules`. */
export interface PrizeForm {
  rules: PrizeFields
}

type Known = Pick<ActivityResults, 'rules' | 'rounds'>

const tierFields = ({ id, label, quota, minScore, maxPerInstitution }: PrizeTier): TierFields => ({
  id,
  label,
  kind: quota.kind,
  count: quota.kind === 'count' ? quota.count : null,
  percent: quota.kind === 'percent' ? quota.perMille / 10 : null,
  minScore: minScore === null ? null : minScore / 100,
  maxPerInstitution,
})

const tierOf = ({ kind, count, percent, minScore, ...tier }: TierFields): PrizeTier => ({
  ...tier,
  quota: kind === 'count' ? { kind, count: count ?? 0 } : { kind, perMille: Math.round((percent ?? 0) * 10) },
  minScore: typeof minScore === 'number' ? Math.round(minScore * 100) : null,
  maxPerInstitution: tier.maxPerInstitution ?? null,
})

/** Before any rules are saved or suggested: the usual prizes, and only the last round counts. */
const rulesToBegin = ({ rules, rounds }: Known): PrizeRules => {
  const last = rounds.at(-1)
  return rules ?? { ...usualPrizes, rounds: last ? [{ round: last.id, perMille: 1_000 }] : [] }
}

export const fieldsOf = (stored: Known): PrizeForm => {
  const { rounds, tiers, ...rules } = rulesToBegin(stored)
  const weights = new Map(rounds.map(({ round, perMille }) => [round, perMille / 10]))
  return {
    rules: {
      ...rules,
      rounds: Object.fromEntries(stored.rounds.map(({ id }) => [id, weights.get(id) ?? null])),
      tiers: tiers.map(tierFields),
    },
  }
}

/** What is typed, as it is sent. */
export const rulesOf = ({ rules: { rounds, tiers, ...rules } }: PrizeForm, stored: Pick<Known, 'rounds'>): PrizeRules =>
  withoutBlanks({
    ...rules,
    group: rules.group ?? null,
    rounds: stored.rounds.flatMap(({ id }) => {
      const perMille = Math.round((rounds[id] ?? 0) * 10)
      return perMille > 0 ? [{ round: id, perMille }] : []
    }),
    tiers: tiers.map(tierOf),
  })

/** How many percent the weights of all rounds lack to 100; negative: they have too many. */
export const percentMissing = (rounds: Readonly<Record<string, Typed>>): number =>
  (1_000 - Object.values(rounds).reduce<number>((sum, percent) => sum + Math.round((percent ?? 0) * 10), 0)) / 10

const letters = 'abcdefghijkmnpqrstuvwxyz'

/** Prizes are stored under their id, so it never changes. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => letters[byte % letters.length]).join('')

export const newTier = (): TierFields => ({
  id: newKey(),
  label: {},
  kind: 'percent',
  count: null,
  percent: 10,
  minScore: null,
  maxPerInstitution: null,
})
