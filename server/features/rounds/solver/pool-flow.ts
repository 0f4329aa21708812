import { createNetwork } from './flow-network.ts'
import { solveFlow } from './network-simplex.ts'
import { open, type PoolProblem } from './pool-problem.ts'

export interface PoolChoice {
  /** By work and expert: 1 for the pairs that are chosen, beside those with finished sheets. */
  isChosen: Uint8Array
  /** Places of each work that stay empty. */
  missing: Int32Array
  cost: number
  rounds: number
  /** False: time ran out before it was proven to be the cheapest of those that fill most places. */
  isProven: boolean
}

/** Arcs of a work in the first round, and how many more a later round may add. */
const firstArcs = (perWork: number): number => 8 + 2 * perWork
const addedArcs = 12

interface Candidates {
  /** By work: its experts, as far as they are in the network. */
  byWork: number[][]
  isIn: Uint8Array
  /** How many of each expert's works have an arc to the sink. */
  loads: Int32Array
}

const chooseFirst = (problem: PoolProblem): Candidates => {
  const { works, experts, bar, cost, isStanding, wanted, room } = problem
  const isIn = new Uint8Array(bar.length)
  const total = wanted.reduce((sum, places) => sum + places, 0)
  const share = Math.ceil((1.5 * total) / Math.max(1, experts.length)) + 4
  const byWork = works.map((_, work) => {
    const row = work * experts.length
    const able: number[] = []
    for (let expert = 0; expert < experts.length; expert += 1)
      if (bar[row + expert] === open && room[expert]! > 0) able.push(expert)
    const best = able
      .toSorted((a, b) => cost[row + a]! - cost[row + b]! || a - b)
      .filter((expert, rank) => rank < firstArcs(wanted[work]!) || isStanding[row + expert] === 1)
    for (const expert of best) isIn[row + expert] = 1
    return best
  })
  return { byWork, isIn, loads: Int32Array.from(room, (most) => Math.min(most, share)) }
}

/** More than any detour that fills one place by moving others. */
const dearerThanAnyDetour = ({ cost, room, settledLoad, loadCost }: PoolProblem, nodeCount: number): number => {
  let highest = 0
  for (const each of cost) highest = Math.max(highest, Math.abs(each))
  for (const [expert, more] of room.entries()) highest = Math.max(highest, loadCost(settledLoad[expert]! + more))
  return (highest + 1) * (nodeCount + 1)
}

interface Solving {
  /** Whether the second empty place of a work costs more than the first one of another. */
  isSpread: boolean
  onProgress: ((unmet: number) => void) | undefined
  isSpent: (() => boolean) | undefined
}

