import type { Awarded, BorderTie } from './award.ts'
import type { AwardRules, Tier } from './list-input.ts'
import type { RankedWork } from './order.ts'
import { placesOf } from './quota.ts'

// How prizes were given in the first arithmetic. Lists that were computed by it are recomputed by it.

/** Works that share a rank, the best first. Works without a rank get no prize. */
const sharedRanks = (ranked: readonly RankedWork[]): RankedWork[][] => [
  ...Map.groupBy(
    ranked.filter(({ rank }) => rank !== null),
    ({ rank }) => rank,
  ).values(),
]

/** Counts the works of each institution that got one prize. */
const institutionLimit = (limit: number | null) => {
  const counts = new Map<number, number>()
  const roomOf = (institution: number | null): number =>
    limit === null || institution === null ? Infinity : limit - (counts.get(institution) ?? 0)
  return {
    /**
     * Splits tied works into those that may get the prize and those whose institution has too many: if there is no room for all of an
     * institution, none of its works gets it.
     */
    split: (works: readonly RankedWork[]) => {
      const ofInstitution = Map.groupBy(works, ({ work }) => work.institution)
      const mayGet = ({ work }: RankedWork): boolean =>
        ofInstitution.get(work.institution)!.length <= roomOf(work.institution)
      return { fit: works.filter(mayGet), over: works.filter((work) => !mayGet(work)) }
    },
    take: ({ work: { institution } }: RankedWork): void => {
      if (institution !== null) counts.set(institution, (counts.get(institution) ?? 0) + 1)
    },
  }
}

interface TierResult {
  taken: RankedWork[]
  over: RankedWork[]
  openTie: BorderTie | undefined
  /** Tied works were left out at the border: their places go to the next prize. */
  isCutByTie: boolean
}

/** Who of these works gets a prize that has so many places. */
const fillTier = (
  waiting: readonly (readonly RankedWork[])[],
  { id, minScore, maxPerInstitution }: Tier,
  places: number,
  ties: AwardRules['ties'],
): TierResult => {
  const limit = institutionLimit(maxPerInstitution)
  const result: TierResult = { taken: [], over: [], openTie: undefined, isCutByTie: false }
  for (const works of waiting) {
    const left = places - result.taken.length
    if (left <= 0 || (minScore !== null && works[0]!.score! < minScore)) break
    const { fit, over } = limit.split(works)
    if (fit.length > left && ties !== 'in') {
      if (ties === 'broken')
        result.openTie = { tier: id, cause: 'places', places: left, works: fit.map(({ key }) => key) }
      result.isCutByTie = true
      break
    }
    result.over.push(...over)
    result.taken.push(...fit)
    for (const work of fit) limit.take(work)
  }
  return result
}

/** The prizes of one group. */
export const firstAward = (ranked: readonly RankedWork[], { tiers, rounding, ties }: AwardRules): Awarded => {
  const accepted = ranked.filter(({ work }) => !work.isExcluded).length
  const result: Awarded = { prizes: new Map(), capped: new Set(), tiers: [], openTies: [] }
  let waiting = sharedRanks(ranked)
  let end = 0
  let used = 0
  for (const tier of tiers) {
    const places = placesOf(tier.quota, accepted, rounding)
    end += places
    const { taken, over, openTie, isCutByTie } = fillTier(waiting, tier, end - used, ties)
    for (const { key } of taken) result.prizes.set(key, tier.id)
    for (const { key } of over) result.capped.add(key)
    if (openTie) result.openTies.push(openTie)
    result.tiers.push({ tier: tier.id, places, awarded: taken.length })
    used = isCutByTie ? used + taken.length : Math.max(end, used + taken.length)
    waiting = waiting
      .map((works) => works.filter(({ key }) => !result.prizes.has(key)))
      .filter(({ length }) => length > 0)
  }
  return result
}
