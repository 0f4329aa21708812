import fc from 'fast-check'
import type { PoolInput } from '../features/rounds/solver/pool-problem.ts'

interface Size {
  works: { min: number; max: number }
  experts: { min: number; max: number }
}

const anyPoolOf = (size: Size): fc.Arbitrary<PoolInput> =>
  fc
    .record({
      workCount: fc.integer(size.works),
      expertCount: fc.integer(size.experts),
      institutionCount: fc.integer({ min: 1, max: size.experts.max }),
      maxLoad: fc.integer({ min: 1, max: 9 }),
      perWork: fc.integer({ min: 1, max: 4 }),
      conflictPercent: fc.constantFrom(0, 10, 40),
      standingPercent: fc.constantFrom(0, 0, 30),
      seed: fc.string({ maxLength: 4 }),
    })
    .chain(({ workCount, expertCount, institutionCount, maxLoad, perWork, conflictPercent, standingPercent, seed }) => {
      const fields = fc.subarray(['art', 'maths', 'music', 'physics'], { maxLength: 3 })
      const pairs = Array.from({ length: workCount * expertCount }, (_, place) => ({
        work: `w${Math.floor(place / expertCount)}`,
        expert: `e${place % expertCount}`,
      }))
      const percents = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: pairs.length, maxLength: pairs.length })
      return fc.record({
        works: fc
          .array(fields, { minLength: workCount, maxLength: workCount })
          .map((all) => all.map((own, number) => ({ key: `w${number}`, fields: own }))),
        experts: fc
          .array(
            fc.record({
              institution: fc.option(
                fc.integer({ min: 1, max: institutionCount }).map((number) => `i${number}`),
                {
                  freq: 4,
                },
              ),
              fields,
              maxLoad: fc.integer({ min: 0, max: maxLoad }),
            }),
            { minLength: expertCount, maxLength: expertCount },
          )
          .map((all) => all.map((own, number) => ({ key: `e${number}`, ...own }))),
        forbidden: percents.map((drawn) => pairs.filter((_, place) => drawn[place]! < conflictPercent)),
        // Some stand against a conflict or beside a colleague: rules change, and conflicts are declared later.
        standing: percents.map((drawn) =>
          pairs
            .filter((_, place) => drawn[place]! < standingPercent)
            .map((pair, number) => ({ ...pair, isFixed: number % 3 === 0 })),
        ),
        perWork: fc.constant(perWork),
        seed: fc.constant(seed),
      })
    })

/** Small pools of all sorts: many cannot be filled, some cannot be connected. */
export const anyPool = anyPoolOf({ works: { min: 1, max: 9 }, experts: { min: 1, max: 8 } })

/** With more experts than the first round of solving looks at. */
export const anyLargePool = anyPoolOf({ works: { min: 12, max: 24 }, experts: { min: 30, max: 50 } })