const solveRestricted = (problem: PoolProblem, candidates: Candidates, { isSpread, onProgress, isSpent }: Solving) => {
  const { works, experts, cost, wanted, institution, institutionCount, settledLoad, loadCost } = problem
  const network = createNetwork(2 * works.length + experts.length, 32 * works.length)
  const total = wanted.reduce((sum, places) => sum + places, 0)
  const sink = network.addNode(-total)
  const firstExpert = sink + 1
  for (let expert = 0; expert < experts.length; expert += 1) {
    const node = network.addNode(0)
    for (let load = 1; load <= candidates.loads[expert]!; load += 1)
      network.addArc(node, sink, 1, loadCost(settledLoad[expert]! + load))
  }
  const workNodes = new Int32Array(works.length)
  /** Of each arc from `firstPair` on: its place in the table of pairs; -1 for the arc to a group. */
  const places: number[] = []
  const firstPair = candidates.loads.reduce((sum, load) => sum + load, 0)
  const groups = new Map<number, number>()
  const colleagues = new Int32Array(institutionCount)
  for (const [work, chosen] of candidates.byWork.entries()) {
    const node = network.addNode(wanted[work]!)
    workNodes[work] = node
    for (const expert of chosen) if (institution[expert]! >= 0) colleagues[institution[expert]!]! += 1
    for (const expert of chosen) {
      const school = institution[expert]!
      let start = node
      // A node in between lets only one of an institution pass. Alone, nobody needs it.
      if (school >= 0 && colleagues[school]! > 1) {
        const group = work * institutionCount + school
        if (!groups.has(group)) {
          groups.set(group, network.addNode(0))
          network.addArc(node, groups.get(group)!, 1, 0)
          places.push(-1)
        }
        start = groups.get(group)!
      }
      const place = work * experts.length + expert
      network.addArc(start, firstExpert + expert, 1, cost[place]!)
      places.push(place)
    }
    for (const expert of chosen) if (institution[expert]! >= 0) colleagues[institution[expert]!] = 0
  }
  const emptyPrice = isSpread ? dearerThanAnyDetour(problem, sink + 1 + experts.length + works.length + groups.size) : 0
  /** Of the first empty place of each work; those of its other places follow. */
  const emptyArcs = new Int32Array(works.length)
  for (const [work, count] of wanted.entries())
    for (let place = 1; isSpread && place <= count; place += 1) {
      const arc = network.addArc(workNodes[work]!, sink, 1, emptyPrice * place)
      if (place === 1) emptyArcs[work] = arc
    }
  const solved = solveFlow(network.build(), { onProgress, isSpent })
  const missing = Int32Array.from(workNodes, (node, work) => {
    let empty = solved.unmet[node]!
    for (let place = 0; isSpread && place < wanted[work]!; place += 1) empty += solved.flow[emptyArcs[work]! + place]!
    return empty
  })
  // The places of a work are left empty from the first on: the price of the next one is higher.
  const emptyCost = missing.reduce((sum, count) => sum + (emptyPrice * count * (count + 1)) / 2, 0)
  const startOf = (work: number, expert: number): number =>
    (institution[expert]! >= 0 ? groups.get(work * institutionCount + institution[expert]!) : undefined) ??
    workNodes[work]!
  return { solved, missing, cost: solved.cost - emptyCost, sink, firstExpert, firstPair, places, startOf }
}

type Restricted = ReturnType<typeof solveRestricted>

/** Adds what would make the flow cheaper. False if there is nothing. */
const addCheaper = (problem: PoolProblem, candidates: Candidates, restricted: Restricted): boolean => {
  const { works, experts, bar, cost, room, settledLoad, loadCost } = problem
  const { byWork, isIn, loads } = candidates
  const { solved, sink, firstExpert, startOf } = restricted
  const { potential } = solved
  let isAdded = false
  for (let expert = 0; expert < experts.length; expert += 1) {
    if (loads[expert]! >= room[expert]!) continue
    const price = loadCost(settledLoad[expert]! + loads[expert]! + 1)
    if (price + potential[firstExpert + expert]! - potential[sink]! >= 0) continue
    loads[expert] = Math.min(room[expert]!, 2 * loads[expert]!)
    isAdded = true
  }
  for (let work = 0; work < works.length; work += 1) {
    const cheaper: { expert: number; reduced: number }[] = []
    for (let expert = 0; expert < experts.length; expert += 1) {
      const place = work * experts.length + expert
      if (isIn[place] === 1 || bar[place] !== open || room[expert] === 0) continue
      const reduced = cost[place]! + potential[startOf(work, expert)]! - potential[firstExpert + expert]!
      if (reduced < 0) cheaper.push({ expert, reduced })
    }
    if (cheaper.length === 0) continue
    isAdded = true
    const best = cheaper.toSorted((a, b) => a.reduced - b.reduced || a.expert - b.expert).slice(0, addedArcs)
    for (const { expert } of best) {
      isIn[work * experts.length + expert] = 1
      byWork[work]!.push(expert)
    }
  }
  return isAdded
}

const choiceOf = (problem: PoolProblem, restricted: Restricted, rounds: number): PoolChoice => {
  const { solved, missing, cost, places, firstPair } = restricted
  const isChosen = new Uint8Array(problem.bar.length)
  for (const [index, place] of places.entries())
    if (place >= 0 && solved.flow[firstPair + index] === 1) isChosen[place] = 1
  return { isChosen, missing, cost, rounds, isProven: true }
}

