import type pg from 'pg'
import { someId } from '../server/testing/many-people.ts'
import { fillEnrolments } from './enrolment-rows.ts'
import type { ListsJob, ListsReport } from './lists-load.ts'
import { addOrganiser } from './people.ts'
import { withPortal } from './portals.ts'
import { median, type Result } from './results.ts'
import { startWorker } from './workers.ts'

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

/** Uncached lists of organisers, compared with the smallest request of a signed-in user. */
export const measureOfficeLists = (): Promise<Result[]> =>
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
