import type { PoolChoice } from './pool-flow.ts'
import { conflicting, open, type PoolProblem } from './pool-problem.ts'

/**
 * - `experts`: there are not enough experts with room, whatever the conflicts
 * - `conflicts`: there would be, without this work's conflicts
 * - `institution`: there are, but too many of them are of the same institutions
 * - `load`: the work alone could be filled; others need the same experts, whose load is full (see `blockedBy`)
 * - `time`: the work alone could be filled; planning ended before it was known whether it can be together with the others
 */
export type ShortageReason = 'experts' | 'conflicts' | 'institution' | 'load' | 'time'

export interface Shortage {
  work: string
  missing: number
  why: ShortageReason
}

/**
 * A proof that places must stay empty: these works want more places than these experts have room for, together with
 * the places that anybody else can fill: at most one expert of an institution for each work.
 */
export interface Blockage {
  works: string[]
  experts: string[]
  wanted: number
  available: number
}

const eachAble = (problem: PoolProblem, work: number, visit: (expert: number) => void): void => {
  const { experts, bar, room } = problem
  for (let expert = 0; expert < experts.length; expert += 1)
    if (room[expert]! > 0 && bar[work * experts.length + expert] === open) visit(expert)
}

/** How many places of a work these experts could fill: one of each institution. */
const countPlaces = (problem: PoolProblem, experts: readonly number[]): number => {
  const schools = experts.map((expert) => problem.institution[expert]!)
  return schools.filter((school) => school < 0).length + new Set(schools.filter((school) => school >= 0)).size
}

const findReason = (problem: PoolProblem, work: number): ShortageReason => {
  const { experts, bar, room, wanted } = problem
  const able: number[] = []
  eachAble(problem, work, (expert) => able.push(expert))
  if (countPlaces(problem, able) >= wanted[work]!) return 'load'
  if (able.length >= wanted[work]!) return 'institution'
  const row = work * experts.length
  const withConflicts = experts.filter(
    (_, expert) => room[expert]! > 0 && (bar[row + expert] === open || bar[row + expert] === conflicting),
  )
  return withConflicts.length >= wanted[work]! ? 'conflicts' : 'experts'
}

/** Joins what is reached from the same places. */
const createSets = (size: number) => {
  const above = Int32Array.from({ length: size }, (_, item) => item)
  const topOf = (item: number): number => {
    let top = item
    while (above[top] !== top) {
      above[top] = above[above[top]!]!
      top = above[top]!
    }
    return top
  }
  return { topOf, join: (one: number, other: number): void => void (above[topOf(one)] = topOf(other)) }
}

/**
 * Follows from each short work all exchanges that could free a place: to experts who could take the work, on to
 * the works they have, and so on. None ends at an expert with room, or the place would have been filled. What is
 * reached is therefore blocked together.
 */
const findBlockages = (problem: PoolProblem, { isChosen, missing }: PoolChoice): Blockage[] => {
  const { works, experts, institution, institutionCount, wanted, room } = problem
  const [expertCount, workCount] = [experts.length, works.length]
  const worksOf = experts.map((): number[] => [])
  for (let place = 0; place < isChosen.length; place += 1)
    if (isChosen[place] === 1) worksOf[place % expertCount]!.push(Math.floor(place / expertCount))

  const isReached = new Uint8Array(workCount + expertCount)
  const sets = createSets(workCount + expertCount)
  const queue: number[] = []
  const reach = (item: number, by: number): void => {
    sets.join(item, by)
    if (isReached[item] === 1) return
    isReached[item] = 1
    queue.push(item)
  }
  const holder = new Int32Array(institutionCount)
  const followWork = (work: number): void => {
    const row = work * expertCount
    holder.fill(-1)
    eachAble(problem, work, (expert) => {
      if (isChosen[row + expert] === 1 && institution[expert]! >= 0) holder[institution[expert]!] = expert
    })
    eachAble(problem, work, (expert) => {
      if (isChosen[row + expert] === 1) return
      const colleague = institution[expert]! < 0 ? -1 : holder[institution[expert]!]!
      // The place of the institution is taken, and whoever holds it has no reason to leave.
      if (colleague >= 0 && isReached[workCount + colleague] === 0) return
      reach(workCount + expert, work)
    })
  }
  const followExpert = (expert: number): void => {
    for (const work of worksOf[expert]!) {
      const isKnown = isReached[work] === 1
      reach(work, workCount + expert)
      // Now that this expert may leave the work, colleagues may come.
      if (isKnown && institution[expert]! >= 0) followWork(work)
    }
  }
  for (let work = 0; work < workCount; work += 1) {
    if (missing[work]! > 0) reach(work, work)
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
      if (item < workCount) followWork(item)
      else followExpert(item - workCount)
    }
  }

  const groups = new Map<number, { works: number[]; experts: number[] }>()
  for (let item = 0; item < workCount + expertCount; item += 1) {
    if (isReached[item] === 0) continue
    const top = sets.topOf(item)
    if (!groups.has(top)) groups.set(top, { works: [], experts: [] })
    if (item < workCount) groups.get(top)!.works.push(item)
    else groups.get(top)!.experts.push(item - workCount)
  }
  return [...groups.values()].map((set) => {
    const inSet = new Set(set.experts)
    let available = set.experts.reduce((sum, expert) => sum + room[expert]!, 0)
    for (const work of set.works) {
      const others: number[] = []
      eachAble(problem, work, (expert) => !inSet.has(expert) && others.push(expert))
      available += countPlaces(problem, others)
    }
    return {
      works: set.works.map((work) => works[work]!.key).toSorted(),
      experts: set.experts.map((expert) => experts[expert]!.key).toSorted(),
      wanted: set.works.reduce((sum, work) => sum + wanted[work]!, 0),
      available,
    }
  })
}

export const explainShortages = (
  problem: PoolProblem,
  choice: PoolChoice,
): { short: Shortage[]; blockedBy: Blockage[] } => {
  const short = problem.works.flatMap(({ key }, work) => {
    const missing = choice.missing[work]!
    if (missing === 0) return []
    const why = findReason(problem, work)
    return [{ work: key, missing, why: why === 'load' && !choice.isProven ? ('time' as const) : why }]
  })
  return { short, blockedBy: short.length === 0 || !choice.isProven ? [] : findBlockages(problem, choice) }
}
