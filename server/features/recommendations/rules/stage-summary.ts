import type { ActivityId } from '@lectern/contract/ids.ts'
import {
  highestLevel,
  levelPhases,
  levelsBy,
  type RecommendationLevel,
  type RecommendedBy,
  type RecommendedThing,
} from '@lectern/contract/recommendations/recommendation-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import {
  phasesPage,
  type NextStep,
  type StageSummaries,
  type StageSummary,
  type SummarisedActivity,
} from '../../../platform/stage-summary.ts'

interface Counted extends Record<string, unknown> {
  activityId: ActivityId
  thing: RecommendedThing
  by: RecommendedBy
  /** Lists that wait for the level above, and for the organisers among them. */
  waiting: number
  forOrganisers: number
  accepted: number
  /** Some institution of the highest level has a quota. */
  hasQuota: boolean
}

/** The lists of activities with levels, counted. One statement for all. */
const countLists = async (db: Database, ids: readonly ActivityId[]): Promise<Counted[]> => {
  const { rows } = await db.execute<Counted>(sql`
    with ruled as (
      select rules.*, case rules.recommended_by when 'school' then 'school' else 'province' end as highest
      from recommendation_rules as rules
      where rules.thing <> 'none' and rules.activity_id = any (${sql.param([...ids])}::uuid[])
    )
    select ruled.activity_id as "activityId", ruled.thing, ruled.recommended_by as by,
      count(list.id) filter (where list.state = 'handedIn')::integer as waiting,
      count(list.id) filter (where list.state = 'handedIn' and list.level = ruled.highest)::integer as "forOrganisers",
      count(list.id) filter (where list.state = 'accepted')::integer as accepted,
      exists (
        select from recommendation_tally as tally
        join institution on institution.id = tally.institution_id and institution.kind = ruled.highest
        where tally.activity_id = ruled.activity_id and tally.balance > 0
      ) as "hasQuota"
    from ruled left join recommendation_list as list on list.activity_id = ruled.activity_id
    group by ruled.activity_id, ruled.thing, ruled.recommended_by, ruled.highest
  `)
  return rows
}

const listsLink = (id: ActivityId, state?: string): string =>
  `/Admin/Recommendation?activity=${id}&tab=lists${state ? `&state=${state}` : ''}`

const actorOf = { school: 'schools', province: 'provinces' } as const satisfies Record<RecommendationLevel, string>

/** Lists wait for the organisers before anything else; then the level whose phase is not over has the next step. */
const standingOf = (
  { by, forOrganisers, hasQuota }: Counted,
  { id, window }: SummarisedActivity,
  now: Date,
): Pick<StageSummary, 'standing' | 'next'> => {
  const highest = highestLevel(by)
  const windows = levelsBy[by].map((level) => ({ level, times: window(levelPhases[level]) }))
  const current = windows.find(({ times }) => times && now < times.closesAt)
  const decision: NextStep | null =
    forOrganisers > 0
      ? { step: 'decideLists', who: 'organisers', until: null, link: `${listsLink(id, 'handedIn')}&level=${highest}` }
      : null
  if (windows.some(({ times }) => !times))
    return {
      standing: decision ? 'waiting' : 'none',
      next: decision ?? { step: 'schedule', who: 'organisers', until: null, link: phasesPage },
    }
  if (!current?.times) return decision ? { standing: 'waiting', next: decision } : { standing: 'done', next: null }
  const quotas: NextStep | null = hasQuota
    ? null
    : {
        step: 'grantQuotas',
        who: 'organisers',
        until: current.times.closesAt,
        link: `${listsLink(id)}&level=${highest}`,
      }
  if (now < current.times.opensAt)
    return {
      standing: 'upcoming',
      next: decision ??
        quotas ?? { step: 'openRecommendation', who: null, until: current.times.opensAt, link: phasesPage },
    }
  return {
    standing: 'running',
    next: decision ??
      quotas ?? {
        step: 'recommend',
        who: actorOf[current.level],
        until: current.times.closesAt,
        link: `${listsLink(id)}&level=${current.level}`,
      },
  }
}

export const recommendationSummaries: StageSummaries = {
  stage: 'recommendation',
  read: async ({ db, now }, activities) => {
    const counted = await countLists(
      db,
      activities.map(({ id }) => id),
    )
    return (activity) => {
      const row = counted.find(({ activityId }) => activityId === activity.id)
      if (!row) return undefined
      return {
        ...(row.thing === 'work' && { follows: 'work' as const }),
        counts: [
          { name: 'acceptedLists', count: row.accepted, link: listsLink(activity.id, 'accepted') },
          { name: 'waitingLists', count: row.waiting, link: listsLink(activity.id, 'handedIn') },
        ],
        ...standingOf(row, activity, now),
      }
    }
  },
}
