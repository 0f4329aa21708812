import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, EditionId, InstitutionId } from '@lectern/contract/ids.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type * as contract from '@lectern/contract/recommendations/recommendation-rules.ts'
import type { ListState } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { and, asc, eq, ne, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import type { CountKept } from '../../../platform/kept-counts.ts'
import { requireRunningActivity } from '../../competition/service.ts'
import { activity, edition } from '../../competition/tables.ts'
import { isLateList, listWindow } from '../lists/list-window.ts'
import { recommendationRules } from '../tables.ts'
import { findRules } from './rule-queries.ts'

/** The activities of an edition in which institutions recommend. Few rows. */
export const listActivities = async (
  { db, locale }: SignedIn,
  id: EditionId | undefined,
): Promise<AnswerOf<typeof contract.listRecommendingActivities>> => {
  const rows = await db
    .select({
      id: activity.id,
      code: activity.code,
      name: activity.name,
      thing: recommendationRules.thing,
      by: recommendationRules.by,
      provincesWriteQuotas: recommendationRules.provincesWriteQuotas,
      needsScan: recommendationRules.needsScan,
    })
    .from(recommendationRules)
    .innerJoin(activity, eq(activity.id, recommendationRules.activityId))
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(and(ne(recommendationRules.thing, 'none'), id ? eq(edition.id, id) : eq(edition.current, true)))
    .orderBy(asc(activity.position), asc(activity.code))
  return {
    list: rows.map(({ name, ...row }) => {
      const { text, locale: nameLocale } = localize(name, locale)
      return { ...row, name: text, locale: nameLocale }
    }),
  }
}

interface Counted extends Record<string, unknown> {
  provinceId: InstitutionId | null
  provinceName: LocalizedText | null
  isOwn: boolean
  state: ListState
  resubmitBy: Date | null
  extendedUntil: Date | null
  dateAbove: Date | null
  lists: number
  quota: number
  recommended: number
  entries: number
}

interface Submitted extends Record<string, unknown> {
  institutionId: InstitutionId
  entries: number
}

/** What was submitted in an activity, by institution: reads all entries. */
const countSubmitted = async ({ db }: SignedIn, id: ActivityId): Promise<Submitted[]> => {
  const { rows } = await db.execute<Submitted>(sql`
    select team.institution_id as "institutionId", count(*)::integer as entries
    from team join enrolment on enrolment.team_id = team.id
    where team.activity_id = ${id} and team.disbanded_at is null
      and enrolment.state in ('submitted', 'approved', 'returned') and team.institution_id is not null
    group by team.institution_id
  `)
  return rows
}

/** Lists of an activity, those that stand and end alike counted together; institutions without entries, quota and list are left out. */
const countLists = async ({ db }: SignedIn, id: ActivityId, counted: readonly Submitted[]): Promise<Counted[]> => {
  const ids = sql.param(counted.map(({ institutionId }) => institutionId))
  const entries = sql.param(counted.map((row) => row.entries))
  const { rows } = await db.execute<Counted>(sql`
    with submitted as (
      select * from unnest(${ids}::uuid[], ${entries}::integer[]) as counted (institution_id, entries)
    )
    select province.id as "provinceId", province.name as "provinceName", institution.kind = 'province' as "isOwn",
      coalesce(list.state, 'draft') as state, list.resubmit_by as "resubmitBy", extension.until as "extendedUntil",
      above.until as "dateAbove", count(*)::integer as lists,
      coalesce(sum(tally.balance), 0)::integer as quota, coalesce(sum(tally.recommended), 0)::integer as recommended,
      coalesce(sum(submitted.entries), 0)::integer as entries
    from institution
    left join institution as province
      on province.id = case institution.kind when 'province' then institution.id else institution.parent_id end
    left join submitted on submitted.institution_id = institution.id
    left join recommendation_list as list on list.activity_id = ${id} and list.institution_id = institution.id
    left join recommendation_tally as tally on tally.activity_id = ${id} and tally.institution_id = institution.id
    left join recommendation_date as above on above.activity_id = ${id} and above.institution_id = institution.parent_id
    left join lateral (
      select until from recommendation_extension as granted
      where granted.list_id = list.id and granted.revoked_at is null order by created_at desc, granted.id desc limit 1
    ) as extension on true
    where coalesce(submitted.entries, 0) > 0 or list.id is not null or coalesce(tally.balance, 0) > 0
    group by 1, 2, 3, 4, 5, 6, 7
    order by province.code nulls last, 1
  `)
  const date = (moment: Date | null): Date | null => moment && new Date(moment)
  return rows.map((row) => ({
    ...row,
    resubmitBy: date(row.resubmitBy),
    extendedUntil: date(row.extendedUntil),
    dateAbove: date(row.dateAbove),
  }))
}

type Progress = AnswerOf<typeof contract.readRecommendationProgress>

/** How far the institutions of each province are. */
export const readProgress = async (ctx: SignedIn, kept: CountKept, id: ActivityId): Promise<Progress> => {
  const rules = await findRules(ctx.db, id)
  if (!rules || rules.thing === 'none') throw fail('recommendation.notAsked')
  const running = await requireRunningActivity(ctx, id)
  const provinces = new Map<InstitutionId | null, Progress['list'][number]>()
  const submitted = await kept(`submitted in ${id}`, () => countSubmitted(ctx, id))
  for (const row of await countLists(ctx, id, submitted)) {
    const { provinceId, provinceName, isOwn, state, lists, quota, recommended, entries } = row
    const line = provinces.get(provinceId) ?? {
      institution:
        provinceId && provinceName ? { id: provinceId, name: localize(provinceName, ctx.locale).text } : null,
      schools: 0,
      draft: 0,
      handedIn: 0,
      accepted: 0,
      returned: 0,
      late: 0,
      quota: 0,
      recommended: 0,
      entries: 0,
      own: null,
    }
    provinces.set(provinceId, line)
    const level = isOwn ? 'province' : 'school'
    const isLate = isLateList(state, listWindow(running, level, row, ctx.now), ctx.now)
    line.entries += entries
    if (isOwn) {
      if (rules.by !== 'school') line.own = { state, quota, recommended, isLate }
      continue
    }
    line.schools += lists
    if (rules.by === 'province') continue
    line[state] += lists
    line.quota += quota
    line.recommended += recommended
    if (isLate) line.late += lists
  }
  return { list: [...provinces.values()] }
}
