import type { EnrolmentSort, EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { ActivityId, EditionId, EnrolmentId } from '@lectern/contract/ids.ts'
import { exactTotalLimit } from '@lectern/contract/pages/page-limits.ts'
import { beginningWith, startOfDay } from '../../../platform/database/conditions.ts'
import { whereAmong } from '../../../platform/activity-duties.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { countRows, withoutTotal } from '../../../platform/database/count.ts'
import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  lt,
  ne,
  not,
  sql,
  type SQL,
  type SQLWrapper,
} from '../../../platform/database/drizzle.ts'
import { pageOfIds, preparedPageOfIds, type Slice } from '../../../platform/database/id-page.ts'
import {
  preparedQuery,
  preparedQueries,
  type Placeholders,
  type PageShape,
} from '../../../platform/database/prepared-queries.ts'
import { inOrderOf, neighboursIn, queueIn } from '../../../platform/database/neighbours.ts'
import { activity, edition } from '../../competition/tables.ts'
import { ownActivitiesOf, withoutOwn, type Reader } from '../../teams/service.ts'
import { team } from '../../teams/tables.ts'
import { enrolment } from '../tables.ts'

export interface EnrolmentFilter {
  edition: { id: EditionId; timeZone: string }
  /** The activities that the reader looks after; null: all. */
  among: readonly ActivityId[] | null
  activity?: ActivityId | undefined
  state?: readonly EnrolmentState[] | undefined
  province?: string | undefined
  school?: string | undefined
  search?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

/** Conditions match the indexes. */
const filtered = ({ edition: { id, timeZone }, among, activity: of, ...filter }: EnrolmentFilter) => {
  const { state, province, school, search, from, until } = filter
  return and(
    sql`${enrolment.isListed}`,
    eq(enrolment.editionId, id),
    whereAmong(among, sql`${enrolment.activityId}`),
    of && eq(enrolment.activityId, of),
    state && inArray(enrolment.state, [...state]),
    province ? eq(enrolment.province, province) : undefined,
    school ? sql`${enrolment.school} like ${beginningWith(school)}` : undefined,
    search ? sql`${enrolment.search} @@ search_query(${search})` : undefined,
    from ? gte(enrolment.listedAt, startOfDay(from, timeZone)) : undefined,
    until ? and(isNotNull(enrolment.submittedAt), lt(enrolment.listedAt, startOfDay(until, timeZone, 1))) : undefined,
  )
}

const keys = { submittedAt: enrolment.listedAt, number: enrolment.numberKey }

const keyOf = (sort: EnrolmentSort) => keys[sort.replace('-', '') as keyof typeof keys]

const sorted = (sort: EnrolmentSort) => ({ keys: [keyOf(sort)], isDescending: sort.startsWith('-') })

const inOrder = (sort: EnrolmentSort): SQL[] => inOrderOf(enrolment, sorted(sort))

/** Ids of all matches, in order. */
export const idsOfAll = (db: Database, filter: EnrolmentFilter, sort: EnrolmentSort) =>
  db
    .select({ id: enrolment.id })
    .from(enrolment)
    .where(filtered(filter))
    .orderBy(...inOrder(sort))

/** When the team will be notified of the current decision, while that has not happened. */
const pendingNotification = sql<Date | null>`(
  select case when told_at is null then tell_at end from enrolment_event
  where enrolment_id = enrolment.id order by position desc limit 1
)`.mapWith(enrolment.submittedAt)

const listedColumns = {
  id: enrolment.id,
  number: enrolment.number,
  state: enrolment.state,
  version: enrolment.version,
  activity: { id: activity.id, code: activity.code, name: activity.name },
  team: { id: team.id, name: team.name },
  people: sql<number>`(select count(*)::integer from team_member where team_id = team.id)`,
  captain: sql<string | null>`(
    select coalesce(real_name, nickname, username) from team_member join account on account.id = account_id
    where team_id = team.id and role = 'captain' and status <> 'deleted'
  )`,
  province: enrolment.province,
  school: enrolment.school,
  submittedAt: enrolment.submittedAt,
  inGrace: enrolment.inGrace,
  decidedAt: enrolment.decidedAt,
  reason: enrolment.reason,
  resubmitBy: enrolment.resubmitBy,
  notifyAt: pendingNotification,
}

const listed = (db: Database, ids: SQLWrapper, sort: EnrolmentSort) =>
  db
    .select(listedColumns)
    .from(enrolment)
    .innerJoin(team, eq(team.id, enrolment.teamId))
    .innerJoin(activity, eq(activity.id, enrolment.activityId))
    .where(sql`${enrolment.id} in ${ids}`)
    .orderBy(...inOrder(sort))

/** One page. `isFew`: the filter has no more hits than are counted exactly, and no index has them in this order. */
export const enrolmentPage = (
  db: Database,
  filter: EnrolmentFilter,
  sort: EnrolmentSort,
  slice: Slice,
  isFew = false,
) => listed(db, pageOfIds(enrolment, { where: filtered(filter), order: inOrder(sort), isFew, ...slice }), sort)

const beyondExact = sql.raw(String(exactTotalLimit + 1))

/**
 * How many enrolments an edition has. Not counted if the seats taken already exceed the limit of exact totals, so
 * that the first page costs the same for many as for few.
 */
const totalIn = (editionId: SQLWrapper) => sql<number>`case
  when (select sum(taken) from tally join activity on activity.id = activity_id where edition_id = ${editionId}) >= ${beyondExact}
  then ${beyondExact}
  else (select count(*)::int from (select from enrolment where is_listed and edition_id = ${editionId} limit ${beyondExact}) as counted)
end`

const currentEdition = sql`(select id from edition where current)`

const wholePage = preparedQueries(
  (
    db,
    { sort, pageSize, isFirst, isCurrent }: PageShape<EnrolmentSort> & { isCurrent: boolean },
    placeholders: Placeholders<Reader & { editionId: EditionId | undefined; offset: number }>,
  ) => {
    const editionId = isCurrent ? currentEdition : sql`${placeholders.editionId}`
    const order = inOrder(sort)
    const ids = preparedPageOfIds(enrolment, {
      where: sql`${enrolment.isListed} and ${enrolment.editionId} = ${editionId}`,
      order,
      pageSize,
      offset: isFirst ? undefined : placeholders.offset,
    })
    return db
      .select({ ...listedColumns, total: totalIn(editionId), own: ownActivitiesOf(placeholders) })
      .from(enrolment)
      .innerJoin(team, eq(team.id, enrolment.teamId))
      .innerJoin(activity, eq(activity.id, enrolment.activityId))
      .where(sql`${enrolment.id} in ${ids}`)
      .orderBy(...order)
  },
)

/**
 * One page of all enrolments of an edition (the current one by default), with the total and the reader's own activities:
 * the first screen of every organiser.
 */
export const pageOfEdition = async (
  db: Database,
  editionId: EditionId | undefined,
  sort: EnrolmentSort,
  { page, pageSize }: Slice,
  reader: Reader,
) => {
  const shape = { sort, pageSize, isFirst: page === 1, isCurrent: editionId === undefined }
  const { rows, own } = withoutOwn(await wholePage(db, shape, { ...reader, editionId, offset: (page - 1) * pageSize }))
  return { ...withoutTotal(rows), own }
}

export type ListedRow = Awaited<ReturnType<typeof enrolmentPage>>[number]

export const countEnrolments = (db: Database, filter: EnrolmentFilter): Promise<number> =>
  countRows(db, enrolment, filtered(filter))

/** Counts without a limit. */
export const countEveryEnrolment = async (db: Database, filter: EnrolmentFilter): Promise<number> => {
  const [row] = await db.select({ total: count() }).from(enrolment).where(filtered(filter))
  return row!.total
}

export const neighboursOf = (db: Database, filter: EnrolmentFilter, sort: EnrolmentSort, id: EnrolmentId) =>
  neighboursIn(db, enrolment, id, { where: filtered(filter), ...sorted(sort) })

interface Queue {
  filter: EnrolmentFilter
  sort: EnrolmentSort
  /** Activities on whose enrolments the reader decides nothing. */
  without: readonly ActivityId[]
  /** What must hold before the reader can decide. */
  ready: SQL | undefined
}

/** Enrolments that wait for a decision, and where one of them stands among them. */
export const findQueue = (db: Database, { filter, sort, without, ready }: Queue, id: EnrolmentId | undefined) => {
  const where = and(
    filtered({ ...filter, state: ['submitted'] }),
    without.length > 0 ? not(inArray(enrolment.activityId, [...without])) : undefined,
    ready,
  )
  return queueIn(db, enrolment, id, { where, ...sorted(sort) })
}

const editionColumns = {
  id: edition.id,
  year: edition.year,
  name: edition.name,
  timeZone: edition.timeZone,
  current: edition.current,
}

/** All editions, the latest first. Few rows. */
const editions = preparedQuery((db) =>
  db.select(editionColumns).from(edition).orderBy(desc(edition.year), desc(edition.id)),
)

export const everyEdition = (db: Database) => editions(db, {})

/** The activities of an edition that may have enrolments. Few rows. */
export const activitiesOfEdition = (db: Database, editionId: EditionId, inDuty: SQL<boolean> | undefined) =>
  db
    .select({ id: activity.id, code: activity.code, name: activity.name, fields: activity.fields })
    .from(activity)
    .where(and(eq(activity.editionId, editionId), ne(activity.state, 'draft'), inDuty))
    .orderBy(asc(activity.position), asc(activity.code))

/** Details of an enrolment for organisers only. */
export const findDossier = async (db: Database, id: EnrolmentId) => {
  const [row] = await db
    .select({ snapshot: enrolment.snapshot, province: enrolment.province, notifyAt: pendingNotification })
    .from(enrolment)
    .where(eq(enrolment.id, id))
  return row
}
