import { findCut } from './flow-cut.ts'
import { createNetwork } from './flow-network.ts'
import { solveFlow } from './network-simplex.ts'
import { compareTexts, inSeededOrder } from './seeded-order.ts'

export interface PanelWork {
  key: string
  /** Works of a stratum (a province) are spread evenly, too. Works without one form a stratum of their own. */
  stratum: string | null
  /** Panels with a member who has a conflict. */
  forbiddenPanels: readonly string[]
}

export interface Panel {
  key: string
  /** A panel of weight 2 gets twice as many works as one of weight 1. Usually 1. */
  weight?: number
  maxWorks?: number
}

export interface PanelInput {
  works: readonly PanelWork[]
  panels: readonly Panel[]
  seed: string
}

export interface PanelDeal {
  /** Every panel, by key. */
  panels: { panel: string; works: string[]; strata: { stratum: string | null; works: number }[] }[]
  /** `conflicts`: every panel is forbidden. `capacity`: those that are not are full. */
  short: { work: string; why: 'conflicts' | 'capacity' | 'panels' }[]
  /** Works that have more in common than room: the panels that they may go to have fewer places. */
  blockedBy: { works: string[]; panels: string[]; available: number } | null
}

/** Works that are alike for the dealing. */
interface Kind {
  stratum: string | null
  forbidden: ReadonlySet<string>
  works: string[]
}

const groupAlike = (works: readonly PanelWork[]): Kind[] => {
  const kinds = new Map<string, Kind>()
  for (const { key, stratum, forbiddenPanels } of works) {
    const name = JSON.stringify([stratum, [...new Set(forbiddenPanels)].toSorted()])
    if (!kinds.has(name)) kinds.set(name, { stratum, forbidden: new Set(forbiddenPanels), works: [] })
    kinds.get(name)!.works.push(key)
  }
  return [...kinds.values()]
}

/** So that quotients of different weights stay apart as whole numbers. */
const precision = 1_000

/** Cost of the work that brings a panel to this count, after Sainte-Laguë: it keeps counts in proportion to weights. */
const risingCost = (count: number, { weight = 1 }: Panel): number => Math.round((precision * (2 * count - 1)) / weight)

/** How many works each panel gets: as evenly as conflicts and limits allow. */
const sizePanels = (kinds: readonly Kind[], panels: readonly Panel[]) => {
  const total = kinds.reduce((sum, { works }) => sum + works.length, 0)
  const network = createNetwork()
  const sink = network.addNode(-total)
  const panelNodes = panels.map((panel) => {
    const node = network.addNode(0)
    for (let count = 1; count <= Math.min(total, panel.maxWorks ?? total); count += 1)
      network.addArc(node, sink, 1, risingCost(count, panel))
    return node
  })
  const kindNodes = kinds.map(({ works, forbidden }) => {
    const node = network.addNode(works.length)
    for (const [index, panel] of panels.entries())
      if (!forbidden.has(panel.key)) network.addArc(node, panelNodes[index]!, works.length, 0)
    return node
  })
  const built = network.build()
  const solved = solveFlow(built)
  const sizes = panels.map(() => 0)
  for (let arc = 0; arc < built.arcCount; arc += 1)
    if (built.to[arc] === sink) sizes[panelNodes.indexOf(built.from[arc]!)]! += solved.flow[arc]!
  const cut = findCut(built, solved)
  const isBlocked = (node: number): boolean => cut?.[node] === 1
  const blockedPanels = panels.filter((_, index) => isBlocked(panelNodes[index]!))
  const blockedBy = cut
    ? {
        works: kinds.filter((_, index) => isBlocked(kindNodes[index]!)).flatMap(({ works }) => works),
        panels: blockedPanels.map(({ key }) => key).toSorted(),
        available: blockedPanels.reduce((sum, { maxWorks }) => sum + (maxWorks ?? 0), 0),
      }
    : null
  return { sizes, blockedBy: blockedBy && { ...blockedBy, works: blockedBy.works.toSorted() } }
}

/** How many works of each kind go to each panel: sizes are given, strata are spread as evenly as possible. */
const spreadStrata = (kinds: readonly Kind[], panels: readonly Panel[], sizes: readonly number[]): number[][] => {
  const network = createNetwork()
  const total = kinds.reduce((sum, { works }) => sum + works.length, 0)
  const sink = network.addNode(-total)
  const panelNodes = sizes.map((size) => {
    const node = network.addNode(0)
    network.addArc(node, sink, size, 0)
    return node
  })
  const inStratum = new Map<string | null, number>()
  for (const { stratum, works } of kinds) inStratum.set(stratum, (inStratum.get(stratum) ?? 0) + works.length)
  const strataNodes = new Map<string | null, number[]>()
  for (const [stratum, count] of inStratum) {
    const nodes = panels.map((panel, index) => {
      const node = network.addNode(0)
      for (let place = 1; place <= Math.min(count, sizes[index]!); place += 1)
        network.addArc(node, panelNodes[index]!, 1, risingCost(place, panel))
      return node
    })
    strataNodes.set(stratum, nodes)
  }
  const arcs = kinds.map(({ stratum, works, forbidden }) => {
    const node = network.addNode(works.length)
    return panels.map(({ key }, index) =>
      forbidden.has(key) ? -1 : network.addArc(node, strataNodes.get(stratum)![index]!, works.length, 0),
    )
  })
  const { flow } = solveFlow(network.build())
  return arcs.map((row) => row.map((arc) => (arc < 0 ? 0 : flow[arc]!)))
}

/**
 * Deals works to panels. First the sizes: they differ by at most one (or follow the weights) unless conflicts or limits
 * forbid it. Then the strata: each is spread as evenly as these sizes allow; without conflicts, and with equal weights,
 * counts of a stratum differ by at most one, too. The seed decides which works of a stratum go where. The same input
 * and seed give the same result; the order of the input does not matter.
 */
export const dealPanels = ({ works, panels: panelList, seed }: PanelInput): PanelDeal => {
  const panels = inSeededOrder(panelList, seed)
  const kinds = groupAlike(inSeededOrder(works, seed))
  const { sizes, blockedBy } = sizePanels(kinds, panels)
  const counts = spreadStrata(kinds, panels, sizes)

  const dealt = panels.map(({ key }) => ({
    panel: key,
    works: [] as string[],
    strata: new Map<string | null, number>(),
  }))
  const short: PanelDeal['short'] = []
  for (const [index, { stratum, works: alike, forbidden }] of kinds.entries()) {
    let from = 0
    for (const [panel, count] of counts[index]!.entries()) {
      if (count === 0) continue
      const { works: own, strata } = dealt[panel]!
      own.push(...alike.slice(from, from + count))
      strata.set(stratum, (strata.get(stratum) ?? 0) + count)
      from += count
    }
    const isForbidden = panels.every(({ key }) => forbidden.has(key))
    const why = panels.length === 0 ? 'panels' : isForbidden ? 'conflicts' : 'capacity'
    short.push(...alike.slice(from).map((work) => ({ work, why }) as const))
  }
  const byStratum = (a: { stratum: string | null }, b: { stratum: string | null }): number =>
    compareTexts(a.stratum ?? '', b.stratum ?? '')
  return {
    panels: dealt
      .map(({ panel, works: own, strata }) => ({
        panel,
        works: own.toSorted(),
        strata: Array.from(strata, ([stratum, count]) => ({ stratum, works: count })).toSorted(byStratum),
      }))
      .toSorted((a, b) => compareTexts(a.panel, b.panel)),
    short: short.toSorted((a, b) => compareTexts(a.work, b.work)),
    blockedBy,
  }
}
