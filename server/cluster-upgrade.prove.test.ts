import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repetitions } from '@lectern/contract/testing/repetitions.ts'
import { connect, type Connection } from './platform/database/connect.ts'
import { createS3Storage } from './platform/storage/s3.ts'
import { startCluster, type Cluster } from './testing/cluster/cluster.ts'
import { expectStored } from './testing/cluster/compare.ts'
import { createContest, createJudges } from './testing/cluster/contest.ts'
import { earlierServer } from './testing/cluster/earlier-version.ts'
import { startLoad, type Told } from './testing/cluster/load.ts'
import { patientSite } from './testing/cluster/patient-site.ts'
import { createDatabase } from './testing/database.ts'
import { examineAfterEach } from './testing/examination.ts'

// Three web processes and two workers of the released version are replaced by this one, one after the other, while people use them.

const countsOf = ({ enrolments, works, issues }: Told) => [enrolments.length, works.length, issues.length]

describe.skipIf(earlierServer === undefined)('a rolling upgrade (needs `node scripts/earlier-version.mjs`)', () => {
  let connection: Connection
  let cluster: Cluster
  beforeAll(async () => {
    // The released version makes its own tables.
    const databaseUrl = await createDatabase('template0')
    connection = connect(databaseUrl, () => undefined)
    cluster = await startCluster(databaseUrl, { web: 3, workers: 2, earlier: earlierServer })
  })
  afterAll(async () => {
    await cluster.close()
    await connection.close()
  })
  examineAfterEach(() => connection)

  test(
    'loses nothing and does nothing twice while processes of both versions serve the same people',
    async () => {
      const site = patientSite(cluster.balancer.url, connection)
      const contest = await createContest(site)
      const load = startLoad(site, contest)
      /** Waits until everything was done once more. */
      const hasMore = async (): Promise<void> => {
        const before = countsOf(load.told)
        await expect
          .poll(() => load.failures.length > 0 || countsOf(load.told).every((count, kind) => count > before[kind]!), {
            timeout: repetitions(120_000, 300_000, 300_000),
          })
          .toBe(true)
        expect(load.failures).toEqual([])
      }
      await hasMore()
      const ends: { code: number | null; stderr: string }[] = []
      for (let position = 0; position < cluster.size; position += 1) {
        ends.push(await cluster.restart(position))
        // Its columns are there since the first process of this version has started.
        if (position === 0) load.judge(await createJudges(site, contest))
        await hasMore()
      }
      await load.stop()
      expect(load.failures).toEqual([])
      expect(ends).toEqual(ends.map(() => ({ code: 0, stderr: '' })))
      await expectStored(connection, createS3Storage(cluster.bucket), contest, load.told)
    },
    repetitions(240_000, 1_800_000, 3_600_000),
  )
})
