import type { PrizeRules } from '@lectern/contract/results/prize-rules.ts'
import type { ListRow } from '../ranking/compute-list.ts'

/** So many works are shown on each side of a border. */
const around = 2

interface Border {
  group: string | null
  prize: string
  rows: ListRow[]
}

/**
 * The works on both sides of where a prize ends by scores, in each group. Prizes that nobody gets have no border, and a changed prize
 * moves none.
 */
export const bordersOf = (rows: readonly ListRow[], { tiers }: Pick<PrizeRules, 'tiers'>): Border[] => {
  const ranked = rows.filter(({ rank }) => rank !== null)
  return [...Map.groupBy(ranked, ({ group }) => group)].flatMap(([group, works]) =>
    tiers.flatMap(({ id }): Border[] => {
      const last = works.findLastIndex(({ prize, isAdjusted }) => prize === id && !isAdjusted)
      if (last === -1) return []
      return [{ group, prize: id, rows: works.slice(Math.max(0, last + 1 - around), last + 1 + around) }]
    }),
  )
}
