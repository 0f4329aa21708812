import { describe, expect, test } from 'vitest'
import { chairTies, rank, type RankEntry } from './ranking.ts'
import type { TieRule } from './score-input.ts'

const entry = (key: string, score: number | null, idea = 0, median = 0): RankEntry => ({
  key,
  score,
  criteria: { idea },
  median,
})
const byIdea: TieRule = { by: 'criterion', criterion: 'idea' }
const ordersOf = (chair: string[][]) => chair.map((works, at) => ({ id: String(at), works }))
const ranksOf = (entries: readonly RankEntry[], ties: readonly TieRule[], chair: string[][] = []): unknown =>
  rank(entries, { ties, chair: ordersOf(chair) }).map(({ key, rank: place }) => [key, place])

const tiesOf = (entries: readonly RankEntry[], rules: Parameters<typeof rank>[1]) =>
  chairTies(
    rank(entries, rules).map((work) => ({ ...work, shown: work.score })),
    rules,
  )

test('equal works share a rank and are listed by key; works without a score come last', () => {
  expect(ranksOf([entry('d', 70), entry('c', 80), entry('x', null), entry('b', 80), entry('a', 90)], [])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 2],
    ['d', 4],
    ['x', null],
  ])
})

test('ties are decided by the rules in their order', () => {
  const works = [entry('a', 80, 30, 79), entry('b', 80, 31, 70), entry('c', 80, 30, 81)]
  expect(ranksOf(works, [byIdea, { by: 'median' }])).toEqual([
    ['b', 1],
    ['c', 2],
    ['a', 3],
  ])
  expect(ranksOf(works, [{ by: 'median' }, byIdea])).toEqual([
    ['c', 1],
    ['a', 2],
    ['b', 3],
  ])
})

test('a rule about an unknown criterion is an error', () => {
  expect(() => ranksOf([entry('a', 1)], [{ by: 'criterion', criterion: 'gone' }])).toThrow('no criterion gone')
})

test('the chair decides between works that nothing else tells apart, and never against a score', () => {
  const works = [entry('a', 80), entry('b', 80), entry('c', 90), entry('d', 70)]
  const ties: TieRule[] = [byIdea, { by: 'chair' }]
  expect(ranksOf(works, ties, [['b', 'a']])).toEqual([
    ['c', 1],
    ['b', 2],
    ['a', 3],
    ['d', 4],
  ])
  expect(ranksOf(works, [byIdea], [['b', 'a']])).toEqual([
    ['c', 1],
    ['a', 2],
    ['b', 2],
    ['d', 4],
  ])
})

test('a newer decision of the chair replaces an older one', () => {
  const works = [entry('a', 80), entry('b', 80)]
  expect(
    ranksOf(
      works,
      [{ by: 'chair' }],
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
    ),
  ).toEqual([
    ['b', 1],
    ['a', 2],
  ])
})

test('ties for the chair are open, decided, or stale when no decision is about exactly their works', () => {
  const works = [entry('a', 80), entry('b', 80), entry('c', 80), entry('d', 70), entry('e', 60), entry('f', 60)]
  const rules = (...chair: string[][]): Parameters<typeof rank>[1] => ({
    ties: [{ by: 'chair' }],
    chair: ordersOf(chair),
  })
  const statesOf = (...chair: string[][]): unknown =>
    tiesOf(works, rules(...chair)).map(({ works: tied, state }) => [tied.join(''), state])
  expect(statesOf()).toEqual([
    ['abc', 'open'],
    ['ef', 'open'],
  ])
  expect(statesOf(['c', 'b', 'a'])).toEqual([
    ['cba', 'decided'],
    ['ef', 'open'],
  ])
  expect(statesOf(['c', 'b'], ['f', 'e'])).toEqual([
    ['abc', 'stale'],
    ['fe', 'decided'],
  ])
  // What was decided about two of them alone does not change what was decided about all three.
  expect(statesOf(['c', 'b', 'a'], ['a', 'b'])).toEqual([
    ['cba', 'decided'],
    ['ef', 'open'],
  ])
  expect(tiesOf(works, { ties: [byIdea], chair: [] })).toEqual([])
})

describe('a decision of the chair', () => {
  const chair: TieRule[] = [{ by: 'chair' }]

  test('does not hold for a work that ties later: all of them share the rank', () => {
    expect(ranksOf([entry('a', 80), entry('b', 80), entry('c', 80)], chair, [['b', 'a']])).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ])
  })

  test('does not meet another one: works of two ties that become one share the rank', () => {
    const works = ['a', 'b', 'c', 'd'].map((key) => entry(key, 80))
    const decisions = [
      ['b', 'a'],
      ['d', 'c'],
    ]
    expect(ranksOf(works, chair, decisions)).toEqual(['a', 'b', 'c', 'd'].map((key) => [key, 1]))
  })

  test('does not hold when one of its works is not tied any more', () => {
    expect(ranksOf([entry('a', 80), entry('b', 80), entry('c', 70)], chair, [['c', 'b', 'a']])).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 3],
    ])
  })
})
