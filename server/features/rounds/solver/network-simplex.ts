import type { FlowNetwork } from './flow-network.ts'
import { createSpanningTree } from './spanning-tree.ts'

export interface Flow {
  /** Units on each arc. */
  flow: Int32Array
  /** Of the units that arrive; unmet ones cost nothing here. */
  cost: number
  /** For each node: units of its supply that cannot leave, or of its demand that cannot arrive. */
  unmet: Int32Array
  /** Units of supply that cannot arrive anywhere. */
  unmetSupply: number
  /** For every arc with room: cost + potential[from] - potential[to] >= 0. This proves that the flow is the cheapest. */
  potential: Float64Array
  pivots: number
  /** False: it was stopped. The flow keeps to capacities, but more might arrive, at less cost; the potentials prove nothing. */
  isOptimal: boolean
}

export interface FlowOptions {
  /** Called now and then with the units of supply that have not arrived so far. */
  onProgress?: ((unmetSupply: number) => void) | undefined
  /** Asked now and then; true stops the search. */
  isSpent?: (() => boolean) | undefined
}

const unlimited = 0x7fff_ffff
const pivotsPerReport = 8_192
const pivotsPerCheck = 1_024

const atLower = 1
const atUpper = -1
const inTree = 0

/**
 * A flow of minimum cost, by the network simplex method. If supplies cannot all arrive, as much as possible arrives,
 * and that at minimum cost. The same network gives the same flow: nothing is left to chance.
 *
 * Arc number `arcCount + node` is artificial: it joins the node to the root and carries what is unmet. It costs more
 * than any path of real arcs, so it is used only where nothing else is left; a node without supply pays twice, so that
 * nothing ends there.
 *
 * The tree is kept strongly feasible (from every node a unit can be pushed to the root): among the arcs that limit
 * a step, the last one on the way round the cycle leaves. With this rule steps of length zero cannot repeat for ever.
 */
export const solveFlow = (network: FlowNetwork, { onProgress, isSpent }: FlowOptions = {}): Flow => {
  const { nodeCount, arcCount, supply } = network
  const root = nodeCount
  const total = arcCount + nodeCount
  const from = new Int32Array(total)
  const to = new Int32Array(total)
  const capacity = new Int32Array(total)
  const cost = new Float64Array(total)
  const flow = new Int32Array(total)
  const state = new Int8Array(total).fill(atLower)
  const potential = new Float64Array(nodeCount + 1)
  from.set(network.from)
  to.set(network.to)
  capacity.set(network.capacity)
  cost.set(network.cost)

  let highestCost = 0
  for (let arc = 0; arc < arcCount; arc += 1) highestCost = Math.max(highestCost, Math.abs(cost[arc]!))
  const penalty = (highestCost + 1) * (nodeCount + 1)

  const tree = createSpanningTree(nodeCount)
  const { parent, arcUp, isUpward, depth } = tree
  for (let node = 0; node < nodeCount; node += 1) {
    const arc = arcCount + node
    const own = supply[node]!
    from[arc] = own < 0 ? root : node
    to[arc] = own < 0 ? node : root
    capacity[arc] = unlimited
    cost[arc] = own === 0 ? 2 * penalty : penalty
    flow[arc] = Math.abs(own)
    state[arc] = inTree
    potential[node] = own < 0 ? cost[arc] : -cost[arc]
    tree.attach(node, root, arc, own >= 0)
  }

  const findJoin = (one: number, other: number): number => {
    let [a, b] = [one, other]
    while (a !== b) {
      if (depth[a]! >= depth[b]!) a = parent[a]!
      else b = parent[b]!
    }
    return a
  }

  /** Examines the arcs block by block, on from where it stopped, and takes the best of the first block that has any. */
  const blockSize = Math.max(32, Math.ceil(Math.sqrt(total) / 2))
  let next = 0
  const findEntering = (): number => {
    let best = -1
    let least = 0
    let leftInBlock = blockSize
    for (let examined = 0; examined < total; examined += 1) {
      const arc = next
      next = next + 1 === total ? 0 : next + 1
      const reduced = state[arc]! * (cost[arc]! + potential[from[arc]!]! - potential[to[arc]!]!)
      if (reduced < least) {
        least = reduced
        best = arc
      }
      leftInBlock -= 1
      if (leftInBlock === 0) {
        if (best >= 0) return best
        leftInBlock = blockSize
      }
    }
    return best
  }

  /** Sends as much as possible round the cycle that the arc closes, and exchanges it for the arc that limits this. */
  const pivot = (entering: number): void => {
    const forward = state[entering]! > 0
    const first = forward ? from[entering]! : to[entering]!
    const second = forward ? to[entering]! : from[entering]!
    const join = findJoin(first, second)
    let step = capacity[entering]!
    let leaving = -1
    let isOnFirstSide = false
    for (let node = first; node !== join; node = parent[node]!) {
      const arc = arcUp[node]!
      const room = isUpward[node] === 1 ? flow[arc]! : capacity[arc]! - flow[arc]!
      if (room < step) {
        step = room
        leaving = node
        isOnFirstSide = true
      }
    }
    for (let node = second; node !== join; node = parent[node]!) {
      const arc = arcUp[node]!
      const room = isUpward[node] === 1 ? capacity[arc]! - flow[arc]! : flow[arc]!
      if (room <= step) {
        step = room
        leaving = node
        isOnFirstSide = false
      }
    }
    if (step > 0) {
      flow[entering]! += forward ? step : -step
      for (let node = first; node !== join; node = parent[node]!)
        flow[arcUp[node]!]! += isUpward[node] === 1 ? -step : step
      for (let node = second; node !== join; node = parent[node]!)
        flow[arcUp[node]!]! += isUpward[node] === 1 ? step : -step
    }
    if (leaving < 0) {
      state[entering] = forward ? atUpper : atLower
      return
    }
    const left = arcUp[leaving]!
    state[left] = flow[left] === 0 ? atLower : atUpper
    state[entering] = inTree
    const inner = isOnFirstSide ? first : second
    const outer = isOnFirstSide ? second : first
    const goesUp = from[entering] === inner
    tree.rehang(leaving, inner, outer, entering, goesUp)
    const shift = potential[outer]! - potential[inner]! + (goesUp ? -cost[entering]! : cost[entering]!)
    tree.shiftBelow(inner, potential, shift)
  }

  const unmetSoFar = (): number => {
    let sum = 0
    for (let node = 0; node < nodeCount; node += 1) if (supply[node]! > 0) sum += flow[arcCount + node]!
    return sum
  }

  let pivots = 0
  let isOptimal = true
  for (let entering = findEntering(); entering >= 0; entering = findEntering()) {
    if (pivots % pivotsPerCheck === 0 && isSpent?.()) {
      isOptimal = false
      break
    }
    pivot(entering)
    pivots += 1
    if (pivots % pivotsPerReport === 0) onProgress?.(unmetSoFar())
  }

  let sum = 0
  for (let arc = 0; arc < arcCount; arc += 1) sum += flow[arc]! * cost[arc]!
  return {
    flow: flow.slice(0, arcCount),
    cost: sum,
    unmet: flow.slice(arcCount),
    unmetSupply: unmetSoFar(),
    potential: potential.slice(0, nodeCount),
    pivots,
    isOptimal,
  }
}
