import type { RecommendedThing } from '@lectern/contract/recommendations/recommendation-values.ts'
import { and, eq, inArray, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { permitted, refuse } from '../../../platform/policy.ts'
import { provide } from '../../../platform/ports.ts'
import type { EntryColumns, Precondition } from '../../../platform/precondition.ts'
import { enrolmentStages } from '../../enrolments/service.ts'
import { workStages } from '../../works/service.ts'
import { recommendationRules } from '../tables.ts'

/**
 * The entry has passed in an accepted list of the highest level that the activity asks for, or the activity asks nobody. `thing` leaves out
 * activities that recommend something else.
 */
export const whereRecommended = ({ activityId, enrolmentId }: EntryColumns, thing?: RecommendedThing): SQL => sql`(
  not exists (
    select from recommendation_rules as rules
    where rules.activity_id = ${activityId} and rules.thing <> 'none' ${thing ? sql`and rules.thing = ${thing}` : sql``}
  )
  or exists (
    select from recommendation_row as passed
    join recommendation_list as list on list.id = passed.list_id
    join recommendation_rules as rules on rules.activity_id = list.activity_id
    where passed.enrolment_id = ${enrolmentId} and passed.verdict = 'pass' and list.state = 'accepted'
      and list.level = case rules.recommended_by when 'school' then 'school' else 'province' end
  )
)`

const recommended = (thing: RecommendedThing): Precondition => ({
  activities: async (db, ids) => {
    const rows = await db
      .select({ id: recommendationRules.activityId })
      .from(recommendationRules)
      .where(and(eq(recommendationRules.thing, thing), inArray(recommendationRules.activityId, [...ids])))
    return rows.map(({ id }) => id)
  },
  where: (entry) => whereRecommended(entry, thing),
  refusal: refuse('recommendation.notAccepted'),
})

/** Organisers approve only what was recommended. Teams may withdraw at any time: a list then shows the entry as withdrawn. */
export const providedStages = [
  provide(enrolmentStages, {
    approval: recommended('enrolment'),
    mayLeaveApproval: async () => permitted,
    mayWithdraw: async () => permitted,
    withdraw: async () => undefined,
  }),
  provide(workStages, {
    acceptance: recommended('work'),
    mayMove: async () => permitted,
    isJudged: async () => false,
    moved: async () => undefined,
  }),
]
