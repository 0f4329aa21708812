/** A directed network with whole-number capacities, costs and supplies, in arrays that grow. */
export interface FlowNetwork {
  readonly nodeCount: number
  readonly arcCount: number
  /** Positive: so much starts here. Negative: so much ends here. */
  readonly supply: Int32Array
  readonly from: Int32Array
  readonly to: Int32Array
  readonly capacity: Int32Array
  readonly cost: Float64Array
}

export interface NetworkBuilder {
  /** Returns the number of the node. */
  addNode(supply: number): number
  /** Returns the number of the arc. */
  addArc(from: number, to: number, capacity: number, cost: number): number
  build(): FlowNetwork
}

const grown = <Numbers extends Int32Array | Float64Array>(numbers: Numbers, length: number): Numbers => {
  if (length <= numbers.length) return numbers
  const copy = new (numbers.constructor as new (length: number) => Numbers)(Math.max(length, 2 * numbers.length))
  copy.set(numbers)
  return copy
}

export const createNetwork = (expectedNodes = 64, expectedArcs = 256): NetworkBuilder => {
  let nodes = 0
  let arcs = 0
  let supplies = new Int32Array(expectedNodes)
  let from = new Int32Array(expectedArcs)
  let to = new Int32Array(expectedArcs)
  let capacities = new Int32Array(expectedArcs)
  let costs = new Float64Array(expectedArcs)
  return {
    addNode: (supply) => {
      supplies = grown(supplies, nodes + 1)
      supplies[nodes] = supply
      nodes += 1
      return nodes - 1
    },
    addArc: (start, end, capacity, cost) => {
      from = grown(from, arcs + 1)
      to = grown(to, arcs + 1)
      capacities = grown(capacities, arcs + 1)
      costs = grown(costs, arcs + 1)
      from[arcs] = start
      to[arcs] = end
      capacities[arcs] = capacity
      costs[arcs] = cost
      arcs += 1
      return arcs - 1
    },
    build: () => ({
      nodeCount: nodes,
      arcCount: arcs,
      supply: supplies.subarray(0, nodes),
      from: from.subarray(0, arcs),
      to: to.subarray(0, arcs),
      capacity: capacities.subarray(0, arcs),
      cost: costs.subarray(0, arcs),
    }),
  }
}
