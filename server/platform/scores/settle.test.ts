import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@lectern/contract/testing/repetitions.ts'
import { calibrations, scoreInputText, aggregateMethods, type ScoreInput, type ScoreRules } from './score-input.ts'
import { settle, type Settled } from './settle.ts'

const criteria = [
  { id: 'idea', max: 6000 },
  { id: 'form', max: 4000 },
]
const rules: ScoreRules = { criteria, aggregate: 'mean', calibration: 'none', ties: [], discrepancy: 1500 }

const settled = (input: ScoreInput): Settled => {
  const result = settle(input)
  if (result.problems) throw new Error('refused')
  return result
}

test('a round is settled with everything that explains it', () => {
  const points: [string, string, number, number][] = [
    ['a', 'e1', 5000, 3000],
    ['a', 'e2', 4000, 2450],
    ['b', 'e1', 4500, 3000],
    ['b', 'e2', 4225, 2725],
    ['x', 'e1', 6000, 4000],
  ]
  const input: ScoreInput = {
    rules: { ...rules, ties: [{ by: 'criterion', criterion: 'form' }, { by: 'chair' }] },
    works: ['c', 'b', 'a', 'x'].map((key) => ({ key, excluded: key === 'x' })),
    sheets: points.map(([work, expert, idea, form]) => ({
      key: `${work}-${expert}`,
      work,
      expert,
      points: { idea, form },
    })),
    chair: [],
  }
  expect(settled(input)).toEqual({
    rows: [
      {
        work: 'b',
        score: 7225,
        rank: 1,
        isExcluded: false,
        criteria: { idea: 4363, form: 2863 },
        median: 7225,
        tieKeys: [2863, null],
        used: ['b-e1', 'b-e2'],
        dropped: [],
        range: 550,
        isDiscrepant: false,
        needsThird: false,
      },
      {
        work: 'a',
        score: 7225,
        rank: 2,
        isExcluded: false,
        criteria: { idea: 4500, form: 2725 },
        median: 7225,
        tieKeys: [2725, null],
        used: ['a-e1', 'a-e2'],
        dropped: [],
        range: 1550,
        isDiscrepant: true,
        needsThird: true,
      },
      {
        work: 'c',
        score: null,
        rank: null,
        isExcluded: false,
        criteria: { idea: null, form: null },
        median: null,
        tieKeys: [null, null],
        used: [],
        dropped: [],
        range: null,
        isDiscrepant: false,
        needsThird: false,
      },
      {
        work: 'x',
        score: 10_000,
        rank: null,
        isExcluded: true,
        criteria: { idea: 6000, form: 4000 },
        median: 10_000,
        tieKeys: [4000, null],
        used: ['x-e1'],
        dropped: [],
        range: 0,
        isDiscrepant: false,
        needsThird: false,
      },
    ],
    chairTies: [],
    experts: [],
    uncalibrated: [],
    warnings: [],
  })
})

const sheet = { key: 's', work: 'a', expert: 'e', points: { idea: 1, form: 2 } }
const one: ScoreInput = { rules, works: [{ key: 'a', excluded: false }], sheets: [sheet], chair: [] }

test('a sheet that nobody can have submitted is an error', () => {
  const withPoints = (points: Record<string, number>): ScoreInput => ({ ...one, sheets: [{ ...sheet, points }] })
  expect(() => settle(withPoints({ idea: 1 }))).toThrow('incomplete')
  expect(() => settle(withPoints({ idea: 6001, form: 2 }))).toThrow('impossible points for idea')
  expect(() => settle(withPoints({ idea: 0.5, form: 2 }))).toThrow('impossible points for idea')
  expect(() => settle(withPoints({ idea: 1, form: -1 }))).toThrow('impossible points for form')
  expect(() => settle({ ...one, works: [] })).toThrow('unknown work')
  expect(() => settle({ ...one, sheets: [sheet, sheet] })).toThrow('sheet is named twice')
  expect(() => settle({ ...one, works: [...one.works, ...one.works] })).toThrow('work is named twice')
})

test('a round that cannot be calibrated says why', () => {
  const works = Array.from({ length: 10 }, (_, at) => ({ key: `w${at}`, excluded: false }))
  const sheets = works.map(({ key }, at) => ({ ...sheet, key: `s${at}`, work: key, expert: at < 5 ? 'e' : 'f' }))
  const { problems } = settle({ ...one, works, sheets, rules: { ...rules, calibration: 'additive' } })
  expect(problems?.map(({ problem }) => problem)).toEqual(['disconnected'])
})

