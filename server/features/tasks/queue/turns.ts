import type { TaskId } from '@lectern/contract/ids.ts'
import type { TaskKind } from '@lectern/contract/tasks/task-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sql, type SQL } from '../../../platform/database/drizzle.ts'
import { task } from '../tables.ts'

/**
 * Tasks of one kind in one lane, such as the inspections of a team's files, are run one at a time: only the first has a job in the queue,
 * and the next one gets its job when that is done. So lanes take turns, however many tasks wait in one of them.
 */

/** What all tasks of a lane together may take of the places for files within the window; then they wait until nobody else does. */
export const budgetSeconds = 120
const windowMilliseconds = 600_000

/** The priority of a task in a lane: smaller ones come first. */
export const turns = { usual: 0, later: 500, last: 1_000 } as const

/** Nobody waits for these at a screen: files that are read again must not delay those that have just arrived. */
const repeated: ReadonlySet<TaskKind> = new Set(['recheck', 'renewCopies', 'makeCovers', 'makePages'])

export const turnOf = (kind: TaskKind, spentSeconds: number): number => {
  if (spentSeconds >= budgetSeconds) return turns.last
  return repeated.has(kind) ? turns.later : turns.usual
}

/** What the queue calls a task of a lane: these have places of their own. */
export const turnName = (kind: TaskKind): string => (kind === 'inspect' ? kind : `${kind} in turn`)

type Moment = Pick<Ctx, 'db' | 'now'>

/** Whether a task is not behind another one of its lane, which is older or queued already. One that waits for its next attempt holds nobody up. */
export const whereFirstOfLane = (id: SQL): SQL => sql`not exists (
  select from ${task} as own
  join ${task} as other on other.lane = own.lane and other.kind = own.kind and other.id <> own.id
  where own.id = ${id} and own.retry_at is null and (
    other.state = 'running'
    or other.state = 'waiting' and other.retry_at is null
      and (
        (other.created_at, other.id) < (own.created_at, own.id)
        or exists (select from graphile_worker.jobs where jobs.key = other.id::text)
      )
  )
)`

/** Nobody adds a task to this lane, or takes the next one, at the same time. Requires a transaction. */
export const lockLane = async ({ db }: Moment, lane: string): Promise<void> => {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lane}, 0))`)
}

interface Turn {
  turn: number
  isFirst: boolean
}

/** Whether a task may be queued, and how soon it comes. undefined: it has no lane. */
export const findTurn = async ({ db, now }: Moment, id: TaskId): Promise<Turn | undefined> => {
  const since = new Date(now.getTime() - windowMilliseconds)
  const { rows } = await db.execute<{ isFirst: boolean; kind: TaskKind; spent: number }>(sql`
    select ${whereFirstOfLane(sql`task.id`)} as "isFirst", task.kind, (
      select coalesce(sum(other.seconds), 0)::float8 from ${task} as other
      where other.lane = task.lane and other.started_at > ${since}
    ) as spent
    from ${task} where task.id = ${id} and task.lane is not null
  `)
  const [row] = rows
  return row && { turn: turnOf(row.kind, row.spent), isFirst: row.isFirst }
}

/** Counts what a run took, so that its lane makes room for others. */
export const addSeconds = async ({ db }: Moment, id: TaskId, seconds: number): Promise<void> => {
  await db.execute(sql`update ${task} set seconds = seconds + ${seconds} where id = ${id}`)
}

interface QueuedTask {
  id: TaskId
  kind: TaskKind
}

/** The task of a lane that comes next, after one of its kind has ended; undefined: none waits. */
export const findNext = async (
  { db }: Moment,
  { lane, kind }: { lane: string; kind: TaskKind },
): Promise<QueuedTask | undefined> => {
  const { rows } = await db.execute<{ id: TaskId; kind: TaskKind }>(sql`
    select id, kind from ${task}
    where lane = ${lane} and kind = ${kind} and state = 'waiting' and retry_at is null
    order by created_at, id limit 1
  `)
  return rows[0]
}

const maxAtOnce = 100

/** Tasks that wait for everybody else. */
export const tasksInLastTurn = async ({ db }: Moment): Promise<QueuedTask[]> => {
  const { rows } = await db.execute<{ id: TaskId; kind: TaskKind }>(sql`
    select task.id, task.kind from graphile_worker.jobs join ${task} on jobs.key = task.id::text
    where jobs.priority >= ${turns.last} and jobs.locked_at is null and task.lane is not null
    order by task.created_at limit ${maxAtOnce}
  `)
  return rows
}
