import type { AnswerOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { EnrolmentId } from '@lectern/contract/ids.ts'
import { isEditableList, type EntryMark } from '@lectern/contract/recommendations/recommendation-values.ts'
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

/** The entries of an institution in an activity. Drafts count: their teams can be reminded. */
const fromEntries = (
  view: ListView,
  search: string | undefined,
  { join, where }: { join: SQL; where: SQL },
): SQL => sql`
  from ${team}
  join ${enrolment} on ${enrolment.teamId} = ${team.id}
  join ${recommendationRules} on ${recommendationRules.activityId} = ${enrolment.activityId}
  left join ${work} on ${work.enrolmentId} = ${enrolment.id}
  ${join}
  where ${enrolment.activityId} = ${view.rules.activityId} and ${team.activityId} = ${view.rules.activityId}
    and ${team.disbandedAt} is null and ${whereEntryOf(view)} and ${where}
    ${search ? sql`and ${enrolment.search} @@ search_query(${search})` : sql``}
`

const rowOfEntry = ({ list }: ListView): SQL =>
  sql`listed.enrolment_id = ${enrolment.id} and listed.list_id = ${list?.id ?? null}`

const isChange = sql`listed.verdict is not distinct from 'change'`
const readiness = sql<boolean>`coalesce(${whereReady}, false)`
const isOpen = sql`${enrolment.state} not in ('withdrawn', 'rejected')`

const fromListed = (view: ListView, search: string | undefined, where = sql`true`): SQL =>
  fromEntries(view, search, { join: sql`join recommendation_row as listed on ${rowOfEntry(view)}`, where })

/** Asked so that PostgreSQL estimates that most entries are not in the list, and follows the index of a page. */
const fromRest = (view: ListView, search: string | undefined, where = sql`true`): SQL =>
  fromEntries(view, search, {
    join: sql``,
    where: sql`${isOpen} and ${where} and not exists (select from recommendation_row as listed where ${rowOfEntry(view)})`,
  })

const listedMarks = { listed: sql`not ${isChange}`, change: isChange }
const restMarks = { ready: whereReady, unsubmitted: sql`not ${readiness}` }

/** What is asked of entries with this mark; nothing if they are those of the other kind. */
const whereMarked = <Name extends string>(
  marks: Readonly<Record<Name, SQL>>,
  wanted: EntryMark | undefined,
): SQL | undefined => (wanted ? (marks as Partial<Record<EntryMark, SQL>>)[wanted] : sql`true`)

/** Which entries, in order: those in the list by rank, then by number. Apart, so that the rest is read by its index. */
const pageOfEntries = async (
  db: Database,
  view: ListView,
  { mark, search }: EntryFilter,
  { page, pageSize }: { page: number; pageSize: number },
) => {
  const last = page * pageSize
  const listed = whereMarked(listedMarks, mark)
  const rest = whereMarked(restMarks, mark)
  const parts = [
    listed &&
      sql`(select ${enrolment.id} as id, listed.rank, ${enrolment.numberKey} as number ${fromListed(view, search, listed)})`,
    rest &&
      sql`(
        select ${enrolment.id} as id, null::integer as rank, ${enrolment.numberKey} as number ${fromRest(view, search, rest)}
        order by ${enrolment.numberKey}, ${enrolment.id} limit ${last}
      )`,
  ]
  const { rows } = await db.execute<{ id: EnrolmentId }>(sql`
    select id from (${sql.join(
      parts.filter((part) => part !== undefined),
      sql` union all `,
    )}) as entries
    order by rank nulls last, number, id limit ${pageSize} offset ${last - pageSize}
  `)
  return rows.map(({ id }) => id)
}

type Marks = Record<EntryMark, number>

interface Counted extends Record<string, unknown> {
  isChange: boolean
  isReady: boolean
  isOpen: boolean
  entries: number
}

const sumOf = (rows: readonly Counted[], where: (row: Counted) => boolean): number =>
  rows.filter(where).reduce((sum, { entries }) => sum + entries, 0)

const countListed = async (db: Database, view: ListView, search?: string): Promise<Counted[]> => {
  if (!view.list) return []
  const { rows } = await db.execute<Counted>(sql`
    select ${isChange} as "isChange", ${readiness} as "isReady", ${isOpen} as "isOpen", count(*)::integer as entries
    ${fromListed(view, search)} group by 1, 2, 3
  `)
  return rows
}

const countFound = async (
  db: Database,
  view: ListView,
  search: string,
): Promise<Pick<Marks, 'ready' | 'unsubmitted'>> => {
  const { rows } = await db.execute<{ ready: number; unsubmitted: number }>(sql`
    select count(*) filter (where ${readiness})::integer as ready,
      count(*) filter (where not ${readiness})::integer as unsubmitted
    ${fromRest(view, search)}
  `)
  return rows[0]!
}

/** Of a search, the entries that it has found; else all of the institution, without those that are listed. */
const countMarks = async (
  db: Database,
  kept: CountKept,
  view: ListView,
  search: string | undefined,
): Promise<Marks> => {
  const rows = await countListed(db, view, search)
  const marks = { listed: sumOf(rows, (row) => !row.isChange), change: sumOf(rows, (row) => row.isChange) }
  if (search) return { ...marks, ...(await countFound(db, view, search)) }
  const { open, ready } = (await countEntries(db, kept, [view]))[0]!
  return {
    ...marks,
    ready: ready - sumOf(rows, (row) => row.isOpen && row.isReady),
    unsubmitted: open - ready - sumOf(rows, (row) => row.isOpen && !row.isReady),
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
          isReady: readiness,
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
  { page, pageSize, mark, search }: QueryOf<typeof contract.listRecommendationEntries>,
): Promise<AnswerOf<typeof contract.listRecommendationEntries>> => {
  const view = await requireList(ctx, key)
  const counts = await countMarks(ctx.db, kept, view, search)
  const total = mark ? counts[mark] : Object.values(counts).reduce((sum, number) => sum + number, 0)
  // What is not there would be looked for among all entries.
  const ids = total === 0 ? [] : await pageOfEntries(ctx.db, view, { mark, search }, { page, pageSize })
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
    total,
    page,
    pageSize,
    counts,
    whyNotRemind: refusalText(mayRemindTeams(view), locale),
  }
}
