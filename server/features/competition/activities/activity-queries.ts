import type { ActivityState } from '@lectern/contract/competition/competition-values.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { countRows } from '../../../platform/database/count.ts'
import { and, asc, desc, eq, ne, sql, type SQL } from '../../../platform/database/drizzle.ts'
import type { Answer } from '../../../platform/ports.ts'
import type { activityUses } from '../ports.ts'
import { editionColumns, wherePublished, stateColumn } from '../queries.ts'
import { activity, edition, seatCount } from '../tables.ts'

export const activityColumns = {
  id: activity.id,
  editionId: activity.editionId,
  code: activity.code,
  name: activity.name,
  group: activity.group,
  summary: activity.summary,
  body: activity.body,
  requirements: activity.requirements,
  rules: activity.rules,
  cover: activity.cover,
  teamMin: activity.teamMin,
  teamMax: activity.teamMax,
  advisorsMax: activity.advisorsMax,
  capacity: activity.capacity,
  waitingList: activity.waitingList,
  fields: activity.fields,
  workRules: activity.workRules,
  position: activity.position,
  state: activity.state,
  publishAt: activity.publishAt,
  written: activity.written,
  version: activity.version,
  createdAt: activity.createdAt,
  updatedAt: activity.updatedAt,
}

export type ActivityRow = typeof activity.$inferSelect

interface ActivityFilter {
  edition?: EditionId | undefined
  state?: ActivityState | undefined
  search?: string | undefined
  /** The activities that the reader looks after; absent: all. */
  inDuty?: SQL<boolean> | undefined
  now: Date
}

/** An edition has few activities: no index is needed for this search. */
const named = (search: string) => sql`strpos(
  lower(${activity.code} || ' ' || (select coalesce(string_agg(value, ' '), '') from jsonb_each_text(${activity.name}))),
  lower(${search})
) > 0`

const filtered = ({ edition: editionId, state, search, inDuty, now }: ActivityFilter) =>
  and(
    inDuty,
    editionId && eq(activity.editionId, editionId),
    state && sql`${stateColumn(now)} = ${state}`,
    search ? named(search) : undefined,
  )

type Counts = Answer<typeof activityUses>['counts']

/** How many teams an activity has, and how many of them have submitted. */
const countColumns = (counts: Counts) => ({
  taken: seatCount.taken,
  waiting: seatCount.waiting,
  offered: seatCount.offered,
  ...counts,
})

const itemColumns = {
  id: activity.id,
  editionId: activity.editionId,
  code: activity.code,
  name: activity.name,
  group: activity.group,
  cover: activity.cover,
  state: activity.state,
  publishAt: activity.publishAt,
  capacity: activity.capacity,
  written: activity.written,
  version: activity.version,
  updatedAt: activity.updatedAt,
}

const inOrder = [asc(activity.position), asc(activity.id)]

/** One page, the latest edition first. */
export const activityPage = (
  db: Database,
  filter: ActivityFilter,
  { page, pageSize }: { page: number; pageSize: number },
  counts: Counts,
) =>
  db
    .select({ ...itemColumns, ...countColumns(counts) })
    .from(activity)
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .innerJoin(seatCount, eq(seatCount.activityId, activity.id))
    .where(filtered(filter))
    .orderBy(desc(edition.year), ...inOrder)
    .limit(pageSize)
    .offset((page - 1) * pageSize)

export type ActivityItemRow = Awaited<ReturnType<typeof activityPage>>[number]

export const countActivities = (db: Database, filter: ActivityFilter): Promise<number> =>
  countRows(db, activity, filtered(filter))

export const countsOf = async (db: Database, id: ActivityId, counts: Counts) => {
  const [row] = await db
    .select(countColumns(counts))
    .from(activity)
    .innerJoin(seatCount, eq(seatCount.activityId, activity.id))
    .where(eq(activity.id, id))
  return row!
}

