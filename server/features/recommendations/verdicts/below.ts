import type { AnswerOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, InstitutionId } from '@lectern/contract/ids.ts'
import {
  recommendationLevels,
  levelsBy,
  type ListState,
} from '@lectern/contract/recommendations/recommendation-values.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations-above.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { containing } from '../../../platform/database/conditions.ts'
import { and, eq, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { isOrganiser, refusalText, refuse, type Verdict } from '../../../platform/policy.ts'
import { requireRunningActivity, type RunningActivity } from '../../competition/service.ts'
import { institution } from '../../institutions/tables.ts'
import { nameOf } from '../../teams/service.ts'
import { foundListColumns, selectLists, whereHasLists } from '../lists/list-queries.ts'
import { levelPhase } from '../lists/list-window.ts'
import { beyondReach, checkOfOthers, requireReach, viewOfList, whereWithinReach } from '../lists/list-view.ts'
import { presentSummaryOf } from '../lists/present.ts'
import { officersOf } from '../notices/list-notices.ts'
import type { ListView } from '../policy.ts'
import { mayGrantQuota } from '../policy.ts'
import { findRules, type FoundRules } from '../rules/rule-queries.ts'
import { recommendationDate, recommendationList, recommendationReminder, recommendationRules } from '../tables.ts'
import { maySetDateBelow } from './dates.ts'

type Query = QueryOf<typeof contract.listListsBelow>

/** Whose lists somebody looks at: those of the schools of a province, or all for organisers. */
export interface Below {
  activity: RunningActivity
  rules: FoundRules
  above: InstitutionId | undefined
  isOrganiser: boolean
  /** An officer of the province itself. */
  isOwn: boolean
  ofOthers: Verdict
}

export const requireBelow = async (
  ctx: SignedIn,
  activityId: ActivityId,
  above: InstitutionId | undefined,
  deed: 'look' | 'act' = 'look',
): Promise<Below> => {
  const organises = isOrganiser(ctx.actor, 'contest')
  // Whoever is no officer at all must not learn which activities have levels.
  const reach = above === undefined ? undefined : await requireReach(ctx, above)
  if (!reach && !organises) throw await beyondReach(ctx, undefined)
  const rules = await findRules(ctx.db, activityId)
  if (!rules || rules.thing === 'none') throw fail('recommendation.notAsked')
  return {
    activity: await requireRunningActivity(ctx, activityId),
    rules,
    above,
    isOrganiser: organises,
    isOwn: reach !== undefined && reach.isOwn && reach.isProvince,
    ofOthers: await checkOfOthers(ctx, activityId, deed),
  }
}

/** The end of `listWindow`, as SQL. Null where the phase is not scheduled. */
const closesAt = (activity: RunningActivity): SQL => {
  const times = recommendationLevels.map(
    (level) =>
      sql`when ${institution.kind} = ${level} then ${levelPhase(activity, level)?.closesAt ?? null}::timestamptz`,
  )
  const ofPhase = sql`(case ${sql.join(times, sql` `)} end)`
  const planned = sql`greatest(
    coalesce(
      nullif(greatest(${foundListColumns.extendedUntil}, ${ofPhase}), ${ofPhase}),
      least(${ofPhase}, ${foundListColumns.dateAbove})
    ),
    case when ${recommendationList.state} = 'returned' then ${recommendationList.resubmitBy} end
  )`
  return sql`(case when ${ofPhase} is not null then least(${planned}, ${activity.announcedAt ?? null}::timestamptz) end)`
}

const state = sql<ListState>`coalesce(${recommendationList.state}, 'draft')`

/** Institutions that have nothing to recommend and no quota are not late. */
const hasToRecommend = sql`(
  ${recommendationList.id} is not null or exists (
    select from recommendation_tally as quota
    where quota.activity_id = ${recommendationRules.activityId} and quota.institution_id = ${institution.id} and quota.balance > 0
  )
)`

const whereLate = (activity: RunningActivity, now: Date): SQL =>
  sql`(${state} in ('draft', 'returned') and ${closesAt(activity)} <= ${now} and ${hasToRecommend})`

/** Not handed in, and late or due within three days. */
export const whereDue = (activity: RunningActivity, now: Date): SQL => {
  const soon = new Date(now.getTime() + 3 * 86_400_000)
  return sql`(${state} in ('draft', 'returned') and ${closesAt(activity)} <= ${soon} and ${hasToRecommend})`
}

export const whereOfBelow = (ctx: SignedIn, { activity, above }: Below, level?: Query['level']): SQL =>
  and(
    eq(recommendationRules.activityId, activity.id),
    above === undefined ? undefined : eq(institution.parentId, above),
    level && eq(institution.kind, level),
    whereWithinReach(ctx),
    sql`(${institution.state} <> 'closed' or ${recommendationList.id} is not null)`,
  )!

const filtered = (ctx: SignedIn, below: Below, { level, state: states, mark, search }: Query): SQL =>
  and(
    whereOfBelow(ctx, below, level),
    states && sql`${state} = any (${sql.param([...states])}::text[])`,
    mark === 'late' ? whereLate(below.activity, ctx.now) : undefined,
    mark === 'waiting' ? eq(recommendationList.state, 'handedIn') : undefined,
    search
      ? sql`(${institution.code} ilike ${containing(search)} or exists (
          select from jsonb_each_text(${institution.name}) as named where named.value ilike ${containing(search)}
        ))`
      : undefined,
  )!

const fromLists = sql`
  from ${institution}
  join ${recommendationRules} on ${whereHasLists}
  left join ${recommendationList} on ${recommendationList.activityId} = ${recommendationRules.activityId}
    and ${recommendationList.institutionId} = ${institution.id}
`

const countStates = async (ctx: SignedIn, below: Below, query: Query) => {
  const { rows } = await ctx.db.execute<
    Record<'draft' | 'handedIn' | 'accepted' | 'returned' | 'late' | 'total', number>
  >(sql`
    select
      count(*) filter (where ${state} = 'draft')::integer as draft,
      count(*) filter (where ${state} = 'handedIn')::integer as "handedIn",
      count(*) filter (where ${state} = 'accepted')::integer as accepted,
      count(*) filter (where ${state} = 'returned')::integer as returned,
      count(*) filter (where ${whereLate(below.activity, ctx.now)})::integer as late,
      count(*) filter (where ${filtered(ctx, below, query)})::integer as total
    ${fromLists} where ${whereOfBelow(ctx, below)}
  `)
  return rows[0]!
}

const dateBelowOf = async (ctx: SignedIn, { activity, rules, above }: Below) => {
  if (above === undefined || !(levelsBy[rules.by] as readonly string[]).includes('school')) return null
  const [row] = await ctx.db
    .select({ until: recommendationDate.until, version: recommendationDate.version })
    .from(recommendationDate)
    .where(and(eq(recommendationDate.activityId, activity.id), eq(recommendationDate.institutionId, above)))
  return { until: row?.until?.toISOString() ?? null, version: row?.version ?? 0 }
}

/** Lists below a province, or below the nation for organisers. */
export const listBelow = async (
  ctx: SignedIn,
  activityId: ActivityId,
  query: Query,
): Promise<AnswerOf<typeof contract.listListsBelow>> => {
  const below = await requireBelow(ctx, activityId, query.above)
  const { page, pageSize } = query
  const rows = await selectLists(ctx.db, filtered(ctx, below, query))
    .orderBy(institution.kind, institution.code, institution.id)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const ids = rows.map((row) => row.institution.id)
  const officers = await officersOf(ctx.db, ids)
  const reminders = await remindersOf(ctx, activityId, ids)
  const { total, ...counts } = await countStates(ctx, below, query)
  const reach = { isOwn: false, isAbove: !below.isOrganiser, isOrganiser: below.isOrganiser }
  const views = rows.map((row): ListView =>
    viewOfList(row, { activity: below.activity, reach, ofOthers: below.ofOthers }, ctx.now),
  )
  const school = { kind: 'school' } as ListView['institution']
  return {
    list: views.map((view) => ({
      ...presentSummaryOf(view, ctx),
      officers: officers.filter(({ institutionId }) => institutionId === view.institution.id).map(nameOf),
      remindedAt: reminders.get(view.institution.id)?.toISOString() ?? null,
    })),
    total,
    page,
    pageSize,
    counts,
    dateBelow: await dateBelowOf(ctx, below),
    whyNotSetDate: refusalText(
      maySetDateBelow(
        { isOwn: below.isOwn, isOrganiser: below.isOrganiser && query.above !== undefined },
        below.ofOthers,
      ),
      ctx.locale,
    ),
    whyNotRemind: refusalText(mayRemindBelow(below), ctx.locale),
    whyNotGrantQuota: refusalText(
      mayGrantQuota({ rules: below.rules, institution: school, reach, ofOthers: below.ofOthers }),
      ctx.locale,
    ),
  }
}

/** The province itself, or organisers. */
export const mayRemindBelow = ({ isOwn, isOrganiser: organises, ofOthers }: Below): Verdict =>
  isOwn || organises ? ofOthers : refuse('recommendation.aboveOnly')

/** When the officers of institutions were last reminded. */
export const remindersOf = async (
  { db }: Pick<SignedIn, 'db'>,
  activityId: ActivityId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> => {
  const rows = await db
    .select({ id: recommendationReminder.subjectId, sentAt: recommendationReminder.sentAt })
    .from(recommendationReminder)
    .where(
      and(
        eq(recommendationReminder.activityId, activityId),
        sql`${recommendationReminder.subjectId} = any (${sql.param([...ids])}::uuid[])`,
      ),
    )
  return new Map(rows.map(({ id, sentAt }) => [id, sentAt]))
}
