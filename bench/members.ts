import pg from 'pg'
import { connect } from '../server/platform/database/connect.ts'
import { startEmbeddedPostgres } from '../server/platform/database/embedded.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { explainMembers } from './explain.ts'
import { addOrganiser, fillMembers, rareNames } from './people.ts'
import { endOnce, startApp, withFolder, type Served } from './processes.ts'
import { median, type Result } from './results.ts'

interface Portal {
  app: Served
  cookie: string
  client: pg.Client
  stop(): Promise<void>
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }
/** Nothing here has to survive a power cut, and only reading is measured. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' }

const openPortal = async (serverUrl: string, count: number): Promise<Portal> => {
  const address = new URL(serverUrl)
  const admin = new pg.Client(address.href)
  await admin.connect()
  await admin.query(`create database members_${count}`)
  await admin.end()
  address.pathname = `/members_${count}`
  const connection = connect(address.href, () => {})
  await migrate(connection.pool)
  await fillMembers(connection.pool, count)
  const cookie = await addOrganiser(connection.pool)
  await connection.close()
  const client = new pg.Client(address.href)
  await client.connect()
  const app = await startApp({ DATABASE_URL: address.href })
  return { app, cookie, client, stop: () => Promise.all([app.stop(), client.end()]).then(() => {}) }
}

/** Milliseconds of one call. */
const call = async ({ app, cookie }: Portal, query: string): Promise<number> => {
  const began = performance.now()
  const answer = await fetch(`${app.url}/api/users?${query}`, { headers: { cookie } })
  await answer.arrayBuffer()
  const took = performance.now() - began
  if (answer.status !== 200) throw new Error(`/api/users?${query} answered ${answer.status}`)
  return took
}

const rounds = 60

/** Medians of calls that take turns, so that whatever else the machine does falls on all of them. */
const compare = async (calls: (() => Promise<number>)[]): Promise<number[]> => {
  const times = calls.map(() => [] as number[])
  for (let round = 0; round < rounds; round += 1)
    for (const [index, each] of calls.entries()) times[index]!.push(await each())
  return times.map(median)
}

/** What ten members cost an organiser when there are 1,000 and when there are 50,000. */
export const measureMembers = ({ explain }: { explain: boolean }): Promise<Result[]> =>
  withFolder(async (folder) => {
    const postgres = await startEmbeddedPostgres({ directory: folder, log: silent, onLost: () => {}, settings })
    const stopPostgres = endOnce(() => postgres.stop())
    const portals: Portal[] = []
    try {
      portals.push(await openPortal(postgres.url, 1_000), await openPortal(postgres.url, 50_000))
      const [small, large] = portals as [Portal, Portal]
      const search = encodeURIComponent(rareNames.zh)
      const questions = [
        () => call(small, 'page=1'),
        () => call(large, 'page=1'),
        () => call(large, 'page=500'),
        () => call(small, `search=${search}`),
        () => call(large, `search=${search}`),
        () => call(small, `search=${rareNames.en}&sort=username`),
        () => call(large, `search=${rareNames.en}&sort=username`),
        () => call(large, 'status=active&sort=username'),
      ]
      // The first calls compile code and open connections.
      await compare(questions)
      const [first = 0, firstOfMany = 0, deep = 0, ...searches] = await compare(questions)
      const [chinese = 0, chineseOfMany = 0, latin = 0, latinOfMany = 0, filtered = 0] = searches
      if (explain) process.stdout.write(await explainMembers(large.client))
      return [
        { name: 'a page of /api/users, 1,000 members', value: first, unit: 'ms' },
        { name: 'a page, 50,000 members, of 1,000', value: firstOfMany / first, unit: '', target: { most: 1.5 } },
        { name: 'page 500 of members, of page 1', value: deep / firstOfMany, unit: '', target: { most: 3 } },
        { name: 'search of 20 members, 1,000 members', value: chinese, unit: 'ms' },
        { name: 'the same among 50,000, of 1,000', value: chineseOfMany / chinese, unit: '', target: { most: 1.5 } },
        {
          name: 'by Latin name and sorted by it, of 1,000',
          value: latinOfMany / latin,
          unit: '',
          target: { most: 1.5 },
        },
        { name: 'active members by name, 50,000 members', value: filtered, unit: 'ms', target: { most: 300 } },
      ]
    } finally {
      for (const portal of portals) await portal.stop()
      await stopPostgres()
    }
  })
