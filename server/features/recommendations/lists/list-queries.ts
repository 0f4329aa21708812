import type { AccountId, ActivityId, EnrolmentId, InstitutionId } from '@lectern/contract/ids.ts'
import type { ListState } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, sql, type SQL, type SQLWrapper } from '../../../platform/database/drizzle.ts'
import { account } from '../../accounts/tables.ts'
import { institution } from '../../institutions/tables.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { team } from '../../teams/tables.ts'
import { work } from '../../works/tables.ts'
import { recommendationList, recommendationRow, recommendationRules, recommendationTally } from '../tables.ts'

/** The level of an institution has lists in the activity of the rules. */
export const whereHasLists = sql`(
  ${recommendationRules.thing} <> 'none'
  and ${recommendationRules.by} in (${institution.kind}::text, 'schoolAndProvince')
)`

/** The end of the latest extension of a list that was not revoked. */
const extendedUntil = sql<Date | null>`(
  select until from recommendation_extension as extension
  where extension.list_id = ${recommendationList.id} and extension.revoked_at is null
  order by extension.created_at desc, extension.id desc limit 1
)`.mapWith(recommendationList.resubmitBy)

const dateAbove = sql<Date | null>`(
  select until from recommendation_date as above
  where above.activity_id = ${recommendationRules.activityId} and above.institution_id = ${institution.parentId}
)`.mapWith(recommendationList.resubmitBy)

/** The state of the list of the province above, where provinces have lists. */
const stateAbove = sql<ListState | null>`(
  select above.state from recommendation_list as above
  where above.activity_id = ${recommendationRules.activityId} and above.institution_id = ${institution.parentId}
    and ${recommendationRules.by} = 'schoolAndProvince'
)`

export const listColumns = {
  id: recommendationList.id,
  state: recommendationList.state,
  version: recommendationList.version,
  rowCount: recommendationList.rowCount,
  passedCount: recommendationList.passedCount,
  changeCount: recommendationList.changeCount,
  refusedCount: recommendationList.refusedCount,
  handedInAt: recommendationList.handedInAt,
  decidedAt: recommendationList.decidedAt,
  reason: recommendationList.reason,
  resubmitBy: recommendationList.resubmitBy,
}

export const foundListColumns = {
  rules: {
    activityId: recommendationRules.activityId,
    thing: recommendationRules.thing,
    by: recommendationRules.by,
    provincesWriteQuotas: recommendationRules.provincesWriteQuotas,
    needsScan: recommendationRules.needsScan,
  },
  institution: {
    id: institution.id,
    kind: institution.kind,
    code: institution.code,
    name: institution.name,
    parentId: institution.parentId,
  },
  list: listColumns,
  balance: sql<number>`coalesce(${recommendationTally.balance}, 0)`,
  recommended: sql<number>`coalesce(${recommendationTally.recommended}, 0)`,
  extendedUntil,
  dateAbove,
  stateAbove,
}

/** Institutions with the activities in which they recommend, each with its list, if it has one. */
export const selectLists = (db: Database, where: SQL | undefined) =>
  db
    .select(foundListColumns)
    .from(institution)
    .innerJoin(recommendationRules, whereHasLists)
    .leftJoin(
      recommendationList,
      and(
        eq(recommendationList.activityId, recommendationRules.activityId),
        eq(recommendationList.institutionId, institution.id),
      ),
    )
    .leftJoin(
      recommendationTally,
      and(
        eq(recommendationTally.activityId, recommendationRules.activityId),
        eq(recommendationTally.institutionId, institution.id),
      ),
    )
    .where(where)

export type FoundList = Awaited<ReturnType<typeof selectLists>>[number]

/** Somebody belongs to a team of the activity. */
export const whereInTeam = (who: AccountId, activityId: SQLWrapper): SQL => sql`exists (
  select from team_member where team_member.account_id = ${who} and team_member.activity_id = ${activityId}
)`

/** The entry can be recommended: what is recommended was submitted, and nobody has withdrawn it. */
export const whereReady = sql`(
  case ${recommendationRules.thing}
    when 'enrolment' then ${enrolment.state} in ('submitted', 'approved')
    else ${enrolment.state} = 'approved' and ${work.state} in ('submitted', 'accepted')
  end
  and ${team.disbandedAt} is null
)`

/** Of a list whose lower level was asked, too: entries that lists below have passed on, in accepted lists. */
const passedBelow = (rules: FoundList['rules'], above: InstitutionId): SQL => sql`
  select lower.enrolment_id from institution as lower_institution
  join recommendation_list as lower_list on lower_list.institution_id = lower_institution.id
    and lower_list.activity_id = ${rules.activityId} and lower_list.state = 'accepted'
  join recommendation_row as lower on lower.list_id = lower_list.id and lower.level = 'school' and lower.verdict = 'pass'
  where lower_institution.parent_id = ${above}
`

