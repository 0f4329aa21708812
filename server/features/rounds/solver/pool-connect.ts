import { open, settled, type PoolProblem } from './pool-problem.ts'

/** A component of the graph of works and experts is large: some of its pairs are enough to find a cheap exchange. */
const triedAtOnce = 64

interface Graph {
  /** Number of the component of each work and, after the works, of each expert; -1 for those without a pair. */
  component: Int32Array
  componentCount: number
  /** By pair: without it the component would fall apart. */
  isBridge: Uint8Array
}

/** Both at once, by a walk that notes for each node the earliest one that it reaches without its way in. */
const examine = (problem: PoolProblem, isPair: Uint8Array): Graph => {
  const [workCount, expertCount] = [problem.works.length, problem.experts.length]
  const neighbours: number[][] = Array.from({ length: workCount + expertCount }, () => [])
  for (let place = 0; place < isPair.length; place += 1) {
    if (isPair[place] === 0) continue
    const [work, expert] = [Math.floor(place / expertCount), workCount + (place % expertCount)]
    neighbours[work]!.push(expert)
    neighbours[expert]!.push(work)
  }
  const component = new Int32Array(workCount + expertCount).fill(-1)
  const isBridge = new Uint8Array(isPair.length)
  const entered = new Int32Array(component.length)
  const earliest = new Int32Array(component.length)
  const wayIn = new Int32Array(component.length).fill(-1)
  const nextNeighbour = new Int32Array(component.length)
  const placeOf = (one: number, other: number): number =>
    Math.min(one, other) * expertCount + Math.max(one, other) - workCount
  let componentCount = 0
  let clock = 0
  const enter = (node: number): void => {
    clock += 1
    entered[node] = clock
    earliest[node] = clock
    component[node] = componentCount
  }
  for (let start = 0; start < component.length; start += 1) {
    if (component[start] !== -1 || neighbours[start]!.length === 0) continue
    enter(start)
    for (let node = start; node !== -1;) {
      const next = neighbours[node]![nextNeighbour[node]!]
      nextNeighbour[node]! += 1
      if (next === undefined) {
        const before = wayIn[node]!
        if (before !== -1) {
          earliest[before] = Math.min(earliest[before]!, earliest[node]!)
          if (earliest[node]! > entered[before]!) isBridge[placeOf(node, before)] = 1
        }
        node = before
      } else if (component[next] === -1) {
        enter(next)
        wayIn[next] = node
        node = next
      } else if (next !== wayIn[node]) earliest[node] = Math.min(earliest[node]!, entered[next]!)
    }
    componentCount += 1
  }
  return { component, componentCount, isBridge }
}

interface Exchange {
  removed: number[]
  added: number[]
  cost: number
}

/**
 * Scores of different experts can be compared only where the graph of works and experts is connected. Where it is not,
 * pairs of two components are exchanged, the cheapest first, until it is. Loads stay the same, except where one expert
 * hands a work to another. `isChosen` is changed; if no exchange can connect everything, or time runs out, it is left as it was.
 */
