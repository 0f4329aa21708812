import { compareKeys } from './integers.ts'
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
  /** What decides at equal scores, in the order of the rules; for the chair the place among all that were decided, the lowest first. */
  tieKeys: (number | null)[]
}

export interface Ranked extends Placed {
  rank: number | null
}

export interface RankRules {
  ties: readonly TieRule[]
  /** As in the input of a round. */
  chair: readonly (readonly string[])[]
}

interface Verdict {
  decision: number
  /** Among the works of all decisions, from 1. */
  place: number
}

/** The last decision about each work. */
export const verdictsOf = (chair: RankRules['chair']): ReadonlyMap<string, Verdict> => {
  const verdicts = new Map<string, Verdict>()
  let place = 0
  for (const [decision, works] of chair.entries())
    for (const work of works) {
      place += 1
      verdicts.set(work, { decision, place })
    }
  return verdicts
}

export const tieKeysOf = (
  { key, criteria, median }: Omit<RankEntry, 'score'>,
  ties: readonly TieRule[],
  verdicts: ReadonlyMap<string, Verdict>,
): (number | null)[] =>
  ties.map((rule) => {
    if (rule.by === 'median') return median
    if (rule.by === 'chair') return verdicts.get(key)?.place ?? null
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

export const rank = (entries: readonly RankEntry[], { ties, chair }: RankRules): Ranked[] => {
  const verdicts = verdictsOf(chair)
  const placed = entries.map((entry) => ({
    key: entry.key,
    score: entry.score,
    tieKeys: tieKeysOf(entry, ties, verdicts),
  }))
  return numbered(inOrder(placed, ties), ties)
}

export interface ChairTie {
  works: string[]
  /** `stale`: no decision names all of these works; scores have changed since. The chair must decide again. */
  state: 'open' | 'decided' | 'stale'
}

/** Works between which only the chair can decide. */
export const chairTies = (ranked: readonly Placed[], { ties, chair }: RankRules): ChairTie[] => {
  const at = ties.findIndex(({ by }) => by === 'chair')
  if (at < 0) return []
  const before = ties.slice(0, at)
  const verdicts = verdictsOf(chair)
  const groups: Placed[][] = []
  for (const work of inOrder(ranked, ties)) {
    if (work.score === null) continue
    const group = groups.at(-1)
    if (group && comparePlaced(group[0]!, work, before) === 0) group.push(work)
    else groups.push([work])
  }
  return groups
    .filter(({ length }) => length > 1)
    .map((group) => {
      const decisions = new Set(group.map(({ key }) => verdicts.get(key)?.decision))
      const works = group.map(({ key }) => key)
      if (decisions.size > 1) return { works, state: 'stale' }
      return { works, state: decisions.has(undefined) ? 'open' : 'decided' }
    })
}
