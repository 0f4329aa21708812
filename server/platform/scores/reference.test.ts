import { expect, test } from 'vitest'
import { randomSeed, repetitions } from '@lectern/contract/testing/repetitions.ts'
import type { AggregateMethod, ScoreInput, ScoreRules, TieRule } from './score-input.ts'
import { settle } from './settle.ts'

// The rules once more, naively and with exact fractions, without anything of the program.

class Fraction {
  readonly top: bigint
  readonly bottom: bigint
  constructor(top: bigint, bottom = 1n) {
    const divide = (a: bigint, b: bigint): bigint => (b === 0n ? a : divide(b, a % b))
    let common = divide(top, bottom)
    if (common < 0n !== bottom < 0n) common = -common
    this.top = top / common
    this.bottom = bottom / common
  }
  plus = (other: Fraction): Fraction =>
    new Fraction(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom)
  times = (other: Fraction): Fraction => new Fraction(this.top * other.top, this.bottom * other.bottom)
  minus = (other: Fraction): Fraction => this.plus(new Fraction(-other.top, other.bottom))
  over = (other: Fraction): Fraction => new Fraction(this.top * other.bottom, this.bottom * other.top)
  floor = (): number => {
    const whole = this.top / this.bottom
    return Number(this.top < 0n && whole * this.bottom !== this.top ? whole - 1n : whole)
  }
}

const fraction = (top: number | bigint, bottom: number | bigint = 1n): Fraction =>
  new Fraction(BigInt(top), BigInt(bottom))
const sum = (list: Fraction[]): Fraction => list.reduce((a, b) => a.plus(b), fraction(0))
const mean = (list: Fraction[]): Fraction => sum(list).over(fraction(list.length))
const rounded = (value: Fraction): number => value.plus(fraction(1, 2)).floor()

const exactAggregate = (values: number[], method: AggregateMethod): Fraction => {
  const sorted = [...values].sort((a, b) => a - b)
  if (method === 'median') {
    while (sorted.length > 2) {
      sorted.shift()
      sorted.pop()
    }
  }
  if (method === 'trimmed' && sorted.length > 4) {
    sorted.shift()
    sorted.pop()
  }
  return mean(sorted.map((value) => fraction(value)))
}

const totalOf = (sheet: ScoreInput['sheets'][number]): number => Object.values(sheet.points).reduce((a, b) => a + b, 0)

