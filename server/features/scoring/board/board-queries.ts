import type { RoundId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, isNull, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { preparedQuery, whereAnyOf, type Placeholders } from '../../../platform/database/prepared-queries.ts'
import { account } from '../../accounts/tables.ts'
import { flag, panelSignature, sheet } from '../../review/tables.ts'
import { neededExperts } from '../../rounds/service.ts'
import { assignment, entry, panel, reviewer, reviewReminder, round } from '../../rounds/tables.ts'
import { work } from '../../works/tables.ts'

/** A person's name within the contest, in SQL. */
export const personName = sql<string>`coalesce(nullif(${account.realName}, ''), nullif(${account.nickname}, ''), ${account.username})`

const stands = sql`${assignment.state} in ('open', 'kept')`

/** Works that were taken out of the round have assignments, too. */
const standsInRound = sql`${entry.removedAt} is null and ${stands}`

const countWhere = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::integer`

/** The experts of a round and how far they are. */
export const expertProgress = (db: Database, id: RoundId) =>
  db
    .select({
      id: reviewer.id,
      accountId: reviewer.accountId,
      name: personName,
      panelId: reviewer.panelId,
      panel: panel.name,
      state: reviewer.state,
      hasPledged: sql<boolean>`${reviewer.pledge} is not null`,
      works: countWhere(standsInRound),
      started: countWhere(sql`${standsInRound} and ${sheet.assignmentId} is not null`),
      finished: countWhere(sql`${standsInRound} and ${assignment.isFinished}`),
      lastSavedAt: sql<Date | null>`max(${sheet.updatedAt})`.mapWith(sheet.updatedAt),
      remindedOn: sql<string | null>`(
        select max(${reviewReminder.day})::text from ${reviewReminder} where ${reviewReminder.reviewerId} = ${reviewer.id}
      )`,
    })
    .from(reviewer)
    .innerJoin(account, eq(account.id, reviewer.accountId))
    .leftJoin(panel, eq(panel.id, reviewer.panelId))
    .leftJoin(assignment, eq(assignment.reviewerId, reviewer.id))
    .leftJoin(entry, eq(entry.id, assignment.entryId))
    .leftJoin(sheet, eq(sheet.assignmentId, assignment.id))
    .where(eq(reviewer.roundId, id))
    .groupBy(reviewer.id, account.id, panel.id)
    .orderBy(asc(panel.position), asc(personName), asc(reviewer.id))
export type ProgressRow = Awaited<ReturnType<typeof expertProgress>>[number]

export const panelProgress = (db: Database, id: RoundId) =>
  db
    .select({
      id: panel.id,
      name: panel.name,
      works: sql<number>`(select count(*)::integer from entry where entry.panel_id = panel.id and entry.removed_at is null)`,
      assignments: countWhere(standsInRound),
      finished: countWhere(sql`${standsInRound} and ${assignment.isFinished}`),
      chair: sql<string | null>`(
        select coalesce(nullif(real_name, ''), nullif(nickname, ''), username)
        from account join reviewer on reviewer.account_id = account.id
        where reviewer.panel_id = panel.id and reviewer.is_chair
      )`,
      signedAt: panelSignature.signedAt,
    })
    .from(panel)
    .leftJoin(entry, eq(entry.panelId, panel.id))
    .leftJoin(assignment, eq(assignment.entryId, entry.id))
    .leftJoin(panelSignature, eq(panelSignature.panelId, panel.id))
    .where(eq(panel.roundId, id))
    .groupBy(panel.id, panelSignature.panelId)
    .orderBy(asc(panel.position))

/** Sheets that were submitted for the first time, by day. */
export const finishedByDay = async (db: Database, id: RoundId, timeZone: string) => {
  const { rows } = await db.execute<{ day: string; finished: number }>(sql`
    select ((submitted_at at time zone ${timeZone})::date)::text as day, count(*)::integer as finished
    from sheet_version join assignment on assignment.id = sheet_version.assignment_id
    join entry on entry.id = assignment.entry_id and entry.removed_at is null
    where assignment.round_id = ${id} and sheet_version.number = 1 and assignment.state in ('open', 'kept')
    group by 1 order by 1
  `)
  return rows
}

/** Every work of a round with its sheets that count. */
export const workProgress = (db: Database, id: RoundId) =>
  db
    .select({
      entry: entry.id,
      code: entry.code,
      title: work.title,
      panelId: entry.panelId,
      needed: neededExperts,
      assigned: countWhere(stands),
      finished: countWhere(sql`${stands} and ${assignment.isFinished}`),
      lowest: sql<number | null>`min(${sheet.total}) filter (where ${stands})`,
      highest: sql<number | null>`max(${sheet.total}) filter (where ${stands})`,
      hasThird: sql<boolean>`coalesce(bool_or(${assignment.isThird} and ${stands}), false)`,
      hasThirdSheet: sql<boolean>`coalesce(bool_or(${assignment.isThird} and ${stands} and ${assignment.isFinished}), false)`,
    })
    .from(entry)
    .innerJoin(round, eq(round.id, entry.roundId))
    .innerJoin(work, eq(work.id, entry.workId))
    .leftJoin(assignment, eq(assignment.entryId, entry.id))
    .leftJoin(sheet, eq(sheet.assignmentId, assignment.id))
    .where(and(eq(entry.roundId, id), isNull(entry.removedAt)))
    .groupBy(entry.id, round.id, work.id)
    .orderBy(asc(entry.code))

export const countOpenFlags = async (db: Database, id: RoundId): Promise<number> => {
  const [row] = await db
    .select({ open: sql<number>`count(*)::integer` })
    .from(flag)
    .where(and(eq(flag.roundId, id), isNull(flag.resolvedAt)))
  return row!.open
}

const openFlags = preparedQuery((db, { ids }: Placeholders<{ ids: readonly RoundId[] }>) =>
  db
    .select({ id: flag.roundId, open: sql<number>`count(*)::integer` })
    .from(flag)
    .where(and(whereAnyOf(flag.roundId, ids), isNull(flag.resolvedAt)))
    .groupBy(flag.roundId),
)

/** Open reports of each round that has any. */
export const countFlagsOf = async ({ db }: Ctx, ids: readonly RoundId[]): Promise<ReadonlyMap<RoundId, number>> => {
  const rows = await openFlags(db, { ids })
  return new Map(rows.map(({ id, open }) => [id, open]))
}

/** Works of each of these rounds whose totals are too far apart, and that no further expert has judged yet. */
export const countDiscrepanciesOf = async (
  { db }: Ctx,
  ids: readonly RoundId[],
): Promise<ReadonlyMap<RoundId, number>> => {
  const { rows } = await db.execute<{ id: RoundId; open: number }>(sql`
    select id, count(*)::integer as open from (
      select round.id from round
      join entry on entry.round_id = round.id and entry.removed_at is null
      join assignment on assignment.entry_id = entry.id and ${stands}
      left join sheet on sheet.assignment_id = assignment.id
      where round.id = any (${sql.param([...ids])}::uuid[])
      group by round.id, entry.id
      having max(sheet.total) - min(sheet.total) > (round.rules ->> 'discrepancy')::integer
        and not bool_or(assignment.is_third and assignment.is_finished)
    ) as apart group by id
  `)
  return new Map(rows.map(({ id, open }) => [id, open]))
}