test('the points of experts with too few sheets count as they are, and these experts are named', () => {
  const result = settled({ ...one, rules: { ...rules, calibration: 'additive' } })
  expect([result.uncalibrated, result.experts]).toEqual([['e'], [{ expert: 'e', bias: 0 }]])
  expect(result.rows).toEqual(settled(one).rows)
})

test('the text of an input is canonical', () => {
  expect(scoreInputText(one)).toBe(
    '{"arithmetic":2,"chair":[],"rules":{"aggregate":"mean","calibration":"none","criteria":[{"id":"idea","max":6000},' +
      '{"id":"form","max":4000}],"discrepancy":1500,"ties":[]},"sheets":[{"expert":"e","key":"s","points":{"form":2,"idea":1},' +
      '"work":"a"}],"works":[{"excluded":false,"key":"a"}]}',
  )
})

// Few different points, and often the same total: works are often equal.
const steps = (most: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: most }).map((count) => count * 50)
const somePoints = fc.oneof(
  fc.record({ idea: steps(5).map((more) => 3000 + more), form: steps(3).map((more) => 2000 + more) }),
  steps(5).map((more) => ({ idea: 3000 + more, form: 2250 - more })),
)
const tieLists = fc.subarray<ScoreRules['ties'][number]>([
  { by: 'criterion', criterion: 'form' },
  { by: 'median' },
  { by: 'chair' },
])

/** Rounds in which some sheets are missing, or none. */
const rounds = ({ isFull }: { isFull: boolean }): fc.Arbitrary<ScoreInput> =>
  fc
    .record({
      works: fc.integer({ min: isFull ? 5 : 2, max: 8 }),
      experts: fc.integer({ min: 1, max: 7 }),
      aggregate: fc.constantFrom(...aggregateMethods),
      ties: tieLists,
    })
    .chain(({ works, experts, aggregate, ties }) => {
      const names = Array.from({ length: works }, (_, at) => `w${at}`)
      const pairs = names.flatMap((work) => Array.from({ length: experts }, (_, at) => ({ work, expert: `e${at}` })))
      return fc.record({
        rules: fc.constant({ ...rules, aggregate, ties }),
        works: fc.constant(names.map((key) => ({ key, excluded: false }))),
        sheets: fc
          .tuple(
            isFull ? fc.constant(pairs) : fc.subarray(pairs, { minLength: 1 }),
            fc.array(somePoints, { minLength: pairs.length, maxLength: pairs.length }),
          )
          .map(([some, points]) =>
            some.map(({ work, expert }, at) => ({ key: `${work}-${expert}`, work, expert, points: points[at]! })),
          ),
        chair: fc
          .array(fc.shuffledSubarray(names), { maxLength: 2 })
          .map((orders) => orders.map((order, at) => ({ id: String(at), works: order }))),
      })
    })

const anyRounds = fc.oneof(rounds({ isFull: false }), rounds({ isFull: true }))

const rankOf = ({ rows }: Settled, work: string): number => rows.find((row) => row.work === work)!.rank ?? Infinity

test('more points never lower the rank of a work', () => {
  fc.assert(
    fc.property(anyRounds, fc.nat(), fc.constantFrom('idea', 'form'), fc.nat(30), (input, at, id, more) => {
      const raised = input.sheets[at % input.sheets.length]!
      const points = { ...raised.points, [id]: raised.points[id]! + more * 25 }
      const sheets = input.sheets.map((each) => (each === raised ? { ...each, points } : each))
      expect(rankOf(settled({ ...input, sheets }), raised.work)).toBeLessThanOrEqual(
        rankOf(settled(input), raised.work),
      )
    }),
    propertyRuns(1500),
  )
})

