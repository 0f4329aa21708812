import { describe, expect, test } from 'vitest'
import { borderTies } from '@lectern/contract/results/result-values.ts'
import { award } from './award.ts'
import type { AwardRules, ListInput, Tier } from './list-input.ts'
import { rankGroups } from './order.ts'
import { placesOf } from './quota.ts'

const tier = (id: string, count: number, more: Partial<Tier> = {}): Tier => ({
  id,
  quota: { kind: 'count', count },
  minScore: null,
  maxPerInstitution: null,
  ...more,
})

interface Given {
  scores: readonly (number | null)[]
  institutions?: readonly (number | null)[]
  excluded?: readonly number[]
  orders?: string[][]
}

const keyOf = (at: number): string => String(at + 1).padStart(2, '0')

const inputOf = ({ scores, institutions = [], excluded = [], orders = [] }: Given): ListInput => ({
  rules: { tiers: [], rounding: 'up', ties: 'in' },
  rulesHash: '',
  rounds: [{ code: 'A', perMille: 1_000, settlement: 1, hash: '', ties: [] }],
  works: scores.map((score, at) => ({
    number: keyOf(at),
    group: null,
    institution: institutions[at] ?? null,
    isExcluded: excluded.includes(at),
    rounds: [{ code: keyOf(at), score, tieKeys: [], used: [], dropped: [] }],
  })),
  orders: orders.map((works, at) => ({ id: String(at), works })),
  adjustments: [],
})

const prizesOf = (given: Given, rules: Partial<AwardRules>) => {
  const input = inputOf(given)
  const ranked = rankGroups(input).get(null) ?? []
  const all = { tiers: [], rounding: 'up', ties: 'in', ...rules } as const
  const { prizes, capped, openTies, tiers } = award(ranked, all, input.orders)
  return {
    prizes: given.scores.map((_, at) => prizes.get(keyOf(at)) ?? '-').join(''),
    capped: [...capped],
    openTies,
    awarded: tiers.map(({ awarded }) => awarded),
  }
}

describe('the places of a prize', () => {
  test.each([
    [27, 100, 3, 2, 3],
    [3, 100, 1, 0, 0],
    [0, 100, 0, 0, 0],
    [25, 100, 3, 2, 3],
    [24, 100, 3, 2, 2],
    [7, 1_000, 7, 7, 7],
  ])('of %i works, %i ‰, are rounded once', (works, perMille, up, down, nearest) => {
    const quota = { kind: 'percent', perMille } as const
    expect([placesOf(quota, works, 'up'), placesOf(quota, works, 'down'), placesOf(quota, works, 'nearest')]).toEqual([
      up,
      down,
      nearest,
    ])
  })

  test('count only works that are not excluded', () => {
    const tiers = [{ ...tier('a', 0), quota: { kind: 'percent', perMille: 500 } } as Tier]
    expect(prizesOf({ scores: [90, 80, 70, 60] }, { tiers }).prizes).toBe('aa--')
    expect(prizesOf({ scores: [90, 80, 70, 60], excluded: [2, 3] }, { tiers }).prizes).toBe('a---')
  })
})

describe('ties at the border of a prize', () => {
  const tiers = [tier('a', 2), tier('b', 2), tier('c', 1)]
  const scores = [90, 80, 80, 80, 70, 60, 50]

  test('all get the better prize, and take places of the next one', () => {
    expect(prizesOf({ scores }, { tiers, ties: 'in' }).prizes).toBe('aaaac--')
  })

  test('or none of them, and their places go to the next one', () => {
    expect(prizesOf({ scores }, { tiers, ties: 'out' }).prizes).toBe('abbbc--')
  })

  test('or somebody has to put them in order', () => {
    const open = prizesOf({ scores }, { tiers, ties: 'broken' })
    expect(open.openTies).toEqual([{ tier: 'a', cause: 'places', places: 1, works: ['02', '03', '04'] }])
    const decided = prizesOf({ scores, orders: [['03', '02', '04']] }, { tiers, ties: 'broken' })
    expect([decided.prizes, decided.openTies]).toEqual(['ababc--', []])
  })

  test('of works that fit are none', () => {
    expect(prizesOf({ scores: [90, 90, 80, 80, 70] }, { tiers, ties: 'broken' })).toMatchObject({
      prizes: 'aabbc',
      openTies: [],
    })
  })
})

