import { propertyRuns, repetitions } from '@lectern/contract/testing/repetitions.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findCut } from './flow-cut.ts'
import { createNetwork, type FlowNetwork } from './flow-network.ts'
import { solveFlow } from './network-simplex.ts'

/** Any network: cycles, parallel arcs, loops, costs below zero, supplies that cannot arrive. */
const anyNetwork = fc.integer({ min: 1, max: 8 }).chain((nodeCount) =>
  fc
    .record({
      supplies: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: nodeCount, maxLength: nodeCount }),
      arcs: fc.array(
        fc.record({
          from: fc.integer({ min: 0, max: nodeCount - 1 }),
          to: fc.integer({ min: 0, max: nodeCount - 1 }),
          capacity: fc.integer({ min: 0, max: 5 }),
          cost: fc.integer({ min: -9, max: 9 }),
        }),
        { maxLength: 30 },
      ),
    })
    .map(({ supplies, arcs }) => {
      const network = createNetwork(1, 1)
      // Sources have no arcs that arrive, so that what is unmet is their own.
      for (const supply of supplies) network.addNode(supply)
      const sink = network.addNode(-supplies.reduce((sum, supply) => sum + supply, 0))
      for (const { from, to, capacity, cost } of arcs)
        network.addArc(from, supplies[to] === 0 ? to : sink, capacity, cost)
      return network.build()
    }),
)

const balanceOf = ({ nodeCount, arcCount, from, to }: FlowNetwork, flow: Int32Array): number[] => {
  const balance = Array.from({ length: nodeCount }, () => 0)
  for (let arc = 0; arc < arcCount; arc += 1) {
    balance[from[arc]!]! += flow[arc]!
    balance[to[arc]!]! -= flow[arc]!
  }
  return balance
}

test('a flow keeps to capacities and supplies, and its potentials prove that none is cheaper', () => {
  fc.assert(
    fc.property(anyNetwork, (network) => {
      const { flow, unmet, potential, cost } = solveFlow(network)
      let sum = 0
      for (let arc = 0; arc < network.arcCount; arc += 1) {
        expect(flow[arc]).toBeGreaterThanOrEqual(0)
        expect(flow[arc]).toBeLessThanOrEqual(network.capacity[arc]!)
        const reduced = network.cost[arc]! + potential[network.from[arc]!]! - potential[network.to[arc]!]!
        if (flow[arc]! < network.capacity[arc]!) expect(reduced).toBeGreaterThanOrEqual(0)
        if (flow[arc]! > 0) expect(reduced).toBeLessThanOrEqual(0)
        sum += flow[arc]! * network.cost[arc]!
      }
      expect(cost).toBe(sum)
      const left = Array.from(network.supply, (supply, node) => supply - Math.sign(supply) * unmet[node]!)
      expect(balanceOf(network, flow)).toEqual(left)
    }),
    propertyRuns(2_000),
  )
})

test('what cannot arrive is explained by a cut whose arcs carry less than is supplied behind it', () => {
  let cuts = 0
  fc.assert(
    fc.property(anyNetwork, (network) => {
      const solved = solveFlow(network)
      const cut = findCut(network, solved)
      expect(cut !== undefined).toBe(solved.unmetSupply > 0)
      if (!cut) return
      cuts += 1
      let supplied = 0
      for (let node = 0; node < network.nodeCount; node += 1) if (cut[node] === 1) supplied += network.supply[node]!
      let leaving = 0
      for (let arc = 0; arc < network.arcCount; arc += 1)
        if (cut[network.from[arc]!] === 1 && cut[network.to[arc]!] === 0) leaving += network.capacity[arc]!
      expect(supplied - leaving).toBe(solved.unmetSupply)
    }),
    propertyRuns(1_000),
  )
  expect(cuts).toBeGreaterThan(repetitions(0, 100, 100))
})

test('the cheaper way is used first, and the dearer one for what is left', () => {
  const network = createNetwork()
  const [source, middle, sink] = [network.addNode(5), network.addNode(0), network.addNode(-5)]
  network.addArc(source, sink, 10, 7)
  network.addArc(source, middle, 3, 1)
  network.addArc(middle, sink, 10, 2)
  const { flow, cost } = solveFlow(network.build())
  expect({ flow: [...flow], cost }).toEqual({ flow: [2, 3, 3], cost: 23 })
})

test('of several supplies that cannot all arrive, the cheaper ones do', () => {
  const network = createNetwork()
  const [dear, cheap, gate, sink] = [network.addNode(1), network.addNode(1), network.addNode(0), network.addNode(-2)]
  network.addArc(dear, gate, 1, 5)
  network.addArc(cheap, gate, 1, 2)
  network.addArc(gate, sink, 1, 0)
  const { unmet, cost } = solveFlow(network.build())
  expect({ unmet: [...unmet], cost }).toEqual({ unmet: [1, 0, 0, 1], cost: 2 })
})
