import type { FlowNetwork } from './flow-network.ts'
import type { Flow } from './network-simplex.ts'

/**
 * Why some supply cannot arrive: the nodes that it still reaches. Every arc that leaves them is full and none that
 * enters them is used, so their supplies exceed what can leave. Undefined where everything arrives.
 */
export const findCut = (network: FlowNetwork, { flow, unmet, unmetSupply }: Flow): Uint8Array | undefined => {
  if (unmetSupply === 0) return undefined
  const { nodeCount, arcCount, from, to, capacity, supply } = network
  // The arcs at each node, one node after the other.
  const begin = new Int32Array(nodeCount + 2)
  for (let arc = 0; arc < arcCount; arc += 1) {
    begin[from[arc]! + 2]! += 1
    begin[to[arc]! + 2]! += 1
  }
  for (let node = 2; node < nodeCount + 2; node += 1) begin[node]! += begin[node - 1]!
  const arcsAt = new Int32Array(2 * arcCount)
  for (let arc = 0; arc < arcCount; arc += 1) {
    for (const node of [from[arc]!, to[arc]!]) {
      arcsAt[begin[node + 1]!] = arc
      begin[node + 1]! += 1
    }
  }

  const isReached = new Uint8Array(nodeCount)
  const queue: number[] = []
  const reach = (node: number): void => {
    if (isReached[node] === 1) return
    isReached[node] = 1
    queue.push(node)
  }
  for (let node = 0; node < nodeCount; node += 1) if (supply[node]! > 0 && unmet[node]! > 0) reach(node)
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    for (let place = begin[node]!; place < begin[node + 1]!; place += 1) {
      const arc = arcsAt[place]!
      if (from[arc] === node && flow[arc]! < capacity[arc]!) reach(to[arc]!)
      if (to[arc] === node && flow[arc]! > 0) reach(from[arc]!)
    }
  }
  return isReached
}
