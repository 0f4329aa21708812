import type pg from 'pg'
import { submissionStatements } from '../server/testing/many-people.ts'
import { withContest, type Contest } from './contest.ts'
import { median, type Result } from './results.ts'

const rounds = 7
const perRound = 150
/** As many as a server has connections to the database. */
const atOnce = 10

const submissionsPerSecond = async ({ apps, crowd, open }: Contest): Promise<number> => {
  const { ready } = await open(perRound)
  const { seconds, statuses } = await crowd.perform({ urls: [apps[0]!.url], submissions: ready, pace: { atOnce } })
  if (statuses[200] !== perRound) throw new Error(`submissions were answered ${JSON.stringify(statuses)}`)
  return perRound / seconds
}

const prepareBare = (pool: pg.Pool): Promise<unknown> =>
  pool.query(`
    create table bare_row (id bigint generated always as identity primary key, activity uuid, content jsonb, at timestamptz);
    create table bare_count (id integer primary key, taken integer);
    insert into bare_count values (1, 0)`)

/**
 * A transaction with as many statements as a submission, and the same row for everybody to wait for, without any
 * logic.
 */
const bareTransaction = async (pool: pg.Pool, team: string): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (let left = submissionStatements.reads; left > 0; left -= 1)
      await client.query('select * from enrolment join team on team.id = team_id where team_id = $1', [team])
    await client.query('update bare_count set taken = taken + 1 where id = $1', [1])
    for (let left = submissionStatements.writes - 1; left > 0; left -= 1)
      await client.query('insert into bare_row (activity, content, at) values ($1, $2, now())', [
        team,
        JSON.stringify({ title: 'A course', body: 'x'.repeat(400) }),
      ])
    await client.query('commit')
  } finally {
    client.release()
  }
}

const barePerSecond = async ({ pool, open }: Contest): Promise<number> => {
  const { ready } = await open(perRound)
  const waiting = [...ready]
  const began = performance.now()
  const lane = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await bareTransaction(pool, next.teamId)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return perRound / ((performance.now() - began) / 1000)
}

/** Submissions over HTTP compared with transactions of the same length that only wait for PostgreSQL. */
export const measureSubmissions = (): Promise<Result[]> =>
  withContest({ servers: 1, people: perRound }, async (contest) => {
    await prepareBare(contest.pool)
    // The first ones compile code and open connections.
    await submissionsPerSecond(contest)
    await barePerSecond(contest)
    const pairs: { ours: number; bare: number }[] = []
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ bare: await barePerSecond(contest), ours: await submissionsPerSecond(contest) })
    const share = median(pairs.map(({ ours, bare }) => ours / bare))
    return [
      { name: 'submissions in a second', value: median(pairs.map(({ ours }) => ours)), unit: '' },
      { name: 'submissions/s, of bare transactions', value: share, unit: '', target: { least: 0.3 } },
    ]
  })
