import { combineRounds } from '../scores/combine.ts'
import { inOrder, numbered, verdictsOf, type Placed } from '../scores/ranking.ts'
import type { TieRule } from '../scores/score-input.ts'
import type { ListInput, ListRound, ListWork } from './list-input.ts'

/** A work with its place. */
export interface RankedWork extends Placed {
  rank: number | null
  /** Known even where it is not ranked: excluded works have a score too. */
  shown: number | null
  work: ListWork
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

/**
 * Ranks the works of each group: 1, 2, 2, 4. Two works are compared by nothing but their own figures, so that a third one changes nothing
 * between them.
 */
export const rankGroups = (input: ListInput): Map<string | null, RankedWork[]> => {
  const ties = tieRulesOf(input)
  const deciding = decidingRound(input.rounds)
  const verdicts = verdictsOf(input.orders)
  const groups = Map.groupBy(input.works, ({ group }) => group)
  const ranked = [...groups].map(([group, works]): [string | null, RankedWork[]] => {
    const placed = works.map((work) => {
      const shown = scoreOf(input, work)
      const own = work.rounds[deciding]?.tieKeys ?? ties.slice(1).map(() => null)
      return {
        key: work.number,
        shown,
        score: work.isExcluded ? null : shown,
        tieKeys: [...own, verdicts.get(work.number)?.place ?? null],
        work,
      }
    })
    return [group, numbered(inOrder(placed, ties), ties)]
  })
  return new Map(ranked)
}
