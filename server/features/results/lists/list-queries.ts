import type { AccountId, ActivityId, ResultListId } from '@lectern/contract/ids.ts'
import type { ListState } from '@lectern/contract/results/result-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { alias, and, asc, desc, eq, ne, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { account } from '../../accounts/tables.ts'
import { activity, edition } from '../../competition/tables.ts'
import { whereSecondOrganiser, whereTakesPart } from '../../teams/service.ts'
import { resultList } from '../tables.ts'

const isNewest = sql<boolean>`not exists (
  select from result_list as newer
  where newer.activity_id = result_list.activity_id and newer.number > result_list.number and newer.state <> 'superseded'
)`

/** Organisers who may confirm what this one has proposed. */
const otherOrganisers = (who: AccountId | null, now: Date) => sql<number>`(
  select count(*)::integer from account as organiser
  where ${whereSecondOrganiser(sql`organiser`, who, sql`result_list.activity_id`, now)}
)`

/**
 * Result lists that this organiser can confirm, or make final. Nobody decides on an activity in which they take part,
 * and an own proposal is confirmed only where nobody else may.
 */
export const listsWaitingFor = (who: AccountId, now: Date): SQL => sql`
  select 1 from ${resultList}
  where (
    (${resultList.state} = 'proposed' and ${resultList.confirmedAt} is null and (
      ${resultList.proposedBy} is distinct from ${who} or ${otherOrganisers(who, now)} = 0
    ))
    or (${resultList.state} = 'publicised' and ${resultList.publicityUntil} <= ${now})
  )
  and ${isNewest}
  and not ${whereTakesPart(who, sql`result_list.activity_id`, now)}
`

const headColumns = {
  id: resultList.id,
  number: resultList.number,
  publicVersion: resultList.publicVersion,
  state: resultList.state,
  computedAt: resultList.computedAt,
  confirmedAt: resultList.confirmedAt,
  publicisedAt: resultList.publicisedAt,
  publicityUntil: resultList.publicityUntil,
  announcedAt: resultList.announcedAt,
}

/** All lists of an activity, the newest first. */
export const listsOf = (db: Database, id: ActivityId) =>
  db.select(headColumns).from(resultList).where(eq(resultList.activityId, id)).orderBy(desc(resultList.number))
export type ListHeadRow = Awaited<ReturnType<typeof listsOf>>[number]

/** A list as organisers see it, from the view of one of them. Without the texts that are hashed: they are long. */
export const findList = async ({ db, now }: Pick<Ctx, 'db' | 'now'>, id: ResultListId, who: AccountId | null) => {
  const [list] = await db
    .select({
      ...headColumns,
      activityId: resultList.activityId,
      editionId: activity.editionId,
      activityCode: activity.code,
      activityName: activity.name,
      fields: activity.fields,
      timeZone: edition.timeZone,
      version: resultList.version,
      reason: resultList.reason,
      rules: resultList.rules,
      rulesHash: resultList.rulesHash,
      inputHash: resultList.inputHash,
      rowsHash: resultList.rowsHash,
      fingerprint: resultList.fingerprint,
      totals: resultList.totals,
      computedBy: resultList.computedBy,
      proposedBy: resultList.proposedBy,
      proposedAt: resultList.proposedAt,
      confirmedBy: resultList.confirmedBy,
      confirmedAlone: resultList.confirmedAlone,
      publicisedBy: resultList.publicisedBy,
      finalisedBy: resultList.finalisedBy,
      finalisedAt: resultList.finalisedAt,
      announcedBy: resultList.announcedBy,
      supersededAt: resultList.supersededAt,
      previousId: resultList.previousId,
      difference: resultList.difference,
      isNewest,
      otherOrganisers: otherOrganisers(who, now),
      /** The newer list that took its place. */
      supersededBy: sql<ResultListId | null>`(
        select newer.id from result_list as newer
        where newer.activity_id = result_list.activity_id and newer.number > result_list.number and newer.state <> 'superseded'
        order by newer.number desc limit 1
      )`,
      /** Visitors have seen another list of the activity. */
      needsReason: sql<boolean>`exists (
        select from result_list as earlier
        where earlier.activity_id = result_list.activity_id and earlier.number < result_list.number
          and earlier.public_version is not null
      )`,
    })
    .from(resultList)
    .innerJoin(activity, eq(activity.id, resultList.activityId))
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(eq(resultList.id, id))
  return list
}
export type ListView = NonNullable<Awaited<ReturnType<typeof findList>>>

/** The list whose rows a new one is compared with: the last that was publicised. */
export const lastPublicised = async (db: Database, id: ActivityId, except: ResultListId) => {
  const [list] = await db
    .select({
      id: resultList.id,
      state: resultList.state,
      publicVersion: resultList.publicVersion,
      rows: resultList.rows,
    })
    .from(resultList)
    .where(and(eq(resultList.activityId, id), ne(resultList.id, except), sql`${resultList.publicVersion} is not null`))
    .orderBy(desc(resultList.publicVersion))
    .limit(1)
  return list
}

/** The texts that are hashed. */
export const findTexts = async (db: Database, id: ResultListId) => {
  const [list] = await db
    .select({ input: resultList.input, rows: resultList.rows })
    .from(resultList)
    .where(eq(resultList.id, id))
  return list
}

export type ListChanges = Partial<Omit<typeof resultList.$inferInsert, 'state'>>

/** Requires a transaction that has locked the results of the activity. A step without `to` leaves the state. */
export const moveList = async (
  db: Database,
  { id, version }: Pick<ListView, 'id' | 'version'>,
  to: ListState | undefined,
  changes: ListChanges,
): Promise<void> => {
  await db
    .update(resultList)
    .set({ ...changes, ...(to && { state: to }), version: version + 1 })
    .where(eq(resultList.id, id))
}

/** The lists of an activity in these states, that are not this one. */
export const otherLists = (
  db: Database,
  id: ActivityId,
  except: ResultListId | null,
  states: readonly (typeof resultList.$inferSelect)['state'][],
) =>
  db
    .select({ id: resultList.id, version: resultList.version, state: resultList.state })
    .from(resultList)
    .where(
      and(
        eq(resultList.activityId, id),
        except === null ? undefined : ne(resultList.id, except),
        sql`${resultList.state} = any (${sql.param([...states])}::text[])`,
      ),
    )
    .orderBy(asc(resultList.number))

/** Names of people by account; those who are gone have none. */
export const namesOfPeople = async (db: Database, ids: readonly (AccountId | null)[]) => {
  const accounts = [...new Set(ids.filter((id) => id !== null))]
  if (accounts.length === 0) return new Map<AccountId, string>()
  const person = alias(account, 'person')
  const rows = await db
    .select({ id: person.id, realName: person.realName, nickname: person.nickname, username: person.username })
    .from(person)
    .where(and(sql`${person.id} = any (${sql.param(accounts)}::uuid[])`, ne(person.status, 'deleted')))
  return new Map(rows.map((row) => [row.id, row.realName ?? row.nickname ?? row.username]))
}
