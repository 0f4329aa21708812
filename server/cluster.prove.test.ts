import { listPublished } from '@lectern/contract/articles/news.ts'
import { createArticle } from '@lectern/contract/articles/articles.ts'
import { repetitions } from '@lectern/contract/testing/repetitions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createS3Storage } from './platform/storage/s3.ts'
import { connect, type Connection } from './platform/database/connect.ts'
import { startCluster, type Cluster } from './testing/cluster/cluster.ts'
import { expectStored } from './testing/cluster/compare.ts'
import { createContest, createJudges } from './testing/cluster/contest.ts'
import { startLoad } from './testing/cluster/load.ts'
import { patientSite } from './testing/cluster/patient-site.ts'
import { requestCode } from './testing/codes.ts'
import { createDatabase } from './testing/database.ts'
import { examineAfterEach } from './testing/examination.ts'
import { createOwner } from './testing/owners.ts'
import { createPerson } from './testing/people.ts'
import { lacksPgBouncer } from './testing/pgbouncer.ts'
import type { TestSite } from './testing/site.ts'

// Three web processes and two workers behind a proxy, with PgBouncer and a bucket, while people use them.

/** How often every process is restarted. */
const rounds = repetitions(1, 1, 10)

const article = {
  kind: 'news',
  title: { 'zh-CN': '报名今日开始' },
  summary: {},
  body: { 'zh-CN': '<p>正文</p>' },
  category: 'announcement',
  pinned: false,
  cover: null,
  attachments: [],
  author: null,
  publishedAt: null,
}

describe.skipIf(lacksPgBouncer)('a cluster behind PgBouncer (needs pgbouncer)', () => {
  let connection: Connection
  let cluster: Cluster
  beforeAll(async () => {
    const databaseUrl = await createDatabase()
    connection = connect(databaseUrl, () => undefined)
    cluster = await startCluster(databaseUrl, { web: 3, workers: 2 })
  })
  afterAll(async () => {
    await cluster.close()
    await connection.close()
  })
  examineAfterEach(() => connection)

  test(
    'loses nothing and does nothing twice while each process is restarted in turn',
    async () => {
      const site = patientSite(cluster.balancer.url, connection)
      const contest = await createContest(site)
      const load = startLoad(site, contest)
      load.judge(await createJudges(site, contest))
      const ends: { code: number | null; stderr: string }[] = []
      for (let round = 0; round < rounds; round += 1)
        for (let position = 0; position < cluster.size; position += 1) ends.push(await cluster.restart(position))
      await load.stop()
      expect(load.failures).toEqual([])
      expect(ends).toEqual(ends.map(() => ({ code: 0, stderr: '' })))
      const { told } = load
      await expectStored(connection, createS3Storage(cluster.bucket), contest, told)
      expect([told.enrolments.length, told.works.length, told.issues.length].every((count) => count >= rounds)).toBe(
        true,
      )
    },
    repetitions(240_000, 1_800_000, 7_200_000),
  )

  /** The web processes, each reached past the proxy. */
  const eachProcess = (): TestSite[] => cluster.addresses.map((address) => patientSite(address, connection))

  test('counts attempts to sign in and codes of all processes together', async () => {
    const processes = eachProcess()
    const contact = 'counted@example.org'
    const { username } = await createOwner(processes[0]!, { email: contact })
    const refusals = []
    for (const site of [...processes, processes[0]!]) {
      const body = { identifier: username, password: 'not this one' }
      refusals.push((await site.call('POST', '/api/account/login', { body })).failure().error)
    }
    expect(refusals).toEqual(['signIn.wrong', 'signIn.wrong', 'signIn.wrong', 'proof.required'])
    const answers = []
    for (const site of processes) answers.push(await requestCode(site, 'signIn', contact))
    expect(answers.map(({ status }) => status)).toEqual([200, 429, 429])
  })

  test('shows in every process what was changed through one', async () => {
    const processes = eachProcess()
    const organiser = await createPerson(processes[0]!, { access: 'admin' })
    const titles = () =>
      Promise.all(
        processes.map(async (site) => {
          const { list } = (
            await site.ask(listPublished, { query: { kind: 'news' }, headers: { 'accept-language': 'zh-CN' } })
          ).data
          return list.map(({ title }) => title)
        }),
      )
    // Twice, so that the second answer comes from the cache.
    await titles()
    expect(await titles()).toEqual([[], [], []])
    const draft = await processes[1]!.callAs(organiser, 'POST', '/api/articles', article)
    const { id, version } = draft.data(createArticle)
    await processes[1]!.callAs(organiser, 'POST', `/api/articles/${id}/state`, { state: 'published', version })
    const title = article.title['zh-CN']
    await expect.poll(titles).toEqual([[title], [title], [title]])
  })
})
