import type { PlanningBudget } from './planning-budget.ts'
import { connectPairs } from './pool-connect.ts'
import { choosePairs } from './pool-flow.ts'
import { compareTexts } from './seeded-order.ts'
import { readProblem, settled, type Pair, type PoolInput } from './pool-problem.ts'
import { explainShortages, type Blockage, type Shortage } from './pool-shortage.ts'

export interface PlannedPair extends Pair {
  /** Fields that the expert knows, in thousandths of the work's fields. */
  fit: number
  /** `fixed`: has a finished sheet. `kept`: stood before. */
  origin: 'fixed' | 'kept' | 'new'
}

export interface PoolPlan {
  /** By work, then expert. */
  assignments: PlannedPair[]
  /** Standing ones that the plan gives up. */
  dropped: Pair[]
  /** Every expert, those without a work included. */
  loads: { expert: string; load: number }[]
  /** Lowest fit of all assignments; null if there are none. */
  worstFit: number | null
  short: Shortage[]
  /** Empty if nothing is short. */
  blockedBy: Blockage[]
  /** Whether scores of all experts can be compared: works and experts form one connected graph. */
  isConnected: boolean
  /** Exchanges that were made to connect it. */
  exchanges: number
  /** Cost of the plan, and of the cheapest one, which may be unconnected. */
  cost: number
  leastCost: number
  /** False: time ran out. It keeps every rule, but a better one may exist, and the same input may give another one. */
  isComplete: boolean
}

export interface PoolOptions {
  onProgress?: ((news: PoolProgress) => void) | undefined
  budget?: PlanningBudget | undefined
}

export type PoolProgress =
  | { stage: 'solving'; round: number; filled: number; places: number }
  | { stage: 'connecting' | 'explaining' }

/** Of the budget; the rest is for connecting what was chosen. */
const shareOfSolving = 0.8

const byPair = (a: Pair, b: Pair): number => compareTexts(a.work, b.work) || compareTexts(a.expert, b.expert)

/**
 * Assigns works to experts: as many places as possible are filled, those that stay empty are spread over the works, and of all ways to
 * do so the one is taken that costs least (fit of fields, even loads, few changes; the seed decides among equals). The same input and seed give
 * the same plan; the order of works and experts in the input does not matter. At the end of the budget the best plan so far is taken.
 */
export const planPool = (input: PoolInput, { onProgress, budget }: PoolOptions = {}): PoolPlan => {
  const problem = readProblem(input)
  const { works, experts, bar, fit, isStanding, wanted } = problem
  const places = wanted.reduce((sum, count) => sum + count, 0)
  const choice = choosePairs(problem, {
    onProgress:
      onProgress && (({ round, unmet }) => onProgress({ stage: 'solving', round, filled: places - unmet, places })),
    isSpent: budget && (() => budget.isSpent(shareOfSolving)),
  })
  onProgress?.({ stage: 'explaining' })
  const { short, blockedBy } = explainShortages(problem, choice)
  onProgress?.({ stage: 'connecting' })
  const isSpent = (): boolean => budget?.isSpent(1) ?? false
  const { isConnected, exchanges, extraCost } = connectPairs(problem, choice.isChosen, isSpent)

  const assignments: PlannedPair[] = []
  const dropped: Pair[] = []
  const loads = experts.map(({ key }) => ({ expert: key, load: 0 }))
  for (const [place, reason] of bar.entries()) {
    const expert = place % experts.length
    const pair = { work: works[Math.floor(place / experts.length)]!.key, expert: experts[expert]!.key }
    const isChosen = choice.isChosen[place] === 1
    if (isChosen || reason === settled) {
      const origin = reason === settled ? 'fixed' : isStanding[place] === 1 ? 'kept' : 'new'
      assignments.push({ ...pair, fit: fit[place]!, origin })
      loads[expert]!.load += 1
    } else if (isStanding[place] === 1) dropped.push(pair)
  }
  return {
    assignments: assignments.toSorted(byPair),
    dropped: dropped.toSorted(byPair),
    loads: loads.toSorted((a, b) => compareTexts(a.expert, b.expert)),
    worstFit: assignments.length === 0 ? null : assignments.reduce((least, pair) => Math.min(least, pair.fit), 1_000),
    short: short.toSorted((a, b) => compareTexts(a.work, b.work)),
    blockedBy,
    isConnected,
    exchanges,
    cost: choice.cost + extraCost,
    leastCost: choice.cost,
    isComplete: choice.isProven && (isConnected || !isSpent()),
  }
}
