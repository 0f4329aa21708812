import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Database } from './database/connect.ts'
import { and, sql, type Column, type SQL, type SQLWrapper, type Table } from './database/drizzle.ts'
import { preparedQuery, whereAnyOf, type Placeholders } from './database/prepared-queries.ts'
import type { Verdict } from './policy.ts'

/** The columns of an entry of an activity: a team's enrolment, and the work that belongs to it. */
export interface EntryColumns {
  activityId: SQLWrapper
  enrolmentId: SQLWrapper
}

/** What must hold of an entry before organisers decide on it, as a condition: for one, for a page, and for what is counted. */
export interface Precondition {
  /** Those of these activities where it may not hold. */
  activities: (db: Database, ids: readonly ActivityId[]) => Promise<readonly ActivityId[]>
  where: (entry: EntryColumns) => SQL
  /** Why they cannot, where it does not hold. */
  refusal: Verdict
}

/** That all of them hold; undefined: there are none. */
export const whereMet = (preconditions: readonly Precondition[], entry: EntryColumns): SQL | undefined =>
  and(...preconditions.map(({ where }) => where(entry)))

interface EntryTable extends EntryColumns {
  table: Table
  id: Column
}

type UnmetQuery = (db: Database, values: { ids: readonly string[] }) => Promise<{ id: unknown }[]>

const unmetQueries = new WeakMap<Precondition, UnmetQuery>()

/** Each is of one table only. */
const unmetQueryOf = (precondition: Precondition, { table, id, ...entry }: EntryTable): UnmetQuery => {
  const query =
    unmetQueries.get(precondition) ??
    preparedQuery((db, { ids }: Placeholders<{ ids: readonly string[] }>) =>
      db
        .select({ id })
        .from(table)
        .where(and(whereAnyOf(id, ids), sql`not ${precondition.where(entry)}`)),
    )
  unmetQueries.set(precondition, query)
  return query
}

/** Those of these rows for which one does not hold, with the reason. A statement for each precondition, however many rows there are. */
export const readRefusals = async <Id extends string>(
  db: Database,
  preconditions: readonly Precondition[],
  entry: EntryTable,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, Verdict>> => {
  const refusals = new Map<Id, Verdict>()
  if (ids.length === 0) return refusals
  for (const precondition of preconditions) {
    const rows = await unmetQueryOf(precondition, entry)(db, { ids })
    for (const row of rows) refusals.set(row.id as Id, precondition.refusal)
  }
  return refusals
}

/** For how many of the rows that `where` selects one of them does not hold, by activity. Counts nothing where no activity asks for it. */
export const countUnmet = async (
  db: Database,
  preconditions: readonly Precondition[],
  { table, id: _id, ...entry }: EntryTable,
  { activities, where }: { activities: readonly ActivityId[]; where: SQL },
): Promise<(activity: ActivityId) => number> => {
  const counts = new Map<ActivityId, number>()
  for (const precondition of preconditions) {
    const ids = await precondition.activities(db, activities)
    if (ids.length === 0) continue
    const { rows } = await db.execute<{ id: ActivityId; count: number }>(sql`
      select ${entry.activityId} as id, count(*)::integer as count from ${table}
      where ${entry.activityId} = any (${sql.param([...ids])}::uuid[]) and ${where} and not ${precondition.where(entry)}
      group by ${entry.activityId}
    `)
    for (const row of rows) counts.set(row.id, (counts.get(row.id) ?? 0) + row.count)
  }
  return (activity) => counts.get(activity) ?? 0
}
