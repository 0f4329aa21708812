import type pg from 'pg'
import { someId } from '../server/testing/many-people.ts'
import { compare as compareCached } from './cached-answers.ts'
import { fillEnrolments } from './enrolment-rows.ts'
import type { ListsJob, ListsReport } from './lists-load.ts'
import { startLoadGenerator } from './load-generator.ts'
import { compare, timeOf } from './office-calls.ts'
import { addOrganiser } from './people.ts'
import { untilPicturesMade } from './pictures.ts'
import { withPortal, withPortals } from './portals.ts'
import { startApp, withFolder } from './processes.ts'
import { median, type Result } from './results.ts'
import { organiserPassword, signInAsOrganiser } from './uploads.ts'
import { startWorker } from './workers.ts'
import { fillWorks } from './works.ts'

const rows = 1_000
const atOnce = 16
const rounds = 5
const seconds = 2

/** The current user: one query. Every list needs it first. */
const bare = '/api/user/currentUser'

/** The least share of the baseline that each must reach, in requests per CPU second. */
const lists: Record<string, number> = { '/api/enrolments': 0.25, '/api/users': 0.4, '/api/notices': 0.5 }

const addNotices = (pool: pg.Pool) =>
  pool.query(
    `insert into notice (id, audience, kind, title, body, link, created_at)
     select ${someId}, 'everyone', 'announcement', jsonb_build_object('zh-CN', '通知' || n), jsonb_build_object('zh-CN', '请各参赛队及时提交材料。'),
       '/News', now() + n * interval '1 second'
     from generate_series(1, 200) as n`,
  )

const fill = async (pool: pg.Pool, count: number) => {
  await fillEnrolments(pool, count)
  const cookie = await addOrganiser(pool)
  await addNotices(pool)
  return { cookie }
}

/** The least share of a second of bare `node:http` that each must reach. */
const demoLists: Record<string, number | undefined> = {
  '/api/users': 0.05,
  '/api/notices': 0.05,
  '/api/certificates': 0.05,
  '/api/enrolments': 0.05,
  '/api/rounds': 0.03,
  '/api/works': 0.03,
  '/api/dashboard': undefined,
  '/api/contest-lines': undefined,
}

/** The lists of the demo, which has rows of every kind, compared with a bare server that sends the same bytes. */
const measureDemoLists = (): Promise<Result[]> =>
  withFolder(async (folder) => {
    const app = await startApp({ DATA_DIR: folder, ADMIN_PASSWORD: organiserPassword, TRUST_PROXY: '127.0.0.1' })
    await untilPicturesMade(folder)
    const { cookie } = await signInAsOrganiser(app)
    const generator = startLoadGenerator({ connections: atOnce, fromMany: true })
    try {
      const results: Result[] = []
      for (const [path, least] of Object.entries(demoLists)) {
        const rate = await compareCached(generator.load, app, path, 'identity', cookie)
        results.push(
          {
            name: `${path} in a second, of bare node:http`,
            value: rate.perSecond,
            unit: '',
            ...(least && { target: { least } }),
          },
          { name: `${path} in a processor second, of bare`, value: rate.perCpuSecond, unit: '' },
        )
      }
      return results
    } finally {
      generator.stop()
      await app.stop()
    }
  })

/** What the overview of the office asks for. */
const overview = ['/api/dashboard', '/api/contest-lines']

/** The overview with 1,000 and with 100,000 works. */
const measureOverview = (): Promise<Result[]> =>
  withPortals({ few: 1_000, many: 100_000 }, fillWorks, async (small, large) => {
    const calls = overview.flatMap((path) => [() => timeOf(small, path), () => timeOf(large, path)])
    const times = await compare(calls)
    return overview.flatMap((path, position): Result[] => {
      const [few, many] = times.slice(2 * position) as [number, number]
      return [
        { name: `${path} with 1,000 entries`, value: few, unit: 'ms' },
        { name: `${path} with 100,000 entries, of 1,000`, value: many / few, unit: '', target: { most: 1.5 } },
      ]
    })
  })

/** Lists of people and enrolments, compared with the smallest request of a signed-in user. */
const measureLongLists = (): Promise<Result[]> =>
  withPortal(rows, fill, { TRUST_PROXY: '127.0.0.1' }, async ({ app, filling: { cookie } }) => {
    const readers = startWorker<ListsJob, ListsReport>('lists-load.ts')
    try {
      const read = async (path: string) => {
        const before = await app.usage()
        const report = await readers.perform({ url: `${app.url}${path}`, cookie, atOnce, seconds })
        const after = await app.usage()
        if (report.failures > 0) throw new Error(`${report.failures} of ${report.count} calls of ${path} failed`)
        return {
          perSecond: report.count / report.seconds,
          perCpuSecond: report.count / (after.cpuSeconds - before.cpuSeconds),
        }
      }
      const paths = [bare, ...Object.keys(lists)]
      const rates = new Map(paths.map((path) => [path, [] as Awaited<ReturnType<typeof read>>[]]))
      // The first calls compile code and open connections.
      for (const path of paths) await read(path)
      for (let round = 0; round < rounds; round += 1) for (const path of paths) rates.get(path)!.push(await read(path))
      const shareOf = (path: string, measure: 'perSecond' | 'perCpuSecond'): number =>
        median(rates.get(path)!.map((rate, round) => rate[measure] / rates.get(bare)![round]![measure]))
      return [
        ...paths.map((path): Result => ({
          name: `${path}, ${atOnce} at once, in a second`,
          value: median(rates.get(path)!.map(({ perSecond }) => perSecond)),
          unit: 'requests',
        })),
        ...paths.map((path): Result => ({
          name: `${path}, in a processor second`,
          value: median(rates.get(path)!.map(({ perCpuSecond }) => perCpuSecond)),
          unit: 'requests',
        })),
        ...Object.entries(lists).flatMap(([path, least]): Result[] => [
          { name: `${path} in a second, of ${bare}`, value: shareOf(path, 'perSecond'), unit: '' },
          {
            name: `${path} in a processor second, of ${bare}`,
            value: shareOf(path, 'perCpuSecond'),
            unit: '',
            target: { least },
          },
        ]),
      ]
    } finally {
      await readers.stop()
    }
  })

/** Uncached answers to organisers. */
export const measureOfficeLists = async (): Promise<Result[]> => [
  ...(await measureDemoLists()),
  ...(await measureOverview()),
  ...(await measureLongLists()),
]
