import { inSeededOrder, pairNumber, seededNumber } from './seeded-order.ts'

export interface PoolWork {
  key: string
  fields: readonly string[]
}

export interface PoolExpert {
  key: string
  /** Experts of one institution never get the same work. */
  institution: string | null
  fields: readonly string[]
  maxLoad: number
  /** Works that the expert has besides those of the input. They count as load. */
  held?: number
}

export interface Pair {
  work: string
  expert: string
}

export interface StandingPair extends Pair {
  /** Has a finished sheet: it stays, whatever the rules say now. */
  isFixed: boolean
}

/** How much the aims count against each other. */
export interface PoolWeights {
  /** An expert who knows none of a work's fields. */
  fit: number
  /** The work that brings an expert to the even share; the one at twice the share costs twice as much. */
  balance: number
  /** A standing assignment that is dropped. */
  change: number
  /** The seed decides among plans that differ by less than this for each place. */
  ties: number
}

export interface PoolInput {
  works: readonly PoolWork[]
  experts: readonly PoolExpert[]
  /** Conflicts. Pairs of unknown works or experts are ignored, here and in `standing`. */
  forbidden: readonly Pair[]
  standing: readonly StandingPair[]
  perWork: number
  seed: string
  weights?: Partial<PoolWeights>
}

/**
 * So that a whole mismatch of fields is worth a quarter of the even share: an expert of the field gets that many more
 * works than others before one goes to somebody from outside it. What stands is not moved for a better fit alone.
 */
export const usualWeights: PoolWeights = { fit: 1_000, balance: 4_000, change: 2_000, ties: 20 }

/** Why a pair cannot be chosen. */
export const open = 0
export const conflicting = 1
/** The expert already has the work, with a finished sheet. */
export const settled = 2
/** Somebody of the expert's institution has a finished sheet on the work. */
export const institutionSettled = 3

/** The input with numbers instead of keys, in an order that depends on keys and seed only. */
export interface PoolProblem {
  works: readonly PoolWork[]
  experts: readonly PoolExpert[]
  /** By work and expert, as `work * experts.length + expert`. */
  bar: Uint8Array
  cost: Int32Array
  isStanding: Uint8Array
  /** Fields in common, in thousandths of the work's fields. */
  fit: Int16Array
  /** Places of each work beyond its finished sheets. */
  wanted: Int32Array
  /** Works that each expert can still take. */
  room: Int32Array
  /** What each expert has already: finished sheets, and works outside the input. */
  settledLoad: Int32Array
  /** Number of the institution, -1 for none. */
  institution: Int32Array
  institutionCount: number
  /** Cost of the work that brings an expert to this load. Never falls. */
  loadCost: (load: number) => number
}

const numbersOf = (items: readonly { key: string }[]): Map<string, number> => {
  const numbers = new Map(items.map(({ key }, number) => [key, number]))
  if (numbers.size < items.length) throw new Error('Two works or two experts have the same key')
  return numbers
}

const measureFit = (works: readonly PoolWork[], experts: readonly PoolExpert[]): Int16Array => {
  const expertsOf = new Map<string, number[]>()
  for (const [expert, { fields }] of experts.entries())
    for (const field of new Set(fields)) expertsOf.set(field, [...(expertsOf.get(field) ?? []), expert])
  const fit = new Int16Array(works.length * experts.length)
  for (const [work, { fields }] of works.entries()) {
    const own = new Set(fields)
    const row = fit.subarray(work * experts.length, (work + 1) * experts.length)
    if (own.size === 0) row.fill(1_000)
    for (const field of own) for (const expert of expertsOf.get(field) ?? []) row[expert]! += 1
    if (own.size > 0)
      for (const [expert, common] of row.entries()) row[expert] = Math.round((1_000 * common) / own.size)
  }
  return fit
}

const numberInstitutions = (experts: readonly PoolExpert[]): { institution: Int32Array; institutionCount: number } => {
  const numbers = new Map<string, number>()
  const institution = Int32Array.from(experts, ({ institution: key }) => {
    if (key === null) return -1
    if (!numbers.has(key)) numbers.set(key, numbers.size)
    return numbers.get(key)!
  })
  return { institution, institutionCount: numbers.size }
}

export const readProblem = (input: PoolInput): PoolProblem => {
  const { forbidden, standing, perWork, seed } = input
  const weights = { ...usualWeights, ...input.weights }
  const works = inSeededOrder(input.works, seed)
  const experts = inSeededOrder(input.experts, seed)
  const workNumbers = numbersOf(works)
  const expertNumbers = numbersOf(experts)
  const size = works.length * experts.length
  const { institution, institutionCount } = numberInstitutions(experts)

  const bar = new Uint8Array(size)
  const isStanding = new Uint8Array(size)
  const wanted = new Int32Array(works.length).fill(perWork)
  const settledLoad = Int32Array.from(experts, ({ held = 0 }) => held)
  const locate = (pair: Pair): { work: number; expert: number; place: number } | undefined => {
    const work = workNumbers.get(pair.work)
    const expert = expertNumbers.get(pair.expert)
    if (work === undefined || expert === undefined) return undefined
    return { work, expert, place: work * experts.length + expert }
  }
  for (const pair of forbidden) {
    const place = locate(pair)
    if (place) bar[place.place] = conflicting
  }
  for (const pair of standing) {
    const position = locate(pair)
    if (!position) continue
    const { work, expert, place } = position
    isStanding[place] = 1
    if (!pair.isFixed || bar[place] === settled) continue
    bar[place] = settled
    wanted[work] = Math.max(0, wanted[work]! - 1)
    settledLoad[expert]! += 1
    if (institution[expert]! < 0) continue
    for (let other = 0; other < experts.length; other += 1) {
      const beside = work * experts.length + other
      if (institution[other] === institution[expert] && bar[beside] === open) bar[beside] = institutionSettled
    }
  }
  const room = Int32Array.from(experts, ({ maxLoad }, expert) =>
    Math.min(works.length, Math.max(0, maxLoad - settledLoad[expert]!)),
  )

  const fit = measureFit(works, experts)
  const workSeeds = works.map(({ key }) => seededNumber(seed, key))
  const expertSeeds = experts.map(({ key }) => seededNumber(seed, key))
  const cost = new Int32Array(size)
  for (let work = 0, place = 0; work < works.length; work += 1) {
    for (let expert = 0; expert < experts.length; expert += 1, place += 1) {
      const mismatch = Math.round((weights.fit * (1_000 - fit[place]!)) / 1_000)
      const tie = pairNumber(workSeeds[work]!, expertSeeds[expert]!, Math.max(1, weights.ties))
      cost[place] = mismatch + tie - (isStanding[place] === 1 ? weights.change : 0)
    }
  }

  const able = experts.filter(({ maxLoad }) => maxLoad > 0).length
  const share = Math.max(1, Math.ceil((works.length * perWork) / Math.max(1, able)))
  const loadCost = (load: number): number => Math.round((weights.balance * load) / share)
  return {
    works,
    experts,
    bar,
    cost,
    isStanding,
    fit,
    wanted,
    room,
    settledLoad,
    institution,
    institutionCount,
    loadCost,
  }
}
