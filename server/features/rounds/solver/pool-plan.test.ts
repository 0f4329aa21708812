import { propertyRuns, repetitions } from '@lectern/contract/testing/repetitions.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { solveWithHighs } from '../../../testing/pool-oracle.ts'
import { planPool, type PoolPlan } from './pool-plan.ts'
import type { Pair, PoolInput } from './pool-problem.ts'
import { anyLargePool, anyPool } from '../../../testing/pool-samples.ts'

const nameOf = ({ work, expert }: Pair): string => `${work} ${expert}`

/** Every rule that the plan breaks, in words. */
const findBroken = (input: PoolInput, plan: PoolPlan): string[] => {
  const forbidden = new Set(input.forbidden.map(nameOf))
  const standing = new Map(input.standing.map((pair) => [nameOf(pair), pair.isFixed]))
  const institutions = new Map(input.experts.map(({ key, institution }) => [key, institution]))
  const broken: string[] = []
  const free = plan.assignments.filter(({ origin }) => origin !== 'fixed')
  if (new Set(plan.assignments.map(nameOf)).size < plan.assignments.length) broken.push('a pair twice')
  for (const pair of free) {
    if (forbidden.has(nameOf(pair))) broken.push(`conflict ${nameOf(pair)}`)
    if ((pair.origin === 'kept') !== standing.has(nameOf(pair))) broken.push(`origin ${nameOf(pair)}`)
    for (const other of plan.assignments) {
      if (other.work !== pair.work || other.expert === pair.expert) continue
      const school = institutions.get(pair.expert)
      if (school !== null && school === institutions.get(other.expert)) broken.push(`institution ${nameOf(pair)}`)
    }
  }
  for (const [name, isFixed] of standing) {
    const isPlanned = plan.assignments.some((pair) => nameOf(pair) === name)
    if (isFixed && !isPlanned) broken.push(`finished ${name}`)
    if (isPlanned === plan.dropped.some((pair) => nameOf(pair) === name)) broken.push(`dropped ${name}`)
  }
  for (const { key, maxLoad } of input.experts) {
    const load = plan.assignments.filter(({ expert }) => expert === key).length
    const fixed = plan.assignments.filter(({ expert, origin }) => expert === key && origin === 'fixed').length
    if (load > Math.max(maxLoad, fixed)) broken.push(`load ${key}`)
    if (plan.loads.find(({ expert }) => expert === key)?.load !== load) broken.push(`told load ${key}`)
  }
  for (const { key } of input.works) {
    const count = plan.assignments.filter(({ work }) => work === key).length
    const missing = plan.short.find(({ work }) => work === key)?.missing ?? 0
    if (Math.max(input.perWork, count) !== count + missing) broken.push(`places ${key}`)
  }
  return broken
}

const isOneGraph = ({ assignments }: PoolPlan): boolean => {
  const above = new Map<string, string>()
  const topOf = (item: string): string => {
    const next = above.get(item)
    return next === undefined ? item : topOf(next)
  }
  for (const { work, expert } of assignments) {
    const [a, b] = [topOf(`work ${work}`), topOf(`expert ${expert}`)]
    if (a !== b) above.set(a, b)
  }
  return new Set(assignments.map(({ work }) => topOf(`work ${work}`))).size <= 1
}

/** How many places of works stay empty, the most first. */
const emptyPlaces = ({ short }: PoolPlan): number[] =>
  short.map(({ missing }) => missing).toSorted((one, other) => other - one)

const missingOf = ({ short }: PoolPlan): number => short.reduce((sum, { missing }) => sum + missing, 0)

test('every plan keeps all rules, and says whether works and experts are connected', () => {
  fc.assert(
    fc.property(anyPool, (input) => {
      const plan = planPool(input)
      expect(findBroken(input, plan)).toEqual([])
      expect(plan.isConnected).toBe(isOneGraph(plan))
      expect(plan.cost).toBeGreaterThanOrEqual(plan.leastCost)
      expect(plan.worstFit).toBe(
        plan.assignments.length === 0 ? null : Math.min(...plan.assignments.map(({ fit }) => fit)),
      )
    }),
    propertyRuns(500),
  )
})

test('the order of the input does not change the plan', () => {
  const shuffled = anyPool.chain((input) =>
    fc.record({
      input: fc.constant(input),
      works: fc.shuffledSubarray([...input.works], { minLength: input.works.length }),
      experts: fc.shuffledSubarray([...input.experts], { minLength: input.experts.length }),
    }),
  )
  fc.assert(
    fc.property(shuffled, ({ input, works, experts }) => {
      const turned = {
        ...input,
        works,
        experts,
        forbidden: input.forbidden.toReversed(),
        standing: input.standing.toReversed(),
      }
      expect(planPool(turned)).toEqual(planPool(input))
    }),
    propertyRuns(200),
  )
})

