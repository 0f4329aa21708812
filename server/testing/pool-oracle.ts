import { createRequire } from 'node:module'
import { open, readProblem, type PoolInput } from '../features/rounds/solver/pool-problem.ts'

interface Highs {
  solve(model: string): { Status: string; ObjectiveValue: number; Columns: Record<string, { Primal: number }> }
}

// Loaded without its types, so that the project's types can be checked where the package is not installed.
const require = createRequire(import.meta.url)
const createHighs = require('highs') as () => Promise<Highs>
const highs = await createHighs()

/** Of the first empty place of a work, the second costs twice as much. Far above any cost of these small plans: places are filled first. */
const penalty = 1_000_000

/** The same question as a linear programme for HiGHS: how many places of works stay empty, the most first, and the least cost of the others. */
export const solveWithHighs = (input: PoolInput): { missing: number[]; cost: number } => {
  const { works, experts, bar, cost, wanted, room, settledLoad, institution, loadCost } = readProblem(input)
  const objective: string[] = []
  const rules: string[] = []
  const bounds: string[] = []
  const term = (factor: number, name: string): string => `${factor < 0 ? '-' : '+'} ${Math.abs(factor)} ${name}`
  const isOpen = (work: number, expert: number): boolean => bar[work * experts.length + expert] === open
  for (const work of works.keys()) {
    const own = [...experts.keys()].filter((expert) => isOpen(work, expert))
    for (const expert of own) {
      objective.push(term(cost[work * experts.length + expert]!, `x${work}_${expert}`))
      bounds.push(`0 <= x${work}_${expert} <= 1`)
    }
    const empty = Array.from({ length: wanted[work]! }, (_, index) => `m${work}_${index + 1}`)
    for (const [index, name] of empty.entries()) {
      objective.push(term(penalty * (index + 1), name))
      bounds.push(`0 <= ${name} <= 1`)
    }
    const places = [...own.map((expert) => `x${work}_${expert}`), ...empty]
    if (places.length > 0) rules.push(`${places.join(' + ')} = ${wanted[work]}`)
    for (const school of new Set(own.map((expert) => institution[expert]!).filter((number) => number >= 0))) {
      const colleagues = own.filter((expert) => institution[expert] === school)
      if (colleagues.length > 1) rules.push(`${colleagues.map((expert) => `x${work}_${expert}`).join(' + ')} <= 1`)
    }
  }
  for (const expert of experts.keys()) {
    const own = [...works.keys()].filter((work) => isOpen(work, expert))
    if (own.length === 0) continue
    const loads = Array.from({ length: room[expert]! }, (_, index) => index + 1)
    for (const load of loads) {
      objective.push(term(loadCost(settledLoad[expert]! + load), `z${expert}_${load}`))
      bounds.push(`0 <= z${expert}_${load} <= 1`)
    }
    const taken = own.map((work) => `x${work}_${expert}`).join(' + ')
    rules.push(`${taken} ${loads.map((load) => `- z${expert}_${load}`).join(' ')} = 0`)
  }
  // Nothing is left to decide, which HiGHS does not solve.
  if (bounds.length === 0) return { missing: [], cost: 0 }
  const named = rules.map((rule, number) => ` r${number}: ${rule}`)
  const text = ['Minimize', ` cost: ${objective.join(' ')}`, 'Subject To', ...named, 'Bounds', ...bounds, 'End']
  const solution = highs.solve(text.join('\n'))
  if (solution.Status !== 'Optimal') throw new Error(`HiGHS says ${solution.Status}`)
  const missing = [...works.keys()].map((work) => {
    const places = Array.from(
      { length: wanted[work]! },
      (_, index) => solution.Columns[`m${work}_${index + 1}`]!.Primal,
    )
    return Math.round(places.reduce((sum, place) => sum + place, 0))
  })
  const paid = missing.reduce((sum, count) => sum + (penalty * count * (count + 1)) / 2, 0)
  return {
    missing: missing.filter((count) => count > 0).toSorted((one, other) => other - one),
    cost: Math.round(solution.ObjectiveValue - paid),
  }
}
