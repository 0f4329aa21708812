import { orderFor, type RecordedOrder } from '../../../platform/scores/recorded-orders.ts'
import type { TieCause } from '@lectern/contract/results/result-values.ts'
import type { AwardRules, Tier } from './list-input.ts'
import type { RankedWork } from './order.ts'
import { placesOf } from './quota.ts'

/** The places of a prize in a group, and how many works got it. */
export interface TierPlaces {
  tier: string
  places: number
  awarded: number
}

/** Tied works of which only so many get a prize: somebody must put them in order. */
export interface BorderTie {
  tier: string
  cause: TieCause
  places: number
  works: string[]
}

export interface Awarded {
  /** Prizes by work. */
  prizes: Map<string, string>
  /** Works that fell to a lower prize, or to none, because of their institution. */
  capped: Set<string>
  tiers: TierPlaces[]
  openTies: BorderTie[]
}

/** Works that share a rank, the best first. Works without a rank get no prize. */
const sharedRanks = (ranked: readonly RankedWork[]): RankedWork[][] => [
  ...Map.groupBy(
    ranked.filter(({ rank }) => rank !== null),
    ({ rank }) => rank,
  ).values(),
]

/** How works compete for the places of one prize. */
interface Competition {
  tier: Tier
  ties: AwardRules['ties']
  /** Works in the order that was recorded for exactly them; undefined: nobody has decided. */
  ordered: (works: readonly RankedWork[]) => RankedWork[] | undefined
  /** How many more works of an institution may get the prize. */
  roomOf: (institution: number | null) => number
}

interface Chosen {
  taken: RankedWork[]
  /** Left out because of their institution. */
  over: RankedWork[]
  openTies: BorderTie[]
  /** Left out together at the border: their places go to the next prize. */
  isCutByTie: boolean
}

/** Who of works with the same rank gets a prize of which so many places are left. */
const choose = (works: readonly RankedWork[], left: number, competition: Competition): Chosen => {
  const { tier, ties, ordered, roomOf } = competition
  const chosen: Chosen = { taken: [], over: [], openTies: [], isCutByTie: false }
  const open = (cause: TieCause, places: number, tied: readonly RankedWork[]): void =>
    void chosen.openTies.push({ tier: tier.id, cause, places, works: tied.map(({ key }) => key) })
  const candidates: RankedWork[] = []
  for (const [institution, own] of Map.groupBy(works, ({ work }) => work.institution)) {
    const room = roomOf(institution)
    const order = room <= 0 || room >= own.length ? own : ordered(own)
    if (!order) open('institution', room, own)
    candidates.push(...(order ?? []).slice(0, Math.max(0, room)))
    chosen.over.push(...(order ?? []).slice(Math.max(0, room)))
  }
  if (chosen.openTies.length > 0) return chosen
  const isTooMany = candidates.length > left && ties !== 'in'
  const order = isTooMany && ties === 'broken' ? ordered(candidates) : candidates
  if (!order) open('places', left, candidates)
  else if (isTooMany && ties === 'out') chosen.isCutByTie = true
  else chosen.taken = isTooMany ? order.slice(0, left) : [...order]
  return chosen
}

/** Who of the works that wait gets a prize that has so many places. */
const fillTier = (
  waiting: readonly (readonly RankedWork[])[],
  places: number,
  { tier, ties, ordered }: Omit<Competition, 'roomOf'>,
): Chosen => {
  const { minScore, maxPerInstitution } = tier
  const counts = new Map<number, number>()
  const roomOf = (institution: number | null): number =>
    maxPerInstitution === null || institution === null ? Infinity : maxPerInstitution - (counts.get(institution) ?? 0)
  const filled: Chosen = { taken: [], over: [], openTies: [], isCutByTie: false }
  for (const works of waiting) {
    const left = places - filled.taken.length
    if (left <= 0 || (minScore !== null && works[0]!.score! < minScore)) break
    const { taken, over, openTies, isCutByTie } = choose(works, left, { tier, ties, ordered, roomOf })
    filled.openTies.push(...openTies)
    filled.isCutByTie = isCutByTie
    if (isCutByTie || openTies.length > 0) break
    for (const { work } of taken)
      if (work.institution !== null) counts.set(work.institution, (counts.get(work.institution) ?? 0) + 1)
    filled.taken.push(...taken)
    // Somebody who is behind a colleague that found no place was not left out because of the institution.
    filled.over.push(...over.filter(({ work }) => roomOf(work.institution) <= 0))
  }
  return filled
}

/** Works in the order that was recorded for exactly them, among all works that share their rank. */
const orderedBy = (ranked: readonly RankedWork[], orders: readonly RecordedOrder[]) => {
  const byKey = new Map(ranked.map((work) => [work.key, work]))
  return (works: readonly RankedWork[]): RankedWork[] | undefined => {
    const keys = new Set(works.map(({ key }) => key))
    const order = orderFor(keys, works[0]!.excludedPeers, orders)
    return order?.works.filter((key) => keys.has(key)).map((key) => byKey.get(key)!)
  }
}

/**
 * The prizes of one group. The first n prizes together have the sum of their places: tied works that all get the better prize take places
 * of the next one, and tied works that do not get it leave theirs to it. Places that nobody is good enough for stay vacant.
 *
 * Where an institution has room for some of its tied works and not for all, or the places end among tied works that are not to get the prize
 * together, somebody must put exactly these works in order. Until then they and everybody behind them get no prize; afterwards the first ones
 * get it, and the others compete for the next prize by the same rules.
 */
export const award = (
  ranked: readonly RankedWork[],
  { tiers, rounding, ties }: AwardRules,
  orders: readonly RecordedOrder[],
): Awarded => {
  const accepted = ranked.filter(({ work }) => !work.isExcluded).length
  const ordered = orderedBy(ranked, orders)
  const result: Awarded = { prizes: new Map(), capped: new Set(), tiers: [], openTies: [] }
  let waiting = sharedRanks(ranked)
  let end = 0
  let used = 0
  for (const tier of tiers) {
    const places = placesOf(tier.quota, accepted, rounding)
    end += places
    const { taken, over, openTies, isCutByTie } = fillTier(waiting, end - used, { tier, ties, ordered })
    for (const { key } of taken) result.prizes.set(key, tier.id)
    for (const { key } of over) result.capped.add(key)
    result.openTies.push(...openTies)
    result.tiers.push({ tier: tier.id, places, awarded: taken.length })
    used = isCutByTie ? used + taken.length : Math.max(end, used + taken.length)
    waiting =
      openTies.length > 0
        ? []
        : waiting.map((works) => works.filter(({ key }) => !result.prizes.has(key))).filter(({ length }) => length > 0)
  }
  return result
}