test('no plan fills more places or spreads the empty ones better, and none that does as well costs less, as HiGHS confirms', () => {
  let short = 0
  fc.assert(
    fc.property(anyPool, (input) => {
      const plan = planPool(input)
      if (plan.short.length > 0) short += 1
      expect({ missing: emptyPlaces(plan), cost: plan.leastCost }).toEqual(solveWithHighs(input))
    }),
    propertyRuns(200),
  )
  // Both kinds were tried.
  expect(short).toBeGreaterThan(repetitions(0, 40, 40))
  expect(short).toBeLessThan(160)
})

test('that only the likely pairs are looked at first does not make a plan worse', () => {
  fc.assert(
    fc.property(anyLargePool, (input) => {
      const plan = planPool(input)
      expect(findBroken(input, plan)).toEqual([])
      expect({ missing: emptyPlaces(plan), cost: plan.leastCost }).toEqual(solveWithHighs(input))
    }),
    propertyRuns(25),
  )
})

test('what blocks a plan is a proof: these works want more than all experts together can give them', () => {
  fc.assert(
    fc.property(anyPool, (input) => {
      const plan = planPool(input)
      const fixed = plan.assignments.filter(({ origin }) => origin === 'fixed')
      const fixedNames = new Set(fixed.map(nameOf))
      const forbidden = new Set(input.forbidden.map(nameOf))
      const roomOf = (key: string, maxLoad: number): number =>
        Math.max(0, maxLoad - fixed.filter(({ expert }) => expert === key).length)
      for (const { works, experts, wanted, available } of plan.blockedBy) {
        let places = 0
        let most = 0
        for (const { key, maxLoad } of input.experts) if (experts.includes(key)) most += roomOf(key, maxLoad)
        for (const work of works) {
          const done = fixed.filter((pair) => pair.work === work).map(({ expert }) => expert)
          places += Math.max(0, input.perWork - done.length)
          const schools = new Set(
            input.experts
              .filter(({ key, maxLoad }) => roomOf(key, maxLoad) > 0 && !experts.includes(key))
              .filter(({ key }) => !forbidden.has(`${work} ${key}`) && !fixedNames.has(`${work} ${key}`))
              .map(({ key, institution }) => (institution === null ? `only ${key}` : `of ${institution}`)),
          )
          for (const { key, institution } of input.experts) if (done.includes(key)) schools.delete(`of ${institution}`)
          most += schools.size
        }
        expect({ wanted, available }).toEqual({ wanted: places, available: most })
      }
      // Together the proofs explain every place that stays empty, and every short work is in one of them.
      const lacking = plan.blockedBy.reduce((sum, { wanted, available }) => sum + wanted - available, 0)
      expect(lacking).toBe(missingOf(plan))
      const blocked = new Set(plan.blockedBy.flatMap(({ works }) => works))
      expect(plan.short.filter(({ work }) => !blocked.has(work))).toEqual([])
    }),
    propertyRuns(500),
  )
})

const expertOf = (key: string, own: Partial<PoolInput['experts'][number]> = {}) => ({
  key,
  institution: null,
  fields: [],
  maxLoad: 10,
  ...own,
})

const poolOf = (own: Partial<PoolInput>): PoolInput => ({
  works: [],
  experts: [],
  forbidden: [],
  standing: [],
  perWork: 2,
  seed: 'seed',
  ...own,
})

const worksOf = (count: number, fields: string[] = []) =>
  Array.from({ length: count }, (_, number) => ({ key: `w${number + 1}`, fields }))

test('works go to experts of their fields, as far as loads stay even', () => {
  const plan = planPool(
    poolOf({
      works: [
        { key: 'w1', fields: ['art'] },
        { key: 'w2', fields: ['maths'] },
      ],
      experts: ['art', 'maths'].flatMap((field) => [1, 2].map((n) => expertOf(`${field}${n}`, { fields: [field] }))),
    }),
  )
  expect(plan.assignments.map(nameOf)).toEqual(['w1 art1', 'w1 art2', 'w2 maths1', 'w2 maths2'])
  expect(plan.worstFit).toBe(1_000)
  expect(plan.isConnected).toBe(false)
})

test('two groups that have nothing in common are connected by an exchange', () => {
  const field = (number: number): string => (number < 3 ? 'art' : 'maths')
  const plan = planPool(
    poolOf({
      works: worksOf(6).map(({ key }, number) => ({ key, fields: [field(number)] })),
      experts: Array.from({ length: 6 }, (_, number) => expertOf(`e${number}`, { fields: [field(number)] })),
      perWork: 3,
    }),
  )
  expect(plan).toMatchObject({ isConnected: true, exchanges: 1, short: [] })
  expect(plan.loads.map(({ load }) => load)).toEqual([3, 3, 3, 3, 3, 3])
  expect(plan.assignments.filter(({ fit }) => fit === 0)).toHaveLength(2)
})

