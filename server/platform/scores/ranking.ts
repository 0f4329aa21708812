import { compareKeys } from './integers.ts'
import { orderFor, tiesBefore, withRecordedPlaces, type PlacedWork, type RecordedOrder } from './recorded-orders.ts'
import type { TieRule } from './score-input.ts'

export interface RankEntry {
  key: string
  /** Null: without a rank, at the end. */
  score: number | null
  criteria: Readonly<Record<string, number | null>>
  median: number | null
}

export interface Placed {
  key: string
  score: number | null
  /** What decides at equal scores, in the order of the rules; for the chair the place in the recorded order, the lowest first. */
  tieKeys: (number | null)[]
}

export interface Ranked extends Placed {
  rank: number | null
}

export interface RankRules {
  ties: readonly TieRule[]
  /** As in the input of a round. */
  chair: readonly RecordedOrder[]
}

/**
 * The place of each work among all works of all orders, from 1, by the last order that names it. In the first arithmetic this decided;
 * now it only tells a work that is looked at without the others from them.
 */
export const loosePlaces = (orders: readonly RecordedOrder[]): ReadonlyMap<string, number> =>
  new Map(orders.flatMap(({ works }) => works).map((work, at) => [work, at + 1]))

export const tieKeysOf = (
  { key, criteria, median }: Omit<RankEntry, 'score'>,
  ties: readonly TieRule[],
  places: ReadonlyMap<string, number>,
): (number | null)[] =>
  ties.map((rule) => {
    if (rule.by === 'median') return median
    if (rule.by === 'chair') return places.get(key) ?? null
    const value = criteria[rule.criterion]
    if (value === undefined) throw new Error(`there is no criterion ${rule.criterion}`)
    return value
  })

const higherFirst = (a: number | null, b: number | null): number => {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return b - a
}

const lowerFirst = (a: number | null, b: number | null): number =>
  a === null || b === null ? higherFirst(a, b) : a - b

/**
 * Compares two works by nothing but their own figures: therefore a third one changes nothing between them. 0: they share a rank. Without a
 * decision of the chair a work is behind those with one.
 */
export const comparePlaced = (a: Placed, b: Placed, ties: readonly TieRule[]): number => {
  const byScore = higherFirst(a.score, b.score)
  if (byScore !== 0 || a.score === null) return byScore
  for (const [at, { by }] of ties.entries()) {
    const compared = (by === 'chair' ? lowerFirst : higherFirst)(a.tieKeys[at]!, b.tieKeys[at]!)
    if (compared !== 0) return compared
  }
  return 0
}

/** Works in the order of a list: the best first, equal ones by key. */
export const inOrder = <Work extends Placed>(works: readonly Work[], ties: readonly TieRule[]): Work[] =>
  works.toSorted((a, b) => comparePlaced(a, b, ties) || compareKeys(a.key, b.key))

/** Ranks 1, 2, 2, 4 for works in order. */
export const numbered = <Work extends Placed>(
  ordered: readonly Work[],
  ties: readonly TieRule[],
): (Work & { rank: number | null })[] => {
  let rank = 0
  return ordered.map((work, at) => {
    if (at === 0 || comparePlaced(ordered[at - 1]!, work, ties) !== 0) rank = at + 1
    return { ...work, rank: work.score === null ? null : rank }
  })
}

/** Where the chair decides; -1: nowhere. */
const chairAt = (ties: readonly TieRule[]): number => ties.findIndex(({ by }) => by === 'chair')

/** Works with what the chair has decided about exactly their ties. */
export const withChair = <Work extends PlacedWork>(works: readonly Work[], { ties, chair }: RankRules): Work[] => {
  const at = chairAt(ties)
  return at < 0 ? [...works] : withRecordedPlaces(works, at, chair)
}

export const rank = (entries: readonly RankEntry[], rules: RankRules): Ranked[] => {
  const { ties } = rules
  const works = entries.map((entry) => ({
    key: entry.key,
    score: entry.score,
    shown: entry.score,
    tieKeys: tieKeysOf(entry, ties, new Map()),
  }))
  return numbered(inOrder(withChair(works, rules), ties), ties).map(({ key, score, tieKeys, rank: place }) => ({
    key,
    score,
    tieKeys,
    rank: place,
  }))
}

export interface ChairTie {
  works: string[]
  /** `stale`: something was decided about these works, but not about exactly this tie: scores have changed since. */
  state: 'open' | 'decided' | 'stale'
}

/** Works between which only the chair can decide. */
export const chairTies = (ranked: readonly PlacedWork[], { ties, chair }: RankRules): ChairTie[] => {
  const at = chairAt(ties)
  if (at < 0) return []
  return tiesBefore(inOrder(ranked, ties), at)
    .filter(({ works }) => works.length > 1)
    .map(({ works, excluded }) => {
      const keys = new Set(works.map(({ key }) => key))
      const isTouched = chair.some((order) => order.works.some((work) => keys.has(work)))
      const isDecided = orderFor(keys, excluded, chair) !== undefined
      return { works: [...keys], state: isDecided ? 'decided' : isTouched ? 'stale' : 'open' }
    })
}
