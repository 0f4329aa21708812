import fc from 'fast-check'
import { expect, test } from 'vitest'
import { borderTies, quotaRoundings } from '@lectern/contract/results/result-values.ts'
import { propertyRuns } from '@lectern/contract/testing/repetitions.ts'
import { computeList, type ComputedList } from './compute-list.ts'
import type { ListInput, ListOrder, ListWork, Tier } from './list-input.ts'

const runs = propertyRuns(5_000)

const anyTier = (id: string) =>
  fc.record({
    id: fc.constant(id),
    quota: fc.oneof(
      fc.record({ kind: fc.constant('count' as const), count: fc.nat(4) }),
      fc.record({ kind: fc.constant('percent' as const), perMille: fc.nat(500) }),
    ),
    minScore: fc.option(fc.constantFrom(7_000, 8_000), { freq: 3 }),
    maxPerInstitution: fc.option(fc.integer({ min: 1, max: 2 }), { freq: 1 }),
  })

/** Few different scores and institutions, so that there are many ties of colleagues. */
const anyInput: fc.Arbitrary<ListInput> = fc
  .record({
    tiers: fc.tuple(anyTier('a'), anyTier('b'), anyTier('c')),
    rounding: fc.constantFrom(...quotaRoundings),
    ties: fc.constantFrom(...borderTies),
    works: fc.array(
      fc.record({
        score: fc.constantFrom(6_500, 7_500, 8_500, null),
        institution: fc.constantFrom(1, 2, 3, null),
        isExcluded: fc.constantFrom(false, false, false, false, true),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ works, ...rules }) => ({
    rules,
    rulesHash: '',
    rounds: [{ code: 'R', perMille: 1_000, settlement: 1, hash: '', ties: [] }],
    works: works.map(({ score, institution, isExcluded }, at): ListWork => {
      const number = `N${String(at).padStart(2, '0')}`
      const figures = { code: number, score, tieKeys: [], used: [], dropped: [] }
      return { number, group: null, institution, isExcluded, rounds: [figures] }
    }),
    orders: [],
    adjustments: [],
  }))

interface Decided {
  input: ListInput
  list: ComputedList
}

/** Decides every tie that is open, until there is none. `compare` says who comes first. */
const decideAll = (input: ListInput, compare: (a: string, b: string) => number): Decided => {
  const orders: ListOrder[] = [...input.orders]
  for (let turn = 0; turn < 100; turn += 1) {
    const decided = { ...input, orders: [...orders] }
    const list = computeList(decided)
    if (list.openTies.length === 0) return { input: decided, list }
    const added = list.openTies.map(({ works }, at) => ({ id: `${turn} ${at}`, works: works.toSorted(compare) }))
    orders.push(...added)
  }
  throw new Error('a decided tie stays open')
}

/** An order of works that depends on nothing but a number. */
const orderBy =
  (seed: number) =>
  (a: string, b: string): number => {
    const weight = (key: string): number => Math.imul(Number(key.slice(1)) + 1, seed * 2 + 1) % 97
    return weight(a) - weight(b) || (a < b ? -1 : 1)
  }

const place = ({ rules }: ListInput, prize: string | null | undefined): number =>
  prize ? rules.tiers.findIndex(({ id }) => id === prize) : rules.tiers.length

const prizeOf = ({ rows }: ComputedList, number: string) => rows.find((row) => row.number === number)!.prize

test('nobody behind a tie that waits for a decision has a prize, nor has anybody in it', () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { rows, openTies } = computeList(input)
      const rankOf = (number: string): number => rows.find((row) => row.number === number)!.rank!
      const first = Math.min(Infinity, ...openTies.flatMap(({ works }) => works.map(rankOf)))
      expect(rows.filter(({ rank, prize }) => prize !== null && rank! >= first)).toEqual([])
    }),
    runs,
  )
})

test('every open tie can be decided, and names works of one score of which some and not all get a prize', () => {
  fc.assert(
    fc.property(anyInput, fc.nat(50), (input, seed) => {
      for (const { works, places, cause } of computeList(input).openTies) {
        const tied = input.works.filter(({ number }) => works.includes(number))
        expect([places > 0, places < works.length]).toEqual([true, true])
        expect(new Set(tied.map(({ rounds }) => rounds[0]!.score)).size).toBe(1)
        if (cause === 'institution') expect(new Set(tied.map(({ institution }) => institution)).size).toBe(1)
      }
      expect(decideAll(input, orderBy(seed)).list.openTies).toEqual([])
    }),
    runs,
  )
})

/** So many works could get each prize: what earlier ones have left over or taken is counted. */
const roomOfTiers = ({ groups }: ComputedList): number[] => {
  let [end, used] = [0, 0]
  return (groups[0]?.tiers ?? []).map(({ places, awarded }) => {
    end += places
    const room = end - used
    used = Math.max(end, used + awarded)
    return room
  })
}

