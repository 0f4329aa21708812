import { describe, expect, test } from 'vitest'
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
  orders,
  adjustments: [],
})

const prizesOf = (given: Given, rules: Partial<AwardRules>) => {
  const ranked = rankGroups(inputOf(given)).get(null) ?? []
  const { prizes, capped, openTies, tiers } = award(ranked, { tiers: [], rounding: 'up', ties: 'in', ...rules })
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
    expect(open.openTies).toEqual([{ tier: 'a', places: 1, works: ['02', '03', '04'] }])
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

  test('is not dealt by chance among tied works of one institution', () => {
    const tiers = [tier('a', 2, { maxPerInstitution: 1 }), tier('b', 2)]
    const given = { scores: [90, 90, 80, 70], institutions: [1, 1, 2, 3] }
    expect(prizesOf(given, { tiers })).toMatchObject({ prizes: 'bbaa', capped: ['01', '02'] })
  })

  test('goes to nobody without a score, and to nobody who was disqualified', () => {
    expect(prizesOf({ scores: [90, null, 80] }, { tiers: [tier('a', 3)] }).prizes).toBe('a-a')
    expect(prizesOf({ scores: [90, 80, 70], excluded: [0] }, { tiers: [tier('a', 1)] }).prizes).toBe('-a-')
  })
})