describe('a prize', () => {
  test('stays vacant below its lowest score, and its places go to nobody else', () => {
    const tiers = [tier('a', 2, { minScore: 85 }), tier('b', 1), tier('c', 1)]
    expect(prizesOf({ scores: [90, 80, 70, 60] }, { tiers }).prizes).toBe('abc-')
    expect(prizesOf({ scores: [80, 70, 60] }, { tiers })).toMatchObject({ prizes: 'bc-', awarded: [0, 1, 1] })
  })

  test('goes to the next work when an institution has enough of it', () => {
    const tiers = [tier('a', 2, { maxPerInstitution: 1 }), tier('b', 1)]
    const given = { scores: [90, 80, 70, 60], institutions: [1, 1, 2, 2] }
    expect(prizesOf(given, { tiers })).toMatchObject({ prizes: 'aba-', capped: ['02'] })
  })

  describe('of which an institution may have fewer than it has tied works', () => {
    const tiers = [tier('a', 1, { maxPerInstitution: 1 }), tier('b', 1, { maxPerInstitution: 1 }), tier('c', 1)]
    const given = { scores: [90, 90, 80], institutions: [1, 1, 2] }

    test.each(borderTies)('waits for somebody to put them in order (%s)', (ties) => {
      expect(prizesOf(given, { tiers, ties })).toEqual({
        prizes: '---',
        capped: [],
        openTies: [{ tier: 'a', cause: 'institution', places: 1, works: ['01', '02'] }],
        awarded: [0, 0, 0],
      })
    })

    test.each(borderTies)('goes to the first of them, and the next prize to the next (%s)', (ties) => {
      const decided = prizesOf({ ...given, orders: [['02', '01']] }, { tiers, ties })
      expect(decided).toMatchObject({ prizes: 'bac', openTies: [] })
      expect(prizesOf({ ...given, scores: [89, 90, 80] }, { tiers, ties })).toEqual(decided)
    })

    test('goes to a work of another institution with the same score in any case', () => {
      const three = { scores: [90, 90, 90, 80], institutions: [1, 1, 2, 3] }
      const two = [tier('a', 2, { maxPerInstitution: 1 }), tier('b', 1), tier('c', 1)]
      expect(prizesOf(three, { tiers: two }).openTies).toEqual([
        { tier: 'a', cause: 'institution', places: 1, works: ['01', '02'] },
      ])
      const decided = { ...three, orders: [['02', '01']] }
      expect(prizesOf(decided, { tiers: two })).toMatchObject({ prizes: 'baac', capped: ['01'], openTies: [] })
      // Those who share the rank keep it: the order was about the institution alone.
      expect(
        rankGroups(inputOf(decided))
          .get(null)!
          .map(({ rank }) => rank),
      ).toEqual([1, 1, 1, 4])
    })

    test('is decided for each institution, and then for its places', () => {
      const four = { scores: [90, 90, 90, 90], institutions: [1, 1, 2, 2] }
      const one = [tier('a', 1, { maxPerInstitution: 1 }), tier('b', 3)]
      const open = (...orders: string[][]) => prizesOf({ ...four, orders }, { tiers: one, ties: 'broken' })
      expect(open().openTies.map(({ works, cause }) => [works.join(), cause])).toEqual([
        ['01,02', 'institution'],
        ['03,04', 'institution'],
      ])
      const institutions = [
        ['02', '01'],
        ['04', '03'],
      ]
      expect(open(...institutions).openTies).toEqual([{ tier: 'a', cause: 'places', places: 1, works: ['02', '04'] }])
      expect(open(...institutions, ['04', '02'])).toMatchObject({ prizes: 'bbba', capped: ['03'], openTies: [] })
    })
  })

  test('goes to nobody without a score, and to nobody who was disqualified', () => {
    expect(prizesOf({ scores: [90, null, 80] }, { tiers: [tier('a', 3)] }).prizes).toBe('a-a')
    expect(prizesOf({ scores: [90, 80, 70], excluded: [0] }, { tiers: [tier('a', 1)] }).prizes).toBe('-a-')
  })
})