/** The activities of an edition in every state, ordered. Few rows. */
export const activityNames = (db: Database, editionId: EditionId) =>
  db
    .select({
      id: activity.id,
      code: activity.code,
      name: activity.name,
      state: activity.state,
      publishAt: activity.publishAt,
    })
    .from(activity)
    .where(eq(activity.editionId, editionId))
    .orderBy(...inOrder)

/** All activities of an edition. Few rows. */
export const activitiesIn = (db: Database, editionId: EditionId): Promise<ActivityRow[]> =>
  db
    .select(activityColumns)
    .from(activity)
    .where(eq(activity.editionId, editionId))
    .orderBy(...inOrder)

/** Whether another activity of the edition has this code. */
export const isCodeTaken = async (
  db: Database,
  { editionId, code, except }: { editionId: EditionId; code: string; except?: ActivityId },
): Promise<boolean> => {
  const rows = await db
    .select({ id: activity.id })
    .from(activity)
    .where(and(eq(activity.editionId, editionId), eq(activity.code, code), except && ne(activity.id, except)))
  return rows.length > 0
}

/** Spelled out: the query builder drops table names where a statement has a single table. */
const countWhere = (isCounted: SQL) => sql<number>`(
  select count(*)::integer from activity where activity.edition_id = edition.id and ${isCounted}
)`

const lockedEdition = {
  ...editionColumns,
  current: edition.current,
  version: edition.version,
}

const listedEdition = (now: Date) => ({
  ...lockedEdition,
  activities: countWhere(sql`true`),
  published: countWhere(sql`${wherePublished(now)}`),
  /** The highest number assigned in it. */
  lastNumber: sql<number>`(
    select coalesce(max(tally.last_number), 0) from tally join activity on activity.id = tally.activity_id
    where activity.edition_id = edition.id
  )`,
})

/** All editions, the latest first: one a year. */
export const editionList = (db: Database, now: Date) =>
  db.select(listedEdition(now)).from(edition).orderBy(desc(edition.year))

export type EditionRow = Awaited<ReturnType<typeof editionList>>[number]

export const findEdition = async (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  id: EditionId,
): Promise<EditionRow | undefined> => {
  const [row] = await db.select(listedEdition(now)).from(edition).where(eq(edition.id, id))
  return row
}

/** Nobody else adds or changes an edition until the transaction ends. */
export const lockAllEditions = async (db: Database): Promise<void> => {
  await db.execute(sql`lock table edition in share row exclusive mode`)
}

/** Locks every edition until the transaction ends. */
export const lockEditions = (db: Database) =>
  db.select(lockedEdition).from(edition).orderBy(asc(edition.id)).for('no key update')

/** The same local time of another time zone, so many years later. For queries that join `edition`. */
export const yearsLater = (moment: SQL, { years, timeZone }: { years: number; timeZone: string }): SQL<Date | null> =>
  sql`((${moment} at time zone edition.time_zone + make_interval(years => ${years}::integer)) at time zone ${timeZone}::text)`

/**
 * Copies the phases of an edition so many years later, each at the same local time of the target's time zone. If a
 * leap day would leave a window empty, its length is kept.
 */
export const phasesLater = async (db: Database, from: EditionId, later: { years: number; timeZone: string }) => {
  const { rows } = await db.execute<{
    activityId: ActivityId | null
    kind: string
    opensAt: Date
    closesAt: Date
    graceMinutes: number
  }>(sql`
    with moved as (
      select
        phase.*,
        ${yearsLater(sql`phase.opens_at`, later)} as later_opens,
        ${yearsLater(sql`phase.closes_at`, later)} as later_closes
      from phase join edition on edition.id = phase.edition_id
      where phase.edition_id = ${from}
    )
    select
      activity_id as "activityId",
      kind,
      later_opens as "opensAt",
      case when later_closes > later_opens then later_closes else later_opens + (closes_at - opens_at) end as "closesAt",
      grace_minutes as "graceMinutes"
    from moved order by opens_at, id
  `)
  return rows
}
