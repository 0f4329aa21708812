import { z } from 'zod'
import { roundId } from '../ids.ts'
import { localizedLine, needed } from '../localized-fields.ts'
import {
  borderTies,
  maxAppealDays,
  maxPublicityDays,
  maxTierPlaces,
  maxTiers,
  maxWeightedRounds,
  publicColumns,
  quotaRoundings,
} from './result-values.ts'
import { fullPoints } from '../review/review-values.ts'

/** Never changes: prizes are stored under it. */
const key = z.string().regex(/^[a-z][a-zA-Z0-9-]{0,39}$/)

/** `percent`: of the accepted works of the group, in thousandths. */
const quota = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('count'), count: z.int().min(0).max(maxTierPlaces) }),
  z.strictObject({ kind: z.literal('percent'), perMille: z.int().min(0).max(1_000) }),
])

const tier = z.strictObject({
  id: key,
  label: needed(localizedLine(40)),
  quota,
  /** In hundredths of a point; works below do not get this prize. */
  minScore: z.int().min(0).max(fullPoints).nullable(),
  maxPerInstitution: z.int().min(1).max(1_000).nullable(),
})

const hasRepeated = (keys: readonly string[]): boolean => new Set(keys).size < keys.length

/** How scores become prizes. Frozen when the first list is proposed. */
export const prizeRules = z
  .strictObject({
    /** Settled rounds with points, and what each counts; together 1000. */
    rounds: z
      .array(z.strictObject({ round: roundId, perMille: z.int().min(1).max(1_000) }))
      .min(1)
      .max(maxWeightedRounds),
    /** A choice question of the enrolment form: works with different answers are ranked apart. */
    group: key.nullable(),
    /** The best first. */
    tiers: z.array(tier).min(1).max(maxTiers),
    rounding: z.enum(quotaRoundings),
    ties: z.enum(borderTies),
    publicityDays: z.int().min(1).max(maxPublicityDays),
    appealDays: z.int().min(1).max(maxAppealDays),
    /** What visitors see of an awarded work, in this order. */
    publicColumns: z.array(z.enum(publicColumns)).min(1).max(publicColumns.length),
    /** Teams read how their work was judged once the results are announced. */
    feedback: z.boolean(),
  })
  .check(({ value, issues }) => {
    const refuse = (...path: (string | number)[]): void =>
      void issues.push({ code: 'custom', path, input: value, message: 'validation.format' })
    if (hasRepeated(value.rounds.map(({ round }) => round))) refuse('rounds')
    else if (value.rounds.reduce((sum, { perMille }) => sum + perMille, 0) !== 1_000) refuse('rounds')
    if (hasRepeated(value.tiers.map(({ id }) => id))) refuse('tiers')
    if (hasRepeated(value.publicColumns)) refuse('publicColumns')
  })
export type PrizeRules = z.infer<typeof prizeRules>
export type PrizeTier = PrizeRules['tiers'][number]