/** The entry is one that this institution may recommend. A few forms, so that each uses its index. */
export const whereEntryOf = ({ rules, institution: { id, kind } }: Pick<FoundList, 'rules' | 'institution'>): SQL => {
  const own = sql`${team.institutionId} = ${id}`
  if (kind === 'school') return own
  if (rules.by === 'province')
    return sql`${team.institutionId} = any (array(select ${id}::uuid union all select below.id from institution as below where below.parent_id = ${id}))`
  // An array is read once, from the few lists, whatever the number of entries is estimated to be.
  return sql`${enrolment.id} = any (array(
    select own_entry.id from team as own_team join enrolment as own_entry on own_entry.team_id = own_team.id
    where own_team.institution_id = ${id}
    union all ${passedBelow(rules, id)}
  ))`
}

export const captainColumns = {
  realName: account.realName,
  nickname: account.nickname,
  username: account.username,
  status: account.status,
}

/** The account of the captain, to be joined. */
export const whereCaptain = sql`${account.id} = (
  select account_id from team_member where team_member.team_id = ${team.id} and team_member.role = 'captain'
)`

/** The rank of an entry in the list of its school. */
export const rankBelow = sql<number | null>`(
  select lower.rank from recommendation_row as lower where lower.enrolment_id = ${enrolment.id} and lower.level = 'school'
)`

/** The team has submitted again since the level above wanted changes. */
const isChanged = sql<boolean>`coalesce(
  case ${recommendationRules.thing} when 'enrolment' then ${enrolment.submittedAt} else ${work.submittedAt} end
    > ${recommendationRow.verdictAt}, false
)`

/** The rows of lists, in order of rank. At most as many as the largest quota. */
export const rowsOfList = (db: Database, { rules, institution: owner, list }: FoundList) =>
  db
    .select({
      entry: enrolment.id,
      rank: recommendationRow.rank,
      remark: recommendationRow.remark,
      verdict: recommendationRow.verdict,
      reason: recommendationRow.verdictReason,
      changeBy: recommendationRow.changeBy,
      number: enrolment.number,
      enrolmentState: enrolment.state,
      title: work.title,
      workState: work.state,
      team: { id: team.id, name: team.name },
      captain: captainColumns,
      institution: { id: institution.id, name: institution.name, kind: institution.kind },
      rankBelow,
      isReady: sql<boolean>`coalesce(${whereReady} and ${whereEntryOf({ rules, institution: owner })}, false)`,
      isChanged,
    })
    .from(recommendationRow)
    .innerJoin(enrolment, eq(enrolment.id, recommendationRow.enrolmentId))
    .innerJoin(team, eq(team.id, enrolment.teamId))
    .innerJoin(recommendationRules, eq(recommendationRules.activityId, enrolment.activityId))
    .leftJoin(work, eq(work.enrolmentId, enrolment.id))
    .leftJoin(institution, eq(institution.id, team.institutionId))
    .leftJoin(account, whereCaptain)
    .where(list ? eq(recommendationRow.listId, list.id) : sql`false`)
    .orderBy(asc(recommendationRow.rank))

export type FoundRow = Awaited<ReturnType<typeof rowsOfList>>[number]

/** Which of these entries the institution may recommend now, each with its number. */
export const readyEntries = async (
  db: Database,
  found: Pick<FoundList, 'rules' | 'institution'>,
  ids: readonly EnrolmentId[],
): Promise<ReadonlyMap<EnrolmentId, { number: string | null; isReady: boolean }>> => {
  const rows = await db
    .select({
      id: enrolment.id,
      number: enrolment.number,
      isReady: sql<boolean>`coalesce(${whereReady} and ${whereEntryOf(found)}, false)`,
    })
    .from(enrolment)
    .innerJoin(team, eq(team.id, enrolment.teamId))
    .innerJoin(recommendationRules, eq(recommendationRules.activityId, enrolment.activityId))
    .leftJoin(work, eq(work.enrolmentId, enrolment.id))
    .where(
      and(
        eq(enrolment.activityId, found.rules.activityId),
        sql`${enrolment.id} = any (${sql.param([...ids])}::uuid[])`,
        whereEntryOf(found),
      ),
    )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** One list, by its activity and institution. */
export const findList = async (
  db: Database,
  activityId: ActivityId,
  id: InstitutionId,
): Promise<FoundList | undefined> => {
  const [row] = await selectLists(db, and(eq(recommendationRules.activityId, activityId), eq(institution.id, id)))
  return row
}
