import { startBucket } from '../server/testing/bucket/bucket.ts'
import type { Action, Cost } from '../server/capacity/costs.ts'
import { prepareCrowd } from './crowd-actions.ts'
import { withMeasuredSite } from './measured-site.ts'
import { combine, measureIdle, usedBetween } from './site-use.ts'

const people = 1_000
const warmUps = 3
/** Smaller films pass the web process. */
const sizes = { small: { megabytes: 20, count: 15 }, large: { megabytes: 120, count: 6 } } as const
const megabyte = 1_000_000

/** What a film costs that a browser sends to a bucket: the links to its parts, and reading it once to compare its SHA-256. */
export const measureBucketCosts = async (): Promise<Record<Extract<Action, `bucket${string}`>, Cost>> => {
  const bucket = await startBucket()
  try {
    return await withMeasuredSite(
      people,
      async (measured) => {
        const works = warmUps + sizes.small.count + sizes.large.count
        const crowd = await prepareCrowd(measured, { enrolments: 0, works })
        const nextDraft = await crowd.createDrafts(works, false)
        const measure = async ({ megabytes, count }: { megabytes: number; count: number }): Promise<Cost> => {
          const film = await crowd.filmOf(megabytes * megabyte)
          const before = await measured.read()
          for (let left = count; left > 0; left -= 1) await crowd.sendInParts(nextDraft(), film)
          await measured.settle()
          const used = usedBetween(before, await measured.read(), idle, count)
          process.stderr.write(`film of ${megabytes} MB in a bucket: ${JSON.stringify(used)}\n`)
          // None of it is on the disk.
          return { ...used, files: megabytes * megabyte }
        }
        const warmUp = await crowd.filmOf(sizes.small.megabytes * megabyte)
        for (let left = warmUps; left > 0; left -= 1) await crowd.sendInParts(nextDraft(), warmUp)
        await measured.settle()
        const idle = await measureIdle(measured)
        const [small, large] = [await measure(sizes.small), await measure(sizes.large)]
        const furtherMegabytes = sizes.large.megabytes - sizes.small.megabytes
        const bucketMegabyte = combine(small, large, (few, many) => Math.max(0, many - few) / furtherMegabytes)
        const withoutRest = (whole: number, each: number) => Math.max(0, whole - each * (sizes.small.megabytes - 1))
        return { bucketFilm: combine(small, bucketMegabyte, withoutRest), bucketMegabyte }
      },
      bucket,
    )
  } finally {
    await bucket.close()
  }
}
