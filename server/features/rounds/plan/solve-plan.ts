import type { EntryId, PanelId, ReviewerId } from '@lectern/contract/ids.ts'
import { dealPanels, type PanelDeal } from '../solver/panel-plan.ts'
import { planPool, type PoolOptions } from '../solver/pool-plan.ts'
import type { PoolInput } from '../solver/pool-problem.ts'
import { compareTexts, inSeededOrder } from '../solver/seeded-order.ts'
import type { PlanExpert, PlanInput, PlanPair, StandingAssignment } from './plan-input.ts'
import type { ShortReason, SolvedPlan } from './plan-values.ts'

const keyOf = ({ entry, reviewer }: PlanPair): string => `${entry} ${reviewer}`

const byPair = (one: PlanPair, other: PlanPair): number => compareTexts(keyOf(one), keyOf(other))

/** Pairs that no plan may choose: conflicts, what was given back, and what somebody has as an additional expert. */
const forbiddenPairs = ({ conflicts, ended, standing }: PlanInput): PlanPair[] => [
  ...conflicts,
  ...ended,
  ...standing.filter(({ isThird }) => isThird),
]

const countBy = <Item>(items: readonly Item[], key: (item: Item) => string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1)
  return counts
}

/** How many of these assignments suit the fields of their works; works without fields do not count. */
const measureFit = ({ works, experts }: PlanInput, pairs: readonly PlanPair[]): SolvedPlan['fit'] => {
  const fieldsOfWork = new Map(works.map(({ id, fields }) => [id, fields]))
  const fieldsOfExpert = new Map(experts.map(({ id, fields }) => [id, new Set<string>(fields)]))
  if (works.every(({ fields }) => fields.length === 0)) return null
  const fit = { none: 0, part: 0, full: 0 }
  for (const { entry, reviewer } of pairs) {
    const wanted = fieldsOfWork.get(entry) ?? []
    if (wanted.length === 0) continue
    const matches = wanted.filter((field) => fieldsOfExpert.get(reviewer)?.has(field)).length
    fit[matches === 0 ? 'none' : matches < wanted.length ? 'part' : 'full'] += 1
  }
  return fit
}

/** The problem of a pool as the solver knows it. */
export const poolProblem = (input: PlanInput, seed: string): PoolInput => {
  const { works, experts, standing, perWork } = input
  const thirds = countBy(
    standing.filter(({ isThird, isKept }) => isThird && !isKept),
    ({ reviewer }) => reviewer,
  )
  return {
    works: works.map(({ id, fields }) => ({ key: id, fields })),
    experts: experts.map(({ id, institution, fields, isAccepted, limit }) => ({
      key: id,
      institution,
      fields,
      maxLoad: isAccepted ? limit : 0,
      held: thirds.get(id) ?? 0,
    })),
    forbidden: forbiddenPairs(input).map(({ entry, reviewer }) => ({ work: entry, expert: reviewer })),
    standing: standing
      .filter(({ isThird }) => !isThird)
      .map(({ entry, reviewer, isFinished, isKept }) => ({
        work: entry,
        expert: reviewer,
        isFixed: isFinished || isKept,
      })),
    perWork,
    seed,
  }
}

const solvePool = (input: PlanInput, seed: string, options: PoolOptions): SolvedPlan => {
  const plan = planPool(poolProblem(input, seed), options)
  const keptKeys = new Set(input.standing.filter(({ isKept }) => isKept).map(keyOf))
  const chosen = plan.assignments
    .map(({ work, expert }) => ({ entry: work as EntryId, reviewer: expert as ReviewerId }))
    .filter((pair) => !keptKeys.has(keyOf(pair)))
  const thirds = input.standing.filter(({ isThird, isKept }) => isThird && !isKept)
  return {
    assignments: [...chosen, ...thirds.map(({ entry, reviewer }) => ({ entry, reviewer }))].toSorted(byPair),
    panels: [],
    short: plan.short.map(({ work, missing, why }) => ({ entry: work as EntryId, missing, why })),
    blocked: plan.blockedBy.map(({ works, experts, wanted, available }) => ({
      works: works.length,
      experts: experts as ReviewerId[],
      panels: [],
      wanted,
      available,
    })),
    fit: measureFit(input, chosen),
    isConnected: plan.isConnected,
    isComplete: plan.isComplete,
  }
}

/** The accepted experts of each panel that has any. */
const membersOf = ({ panels, experts }: PlanInput): Map<PanelId, PlanExpert[]> => {
  const members = new Map(
    panels.map((id) => [id, experts.filter(({ panel, isAccepted }) => isAccepted && panel === id)]),
  )
  return new Map([...members].filter(([, list]) => list.length > 0))
}

/** Everybody in a panel judges each of its works, so the panel can take what the busiest member can take. */
const roomOf = (members: readonly PlanExpert[], thirds: ReadonlyMap<string, number>): number =>
  Math.max(0, Math.min(...members.map(({ id, limit }) => limit - (thirds.get(id) ?? 0))))

