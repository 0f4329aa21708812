import { propertyRuns } from '@lectern/contract/testing/repetitions.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dealPanels, type PanelDeal, type PanelInput } from './panel-plan.ts'

const panelKeys = ['p1', 'p2', 'p3', 'p4', 'p5']

const anyDeal = (hasConflicts: boolean, hasLimits: boolean): fc.Arbitrary<PanelInput> =>
  fc.record({
    works: fc
      .array(
        fc.record({
          stratum: fc.constantFrom('north', 'south', 'west', null),
          forbiddenPanels: hasConflicts ? fc.subarray(panelKeys) : fc.constant([]),
        }),
        { maxLength: 40 },
      )
      .map((all) => all.map((own, number) => ({ key: `w${number}`, ...own }))),
    panels: fc
      .subarray(panelKeys, { minLength: 1 })
      .chain((keys) =>
        fc
          .array(fc.integer({ min: 0, max: 8 }), { minLength: keys.length, maxLength: keys.length })
          .map((limits) => keys.map((key, index) => ({ key, ...(hasLimits && { maxWorks: limits[index]! }) }))),
      ),
    seed: fc.string({ maxLength: 3 }),
  })

const spreadOf = (counts: number[]): number => Math.max(...counts) - Math.min(...counts)

const countIn = ({ panels }: PanelDeal, stratum: string | null): number[] =>
  panels.map(({ strata }) => strata.find((one) => one.stratum === stratum)?.works ?? 0)

test('without conflicts, sizes differ by at most one, and so do the counts of every stratum', () => {
  fc.assert(
    fc.property(anyDeal(false, false), (input) => {
      const deal = dealPanels(input)
      expect(deal.short).toEqual([])
      expect(deal.blockedBy).toBeNull()
      expect(spreadOf(deal.panels.map(({ works }) => works.length))).toBeLessThanOrEqual(1)
      for (const stratum of ['north', 'south', 'west', null])
        expect(spreadOf(countIn(deal, stratum))).toBeLessThanOrEqual(1)
    }),
    propertyRuns(150),
  )
})

test('every work goes to one panel without a conflict and with room, or is short for a reason that is true', () => {
  fc.assert(
    fc.property(anyDeal(true, true), (input) => {
      const deal = dealPanels(input)
      const works = new Map(input.works.map((work) => [work.key, work]))
      const dealt = deal.panels.flatMap(({ works: own }) => own)
      expect([...dealt, ...deal.short.map(({ work }) => work)].toSorted()).toEqual([...works.keys()].toSorted())
      for (const { panel, works: own } of deal.panels) {
        expect(own.filter((work) => works.get(work)!.forbiddenPanels.includes(panel))).toEqual([])
        expect(own.length).toBeLessThanOrEqual(input.panels.find(({ key }) => key === panel)!.maxWorks!)
      }
      for (const { work, why } of deal.short) {
        const allowed = input.panels.filter(({ key }) => !works.get(work)!.forbiddenPanels.includes(key))
        expect(why).toBe(allowed.length === 0 ? 'conflicts' : 'capacity')
        for (const { key, maxWorks } of allowed)
          expect(deal.panels.find(({ panel }) => panel === key)!.works).toHaveLength(maxWorks!)
      }
      if (deal.blockedBy) {
        const { works: blocked, panels, available } = deal.blockedBy
        const inside = input.panels.filter(({ key }) => panels.includes(key))
        expect(available).toBe(inside.reduce((sum, { maxWorks }) => sum + maxWorks!, 0))
        expect(blocked.length - available).toBe(deal.short.length)
        for (const work of blocked)
          for (const { key } of input.panels)
            expect(panels.includes(key) || works.get(work)!.forbiddenPanels.includes(key)).toBe(true)
      } else expect(deal.short).toEqual([])
    }),
    propertyRuns(300),
  )
})

test('no work can move to a panel that is smaller by two, as far as conflicts allow', () => {
  fc.assert(
    fc.property(anyDeal(true, false), (input) => {
      const deal = dealPanels(input)
      const works = new Map(input.works.map((work) => [work.key, work]))
      const movable = deal.panels.flatMap((large) =>
        deal.panels
          .filter((small) => large.works.length - small.works.length >= 2)
          .flatMap(({ panel }) => large.works.filter((work) => !works.get(work)!.forbiddenPanels.includes(panel))),
      )
      expect(movable).toEqual([])
    }),
    propertyRuns(200),
  )
})

test('the order of the input does not change the deal', () => {
  fc.assert(
    fc.property(anyDeal(true, true), (input) => {
      const turned = { ...input, works: input.works.toReversed(), panels: input.panels.toReversed() }
      expect(dealPanels(turned)).toEqual(dealPanels(input))
    }),
    propertyRuns(100),
  )
})

const worksOf = (count: number, stratum: string | null = null) =>
  Array.from({ length: count }, (_, number) => ({ key: `${stratum}${number}`, stratum, forbiddenPanels: [] }))

test('a panel of weight two gets twice as many works, of each stratum as well', () => {
  const deal = dealPanels({
    works: [...worksOf(9, 'north'), ...worksOf(6, 'south')],
    panels: [{ key: 'double', weight: 2 }, { key: 'single' }],
    seed: 'seed',
  })
  expect(countIn(deal, 'north')).toEqual([6, 3])
  expect(countIn(deal, 'south')).toEqual([4, 2])
})

test('a work in conflict with every panel is short, and so is every work without a panel', () => {
  const panels = [{ key: 'p1' }, { key: 'p2' }]
  const works = [{ key: 'w1', stratum: null, forbiddenPanels: ['p1', 'p2'] }]
  expect(dealPanels({ works, panels, seed: '' })).toMatchObject({
    short: [{ work: 'w1', why: 'conflicts' }],
    blockedBy: { works: ['w1'], panels: [], available: 0 },
  })
  expect(dealPanels({ works, panels: [], seed: '' }).short).toEqual([{ work: 'w1', why: 'panels' }])
})

test('another seed deals other works to a panel', () => {
  const input = { works: worksOf(20), panels: [{ key: 'p1' }, { key: 'p2' }] }
  const [one, other] = ['one', 'two'].map((seed) => dealPanels({ ...input, seed }).panels[0]!.works)
  expect(one).not.toEqual(other)
})
