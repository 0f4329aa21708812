import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Connection } from './platform/database/connect.ts'
import { createS3Storage } from './platform/storage/s3.ts'
import { startCluster, type Cluster } from './testing/cluster/cluster.ts'
import { expectStored } from './testing/cluster/compare.ts'
import { createContest, createJudges } from './testing/cluster/contest.ts'
import { growthsOf, isLeak, type Usage } from './testing/cluster/growth.ts'
import { startLoad } from './testing/cluster/load.ts'
import { patientSite } from './testing/cluster/patient-site.ts'
import { lacksProcessUsage, usageOfChild } from './testing/cluster/process-usage.ts'
import { callsOf } from './testing/cluster/reader-calls.ts'
import { createDatabase } from './testing/database.ts'
import { examineAfterEach } from './testing/examination.ts'
import { lacksPgBouncer } from './testing/pgbouncer.ts'
import type { TestSite } from './testing/site.ts'

// Two web processes and a worker under the same load for hours: what they use may not grow.

const minutes = Number(process.env['SOAK_MINUTES'] ?? 120)
const samples = 120
const readers = 4
const pages = ['/', '/News', '/EnrollFor', '/api/news', '/feed.xml', '/sitemap.xml', '/account/Login']

/** Sessions of the database by the name that programs give them; PgBouncer passes on the name of whom it serves. */
const countSessions = async ({ pool }: Connection): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from pg_stat_activity where datname = current_database()',
  )
  return rows[0]!.count
}

/** Visitors and organisers who read, until they are told to stop. */
const startReaders = (site: TestSite, cookie: string) => {
  const calls = callsOf(pages, cookie)
  const refusals = new Map<string, number>()
  let [isOver, count] = [false, 0]
  const read = async (): Promise<void> => {
    while (!isOver) {
      const { path, headers } = calls.next().value
      const { status } = await site.get(path, headers)
      count += 1
      if (status !== 200) refusals.set(`${path} ${status}`, (refusals.get(`${path} ${status}`) ?? 0) + 1)
      await sleep(100)
    }
  }
  const reading = Promise.all(Array.from({ length: readers }, read))
  return {
    refusals,
    stop: async (): Promise<number> => {
      isOver = true
      await reading
      return count
    },
  }
}

describe.skipIf(lacksPgBouncer || lacksProcessUsage)('hours of load (needs pgbouncer and Linux)', () => {
  let connection: Connection
  let cluster: Cluster
  beforeAll(async () => {
    const databaseUrl = await createDatabase()
    connection = connect(databaseUrl, () => undefined)
    cluster = await startCluster(databaseUrl, { web: 2, workers: 1, isLaunched: true })
  })
  afterAll(async () => {
    await cluster.close()
    await connection.close()
  })
  examineAfterEach(() => connection)

  test(
    'memory, open files, threads and sessions stay as they were after the warm-up',
    async () => {
      const site = patientSite(cluster.balancer.url, connection)
      const contest = await createContest(site)
      const load = startLoad(site, contest)
      load.judge(await createJudges(site, contest))
      const reading = startReaders(site, contest.organiser.headers.cookie)
      const processes = cluster.processes()
      const used = new Map<string, Usage[]>(processes.map(({ name }) => [name, []]))
      const sessions: number[] = []
      for (let sample = 0; sample < samples; sample += 1) {
        await sleep((minutes * 60_000) / samples)
        for (const { name, pid } of processes) used.get(name)!.push(await usageOfChild(pid))
        sessions.push(await countSessions(connection))
      }
      const reads = await reading.stop()
      await load.stop()

      const growths = [...used].flatMap(([name, all]) => growthsOf(all).map((growth) => ({ name, ...growth })))
      const { enrolments, works, issues } = load.told
      process.stdout.write(
        [
          `${minutes} minutes: ${reads} reads, ${enrolments.length} enrolments, ${works.length} works, ${issues.length} issues`,
          ...growths.map(
            ({ name, measure, before, after }) => `${name}, ${measure}: ${before.toFixed(0)} → ${after.toFixed(0)}`,
          ),
          `sessions of the database: ${Math.min(...sessions)} to ${Math.max(...sessions)}`,
          '',
        ].join('\n'),
      )
      expect(load.failures).toEqual([])
      expect([...reading.refusals]).toEqual([])
      expect(growths.filter(isLeak)).toEqual([])
      // Four of the pooler, and those that each process keeps past it.
      const [warm, last] = [sessions.slice(samples / 4, samples / 2), sessions.slice(-samples / 4)]
      expect(Math.max(...last)).toBeLessThanOrEqual(Math.max(...warm) + 3)
      expect([enrolments.length, works.length, issues.length].every((count) => count > 0)).toBe(true)
      await expectStored(connection, createS3Storage(cluster.bucket), contest, load.told)
    },
    (minutes + 30) * 60_000,
  )
})