test('who has no better prize is below its lowest score, finds its places taken, or the room of the institution', () => {
  fc.assert(
    fc.property(anyInput, fc.constantFrom('in' as const, 'broken' as const), fc.nat(50), (given, ties, seed) => {
      const { input, list } = decideAll({ ...given, rules: { ...given.rules, ties } }, orderBy(seed))
      const rooms = roomOfTiers(list)
      const institutionOf = new Map(input.works.map(({ number, institution }) => [number, institution]))
      for (const row of list.rows.filter(({ rank }) => rank !== null))
        for (const [at, { id, minScore, maxPerInstitution }] of input.rules.tiers.entries()) {
          if (at >= place(input, row.prize)) break
          const holders = list.rows.filter(({ prize, rank }) => prize === id && rank! <= row.rank!)
          const institution = institutionOf.get(row.number)!
          const colleagues = holders.filter(({ number }) => institutionOf.get(number) === institution)
          const isJustified =
            (minScore !== null && row.score! < minScore) ||
            holders.length >= rooms[at]! ||
            (institution !== null && maxPerInstitution !== null && colleagues.length >= maxPerInstitution)
          expect([row.number, id, isJustified]).toEqual([row.number, id, true])
        }
    }),
    runs,
  )
})

/** The same contest with another score for one work. */
const withScore = (input: ListInput, number: string, by: number): ListInput => ({
  ...input,
  works: input.works.map((work) => {
    const [figures] = work.rounds
    return work.number === number ? { ...work, rounds: [{ ...figures!, score: figures!.score! + by }] } : work
  }),
})

/** Which of them comes first or last wherever it is tied. */
const favour = (number: string, side: 1 | -1, seed: number) => {
  const others = orderBy(seed)
  return (a: string, b: string): number => (a === number ? -side : b === number ? side : others(a, b))
}

const rankedIn = ({ works }: ListInput): ListWork[] =>
  works.filter(({ isExcluded, rounds }) => !isExcluded && rounds[0]!.score !== null)

test('a tie that is decided for a work gives it what a hundredth of a point more would, and against it what one less would', () => {
  fc.assert(
    fc.property(anyInput, fc.nat(), fc.nat(50), (given, at, seed) => {
      // A lowest score between two works would tell them apart.
      const tiers = given.rules.tiers.map((tier): Tier => ({ ...tier, minScore: null }))
      const input: ListInput = { ...given, rules: { ...given.rules, ties: 'broken', tiers } }
      const works = rankedIn(input)
      const work = works[at % works.length]
      if (!work) return
      const { number } = work
      for (const side of [1, -1] as const) {
        const tied = decideAll(input, favour(number, side, seed)).list
        const apart = decideAll(withScore(input, number, side), favour(number, side, seed)).list
        expect([side, prizeOf(tied, number)]).toEqual([side, prizeOf(apart, number)])
      }
    }),
    runs,
  )
})

test('where all tied works get the better prize, a tie never costs a work what a hundredth of a point less would have given', () => {
  fc.assert(
    fc.property(anyInput, fc.nat(), fc.nat(50), (given, at, seed) => {
      const tiers = given.rules.tiers.map((tier): Tier => ({ ...tier, minScore: null }))
      const input: ListInput = { ...given, rules: { ...given.rules, ties: 'in', tiers } }
      const works = rankedIn(input)
      const work = works[at % works.length]
      if (!work) return
      const { number } = work
      const prizeWith = (changed: ListInput): number =>
        place(input, prizeOf(decideAll(changed, favour(number, -1, seed)).list, number))
      expect(prizeWith(input)).toBeLessThanOrEqual(prizeWith(withScore(input, number, -1)))
    }),
    runs,
  )
})

test('the order in which works are given and the numbers they have change nobody’s prize', () => {
  fc.assert(
    fc.property(anyInput, fc.nat(50), fc.infiniteStream(fc.nat()), (given, seed, numbers) => {
      const { input, list } = decideAll(given, orderBy(seed))
      expect(computeList({ ...input, works: input.works.toReversed() })).toEqual(list)
      const old = input.works.map(({ number }) => number)
      const shuffled = old
        .map((number) => ({ number, by: numbers.next().value as number }))
        .toSorted((a, b) => a.by - b.by || (a.number < b.number ? -1 : 1))
        .map(({ number }) => number)
      const renamed = new Map(old.map((number, at) => [number, shuffled[at]!]))
      const other = computeList({
        ...input,
        works: input.works.map((work) => ({ ...work, number: renamed.get(work.number)! })),
        orders: input.orders.map(({ id, works }) => ({ id, works: works.map((work) => renamed.get(work)!) })),
      })
      for (const number of old) expect(prizeOf(other, renamed.get(number)!)).toBe(prizeOf(list, number))
    }),
    runs,
  )
})
