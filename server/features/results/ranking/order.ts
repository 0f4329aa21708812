import { combineRounds } from '../../../platform/scores/combine.ts'
import { inOrder, loosePlaces, numbered } from '../../../platform/scores/ranking.ts'
import {
  tiesBefore,
  withRecordedPlaces,
  type PlacedWork,
  type RecordedOrder,
} from '../../../platform/scores/recorded-orders.ts'
import type { TieRule } from '../../../platform/scores/score-input.ts'
import type { ListInput, ListRound, ListWork } from './list-input.ts'

/** A work with its place. `shown`: known even where it is not ranked, for excluded works have a score too. */
export interface RankedWork extends PlacedWork {
  rank: number | null
  work: ListWork
  /** Keys of excluded works that nothing but a recorded order would tell from it. */
  excludedPeers: ReadonlySet<string>
}

/** The heaviest round decides between equal scores; of several, the last one. */
const decidingRound = (rounds: readonly ListRound[]): number =>
  rounds.reduce((best, { perMille }, at) => (perMille >= rounds[best]!.perMille ? at : best), 0)

const scoreOf = ({ rounds }: Pick<ListInput, 'rounds'>, work: ListWork): number | null =>
  combineRounds(rounds.map(({ perMille }, at) => ({ perMille, score: work.rounds[at]?.score ?? null })))

/** What decides at equal scores: the rules of the deciding round, then a recorded order. */
export const tieRulesOf = ({ rounds }: Pick<ListInput, 'rounds'>): readonly TieRule[] => [
  ...rounds[decidingRound(rounds)]!.ties,
  { by: 'chair' },
]

/** The figures of the deciding round. Its chair decided ties of that round: they say nothing about a total of several. */
const roundKeys = ({ rounds, arithmetic }: ListInput, work: ListWork): (number | null)[] => {
  const deciding = decidingRound(rounds)
  const { ties, perMille } = rounds[deciding]!
  const keys = work.rounds[deciding]?.tieKeys
  const isOfTotal = perMille === 1_000 || arithmetic === 1
  return ties.map(({ by }, at) => (by === 'chair' && !isOfTotal ? null : (keys?.[at] ?? null)))
}

/** The orders that were recorded about the total of these rounds. */
export const ordersOfTotal = ({ orders, rounds }: Pick<ListInput, 'orders' | 'rounds'>): readonly RecordedOrder[] => {
  const total = JSON.stringify(rounds.map(({ code, perMille }) => [code, perMille]))
  return orders.filter(
    ({ rounds: about }) => !about || JSON.stringify(about.map(({ code, perMille }) => [code, perMille])) === total,
  )
}

/**
 * Ranks the works of each group: 1, 2, 2, 4. Two works are compared by their own figures and by the order that was recorded for exactly
 * their tie, so that a third one that is not tied with them changes nothing between them.
 */
export const rankGroups = (input: ListInput): Map<string | null, RankedWork[]> => {
  const ties = tieRulesOf(input)
  const orders = ordersOfTotal(input)
  const loose = loosePlaces(input.orders)
  const groups = Map.groupBy(input.works, ({ group }) => group)
  const ranked = [...groups].map(([group, works]): [string | null, RankedWork[]] => {
    const figured = works.map((work) => {
      const score = scoreOf(input, work)
      return {
        key: work.number,
        shown: score,
        score: work.isExcluded ? null : score,
        tieKeys: [...roundKeys(input, work), loose.get(work.number) ?? null],
        work,
      }
    })
    const last = ties.length - 1
    const placed = input.arithmetic === 1 ? figured : withRecordedPlaces(figured, last, orders)
    const peers = new Map(
      tiesBefore(figured, last).flatMap((tie) => tie.works.map(({ key }) => [key, tie.excluded] as const)),
    )
    const nobody = new Set<string>()
    const inRank = numbered(inOrder(placed, ties), ties)
    return [group, inRank.map((work) => ({ ...work, excludedPeers: peers.get(work.key) ?? nobody }))]
  })
  return new Map(ranked)
}
