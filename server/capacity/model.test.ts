import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actions, readCosts, resources, type Cost, type MeasuredCosts } from './costs.ts'
import { lastHour, predict, rankedDemands, totalOf, usualContest, type Contest } from './model.ts'

const free: Cost = { web: 0, worker: 0, postgres: 0, received: 0, sent: 0, rows: 0, files: 0 }

/** Costs of which only these are not zero. */
const costsWith = (changes: Partial<MeasuredCosts['costs']>): MeasuredCosts => ({
  date: '2026-11-19',
  version: '0.2.0',
  measuredOn: 'a desk',
  idle: { web: 36, worker: 18, postgres: 72 },
  costs: { ...(Object.fromEntries(actions.map((action) => [action, free])) as MeasuredCosts['costs']), ...changes },
})

const nobody: Contest = {
  ...usualContest,
  accounts: 0,
  teams: 0,
  terabytes: 0,
  certificates: 0,
  experts: 0,
  organisers: 0,
}

const everything = costsWith(
  Object.fromEntries(actions.map((action) => [action, Object.fromEntries(resources.map((name) => [name, 5]))])),
)

describe('the model of a contest', () => {
  test('a known example, computed by hand', () => {
    const contest = { ...nobody, teams: 20_000, terabytes: 2, acting: 0.5, uploading: 0.1, peak: 2, utilisation: 0.5 }
    const measured = costsWith({
      // 15,000 times
      signIn: { ...free, web: 1_200, postgres: 240, rows: 100 },
      // 99 MB of each of 1,000 films
      filmMegabyte: { ...free, web: 10, received: 1_000_000, files: 1_000_000 },
      // 1,000 times
      smallFilm: { ...free, worker: 10_800, received: 1_000_000, files: 1_000_000 },
      // The same films in a bucket.
      bucketFilm: { ...free, web: 200, worker: 10_800, received: 1_000 },
      bucketMegabyte: { ...free, worker: 50, postgres: 36, received: 100 },
    })
    const { volumes, disk, bucket, storage } = predict(contest, measured)
    expect([volumes.signIn, volumes.smallFilm, volumes.filmMegabyte, volumes.workSubmit]).toEqual([
      15_000, 1_000, 99_000, 12_000,
    ])
    // (18,000 s + 990 s) × 2 in 3,600 s, half busy; with a bucket 18,000 s + 200 s.
    expect([disk.web.value, bucket.web.value]).toEqual([22, 21])
    // 10,800 s in 3,600 s, half busy; with a bucket 4,950 s more.
    expect([disk.worker.value, bucket.worker.value]).toEqual([6, 9])
    // 3,600 s × 2 in 3,600 s, half busy; with a bucket 3,564 s more.
    expect([disk.cores.value, bucket.cores.value]).toEqual([4, 8])
    expect(disk.connections.direct.value).toBe(22 * 11 + 6 * 17)
    expect(disk.connections.pooled.value).toBe(4 * 4 + 22 + 6 * 17)
    // 100 GB, or requests for links of 10.9 MB, in an hour, twice that in its busiest minute.
    expect(disk.received.value).toBeCloseTo((100e9 * 8 * 2) / 3_600)
    expect(bucket.received.value).toBeCloseTo((10.9e6 * 8 * 2) / 3_600)
    expect(bucket.worker.because).toBe('15750 processor seconds; 69 % of it: bucketFilm')
    expect([storage.works.value, storage.copies.value, storage.database.value]).toEqual([2e12, 0, 0])
    expect(disk.web.because).toBe('18990 processor seconds; 95 % of it: signIn')
  })

  test('nobody needs what must be there to go on while one is restarted, and no room', () => {
    const { volumes, disk, storage } = predict(nobody, everything)
    expect(Object.values(volumes)).toEqual(actions.map(() => 0))
    expect([disk.web.value, disk.worker.value, disk.cores.value]).toEqual([2, 2, 1])
    expect([disk.received.value, disk.sent.value]).toEqual([0, 0])
    expect(Object.values(storage).map(({ value }) => value)).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('open windows decide where little else happens', () => {
    const { disk } = predict({ ...nobody, teams: 100_000 }, costsWith({}))
    expect(disk.web).toEqual({ value: 19, because: '37500 open windows, 2000 to a process' })
  })

  test('the same in is the same out', () => {
    expect(predict(usualContest, everything)).toEqual(predict({ ...usualContest }, everything))
  })

  const growing = ['accounts', 'teams', 'terabytes', 'certificates', 'experts', 'organisers'] as const

  test.each(growing)('more %s never need less', (name) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 1_000_000 }), (one, other) => {
        const of = (value: number) => predict({ ...usualContest, [name]: value }, everything)
        const [less, more] = [of(Math.min(one, other)), of(Math.max(one, other))]
        for (const storage of ['disk', 'bucket'] as const)
          for (const need of ['web', 'worker', 'cores', 'received', 'sent'] as const) {
            // More teams have smaller films if the works together have the same size.
            const slack = name === 'teams' ? 1e-6 : 0
            expect(more[storage][need].value * (1 + slack)).toBeGreaterThanOrEqual(less[storage][need].value)
          }
        expect(more.storage.works.value).toBeGreaterThanOrEqual(less.storage.works.value)
      }),
    )
  })

  test('with the measured costs a bucket never needs more of a web process than a disk does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (terabytes) => {
        const { disk, bucket } = predict({ ...usualContest, terabytes }, readCosts())
        expect(disk.web.value).toBeGreaterThanOrEqual(bucket.web.value)
        expect(disk.received.value).toBeGreaterThanOrEqual(bucket.received.value)
      }),
    )
  })

  test('demands are ranked by what they take, and add up to all of it', () => {
    const volumes = lastHour(usualContest)
    const ranked = rankedDemands(volumes, everything)
    const sums = ranked.map(({ seconds }) => seconds.web + seconds.worker + seconds.postgres)
    expect(sums).toEqual(sums.toSorted((a, b) => b - a))
    expect(ranked.reduce((sum, { seconds }) => sum + seconds.web, 0)).toBeCloseTo(
      totalOf(volumes, everything.costs, 'web') / 1_000,
    )
  })
})
