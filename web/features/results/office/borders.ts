import type { GroupCount } from '@lectern/contract/results/results.ts'

type Tiers = readonly Pick<GroupCount['tiers'][number], 'id' | 'label' | 'byScores'>[]

/** The group of a work; where works are not ranked apart, there is one group. */
export const groupOf = <Group extends Pick<GroupCount, 'group'>>(
  groups: readonly Group[],
  group: { id: string } | null,
): Group | undefined => groups.find((one) => (one.group?.id ?? null) === (group?.id ?? null))

/** The prize that a rank stands for, by how many works got each by their scores; undefined: none. */
export const prizeAt = (tiers: Tiers, rank: number | null): Tiers[number] | undefined => {
  if (rank === null) return undefined
  let end = 0
  return tiers.find(({ byScores }) => {
    end += byScores
    return rank <= end
  })
}

/** The ranks after which a prize ends, with the prize. */
export const bordersOf = (tiers: Tiers): Map<number, Tiers[number]> => {
  const borders = new Map<number, Tiers[number]>()
  let end = 0
  for (const tier of tiers) {
    end += tier.byScores
    if (tier.byScores > 0) borders.set(end, tier)
  }
  return borders
}

/** Shares of a bar, in percent of the accepted works: each prize, then the rest. */
export const sharesOf = ({
  accepted,
  tiers,
}: Pick<GroupCount, 'accepted' | 'tiers'>): { id: string; share: number }[] => {
  const all = Math.max(1, accepted)
  return tiers.map(({ id, awarded }) => ({ id, share: Math.min(100, (awarded / all) * 100) }))
}
