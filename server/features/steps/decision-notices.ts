import type { Ctx } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { inArray, sql, type Column, type Table } from '../../platform/database/drizzle.ts'
import { inTransaction } from '../../platform/transaction.ts'

type EventColumn = 'id' | 'position' | 'kind' | 'toState' | 'reason' | 'notifyAt' | 'notifiedAt'

/** Where the events of a stage are stored, and the rows that they belong to. */
interface StageEvents {
  table: Table & Record<EventColumn, Column>
  subjectId: Column
  subjects: Table & { id: Column }
}

/** A decision that is due for notification; `subject` is the id of what was decided on. */
export interface DueEvent<Id = string, Kind = string, State = string> {
  id: string
  subject: Id
  kind: Kind
  toState: State
  reason: string | null
}

interface DecisionNotices<Event> extends StageEvents {
  /** Notifies the teams. The number of statements before the first notice does not depend on how many there are. */
  notify: (ctx: Ctx, events: readonly Event[]) => Promise<void>
}

const maxAtOnce = 50

/** Locks events that are due for notification; those locked by another process are skipped. */
const lockDue = async <Event extends DueEvent>(
  db: Database,
  { table, subjectId }: StageEvents,
  now: Date,
): Promise<Event[]> => {
  const { rows } = await db.execute(sql`
    select ${table.id}, ${subjectId} as subject, ${table.kind}, ${table.toState} as "toState", ${table.reason}
    from ${table} where ${table.notifyAt} <= ${now} and ${table.notifiedAt} is null
    order by ${table.position} limit ${maxAtOnce}
    for update skip locked
  `)
  return rows as unknown as Event[]
}

/** Those that are still the latest event of their row. The rows are locked first, so that none is revoked meanwhile. */
const standingOf = async <Event extends { id: string }>(
  db: Database,
  { table, subjectId, subjects }: StageEvents,
  due: readonly Event[],
): Promise<Event[]> => {
  const ids = due.map(({ id }) => id)
  const concerned = sql`(select ${subjectId} from ${table} where ${inArray(table.id, ids)})`
  await db.execute(sql`
    select from ${subjects} where ${subjects.id} in ${concerned} order by ${subjects.id} for no key update
  `)
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct on (${subjectId}) ${table.id} from ${table} where ${subjectId} in ${concerned}
    order by ${subjectId}, ${table.position} desc
  `)
  const latest = new Set(rows.map(({ id }) => id))
  return due.filter(({ id }) => latest.has(id))
}

const settle = async (
  db: Database,
  { table }: StageEvents,
  events: readonly { id: string }[],
  column: Column,
  value: Date | null,
): Promise<void> => {
  const ids = events.map(({ id }) => id)
  if (ids.length > 0)
    await db.execute(sql`update ${table} set ${sql.identifier(column.name)} = ${value} where ${inArray(table.id, ids)}`)
}

/**
 * A job: notifies teams of decisions that have stood for a minute. Events and notices are written in one transaction,
 * so that a crash neither loses nor duplicates them. Decisions that were replaced are never announced.
 */
export const notifyOfDecisions = async <Event extends DueEvent>(
  outer: Ctx,
  { notify, ...stage }: DecisionNotices<Event>,
): Promise<void> => {
  for (let count = maxAtOnce; count === maxAtOnce;)
    count = await inTransaction(outer, async (ctx) => {
      const due = await lockDue<Event>(ctx.db, stage, ctx.now)
      if (due.length === 0) return 0
      const standing = await standingOf(ctx.db, stage, due)
      const replaced = due.filter((event) => !standing.includes(event))
      if (standing.length > 0) await notify(ctx, standing)
      await settle(ctx.db, stage, standing, stage.table.notifiedAt, ctx.now)
      await settle(ctx.db, stage, replaced, stage.table.notifyAt, null)
      return due.length
    })
}