export const connectPairs = (
  problem: PoolProblem,
  isChosen: Uint8Array,
  isSpent: () => boolean = () => false,
): { exchanges: number; isConnected: boolean; extraCost: number } => {
  const { works, experts, bar, cost, institution, room, settledLoad, loadCost } = problem
  const [workCount, expertCount] = [works.length, experts.length]
  const isPair = Uint8Array.from(isChosen, (chosen, place) => (chosen === 1 || bar[place] === settled ? 1 : 0))
  const load = new Int32Array(expertCount)
  for (let place = 0; place < isChosen.length; place += 1) load[place % expertCount]! += isChosen[place]!

  const mayReplace = (work: number, leaving: number, coming: number): boolean => {
    const row = work * expertCount
    if (bar[row + coming] !== open || isPair[row + coming] === 1) return false
    if (institution[coming]! < 0 || institution[coming] === institution[leaving]) return true
    for (let other = 0; other < expertCount; other += 1)
      if (isPair[row + other] === 1 && institution[other] === institution[coming]) return false
    return true
  }

  /** Cheapest exchange that joins the component of these pairs with another one. */
  const findExchange = ({ component, isBridge }: Graph, inside: number[], outside: number[]): Exchange | undefined => {
    let best: Exchange | undefined
    const offer = (exchange: Exchange): void => {
      if (!best || exchange.cost < best.cost) best = exchange
    }
    /** The work goes from its expert to one of another component who has room. */
    const offerMoves = (place: number, isWelcome: (expert: number) => boolean): void => {
      const [work, leaving] = [Math.floor(place / expertCount), place % expertCount]
      if (isBridge[place] === 1) return
      const saved = cost[place]! + loadCost(settledLoad[leaving]! + load[leaving]!)
      for (let coming = 0; coming < expertCount; coming += 1) {
        const added = work * expertCount + coming
        if (load[coming]! >= room[coming]! || !isWelcome(coming) || !mayReplace(work, leaving, coming)) continue
        const price = cost[added]! + loadCost(settledLoad[coming]! + load[coming]! + 1)
        offer({ removed: [place], added: [added], cost: price - saved })
      }
    }
    const own = component[Math.floor(inside[0]! / expertCount)]!
    for (const place of outside) offerMoves(place, (expert) => component[workCount + expert] === own)
    for (let from = 0; from < inside.length && (from === 0 || !best); from += triedAtOnce) {
      for (const one of inside.slice(from, from + triedAtOnce)) {
        const [work, expert] = [Math.floor(one / expertCount), one % expertCount]
        offerMoves(one, (other) => component[workCount + other]! >= 0 && component[workCount + other] !== own)
        for (const other of outside) {
          // If both components fall apart, exchanging gains nothing.
          if (isBridge[one] === 1 && isBridge[other] === 1) continue
          const [otherWork, otherExpert] = [Math.floor(other / expertCount), other % expertCount]
          const added = [work * expertCount + otherExpert, otherWork * expertCount + expert]
          const price = cost[added[0]!]! + cost[added[1]!]! - cost[one]! - cost[other]!
          if (best && price >= best.cost) continue
          if (!mayReplace(work, expert, otherExpert) || !mayReplace(otherWork, otherExpert, expert)) continue
          offer({ removed: [one, other], added, cost: price })
        }
      }
    }
    return best
  }

  const apply = ({ removed, added }: Exchange): void => {
    for (const [places, value] of [
      [removed, 0],
      [added, 1],
    ] as const) {
      for (const place of places) {
        isPair[place] = value
        isChosen[place] = value
        load[place % expertCount]! += value === 1 ? 1 : -1
      }
    }
  }

  const before = isChosen.slice()
  let exchanges = 0
  let extraCost = 0
  for (;;) {
    const graph = examine(problem, isPair)
    if (graph.componentCount <= 1) return { exchanges, isConnected: true, extraCost }
    const pairsOf: number[][] = Array.from({ length: graph.componentCount }, () => [])
    for (let place = 0; place < isChosen.length; place += 1)
      if (isChosen[place] === 1) pairsOf[graph.component[Math.floor(place / expertCount)]!]!.push(place)
    // The smallest first: it has the fewest possibilities. One that has none may be joined later from elsewhere.
    const order = [...pairsOf.keys()].toSorted((a, b) => pairsOf[a]!.length - pairsOf[b]!.length || a - b)
    let exchange: Exchange | undefined
    for (const own of order) {
      const inside = pairsOf[own]!
      if (isSpent()) break
      if (inside.length === 0) continue
      exchange = findExchange(graph, inside, pairsOf.filter((_, other) => other !== own).flat())
      if (exchange) break
    }
    if (!exchange) {
      isChosen.set(before)
      return { exchanges: 0, isConnected: false, extraCost: 0 }
    }
    apply(exchange)
    exchanges += 1
    extraCost += exchange.cost
  }
}