test('more points that get a sheet dropped do not lower the criterion that decides a tie', () => {
  const ideas = { a: [4000, 4000, 4900, 4000, 4000], b: [4100, 4100, 4100, 4100, 4100] }
  const roundWith = (more: number): ScoreInput => ({
    rules: { ...rules, aggregate: 'trimmed', ties: [{ by: 'criterion', criterion: 'idea' }] },
    works: ['a', 'b'].map((key) => ({ key, excluded: false })),
    sheets: Object.entries(ideas).flatMap(([work, list]) =>
      list.map((idea, at) => {
        const form = 8000 - idea + (work === 'a' && at === 2 ? more : 0)
        return { key: `${work}-e${at}`, work, expert: `e${at}`, points: { idea, form } }
      }),
    ),
    chair: [],
  })
  const rowOf = (more: number): unknown => {
    const { rank, score, dropped, criteria: ofA } = settled(roundWith(more)).rows.find(({ work }) => work === 'a')!
    return { rank, score, dropped, idea: ofA['idea'] }
  }
  expect(rowOf(0)).toEqual({ rank: 2, score: 8000, dropped: ['a-e0', 'a-e4'], idea: 4000 })
  expect(rowOf(100)).toEqual({ rank: 2, score: 8000, dropped: ['a-e0', 'a-e2'], idea: 4000 })
})

/** Which of each two works is before the other, or neither. */
const orderWithout = (result: Settled, gone: string): string[] => {
  const rows = result.rows.filter(({ work }) => work !== gone).toSorted((a, b) => (a.work < b.work ? -1 : 1))
  return rows.flatMap((a) =>
    rows.map((b) => `${a.work} ${b.work} ${Math.sign((a.rank ?? Infinity) - (b.rank ?? Infinity)) || 0}`),
  )
}

test('a work that is removed changes nothing between the others', () => {
  fc.assert(
    fc.property(rounds({ isFull: false }), (round) => {
      const input = { ...round, chair: [] }
      const works = input.works.slice(1)
      const sheets = input.sheets.filter(({ work }) => work !== 'w0')
      expect(orderWithout(settled({ ...input, works, sheets }), 'w0')).toEqual(orderWithout(settled(input), 'w0'))
    }),
    propertyRuns(500),
  )
})

test('a work that is excluded changes no score, and nothing between the others, with calibration too', () => {
  fc.assert(
    fc.property(rounds({ isFull: true }), fc.constantFrom(...calibrations), (round, calibration) => {
      // An order about exactly the others would hold as soon as this work is gone.
      const chair = round.chair.filter((order) => order.works.includes('w0'))
      const input = { ...round, chair, rules: { ...round.rules, calibration } }
      const works = input.works.map(({ key }) => ({ key, excluded: key === 'w0' }))
      const [before, after] = [settled(input), settled({ ...input, works })]
      expect(orderWithout(after, 'w0')).toEqual(orderWithout(before, 'w0'))
      const scores = ({ rows }: Settled): unknown => Object.fromEntries(rows.map(({ work, score }) => [work, score]))
      expect(scores(after)).toEqual(scores(before))
      expect(rankOf(after, 'w0')).toBe(Infinity)
    }),
    propertyRuns(500),
  )
})

test('the order in which works and sheets are given changes neither the text nor the result', () => {
  fc.assert(
    fc.property(rounds({ isFull: true }), fc.constantFrom(...calibrations), fc.nat(), (round, calibration, seed) => {
      const input = { ...round, rules: { ...round.rules, calibration } }
      const shuffled = <Item>(list: readonly Item[]): Item[] =>
        fc.sample(fc.shuffledSubarray([...list], { minLength: list.length }), { seed, numRuns: 1 })[0]!
      const other = { ...input, works: shuffled(input.works), sheets: shuffled(input.sheets) }
      expect(scoreInputText(other)).toBe(scoreInputText(input))
      expect(JSON.stringify(settle(other))).toBe(JSON.stringify(settle(input)))
    }),
    propertyRuns(300),
  )
})

const numbersIn = (value: unknown): number[] => {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

test('all figures are integers, scores from 0 to 100.00, and a better rank never has a lower score', () => {
  fc.assert(
    fc.property(rounds({ isFull: true }), fc.constantFrom(...calibrations), (round, calibration) => {
      const result = settled({ ...round, rules: { ...round.rules, calibration } })
      expect(numbersIn(result).filter((number) => !Number.isSafeInteger(number) || Object.is(number, -0))).toEqual([])
      const scores = result.rows.map(({ score }) => score!)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      expect(scores.every((score) => score >= 0 && score <= 10_000)).toBe(true)
    }),
    propertyRuns(300),
  )
})