test('why a work is short: too few experts, conflicts, one institution, or full loads', () => {
  const experts = ['a', 'b', 'c'].map((key) => expertOf(key))
  const shortOf = (own: Partial<PoolInput>) => planPool(poolOf(own)).short
  expect(shortOf({ works: worksOf(1), experts, perWork: 4 })).toEqual([{ work: 'w1', missing: 1, why: 'experts' }])
  const forbidden = ['a', 'b'].map((expert) => ({ work: 'w1', expert }))
  expect(shortOf({ works: worksOf(2), experts, forbidden })).toEqual([{ work: 'w1', missing: 1, why: 'conflicts' }])
  const colleagues = experts.map((expert) => ({ ...expert, institution: 'school' }))
  expect(shortOf({ works: worksOf(1), experts: colleagues })).toEqual([{ work: 'w1', missing: 1, why: 'institution' }])
  const busy = experts.map((expert) => ({ ...expert, maxLoad: 1 }))
  expect(shortOf({ works: worksOf(2), experts: busy })).toMatchObject([{ missing: 1, why: 'load' }])
})

test('where experts are too few, every work lacks one before any lacks two', () => {
  const experts = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => expertOf(key, { maxLoad: 4 }))
  const plan = planPool(poolOf({ works: worksOf(12), experts, perWork: 3 }))
  expect(plan.short.map(({ missing }) => missing)).toEqual(Array.from({ length: 12 }, () => 1))
  const fewer = planPool(poolOf({ works: worksOf(12), experts: experts.slice(0, 2), perWork: 3 }))
  expect(fewer.short.map(({ missing }) => missing).toSorted()).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3])
})

test('three works that share only two experts with little room are named, and others are not', () => {
  const experts = [expertOf('a', { maxLoad: 2 }), expertOf('b', { maxLoad: 2 }), expertOf('c'), expertOf('d')]
  const forbidden = ['w1', 'w2', 'w3'].flatMap((work) => ['c', 'd'].map((expert) => ({ work, expert })))
  expect(planPool(poolOf({ works: worksOf(6), experts, forbidden })).blockedBy).toEqual([
    { works: ['w1', 'w2', 'w3'], experts: ['a', 'b'], wanted: 6, available: 4 },
  ])
})

test('what stands stays when an expert drops out: only that expert’s works move', () => {
  const experts = ['a', 'b', 'c', 'd', 'e'].map((key) => expertOf(key))
  const works = worksOf(10)
  const before = planPool(poolOf({ works, experts }))
  const standing = before.assignments.map(({ work, expert }) => ({ work, expert, isFixed: false }))
  const left = experts.filter(({ key }) => key !== 'a')
  const after = planPool(poolOf({ works, experts: left, standing, seed: 'another' }))
  expect(after.dropped).toEqual([])
  expect(after.short).toEqual([])
  expect(after.assignments.filter(({ origin }) => origin === 'new')).toHaveLength(4)
})

test('another seed deals equal works differently', () => {
  const input = poolOf({ works: worksOf(12), experts: ['a', 'b', 'c', 'd'].map((key) => expertOf(key)) })
  const plans = ['one', 'two'].map((seed) => planPool({ ...input, seed }).assignments.map(nameOf))
  expect(plans[0]).not.toEqual(plans[1])
})

test('a pool without works or experts has an empty plan', () => {
  expect(planPool(poolOf({}))).toMatchObject({ assignments: [], short: [], worstFit: null, isConnected: true })
  expect(planPool(poolOf({ works: worksOf(1) })).short).toEqual([{ work: 'w1', missing: 2, why: 'experts' }])
})

test('a plan that is cut short keeps every rule, says so, and blames nobody for what is short', () => {
  fc.assert(
    fc.property(anyLargePool, fc.integer({ min: 0, max: 6 }), (input, checks) => {
      let left = checks
      const isSpent = (): boolean => (left -= 1) < 0
      const plan = planPool(input, { budget: { isSpent } })
      expect(findBroken(input, plan)).toEqual([])
      if (plan.isComplete) expect(plan).toEqual(planPool(input))
      else expect(plan.blockedBy.length === 0 || plan.short.every(({ why }) => why !== 'time')).toBe(true)
    }),
    propertyRuns(20),
  )
})

test('without any time every work gets the best expert who has room', () => {
  const input = poolOf({
    works: worksOf(6),
    experts: [1, 2, 3, 4].map((number) => expertOf(`e${number}`, { maxLoad: 3 })),
    perWork: 2,
  })
  const plan = planPool(input, { budget: { isSpent: () => true } })
  expect([plan.isComplete, plan.assignments.length, plan.short]).toEqual([false, 12, []])
  expect(planPool(input).isComplete).toBe(true)
})
