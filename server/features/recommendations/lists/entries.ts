import type { AnswerOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { EnrolmentId } from '@lectern/contract/ids.ts'
import { entryMarks, isEditableList, type EntryMark } from '@lectern/contract/recommendations/recommendation-values.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql, type SQL } from '../../../platform/database/drizzle.ts'
import type { CountKept } from '../../../platform/kept-counts.ts'
import { all, permitted, refusalText, refuse } from '../../../platform/policy.ts'
import { account } from '../../accounts/tables.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { institution } from '../../institutions/tables.ts'
import { team } from '../../teams/tables.ts'
import { work } from '../../works/tables.ts'
import { mayEditList, mayRemindTeams, type ListView } from '../policy.ts'
import { recommendationRules } from '../tables.ts'
import { countEntries } from './entry-counts.ts'
import { captainColumns, rankBelow, whereCaptain, whereEntryOf, whereReady } from './list-queries.ts'
import { requireList, type ListKey } from './list-view.ts'
import { personName, presentInstitution } from './present.ts'

/** What an officer looks for among entries. */
export interface EntryFilter {
  mark?: EntryMark | undefined
  search?: string | undefined
}

const listed = ({ list }: ListView): SQL => sql`
  left join recommendation_row as listed on listed.enrolment_id = ${enrolment.id} and listed.list_id = ${list?.id ?? null}
`

const mark = sql<EntryMark>`(
  case
    when listed.verdict = 'change' then 'change'
    when listed.rank is not null then 'listed'
    when coalesce(${whereReady}, false) then 'ready'
    else 'unsubmitted'
  end
)`

/** The entries of an institution in an activity. Drafts count: their teams can be reminded. */
const fromEntries = (view: ListView, { mark: wanted, search }: EntryFilter): SQL => sql`
  from ${team}
  join ${enrolment} on ${enrolment.teamId} = ${team.id}
  join ${recommendationRules} on ${recommendationRules.activityId} = ${enrolment.activityId}
  left join ${work} on ${work.enrolmentId} = ${enrolment.id}
  left join ${institution} on ${institution.id} = ${team.institutionId}
  ${listed(view)}
  where ${enrolment.activityId} = ${view.rules.activityId} and ${team.activityId} = ${view.rules.activityId}
    and ${team.disbandedAt} is null and ${whereEntryOf(view)}
    and (${enrolment.state} not in ('withdrawn', 'rejected') or listed.rank is not null)
    ${wanted ? sql`and ${mark} = ${wanted}` : sql``}
    ${search ? sql`and ${enrolment.search} @@ search_query(${search})` : sql``}
`

const isListed = sql`listed.rank is not null`

/** Which entries, in order: those in the list by rank, then by number. Apart, so that the rest is read by its index. */
const pageOfEntries = async (db: Database, view: ListView, filter: EntryFilter, page: number, pageSize: number) => {
  const last = page * pageSize
  const { rows } = await db.execute<{ id: EnrolmentId }>(sql`
    (
      select ${enrolment.id} as id, listed.rank, ${enrolment.numberKey} as number
      ${fromEntries(view, filter)} and ${isListed}
    ) union all (
      select ${enrolment.id}, null, ${enrolment.numberKey} ${fromEntries(view, filter)} and not ${isListed}
      order by ${enrolment.numberKey}, ${enrolment.id} limit ${last}
    )
    order by rank nulls last, number, id limit ${pageSize} offset ${last - pageSize}
  `)
  return rows.map(({ id }) => id)
}

type Marks = Record<EntryMark, number>

interface MarkCount extends Record<string, unknown> {
  mark: EntryMark
  isReady: boolean
  isOpen: boolean
  entries: number
}

const countWhere = async (db: Database, view: ListView, filter: EntryFilter, where: SQL): Promise<MarkCount[]> => {
  const { rows } = await db.execute<MarkCount>(sql`
    select ${mark} as mark, coalesce(${whereReady}, false) as "isReady",
      ${enrolment.state} not in ('withdrawn', 'rejected') as "isOpen", count(*)::integer as entries
    ${fromEntries(view, filter)} and ${where} group by 1, 2, 3
  `)
  return rows
}

const sumOf = (rows: readonly MarkCount[], where: (row: MarkCount) => boolean): number =>
  rows.filter(where).reduce((sum, { entries }) => sum + entries, 0)

/** Of a search, the entries that it has found; else all of the institution, without those that are listed. */
const countMarks = async (db: Database, kept: CountKept, view: ListView, filter: EntryFilter): Promise<Marks> => {
  if (filter.search) {
    const rows = await countWhere(db, view, filter, sql`true`)
    const counts = entryMarks.map((name) => [name, sumOf(rows, (row) => row.mark === name)])
    return Object.fromEntries(counts) as Marks
  }
  const listedRows = view.list ? await countWhere(db, view, {}, isListed) : []
  const { open, ready } = (await countEntries(db, kept, [view]))[0]!
  return {
    listed: sumOf(listedRows, (row) => row.mark === 'listed'),
    change: sumOf(listedRows, (row) => row.mark === 'change'),
    ready: ready - sumOf(listedRows, (row) => row.isOpen && row.isReady),
    unsubmitted: open - ready - sumOf(listedRows, (row) => row.isOpen && !row.isReady),
  }
}

/** Entries with everything that is shown of them, in no order. */
const entriesById = async (db: Database, view: ListView, ids: readonly EnrolmentId[]) =>
  ids.length === 0
    ? []
    : db
        .select({
          id: enrolment.id,
          number: enrolment.number,
          state: enrolment.state,
          submittedAt: enrolment.submittedAt,
          team: { id: team.id, name: team.name },
          captain: captainColumns,
          people: sql<string[]>`(
            select coalesce(array_agg(coalesce(other.real_name, other.nickname, other.username) order by member.position), '{}')
            from team_member as member join account as other on other.id = member.account_id and other.status <> 'deleted'
            where member.team_id = ${team.id} and member.role <> 'captain'
          )`,
          institution: { id: institution.id, name: institution.name, kind: institution.kind },
          work: {
            title: work.title,
            state: work.state,
            missingParts: work.missingParts,
            submittedAt: work.submittedAt,
          },
          rank: sql<number | null>`(
            select rank from recommendation_row as listed
            where listed.enrolment_id = ${enrolment.id} and listed.list_id = ${view.list?.id ?? null}
          )`,
          verdict: sql<string | null>`(
            select verdict from recommendation_row as listed
            where listed.enrolment_id = ${enrolment.id} and listed.list_id = ${view.list?.id ?? null}
          )`,
          rankBelow,
          isReady: sql<boolean>`coalesce(${whereReady}, false)`,
          remindedAt: sql<Date | null>`(
            select sent_at from recommendation_reminder as reminder
            where reminder.activity_id = ${enrolment.activityId} and reminder.subject_id = ${enrolment.id}
          )`.mapWith(enrolment.submittedAt),
        })
        .from(enrolment)
        .innerJoin(team, sql`${team.id} = ${enrolment.teamId}`)
        .innerJoin(recommendationRules, sql`${recommendationRules.activityId} = ${enrolment.activityId}`)
        .leftJoin(work, sql`${work.enrolmentId} = ${enrolment.id}`)
        .leftJoin(institution, sql`${institution.id} = ${team.institutionId}`)
        .leftJoin(account, whereCaptain)
        .where(sql`${enrolment.id} = any (${sql.param([...ids])}::uuid[])`)

type FoundEntry = Awaited<ReturnType<typeof entriesById>>[number]

const markOf = ({ rank, verdict, isReady }: FoundEntry): EntryMark =>
  verdict === 'change' ? 'change' : rank !== null ? 'listed' : isReady ? 'ready' : 'unsubmitted'

/** The entries of an institution, a page of them. */
export const listEntries = async (
  ctx: SignedIn,
  kept: CountKept,
  key: ListKey,
  { page, pageSize, ...filter }: QueryOf<typeof contract.listRecommendationEntries>,
): Promise<AnswerOf<typeof contract.listRecommendationEntries>> => {
  const view = await requireList(ctx, key)
  const counts = await countMarks(ctx.db, kept, view, { search: filter.search })
  const ids = await pageOfEntries(ctx.db, view, filter, page, pageSize)
  const rows = await entriesById(ctx.db, view, ids)
  const edit = mayEditList(view, ctx)
  const { locale } = ctx
  return {
    list: ids.map((id) => {
      const row = rows.find((one) => one.id === id)!
      const isListed = row.rank !== null
      const fit = row.isReady
        ? view.recommended >= view.balance
          ? refuse('recommendation.quotaExceeded', { quota: view.balance })
          : permitted
        : refuse('recommendation.entryUnfit', { number: row.number ?? '–' })
      return {
        id,
        number: row.number,
        team: row.team,
        captain: personName(row.captain),
        people: row.people,
        institution: row.institution && presentInstitution(row.institution, locale),
        enrolmentState: row.state,
        work:
          view.rules.thing === 'work' && row.work && row.work.state
            ? { title: row.work.title ?? '', state: row.work.state }
            : null,
        missingParts: view.rules.thing === 'work' ? (row.work?.missingParts ?? 0) : 0,
        submittedAt:
          (view.rules.thing === 'work' ? (row.work?.submittedAt ?? null) : row.submittedAt)?.toISOString() ?? null,
        rank: row.rank,
        rankBelow: row.rankBelow,
        mark: markOf(row),
        whyNotAdd:
          isListed || !isEditableList(view.state) ? refusalText(edit, locale) : refusalText(all(edit, fit), locale),
        remindedAt: row.remindedAt?.toISOString() ?? null,
      }
    }),
    total: filter.mark ? counts[filter.mark] : Object.values(counts).reduce((sum, number) => sum + number, 0),
    page,
    pageSize,
    counts,
    whyNotRemind: refusalText(mayRemindTeams(view), locale),
  }
}
