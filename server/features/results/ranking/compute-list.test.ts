import { describe, expect, test } from 'vitest'
import { borderTies, quotaRoundings } from '@lectern/contract/results/result-values.ts'
import { award } from './award.ts'
import { computeList, listRowsText, type ListRow } from './compute-list.ts'
import { differenceOf } from './difference.ts'
import { listInputText, readListInput, type ListInput } from './list-input.ts'
import { rankGroups } from './order.ts'

/** The same numbers in every run. */
const randomNumbers = (seed: number): ((below: number) => number) => {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Few different scores, so that there are many ties. */
const randomInput = (seed: number): ListInput => {
  const below = randomNumbers(seed)
  const weights = below(2) === 0 ? [1_000] : [400, 600]
  const tiers = Array.from({ length: 1 + below(3) }, (_, at) => ({
    id: 'abc'[at]!,
    quota:
      below(2) === 0
        ? ({ kind: 'count', count: below(5) } as const)
        : ({ kind: 'percent', perMille: below(500) } as const),
    minScore: below(3) === 0 ? 4_000 + below(3) * 1_000 : null,
    maxPerInstitution: below(3) === 0 ? 1 + below(2) : null,
  }))
  return {
    rules: { tiers, rounding: quotaRoundings[below(3)]!, ties: borderTies[below(3)]! },
    rulesHash: 'rules',
    rounds: weights.map((perMille, at) => ({
      code: `R${at}`,
      perMille,
      settlement: 1,
      hash: 'rows',
      ties: [{ by: 'median' }],
    })),
    works: Array.from({ length: below(30) }, (_, at) => ({
      number: `N${String(at).padStart(3, '0')}`,
      group: below(2) === 0 ? null : 'x',
      institution: below(4) === 0 ? null : below(4),
      isExcluded: below(8) === 0,
      rounds: weights.map(() =>
        below(10) === 0
          ? null
          : { code: 'C', score: 3_000 + below(6) * 1_000, tieKeys: [below(3)], used: ['s1', 's2'], dropped: [] },
      ),
    })),
    orders: below(2) === 0 ? [] : [{ id: 'one', works: ['N003', 'N001', 'N002'] }],
    adjustments: [],
  }
}

const seeds = Array.from({ length: 150 }, (_, at) => at + 1)

test('a list is the same whenever it is computed from its stored input, whatever the order of its works', () => {
  for (const seed of seeds) {
    const input = randomInput(seed)
    const text = listInputText(input)
    const rows = listRowsText(computeList(input).rows)
    expect(listRowsText(computeList(readListInput(text)).rows)).toBe(rows)
    const shuffled = { ...input, works: input.works.toReversed() }
    expect(listInputText(shuffled)).toBe(text)
    expect(listRowsText(computeList(shuffled).rows)).toBe(rows)
  }
})

test('a higher score never has a worse rank, a better rank never a worse prize, and prizes never exceed their places', () => {
  for (const seed of seeds) {
    const input = randomInput(seed)
    const order = input.rules.tiers.map(({ id }) => id)
    const { rows, groups } = computeList(input)
    for (const [at, { group, tiers }] of groups.entries()) {
      const ranked = rows.filter((row) => row.group === group && row.rank !== null)
      for (const [index, row] of ranked.entries()) {
        const next = ranked[index + 1]
        if (!next) continue
        expect([row.score! >= next.score!, row.rank! <= next.rank!]).toEqual([true, true])
      }
      const uncapped = ranked.filter(({ isCapped }) => !isCapped)
      const tierOf = (prize: string | null): number => (prize === null ? order.length : order.indexOf(prize))
      for (const [index, row] of uncapped.entries())
        if (index > 0) expect(tierOf(row.prize)).toBeGreaterThanOrEqual(tierOf(uncapped[index - 1]!.prize))
      if (input.rules.ties === 'in') continue
      let [places, awarded] = [0, 0]
      for (const each of tiers) {
        places += each.places
        awarded += each.awarded
        expect(awarded, `seed ${seed}, group ${at}`).toBeLessThanOrEqual(places)
      }
    }
  }
})

test('with ties that all get the better prize, only works that share the last rank exceed the places', () => {
  for (const seed of seeds) {
    const input = { ...randomInput(seed), rules: { ...randomInput(seed).rules, ties: 'in' as const } }
    for (const ranked of rankGroups(input).values()) {
      const { prizes, tiers } = award(ranked, input.rules, input.orders)
      const better = new Set<string | undefined>()
      let places = 0
      for (const { tier, places: own } of tiers) {
        places += own
        better.add(tier)
        const lastRank = ranked.findLast(({ key }) => prizes.get(key) === tier)?.rank ?? null
        if (lastRank === null) continue
        const before = ranked.filter(({ key, rank }) => better.has(prizes.get(key)) && rank! < lastRank)
        expect(before.length).toBeLessThan(places)
      }
    }
  }
})

test('raising a score never lowers the rank of that work', () => {
  for (const seed of seeds) {
    const input = randomInput(seed)
    const target = input.works.find(({ isExcluded, rounds }) => !isExcluded && rounds.every((round) => round !== null))
    if (!target) continue
    const rankOf = (given: ListInput): number =>
      computeList(given).rows.find(({ number }) => number === target.number)!.rank!
    const raised = {
      ...target,
      rounds: target.rounds.map((round) => round && { ...round, score: round.score! + 500 }),
    }
    const works = input.works.map((work) => (work === target ? raised : work))
    expect(rankOf({ ...input, works })).toBeLessThanOrEqual(rankOf(input))
  }
})

test('disqualifying one work changes nobody else’s order', () => {
  for (const seed of seeds) {
    const { orders, ...rest } = randomInput(seed)
    if (rest.works.length === 0) continue
    const gone = rest.works[seed % rest.works.length]!
    // An order about exactly the others would hold as soon as this work is gone.
    const input = { ...rest, orders: orders.filter(({ works }) => works.includes(gone.number)) }
    const orderOf = (given: ListInput): string[] =>
      computeList(given)
        .rows.filter(({ number, rank }) => number !== gone.number && rank !== null)
        .map(({ number }) => number)
    const works = input.works.map((work) => (work === gone ? { ...work, isExcluded: true } : work))
    expect(orderOf({ ...input, works })).toEqual(orderOf(input))
  }
})

test('an adjustment changes one prize and is marked; what was disqualified gets none', () => {
  const input = randomInput(7)
  const first = computeList(input).rows.find(({ rank }) => rank !== null)
  const excluded = input.works.find(({ isExcluded }) => isExcluded)!
  const adjustments = [
    { work: first!.number, prize: null },
    { work: excluded.number, prize: 'a' },
  ]
  const before = computeList(input).rows
  const after = computeList({ ...input, adjustments }).rows
  const changed = after.filter((row, at) => JSON.stringify(row) !== JSON.stringify(before[at]))
  expect(changed).toEqual([{ ...first, prize: null, isAdjusted: true }])
})

test('a difference names works that changed, came or went', () => {
  const { rows } = computeList(randomInput(3))
  const [first, second, ...others] = rows
  const moved = { ...second!, rank: (second!.rank ?? 0) + 1 }
  const added = { ...first!, number: 'N999' }
  expect(differenceOf(rows, rows)).toEqual([])
  const standing = ({ rank, prize, isExcluded }: ListRow) => ({ rank, prize, isExcluded })
  expect(differenceOf(rows, [moved, ...others, added])).toEqual([
    { number: moved.number, kind: 'changed', before: standing(second!), after: standing(moved) },
    { number: 'N999', kind: 'added', before: null, after: standing(added) },
    { number: first!.number, kind: 'removed', before: standing(first!), after: null },
  ])
})

describe('a total of two rounds', () => {
  const figures = (score: number, tieKeys: (number | null)[]) => ({ code: 'C', score, tieKeys, used: [], dropped: [] })
  const work = (number: string, first: number, second: number, place: number | null) => ({
    number,
    group: null,
    institution: null,
    isExcluded: false,
    rounds: [figures(first, [null]), figures(second, [place])],
  })
  const round = (code: string, perMille: number) => ({
    code,
    perMille,
    settlement: 1,
    hash: '',
    ties: [{ by: 'chair' }] as const,
  })
  const rounds = [round('A', 500), round('B', 500)]
  // In the second round the chair has put each of them before or behind another work, which is not in this tie.
  const input: ListInput = {
    rules: { tiers: [], rounding: 'up', ties: 'in' },
    rulesHash: '',
    rounds,
    works: [work('a', 8_000, 9_000, 2), work('b', 9_000, 8_000, 1)],
    orders: [],
    adjustments: [],
  }
  const ranksOf = (given: ListInput) => computeList(given).rows.map(({ number, rank }) => [number, rank])

  test('is not decided by what the chair of one round decided about other ties', () => {
    expect(ranksOf(input)).toEqual([
      ['a', 1],
      ['b', 1],
    ])
    // Lists that were computed so stay as they are.
    expect(ranksOf({ ...input, arithmetic: 1 })).toEqual([
      ['b', 1],
      ['a', 2],
    ])
  })

  test('is decided by an order about it, and not by one about another total', () => {
    const order = { id: 'one', works: ['b', 'a'] }
    expect(ranksOf({ ...input, orders: [{ ...order, rounds }] })[0]).toEqual(['b', 1])
    expect(ranksOf({ ...input, orders: [order] })[0]).toEqual(['b', 1])
    const other = [round('A', 400), round('B', 600)]
    expect(ranksOf({ ...input, orders: [{ ...order, rounds: other }] })[0]).toEqual(['a', 1])
  })
})

test('a list of the first arithmetic is recomputed by it', () => {
  const { works, ...given } = randomInput(11)
  const input = { ...given, works, orders: [{ id: '0', works: ['N003', 'N001', 'N002'] }] }
  const text = listInputText(input)
    .replace('"arithmetic":2', '"arithmetic":1')
    .replace('[{"id":"0","works":["N003","N001","N002"]}]', '[["N003","N001","N002"]]')
  expect(readListInput(text)).toEqual({ ...JSON.parse(listInputText(input)), arithmetic: 1 })
  expect(() => readListInput(text.replace('"arithmetic":1', '"arithmetic":3'))).toThrow('arithmetic 3 is not known')
  const colleagues = {
    ...input,
    arithmetic: 1 as const,
    rules: {
      ...input.rules,
      tiers: [{ id: 'a', quota: { kind: 'count', count: 1 } as const, minScore: null, maxPerInstitution: 1 }],
    },
    orders: [],
    works: ['x', 'y'].map((number) => ({ ...works[0]!, number, institution: 1, isExcluded: false })),
  }
  expect(computeList(colleagues).rows.map(({ prize }) => prize)).toEqual([null, null])
  expect(computeList(colleagues).openTies).toEqual([])
})