const random = ((state) => (): number => {
  state.seed = (state.seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(state.seed ^ (state.seed >>> 15), 1 | state.seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
})({ seed: randomSeed })
const below = (count: number): number => Math.floor(random() * count)

const criteria = [
  { id: 'idea', max: 6000 },
  { id: 'form', max: 4000 },
]
const tieLists: TieRule[][] = [
  [],
  [{ by: 'criterion', criterion: 'idea' }],
  [{ by: 'median' }, { by: 'criterion', criterion: 'form' }],
  [{ by: 'criterion', criterion: 'form' }, { by: 'median' }, { by: 'chair' }],
]

/** A panel in which everybody scores every work. Few different points make many ties. */
const panelOf = (works: number, experts: number, rules: Partial<ScoreRules>): ScoreInput => {
  const [step, choices] = [[1, 50, 100][below(3)]!, [1, 2, 4, 30][below(4)]!]
  const points = (): number => 1000 + below(choices) * step
  const names = Array.from({ length: works }, (_, at) => `w${at}`)
  return {
    rules: { criteria, aggregate: 'mean', calibration: 'none', ties: tieLists[below(4)]!, discrepancy: 100, ...rules },
    works: names.map((key) => ({ key, excluded: false })),
    sheets: names.flatMap((work) =>
      Array.from({ length: experts }, (_, expert) => ({
        key: `${work}-e${expert}`,
        work,
        expert: `e${expert}`,
        points: { idea: points(), form: points() },
      })),
    ),
    chair: random() < 0.3 ? [] : [{ id: 'one', works: names.toSorted(() => random() - 0.5).slice(0, 2 + below(2)) }],
  }
}

interface Expected {
  work: string
  score: number
  keys: number[]
}

const keysWithoutChair = ({ rules, sheets }: ScoreInput, work: string): number[] => {
  const own = sheets.filter((sheet) => sheet.work === work)
  return rules.ties.map((rule) => {
    if (rule.by === 'chair') return -Infinity
    if (rule.by === 'median') return rounded(exactAggregate(own.map(totalOf), 'median'))
    const points = own.map((sheet) => sheet.points[rule.criterion]!)
    return rounded(exactAggregate(points, rules.aggregate))
  })
}

/** The chair's order counts if it names all works that are tied where it is asked for, and no other one. */
const withChair = ({ rules, chair }: ScoreInput, works: Expected[]): Expected[] => {
  const at = rules.ties.findIndex(({ by }) => by === 'chair')
  const [order] = chair
  if (at < 0 || !order) return works
  const before = ({ score, keys }: Expected): string => [score, ...keys.slice(0, at)].join()
  return works.map((work) => {
    const tied = works.filter((other) => before(other) === before(work)).map((other) => other.work)
    const isExact = tied.toSorted().join() === order.works.toSorted().join()
    return isExact ? { ...work, keys: work.keys.with(at, -order.works.indexOf(work.work)) } : work
  })
}

const isBetter = (a: Expected, b: Expected): boolean => {
  const [mine, others] = [
    [a.score, ...a.keys],
    [b.score, ...b.keys],
  ]
  const at = mine.findIndex((value, index) => value !== others[index])
  return at >= 0 && mine[at]! > others[at]!
}

const expectedRanks = (works: Expected[]): unknown =>
  works
    .map((work) => [work.work, work.score, 1 + works.filter((other) => isBetter(other, work)).length] as const)
    .sort((a, b) => a[2] - b[2] || (a[0] < b[0] ? -1 : 1))

const settledRanks = (input: ScoreInput): unknown => {
  const settled = settle(input)
  return settled.problems ?? settled.rows.map(({ work, score, rank }) => [work, score, rank])
}

test(`scores and ranks of random panels of one to nine experts are those of exact fractions (seed ${randomSeed})`, () => {
  for (let panel = 0; panel < repetitions(1_000, 10_000, 10_000); panel += 1) {
    const aggregate = (['mean', 'trimmed', 'median'] as const)[panel % 3]!
    const input = panelOf(1 + below(5), 1 + (panel % 9), { aggregate })
    const works = input.works.map(({ key }) => {
      const totals = input.sheets.filter(({ work }) => work === key).map(totalOf)
      return { work: key, score: rounded(exactAggregate(totals, aggregate)), keys: keysWithoutChair(input, key) }
    })
    expect(JSON.stringify(settledRanks(input))).toBe(JSON.stringify(expectedRanks(withChair(input, works))))
  }
})

/** How near to a half a figure counts as a half, and how exact adjusted figures must be at least. */
const [nearHalf, tolerance] = [fraction(1, 10_000), fraction(1, 20_000)]

/** Adjusted figures are not exact: they may be wrong by the tolerance, no more. */
const possibleScores = (exact: Fraction): number[] =>
  [exact.plus(nearHalf).minus(tolerance), exact.plus(nearHalf).plus(tolerance)].map((value) =>
    Math.min(10_000, Math.max(0, rounded(value))),
  )

/** Solves the linear equations of the least squares: one line for each work and expert. Gives the bias of each expert. */
const exactBiases = ({ works: all, sheets: given }: ScoreInput): Map<string, Fraction> => {
  const sheets = given.filter(({ expert }) => given.filter((other) => other.expert === expert).length >= 5)
  const works = all.filter(({ key }) => sheets.some(({ work }) => work === key))
  const names = [...works.map(({ key }) => key), ...new Set(sheets.map(({ expert }) => expert))]
  const lines = names.map((name) => {
    const own = sheets.filter(({ work, expert }) => work === name || expert === name)
    const isExpert = own[0]!.expert === name
    const line = names.map((other) =>
      fraction(
        other === name
          ? own.length + (isExpert ? 1 : 0)
          : own.filter(({ work, expert }) => (isExpert ? work : expert) === other).length,
      ),
    )
    return [...line, fraction(own.map(totalOf).reduce((a, b) => a + b, 0))]
  })
  for (let at = 0; at < lines.length; at += 1) {
    const pivot = lines.findIndex((line, index) => index >= at && line[at]!.top !== 0n)
    ;[lines[at], lines[pivot]] = [lines[pivot]!, lines[at]!]
    const divisor = lines[at]![at]!
    lines[at] = lines[at]!.map((value) => value.over(divisor))
    for (let other = 0; other < lines.length; other += 1) {
      const factor = lines[other]![at]!
      if (other === at || factor.top === 0n) continue
      lines[other] = lines[other]!.map((value, column) => value.minus(factor.times(lines[at]![column]!)))
    }
  }
  return new Map(names.map((name, at) => [name, lines[at]!.at(-1)!]).slice(works.length) as [string, Fraction][])
}

/** The mean of total − bias; the bias of an expert with fewer than five sheets is 0. */
const exactScores = (input: ScoreInput): Map<string, Fraction> => {
  const biases = exactBiases(input)
  return new Map(
    input.works.map(({ key }) => {
      const own = input.sheets.filter(({ work }) => work === key)
      return [key, mean(own.map((sheet) => fraction(totalOf(sheet)).minus(biases.get(sheet.expert) ?? fraction(0))))]
    }),
  )
}

test(`calibrated scores are those of the exact least squares (seed ${randomSeed})`, () => {
  for (let round = 0; round < repetitions(15, 150, 150); round += 1) {
    const full = panelOf(6 + below(3), 2 + below(3), { calibration: 'additive' })
    // Some sheets are missing, as in a pool; and one expert has up to five, as one who gave a third opinion.
    const extra = Array.from({ length: below(6) }, (_, at) => ({
      ...full.sheets.find(({ work }) => work === `w${at}`)!,
      key: `w${at}-third`,
      expert: 'third',
      points: { idea: below(6_001), form: below(4_001) },
    }))
    const input = {
      ...full,
      sheets: [...full.sheets.filter(({ key }) => key !== 'w0-e1' && key !== 'w1-e0'), ...extra],
    }
    const result = settle(input)
    if (result.problems) throw new Error('the round cannot be calibrated')
    const exact = exactScores(input)
    expect(result.uncalibrated).toEqual(extra.length > 0 && extra.length < 5 ? ['third'] : [])
    for (const { work, score } of result.rows) expect(possibleScores(exact.get(work)!)).toContain(score)
  }
})

/** A square root to thirty digits. */
const root = (square: bigint): Fraction => {
  const scale = 10n ** 30n
  let [low, high] = [0n, square * scale + 1n]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (middle * middle <= square * scale * scale) low = middle
    else high = middle
  }
  return fraction(low, scale)
}

/** T-scores of an expert, by total. */
const exactTScores = (totals: number[]): ((total: number) => Fraction) => {
  const middle = mean(totals.map((value) => fraction(value)))
  const variance = mean(totals.map((value) => fraction(value).minus(middle).times(fraction(value).minus(middle))))
  if (variance.top === 0n) return () => fraction(5000)
  const factor = fraction(1000).times(root(variance.bottom)).over(root(variance.top))
  return (total) => fraction(5000).plus(fraction(total).minus(middle).times(factor))
}

test(`T-scores are those of thirty digits; with all totals equal they are 50 (seed ${randomSeed})`, () => {
  let equal = 0
  for (let panel = 0; panel < repetitions(50, 500, 500); panel += 1) {
    const input = panelOf(1 + below(5), 1 + (panel % 9), { calibration: 'tScores' })
    const settled = settle(input)
    if (settled.problems) throw new Error('T-scores are never refused')
    expect(settled.warnings).toEqual(['tScores'])
    const experts = new Set(input.sheets.map(({ expert }) => expert))
    const scoresOf = new Map(
      [...experts].map((name) => [
        name,
        exactTScores(input.sheets.filter(({ expert }) => expert === name).map(totalOf)),
      ]),
    )
    for (const { work, score } of settled.rows) {
      const own = input.sheets.filter((sheet) => sheet.work === work)
      const exact = mean(own.map((sheet) => scoresOf.get(sheet.expert)!(totalOf(sheet))))
      expect(possibleScores(exact)).toContain(score)
    }
    if (new Set(input.sheets.map(totalOf)).size > 1) continue
    equal += 1
    for (const { score } of settled.rows) expect(score).toBe(5000)
  }
  expect(equal).toBeGreaterThan(repetitions(0, 50, 50))
})
