import type { ActivityId, EditionId, WorkId } from '@lectern/contract/ids.ts'
import { exactTotalLimit } from '@lectern/contract/pages/page-limits.ts'
import type { WorkSort, WorkState } from '@lectern/contract/works/work-values.ts'
import type { WorkFilter as AskedFilter } from '@lectern/contract/works/work-office.ts'
import { beginningWith, startOfDay } from '../../../platform/database/conditions.ts'
import { whereAmong } from '../../../platform/activity-duties.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { countRows, withoutTotal } from '../../../platform/database/count.ts'
import { and, count, eq, gte, inArray, isNotNull, lt, not, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { pageOfIds, preparedPageOfIds, type Slice } from '../../../platform/database/id-page.ts'
import { preparedQueries, type PageShape, type Placeholders } from '../../../platform/database/prepared-queries.ts'
import { inOrderOf, neighboursIn, queueIn } from '../../../platform/database/neighbours.ts'
import { activity } from '../../competition/tables.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { ownActivitiesOf, withoutOwn, type Reader } from '../../teams/service.ts'
import { team } from '../../teams/tables.ts'
import { work } from '../tables.ts'

export interface WorkFilter {
  edition: { id: EditionId; timeZone: string }
  /** The activities that the reader looks after; null: all. */
  among: readonly ActivityId[] | null
  activity?: ActivityId | undefined
  state?: readonly WorkState[] | undefined
  mark?: AskedFilter['mark']
  province?: string | undefined
  school?: string | undefined
  search?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

const marked: Record<NonNullable<AskedFilter['mark']>, SQL> = {
  blocking: sql`${work.worstFinding} = 'blocking'`,
  warning: sql`${work.worstFinding} = 'warning'`,
  leak: sql`${work.openLeaks} > 0`,
  missing: sql`${work.missingParts} > 0`,
  late: sql`${work.isLate}`,
  changed: sql`${work.isChanged}`,
}

/** The record of the enrolment knows province, school and people. */
const ofEnrolment = (editionId: EditionId, where: SQL): SQL =>
  sql`${work.enrolmentId} in (select ${enrolment.id} from ${enrolment} where ${enrolment.isListed} and ${eq(enrolment.editionId, editionId)} and ${where})`

/** Two indexes have the words: a union uses both, where `or` would use none. */
const foundBy = (words: string): SQL => sql`${work.id} in (
  select found.id from ${work} as found where found.search @@ search_query(${words})
  union all
  select found.id from ${work} as found join ${enrolment} on ${enrolment.id} = found.enrolment_id
  where ${enrolment.search} @@ search_query(${words})
)`

const filtered = ({ edition: { id, timeZone }, among, activity: of, ...filter }: WorkFilter) => {
  const { state, mark, province, school, search, from, until } = filter
  return and(
    eq(work.editionId, id),
    whereAmong(among, sql`${work.activityId}`),
    of && eq(work.activityId, of),
    state && inArray(work.state, [...state]),
    mark && marked[mark],
    province ? ofEnrolment(id, sql`${enrolment.province} = ${province}`) : undefined,
    school ? ofEnrolment(id, sql`${enrolment.school} like ${beginningWith(school)}`) : undefined,
    search ? foundBy(search) : undefined,
    from ? gte(work.listedAt, startOfDay(from, timeZone)) : undefined,
    until ? and(isNotNull(work.submittedAt), lt(work.listedAt, startOfDay(until, timeZone, 1))) : undefined,
  )
}

const isWaiting = sql`(${work.state} = 'submitted')`

const orders: Record<WorkSort, { keys: readonly (SQL | typeof work.listedAt)[]; isDescending: boolean }> = {
  waiting: { keys: [isWaiting, work.listedAt], isDescending: true },
  submittedAt: { keys: [work.listedAt], isDescending: false },
  '-submittedAt': { keys: [work.listedAt], isDescending: true },
  number: { keys: [sql`${work.numberKey}`], isDescending: false },
  '-number': { keys: [sql`${work.numberKey}`], isDescending: true },
}

const sorted = (sort: WorkSort) => orders[sort]

const inOrder = (sort: WorkSort): SQL[] => inOrderOf(work, sorted(sort))

/** When the team will be notified of the current decision, while that has not happened. */
const pendingNotification = sql<Date | null>`(
  select case when notified_at is null then notify_at end from work_event
  where work_id = work.id order by position desc limit 1
)`.mapWith(work.submittedAt)

const listedColumns = {
  id: work.id,
  number: enrolment.number,
  title: work.title,
  state: work.state,
  version: work.version,
  activity: { id: activity.id, code: activity.code, name: activity.name },
  team: { id: team.id, name: team.name },
  captain: sql<string | null>`(
    select coalesce(real_name, nickname, username) from team_member join account on account.id = account_id
    where team_id = team.id and role = 'captain' and status <> 'deleted'
  )`,
  province: enrolment.province,
  school: enrolment.school,
  submission: work.submission,
  submittedAt: work.submittedAt,
  isLate: work.isLate,
  isChanged: work.isChanged,
  worstFinding: work.worstFinding,
  openLeaks: work.openLeaks,
  missingParts: work.missingParts,
  decidedAt: work.decidedAt,
  reason: work.reason,
  notifyAt: pendingNotification,
}

const listedWith = <More extends Record<string, SQL>>(
  db: Database,
  more: More,
  where: SQL | undefined,
  sort: WorkSort,
) =>
  db
    .select({ ...listedColumns, ...more })
    .from(work)
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .innerJoin(team, eq(team.id, work.teamId))
    .innerJoin(activity, eq(activity.id, work.activityId))
    .where(where)
    .orderBy(...inOrder(sort))

const listedWhere = (db: Database, where: SQL | undefined, sort: WorkSort) => listedWith(db, {}, where, sort)

/** One page. `isFew`: the filter has no more hits than are counted exactly, and no index has them in this order. */
export const workPage = (db: Database, filter: WorkFilter, sort: WorkSort, slice: Slice, isFew = false) =>
  listedWhere(
    db,
    sql`${work.id} in ${pageOfIds(work, { where: filtered(filter), order: inOrder(sort), isFew, ...slice })}`,
    sort,
  )

export type ListedRow = Awaited<ReturnType<typeof workPage>>[number]

const beyondExact = sql.raw(String(exactTotalLimit + 1))

const currentEdition = sql`(select id from edition where current)`

const wholePage = preparedQueries(
  (
    db,
    { sort, pageSize, isFirst, isCurrent }: PageShape<WorkSort> & { isCurrent: boolean },
    placeholders: Placeholders<Reader & { editionId: EditionId | undefined; offset: number }>,
  ) => {
    const editionId = isCurrent ? currentEdition : sql`${placeholders.editionId}`
    const where = sql`${work.editionId} = ${editionId}`
    const offset = isFirst ? undefined : placeholders.offset
    const ids = preparedPageOfIds(work, { where, order: inOrder(sort), pageSize, offset })
    const total = sql<number>`(
      select count(*)::int from (select from work where edition_id = ${editionId} limit ${beyondExact}) as counted
    )`
    return listedWith(db, { total, own: ownActivitiesOf(placeholders) }, sql`${work.id} in ${ids}`, sort)
  },
)

/** One page of all works of an edition (the current one by default), with the total and the reader's own activities. */
export const pageOfEdition = async (
  db: Database,
  editionId: EditionId | undefined,
  sort: WorkSort,
  { page, pageSize }: Slice,
  reader: Reader,
) => {
  const shape = { sort, pageSize, isFirst: page === 1, isCurrent: editionId === undefined }
  const { rows, own } = withoutOwn(await wholePage(db, shape, { ...reader, editionId, offset: (page - 1) * pageSize }))
  return { ...withoutTotal(rows), own }
}

export const worksListed = (db: Database, ids: readonly WorkId[], sort: WorkSort) =>
  listedWhere(db, inArray(work.id, [...ids]), sort)

export const idsOfAll = (db: Database, filter: WorkFilter, sort: WorkSort) =>
  db
    .select({ id: work.id })
    .from(work)
    .where(filtered(filter))
    .orderBy(...inOrder(sort))

export const countWorks = (db: Database, filter: WorkFilter): Promise<number> => countRows(db, work, filtered(filter))

/** Counts without a limit. */
export const countEveryWork = async (db: Database, filter: WorkFilter): Promise<number> => {
  const [row] = await db.select({ total: count() }).from(work).where(filtered(filter))
  return row!.total
}

export const neighboursOf = (db: Database, filter: WorkFilter, sort: WorkSort, id: WorkId) =>
  neighboursIn(db, work, id, { where: filtered(filter), ...sorted(sort) })

interface Queue {
  filter: WorkFilter
  sort: WorkSort
  /** Activities on whose works the reader decides nothing. */
  without: readonly ActivityId[]
  /** What must hold before the reader can decide. */
  ready: SQL | undefined
}

/** Works that wait for the check, and where one of them stands among them. */
export const findQueue = (db: Database, { filter, sort, without, ready }: Queue, id: WorkId | undefined) => {
  const where = and(
    filtered({ ...filter, state: ['submitted'] }),
    without.length > 0 ? not(inArray(work.activityId, [...without])) : undefined,
    ready,
  )
  return queueIn(db, work, id, { where, ...sorted(sort) })
}

/** Details of a work for organisers only. */
export const findDossier = async (db: Database, id: WorkId) => {
  const [row] = await db
    .select({ province: enrolment.province, school: enrolment.school, notifyAt: pendingNotification })
    .from(work)
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .where(eq(work.id, id))
  return row
}
