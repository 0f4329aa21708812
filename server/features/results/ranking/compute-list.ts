import { canonicalJson } from '@lectern/contract/canonical-json.ts'
import { compareKeys } from '../../../platform/scores/integers.ts'
import { award, type Awarded, type BorderTie, type TierPlaces } from './award.ts'
import { firstAward } from './first-award.ts'
import type { ListInput } from './list-input.ts'
import { ordersOfTotal, rankGroups, type RankedWork } from './order.ts'

/** One work of a list, as it is stored and hashed. */
export type ListRow = {
  number: string
  group: string | null
  /** Null without a score in every round that counts, and for excluded works. */
  rank: number | null
  score: number | null
  tieKeys: (number | null)[]
  prize: string | null
  /** How many sheets count, and how many were dropped. */
  sheets: number
  dropped: number
  isExcluded: boolean
  isCapped: boolean
  isAdjusted: boolean
}

export interface GroupTotals {
  group: string | null
  accepted: number
  ranked: number
  excluded: number
  /** By scores alone, before adjustments. */
  tiers: TierPlaces[]
}

export interface ComputedList {
  /** By group, then by rank; works without a rank at the end. */
  rows: ListRow[]
  groups: GroupTotals[]
  openTies: (BorderTie & { group: string | null })[]
}

const compareGroups = (a: string | null, b: string | null): number => compareKeys(a ?? '', b ?? '')

/** The list that follows from its input: the same wherever it is computed. */
export const computeList = (input: ListInput): ComputedList => {
  const adjusted = new Map(input.adjustments.map(({ work, prize }) => [work, prize]))
  const result: ComputedList = { rows: [], groups: [], openTies: [] }
  const prizesOf = (ranked: readonly RankedWork[]): Awarded =>
    input.arithmetic === 1 ? firstAward(ranked, input.rules) : award(ranked, input.rules, ordersOfTotal(input))
  const groups = [...rankGroups(input)].toSorted(([a], [b]) => compareGroups(a, b))
  for (const [group, ranked] of groups) {
    const { prizes, capped, tiers, openTies } = prizesOf(ranked)
    const excluded = ranked.filter(({ work }) => work.isExcluded).length
    result.groups.push({
      group,
      accepted: ranked.length - excluded,
      ranked: ranked.filter(({ rank }) => rank !== null).length,
      excluded,
      tiers,
    })
    result.openTies.push(...openTies.map((tie) => ({ ...tie, group })))
    for (const { key, rank, shown, tieKeys, work } of ranked) {
      // What was disqualified gets nothing, whatever was decided before.
      const isAdjusted = adjusted.has(key) && !work.isExcluded
      const figures = work.rounds.filter((round) => round !== null)
      result.rows.push({
        number: key,
        group,
        rank,
        score: shown,
        tieKeys,
        prize: (isAdjusted ? adjusted.get(key) : prizes.get(key)) ?? null,
        sheets: figures.reduce((sum, { used }) => sum + used.length, 0),
        dropped: figures.reduce((sum, { dropped }) => sum + dropped.length, 0),
        isExcluded: work.isExcluded,
        isCapped: capped.has(key),
        isAdjusted,
      })
    }
  }
  return result
}

/** The list as canonical JSON: the same input always gives the same bytes. */
export const listRowsText = (rows: readonly ListRow[]): string => canonicalJson(rows)
