import { link, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { headersOfPerson } from '../server/testing/many-people.ts'
import { withContest, type Contest } from './contest.ts'
import { median, quantile, type Result } from './results.ts'
import { dealWorks, type DealtWork } from './review-rows.ts'

const experts = 300
const perExpert = 5
const seconds = 20
const everyMilliseconds = 2_000
/** As many as a server has connections to the database. */
const atOnce = 10
const perRound = 300
const rounds = 5
const filmBytes = 200_000_000

/** A sheet as it is half filled in, with a comment. */
const sheetOf = (version: number) => ({
  version,
  scores: { c0: 1_000, c1: (version % 30) * 50, c2: 1_250 },
  comment: `课堂结构清楚，学生参与充分。${'x'.repeat(200)} ${version}`,
  remark: '',
  notes: [{ file: 1, at: version, text: '很好的提问' }],
  places: { 1: version },
  seconds: 2,
})

const versions = new Map<string, number>()

const keyOf = ({ expert, code }: DealtWork): string => `${expert} ${code}`

/** Saves a sheet; what was acknowledged is remembered. */
const save = async (url: string, work: DealtWork): Promise<void> => {
  const version = versions.get(keyOf(work)) ?? 0
  const answer = await fetch(`${url}/api/review/works/${work.code}/sheet`, {
    method: 'PUT',
    headers: { ...headersOfPerson(work.expert), 'content-type': 'application/json' },
    body: JSON.stringify(sheetOf(version)),
  })
  const { data } = (await answer.json()) as { data: { version: number } }
  if (answer.status !== 200) throw new Error(`saving was answered ${answer.status} ${JSON.stringify(data)}`)
  versions.set(keyOf(work), data.version)
}

/** Every expert saves at a steady pace, whatever the answers take; milliseconds of each save. */
const saveSteadily = async ({ apps }: Contest, works: readonly DealtWork[]): Promise<number[]> => {
  const times: number[] = []
  const own = [...Map.groupBy(works, ({ expert }) => expert).values()]
  const began = performance.now()
  const expert = async (mine: readonly DealtWork[], index: number): Promise<void> => {
    for (let turn = 0; turn < (seconds * 1_000) / everyMilliseconds; turn += 1) {
      const due = began + turn * everyMilliseconds + (index / experts) * everyMilliseconds
      await sleep(Math.max(0, due - performance.now()))
      const start = performance.now()
      await save(apps[0]!.url, mine[turn % mine.length]!)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(own.map(expert))
  return times
}

/** Acknowledged saves that the database does not have. */
const countLost = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ key: string; version: number }>(
    `select substr(username, 7) || ' ' || entry.code as key, sheet.version
     from sheet join assignment on assignment.id = assignment_id join reviewer on reviewer.id = reviewer_id
     join account on account.id = account_id join entry on entry.id = entry_id`,
  )
  const stored = new Map(rows.map(({ key, version }) => [key, version]))
  return [...versions].filter(([key, version]) => (stored.get(key) ?? 0) < version).length
}

const inLanes = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<number> => {
  const waiting = [...items]
  const began = performance.now()
  const lane = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await work(next)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return items.length / ((performance.now() - began) / 1_000)
}

/** A transaction with as many statements as a save, session included, without any logic. */
const bareTransaction = async (pool: pg.Pool, { token }: DealtWork): Promise<void> => {
  const client = await pool.connect()
  const read = () =>
    client.query(
      `select * from assignment join reviewer on reviewer.id = reviewer_id join round on round.id = reviewer.round_id
       left join sheet on assignment_id = assignment.id where token = $1`,
      [token],
    )
  try {
    await read()
    await client.query('begin')
    const { rows } = await read()
    await client.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', ['bare'])
    await read()
    await client.query(
      `insert into bare_sheet values ($1, 1, $2, now()) on conflict (id) do update set version = bare_sheet.version + 1, content = excluded.content`,
      [token, JSON.stringify(sheetOf(rows.length))],
    )
    await read()
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Milliseconds until the first bytes of a range somewhere in a film. */
const firstBytes = async ({ apps }: Contest, works: readonly DealtWork[]): Promise<number[]> => {
  const times: number[] = []
  await inLanes(works, async ({ expert, token }) => {
    const start = Math.floor(Math.random() * (filmBytes - 2_000_000))
    const startedAt = performance.now()
    const answer = await fetch(`${apps[0]!.url}/api/review/files/${token}/1`, {
      headers: { ...headersOfPerson(expert), range: `bytes=${start}-${start + 999_999}` },
    })
    if (answer.status !== 206) throw new Error(`a range was answered ${answer.status}`)
    const reader = answer.body!.getReader()
    await reader.read()
    times.push(performance.now() - startedAt)
    while (!(await reader.read()).done);
  })
  return times
}

/** One film under the names of all files. */
const storeFilms = async (folder: string, ids: readonly string[]): Promise<void> => {
  const directory = join(folder, 'files/work')
  await mkdir(directory, { recursive: true })
  const film = await open(join(directory, ids[0]!), 'w')
  await film.truncate(filmBytes)
  await film.close()
  for (const id of ids.slice(1)) await link(join(directory, ids[0]!), join(directory, id))
}

/** The desk of experts while all of them work: saving sheets, and films that begin to play. */
export const measureReviewSaves = (): Promise<Result[]> =>
  withContest({ servers: 1, people: 2 * experts }, async (contest) => {
    const { pool, apps, folder } = contest
    const { activityId } = await contest.open(experts)
    const { works, fileIds } = await dealWorks(pool, { activityId, first: experts + 1, perExpert, size: filmBytes })
    await storeFilms(folder, fileIds)
    await pool.query(`create table bare_sheet (id text primary key, version integer, content jsonb, at timestamptz)`)
    const some = works.slice(0, perRound)
    const ours = () => inLanes(some, (work) => save(apps[0]!.url, work))
    const bare = () => inLanes(some, (work) => bareTransaction(pool, work))
    // The first ones compile code and open connections.
    await ours()
    await bare()
    const pairs: { ours: number; bare: number }[] = []
    for (let round = 0; round < rounds; round += 1) pairs.push({ bare: await bare(), ours: await ours() })
    const times = await saveSteadily(contest, works)
    const beginnings = await firstBytes(contest, some)
    return [
      { name: 'saves of 300 experts every 2 s, p99', value: quantile(times, 0.99), unit: 'ms', target: { most: 200 } },
      { name: 'the same, median', value: median(times), unit: 'ms' },
      { name: 'acknowledged saves that are lost', value: await countLost(pool), unit: '', target: { most: 0 } },
      { name: 'saves in a second, ten at once', value: median(pairs.map((pair) => pair.ours)), unit: '' },
      {
        name: 'saves/s, of bare transactions',
        value: median(pairs.map((pair) => pair.ours / pair.bare)),
        unit: '',
        target: { least: 0.3 },
      },
      {
        name: 'first bytes of a range of a film, p95',
        value: quantile(beginnings, 0.95),
        unit: 'ms',
        target: { most: 300 },
      },
    ]
  })