const dealWorks = (input: PlanInput, seed: string, members: ReadonlyMap<PanelId, readonly PlanExpert[]>): PanelDeal => {
  const panels = [...members.keys()]
  const thirds = countBy(
    input.standing.filter(({ isThird, isKept }) => isThird && !isKept),
    ({ reviewer }) => reviewer,
  )
  const conflicts = new Set(input.conflicts.map(keyOf))
  const pinned = (panel: PanelId | null): boolean => input.isSeen && panel !== null && members.has(panel)
  /** Of the panels in which somebody may judge the work, only those with the fewest conflicts. */
  const forbiddenFor = (entry: EntryId): PanelId[] => {
    const counts = panels.map((panel) => {
      const all = members.get(panel)!
      const count = all.filter(({ id }) => conflicts.has(keyOf({ entry, reviewer: id }))).length
      return count < all.length ? count : Infinity
    })
    const fewest = Math.min(...counts)
    return panels.filter((_, index) => counts[index] === Infinity || counts[index]! > fewest)
  }
  const fixed = countBy(
    input.works.filter(({ panel }) => pinned(panel)),
    ({ panel }) => panel!,
  )
  return dealPanels({
    works: input.works.map(({ id, province, panel }) => ({
      key: id,
      stratum: province,
      forbiddenPanels: pinned(panel) ? panels.filter((other) => other !== panel) : forbiddenFor(id),
    })),
    panels: panels.map((key) => ({
      key,
      maxWorks: Math.max(roomOf(members.get(key)!, thirds), fixed.get(key) ?? 0),
    })),
    seed,
  })
}

/** What stays whatever the plan says: finished sheets, and additional experts. */
const stays = ({ isFinished, isThird, isKept }: StandingAssignment): boolean => !isKept && (isFinished || isThird)

const solvePanels = (input: PlanInput, seed: string): SolvedPlan => {
  const members = membersOf(input)
  const deal = dealWorks(input, seed, members)
  const conflicts = new Set(input.conflicts.map(keyOf))
  const ended = new Set(input.ended.map(keyOf))
  const standing = new Map(input.standing.map((one) => [keyOf(one), one]))
  const dealtBefore = new Set<string>(
    input.works.filter(({ panel }) => input.isSeen && panel !== null).map(({ id }) => id),
  )
  const chosen = new Map<string, PlanPair>()
  const loads = new Map<ReviewerId, number>()
  const choose = (pair: PlanPair): void => {
    if (chosen.has(keyOf(pair))) return
    chosen.set(keyOf(pair), pair)
    loads.set(pair.reviewer, (loads.get(pair.reviewer) ?? 0) + 1)
  }
  for (const { entry, reviewer } of input.standing.filter(stays)) choose({ entry, reviewer })
  const short: SolvedPlan['short'] = deal.short.map(({ work, why }) => ({ entry: work as EntryId, missing: 1, why }))
  const panels: SolvedPlan['panels'] = []
  for (const { panel, works } of deal.panels) {
    const all = members.get(panel as PanelId)!
    // Where a member is full, what they have stays and what is new goes without them.
    const ordered = inSeededOrder(
      works.map((work) => ({ key: work })),
      seed,
    ).toSorted((one, other) => Number(dealtBefore.has(other.key)) - Number(dealtBefore.has(one.key)))
    for (const { key } of ordered) {
      const entry = key as EntryId
      panels.push({ entry, panel: panel as PanelId })
      const missing = new Map<ShortReason, number>()
      const miss = (why: ShortReason): void => void missing.set(why, (missing.get(why) ?? 0) + 1)
      for (const { id: reviewer, limit } of all) {
        const name = keyOf({ entry, reviewer })
        if (chosen.has(name) || standing.get(name)?.isKept) continue
        if (conflicts.has(name)) miss('panelConflicts')
        else if (ended.has(name)) miss('declined')
        else if ((loads.get(reviewer) ?? 0) >= limit) miss('load')
        else choose({ entry, reviewer })
      }
      for (const [why, count] of missing) short.push({ entry, missing: count, why })
    }
  }
  const assignments = [...chosen.values()].toSorted(byPair)
  const { blockedBy } = deal
  return {
    assignments,
    panels: panels.toSorted((one, other) => compareTexts(one.entry, other.entry)),
    short: short.toSorted((one, other) => compareTexts(one.entry, other.entry)),
    blocked: blockedBy
      ? [
          {
            works: blockedBy.works.length,
            experts: [],
            panels: blockedBy.panels as PanelId[],
            wanted: blockedBy.works.length,
            available: blockedBy.available,
          },
        ]
      : [],
    fit: measureFit(input, assignments),
    isConnected: deal.panels.filter(({ works }) => works.length > 0).length <= 1,
    isComplete: true,
  }
}

/** Who judges what. The same input and seed give the same plan. */
export const solvePlan = (input: PlanInput, seed: string, options: PoolOptions = {}): SolvedPlan => {
  // Nobody has seen what was planned before the round opened: it is planned anew.
  const problem: PlanInput = input.isSeen ? input : { ...input, standing: [], ended: [] }
  return input.mode === 'pool' ? solvePool(problem, seed, options) : solvePanels(problem, seed)
}