const costOf = ({ cost, settledLoad, loadCost }: PoolProblem, isChosen: Uint8Array, loads: Int32Array): number => {
  let sum = 0
  for (const [place, chosen] of isChosen.entries()) if (chosen === 1) sum += cost[place]!
  for (const [expert, own] of loads.entries())
    for (let load = 1; load <= own; load += 1) sum += loadCost(settledLoad[expert]! + load)
  return sum
}

/**
 * Makes a plan of a flow that was stopped halfway, in which some experts have more works than they can take and many places are empty: what
 * is too much is taken away, and each empty place gets the best expert who has room.
 */
const repairChoice = (problem: PoolProblem, stopped: PoolChoice): PoolChoice => {
  const { works, experts, bar, cost, room, institution, wanted } = problem
  const isChosen = stopped.isChosen.slice()
  const loads = new Int32Array(experts.length)
  for (const [place, chosen] of isChosen.entries()) {
    const expert = place % experts.length
    if (chosen === 0) continue
    if (loads[expert]! < room[expert]!) loads[expert]! += 1
    else isChosen[place] = 0
  }
  const missing = Int32Array.from(works, (_, work) => {
    const row = work * experts.length
    const isTaken = (expert: number): boolean => isChosen[row + expert] === 1
    const all = experts.map((_expert, index) => index)
    const chosen = all.filter(isTaken)
    const schools = new Set(chosen.map((expert) => institution[expert]!).filter((school) => school >= 0))
    let empty = wanted[work]! - chosen.length
    if (empty === 0) return 0
    const able = all.filter(
      (expert) => bar[row + expert] === open && !isTaken(expert) && loads[expert]! < room[expert]!,
    )
    for (const expert of able.toSorted((a, b) => cost[row + a]! - cost[row + b]! || loads[a]! - loads[b]! || a - b)) {
      if (empty === 0) break
      if (schools.has(institution[expert]!)) continue
      if (institution[expert]! >= 0) schools.add(institution[expert]!)
      isChosen[row + expert] = 1
      loads[expert]! += 1
      empty -= 1
    }
    return empty
  })
  return { isChosen, missing, cost: costOf(problem, isChosen, loads), rounds: stopped.rounds, isProven: false }
}

interface Search {
  onProgress?: ((news: { round: number; unmet: number }) => void) | undefined
  /** True ends the search with the best choice so far. */
  isSpent?: (() => boolean) | undefined
}

/**
 * The cheapest choice of all that fill as many places as possible and spread the empty ones: no work lacks two experts where it could
 * lack one and another work one more. Spreading never costs a place: of all fillings that cannot be extended, each fills equally many.
 *
 * Most pairs are never used, so the network begins with the best experts of each work only. Then every pair that was
 * left out is priced with the potentials of the solution: one that could make it cheaper joins the network, which is
 * solved again. When there is none, the solution is the cheapest among all pairs: the potentials prove it for
 * the network with all arcs, and a rule on institutions that has no node is kept because only one of them is there.
 */
export const choosePairs = (problem: PoolProblem, { onProgress, isSpent }: Search = {}): PoolChoice => {
  const candidates = chooseFirst(problem)
  let isSpread = false
  let best: PoolChoice | undefined
  for (let round = 1; ; round += 1) {
    const report = onProgress && ((unmet: number): void => onProgress({ round, unmet }))
    const restricted = solveRestricted(problem, candidates, { isSpread, onProgress: report, isSpent })
    const choice = choiceOf(problem, restricted, round)
    // Each round starts anew, so what the round before has finished is better than what this one has begun.
    if (!restricted.solved.isOptimal) return best ? { ...best, isProven: false } : repairChoice(problem, choice)
    best = choice
    if (!addCheaper(problem, candidates, restricted)) {
      // Most pools can be filled: only the others are solved again, with a price for empty places.
      if (isSpread || choice.missing.every((count) => count <= 1)) return choice
      isSpread = true
    }
    if (isSpent?.()) return { ...best, isProven: false }
  }
}
