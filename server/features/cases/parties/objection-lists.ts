import type { ResultListId, WorkId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { PublicColumn } from '@lectern/contract/results/result-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, gt, isNotNull, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { permit } from '../../../platform/policy.ts'
import { activity, edition, phase } from '../../competition/tables.ts'
import { resultList, resultRow } from '../../results/tables.ts'
import { mayObject, objectionEnd } from '../policy.ts'

/** The grace period of the publicity phase: the activity's own, else the edition's. */
const graceMinutes = sql<number>`coalesce((
  select ${phase.graceMinutes} from ${phase}
  where ${phase.kind} = 'publicity' and ${phase.editionId} = ${activity.editionId}
    and (${phase.activityId} = ${activity.id} or ${phase.activityId} is null)
  order by ${phase.activityId} is null limit 1
), 0)`

const listsWhere = (db: Database, where: SQL | undefined) =>
  db
    .select({
      id: resultList.id,
      activityId: resultList.activityId,
      activity: activity.name,
      edition: edition.name,
      year: edition.year,
      timeZone: edition.timeZone,
      state: resultList.state,
      publicVersion: resultList.publicVersion,
      publicityUntil: resultList.publicityUntil,
      rules: resultList.rules,
      graceMinutes,
    })
    .from(resultList)
    .innerJoin(activity, eq(activity.id, resultList.activityId))
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(where)
    .orderBy(asc(resultList.publicityUntil), asc(resultList.id))

export type ListView = Awaited<ReturnType<typeof listsWhere>>[number]

/** Until when objections to a list are accepted; undefined: it is not on display. */
export const findObjectionEnd = async (db: Database, id: ResultListId) => {
  const [row] = await listsWhere(db, eq(resultList.id, id))
  const end = row && objectionEnd(row)
  return end && { end, timeZone: row.timeZone }
}

/** The lists on display now; few rows. */
export const listsOnDisplay = ({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<ListView[]> =>
  listsWhere(db, and(eq(resultList.state, 'publicised'), gt(resultList.publicityUntil, now)))

/** A list that an objection can still be made to. */
export const requireObjectionList = async (ctx: Ctx, id: ResultListId): Promise<ListView> => {
  const [row] = await listsWhere(ctx.db, and(eq(resultList.id, id), isNotNull(resultList.publicisedAt)))
  if (!row) throw fail('case.notOnDisplay')
  permit(mayObject(row, ctx))
  return row
}

const maxFound = 20

const labelColumns = ['number', 'title', 'team', 'school'] as const satisfies readonly PublicColumn[]

/** Works that the public page of a list shows, with what it shows of them. */
export const findListedWorks = async (ctx: Ctx, id: ResultListId, search: string | undefined) => {
  const { rules } = await requireObjectionList(ctx, id)
  const rows = await ctx.db
    .select({
      id: resultRow.workId,
      number: resultRow.number,
      title: resultRow.title,
      team: resultRow.team,
      school: resultRow.school,
    })
    .from(resultRow)
    .where(
      and(
        eq(resultRow.listId, id),
        isNotNull(resultRow.awardPosition),
        search ? sql`${resultRow.search} @@ search_query(${search})` : undefined,
      ),
    )
    .orderBy(asc(resultRow.awardPosition))
    .limit(maxFound)
  const columns = labelColumns.filter((column) => rules.publicColumns.includes(column))
  return rows.map((row) => ({
    id: row.id,
    label: columns
      .map((column) => row[column])
      .filter(Boolean)
      .join(' · '),
  }))
}

export const isListed = async (db: Database, listId: ResultListId, workId: WorkId): Promise<boolean> => {
  const [row] = await db
    .select({ id: resultRow.workId })
    .from(resultRow)
    .where(and(eq(resultRow.listId, listId), eq(resultRow.workId, workId), isNotNull(resultRow.awardPosition)))
  return row !== undefined
}

export const presentList = (
  { locale }: Pick<Ctx, 'locale'>,
  { id, activity: name, edition: editionName, publicVersion, publicityUntil, timeZone }: ListView,
) => ({
  id,
  activity: localize(name, locale).text,
  edition: localize(editionName, locale).text,
  version: publicVersion!,
  until: publicityUntil!.toISOString(),
  timeZone,
})
