import { withContest, type Contest, type Crowd } from './contest.ts'
import type { ReaderReport } from './reader-load.ts'
import { quantile, type Result } from './results.ts'
import { startWorker } from './workers.ts'

const teams = 500
const seconds = 60
const readsPerSecond = 50
const quietSeconds = 15

const failures = ({ statuses, times }: ReaderReport): number => times.length - (statuses[200] ?? 0)

/** Counts the complete submissions: each with its notice and its letter. */
const whole = async ({ pool }: Contest, activityId: string): Promise<number> => {
  const { rows } = await pool.query<{ whole: number }>(
    `select count(*)::integer as whole from enrolment
     where activity_id = $1 and state = 'submitted'
       and (select count(*) from enrolment_event where enrolment_id = enrolment.id) = 1
       and (select count(*) from notice where link like '%' || enrolment.id::text) = 1
       and (select count(*) from outbox where content->>'link' like '%' || enrolment.id::text) = 1
       and sequence between 1 and ${teams}`,
    [activityId],
  )
  return rows[0]!.whole
}

/** The last minute before a deadline: 500 teams submit to two servers while others read. */
export const measureRush = (): Promise<Result[]> =>
  withContest({ servers: 2, people: teams }, async (contest) => {
    const readers: Crowd = startWorker('reader-load.ts')
    try {
      const urls = contest.apps.map(({ url }) => url)
      const read = (lasting: number) => readers.perform({ urls, pace: { perSecond: readsPerSecond }, seconds: lasting })
      const warm = await contest.open(20)
      await contest.crowd.perform({ urls, submissions: warm.ready, pace: { atOnce: 5 } })
      await read(2)
      const quiet = await read(quietSeconds)
      const { activityId, ready } = await contest.open(teams)
      const [rush, meanwhile] = await Promise.all([
        contest.crowd.perform({ urls, submissions: ready, pace: { perSecond: teams / seconds } }),
        read(seconds),
      ])
      const [before, during] = [quantile(quiet.times, 0.99), quantile(meanwhile.times, 0.99)]
      return [
        { name: 'submissions in the rush that were refused', value: failures(rush), unit: '', target: { most: 0 } },
        {
          name: 'submissions in the rush that were lost or doubled',
          value: teams - (await whole(contest, activityId)),
          unit: '',
          target: { most: 0 },
        },
        { name: 'median of a submission in the rush', value: quantile(rush.times, 0.5), unit: 'ms' },
        { name: 'p99 of a submission in the rush', value: quantile(rush.times, 0.99), unit: 'ms' },
        { name: 'p99 of / before the rush', value: before, unit: 'ms' },
        { name: 'p99 of / during the rush', value: during, unit: 'ms', target: { most: 1_000 } },
        { name: 'pages in the rush that were not answered', value: failures(meanwhile), unit: '', target: { most: 0 } },
      ]
    } finally {
      await readers.stop()
    }
  })
