import type { ActivityId, EditionId, RoundId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { RoundState } from '@lectern/contract/review/review-values.ts'
import { activitiesBeyond } from '../../../platform/activity-duties.ts'
import type { Actor, Ctx } from '../../../platform/context.ts'
import { leastSheetsOfExpert } from '../../../platform/scores/calibrate.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, count, desc, eq, inArray, not, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { withoutTotal } from '../../../platform/database/count.ts'
import type { Slice } from '../../../platform/database/id-page.ts'
import { preparedQueries, type PageShape, type Placeholders } from '../../../platform/database/prepared-queries.ts'
import { activitiesOfRound } from '../affected-activities.ts'
import { activity, edition } from '../../competition/tables.ts'
import { ownActivitiesOf, withoutOwn, type Reader } from '../../teams/service.ts'
import { round, roundActivity } from '../tables.ts'

/**
 * How many experts a work needs: in a pool the number of the rules, in a panel everybody in it who may judge the work. A work that has no
 * panel yet needs at least one. For queries that join `entry` and `round`.
 */
export const neededExperts = sql<number>`(
  case when round.rules ->> 'mode' = 'pool' then (round.rules ->> 'expertsPerWork')::integer
  when entry.panel_id is null then 1
  else (
    select count(*)::integer from reviewer
    where reviewer.panel_id = entry.panel_id and reviewer.state = 'accepted' and not exists (
      select from conflict
      where conflict.reviewer_id = reviewer.id and conflict.entry_id = entry.id and conflict.lifted_at is null
    )
  ) end
)`

/** How many experts judge a work or have judged it. For queries that select from `entry`. */
export const assignedExperts = sql<number>`(
  select count(*)::integer from assignment where assignment.entry_id = entry.id and assignment.state in ('open', 'kept')
)`

const ofRound = (what: SQL): SQL<number> => sql<number>`(select count(*)::integer from ${what})`

const standing = sql`('open', 'kept')`

const counts = {
  works: ofRound(sql`entry where entry.round_id = round.id and entry.removed_at is null`),
  experts: ofRound(sql`reviewer where reviewer.round_id = round.id and reviewer.state in ('invited', 'accepted')`),
  accepted: ofRound(sql`reviewer where reviewer.round_id = round.id and reviewer.state = 'accepted'`),
  assignments: ofRound(sql`assignment where assignment.round_id = round.id and assignment.state in ${standing}`),
  finished: ofRound(
    sql`assignment where assignment.round_id = round.id and assignment.state in ${standing} and assignment.is_finished`,
  ),
}

const listedColumns = {
  id: round.id,
  name: round.name,
  state: round.state,
  kind: sql<'scored' | 'advice'>`${round.rules} ->> 'kind'`,
  mode: sql<'panel' | 'pool'>`${round.rules} ->> 'mode'`,
  opensAt: round.opensAt,
  closesAt: round.closesAt,
  activities: sql<{ id: ActivityId; code: string; name: LocalizedText }[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('id', activity.id, 'code', activity.code, 'name', activity.name)
      order by activity.position, activity.id), '[]')
    from round_activity join activity on activity.id = round_activity.activity_id
    where round_activity.round_id = round.id
  )`,
  ...counts,
}

export interface RoundFilter {
  edition: EditionId
  state?: RoundState | undefined
  /** The reader, who may look after certain activities only: a round that is about others too is not theirs. */
  reader: Actor
}

const filtered = ({ edition: of, state, reader }: RoundFilter) => {
  const beyond = activitiesBeyond(reader, activitiesOfRound({ id: sql`${round.id}` }))
  return and(eq(round.editionId, of), state && eq(round.state, state), beyond && sql`not exists (${beyond})`)
}

/** One page, the newest first. */
export const roundPage = (db: Database, filter: RoundFilter, { page, pageSize }: Slice) =>
  db
    .select(listedColumns)
    .from(round)
    .where(filtered(filter))
    .orderBy(desc(round.createdAt), desc(round.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
export type ListedRow = Awaited<ReturnType<typeof roundPage>>[number]

const currentEdition = sql`(select id from edition where current)`

const wholePage = preparedQueries(
  (
    db,
    { pageSize, isFirst, isCurrent }: Omit<PageShape<never>, 'sort'> & { isCurrent: boolean },
    placeholders: Placeholders<Reader & { editionId: EditionId | undefined; offset: number }>,
  ) => {
    const editionId = isCurrent ? currentEdition : sql`${placeholders.editionId}`
    const limit = sql.raw(String(pageSize))
    const ids = sql`(
      select id from round where edition_id = ${editionId} order by created_at desc, id desc
      limit ${limit} ${isFirst ? sql`` : sql`offset ${placeholders.offset}`}
    )`
    const total = sql<number>`(select count(*)::int from round where edition_id = ${editionId})`
    return db
      .select({ ...listedColumns, total, own: ownActivitiesOf(placeholders) })
      .from(round)
      .where(sql`${round.id} in ${ids}`)
      .orderBy(desc(round.createdAt), desc(round.id))
  },
)

/** One page of all rounds of an edition (the current one by default), with the total and the reader's own activities. */
export const pageOfEdition = async (
  db: Database,
  editionId: EditionId | undefined,
  { page, pageSize }: Slice,
  reader: Reader,
) => {
  const shape = { pageSize, isFirst: page === 1, isCurrent: editionId === undefined }
  const { rows, own } = withoutOwn(await wholePage(db, shape, { ...reader, editionId, offset: (page - 1) * pageSize }))
  return { ...withoutTotal(rows), own }
}

export const countRounds = async (db: Database, filter: RoundFilter): Promise<number> => {
  const [row] = await db.select({ total: count() }).from(round).where(filtered(filter))
  return row!.total
}

export const findRound = async (db: Database, id: RoundId) => {
  const [row] = await db
    .select({
      ...listedColumns,
      code: round.code,
      version: round.version,
      editionId: round.editionId,
      timeZone: edition.timeZone,
      previousId: round.previousId,
      rules: round.rules,
      allowsDownload: round.allowsDownload,
      frozenHash: round.frozenHash,
      openedAt: round.openedAt,
      closedAt: round.closedAt,
      settledAt: round.settledAt,
      followers: sql<number>`(select count(*)::integer from round as later where later.previous_id = round.id)`,
      previousState: sql<RoundState | null>`(select before.state from round as before where before.id = round.previous_id)`,
      /** Experts with so few works that their severity cannot be told. */
      uncalibrated: sql<number>`(
        select count(*)::integer from (
          select from assignment where assignment.round_id = round.id and assignment.state in ${standing}
          group by assignment.reviewer_id having count(*) < ${leastSheetsOfExpert}
        ) as few
        where round.rules ->> 'aggregate' = 'calibrated'
      )`,
      /** Works that still lack an expert. */
      short: sql<number>`(
        select count(*)::integer from entry
        where entry.round_id = round.id and entry.removed_at is null and ${assignedExperts} < ${neededExperts}
      )`,
    })
    .from(round)
    .innerJoin(edition, eq(edition.id, round.editionId))
    .where(eq(round.id, id))
  return row
}
export type RoundView = NonNullable<Awaited<ReturnType<typeof findRound>>>

export type RoundChanges = Partial<Omit<typeof round.$inferInsert, 'state'>>

export const changeRound = async (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id, version }: Pick<RoundView, 'id' | 'version'>,
  changes: RoundChanges,
): Promise<void> => {
  await db
    .update(round)
    .set({ ...changes, version: version + 1, updatedAt: now })
    .where(eq(round.id, id))
}

/** Requires a transaction that has locked the round exclusively. */
export const moveRound = async (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id, version }: Pick<RoundView, 'id' | 'version'>,
  to: RoundState,
  changes: RoundChanges,
): Promise<void> => {
  await db
    .update(round)
    .set({ ...changes, state: to, version: version + 1, updatedAt: now })
    .where(eq(round.id, id))
}

/** Those of these activities that belong to the edition. */
export const activitiesOfEdition = (db: Database, of: EditionId, ids: readonly ActivityId[]) =>
  db
    .select({ id: activity.id, code: activity.code })
    .from(activity)
    .where(and(eq(activity.editionId, of), inArray(activity.id, [...ids])))

/** What a copy of a round takes over. */
export const findCopied = async (db: Database, id: RoundId) => {
  const [row] = await db
    .select({ rules: round.rules, allowsDownload: round.allowsDownload })
    .from(round)
    .where(eq(round.id, id))
  return row
}

/** The chain of rounds before a round, the nearest first. */
export const roundsBefore = async (db: Database, id: RoundId): Promise<{ id: RoundId; editionId: EditionId }[]> => {
  const { rows } = await db.execute<{ id: RoundId; edition: EditionId }>(sql`
    with recursive chain as (
      select id, edition_id, previous_id, 0 as depth from round where id = ${id}
      union all
      select round.id, round.edition_id, round.previous_id, chain.depth + 1
      from round join chain on chain.previous_id = round.id
      where chain.depth < 100
    )
    select id, edition_id as edition from chain order by depth
  `)
  return rows.map((row) => ({ id: row.id, editionId: row.edition }))
}

export const activityIdsOf = async (db: Database, id: RoundId): Promise<ActivityId[]> => {
  const rows = await db
    .select({ id: roundActivity.activityId })
    .from(roundActivity)
    .where(eq(roundActivity.roundId, id))
    .orderBy(asc(roundActivity.activityId))
  return rows.map((row) => row.id)
}

/** Only before the round was opened. */
export const replaceActivities = async (db: Database, id: RoundId, ids: readonly ActivityId[]): Promise<void> => {
  await db
    .delete(roundActivity)
    .where(and(eq(roundActivity.roundId, id), not(inArray(roundActivity.activityId, [...ids]))))
  await db
    .insert(roundActivity)
    .values(ids.map((activityId) => ({ roundId: id, activityId })))
    .onConflictDoNothing()
}
