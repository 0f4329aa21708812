import type { EnrolmentId, WorkId } from '@lectern/contract/ids.ts'
import type { RecommendedThing } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql, type SQL, type SQLWrapper } from '../../../platform/database/drizzle.ts'
import { permitted, refuse, type Verdict } from '../../../platform/policy.ts'
import { provide } from '../../../platform/ports.ts'
import { enrolmentStages } from '../../enrolments/service.ts'
import { workStages } from '../../works/service.ts'

interface Entry {
  activityId: SQLWrapper
  enrolmentId: SQLWrapper
}

/**
 * The entry has passed in an accepted list of the highest level that the activity asks for, or the activity asks nobody. `thing` leaves out
 * activities that recommend something else.
 */
export const whereRecommended = ({ activityId, enrolmentId }: Entry, thing?: RecommendedThing): SQL => sql`(
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

const checkRecommended = async (db: Database, thing: RecommendedThing, entry: SQL): Promise<Verdict> => {
  const { rows } = await db.execute<{ isRecommended: boolean }>(sql`
    select ${whereRecommended({ activityId: sql`enrolment.activity_id`, enrolmentId: sql`enrolment.id` }, thing)} as "isRecommended"
    from enrolment where enrolment.id in (${entry})
  `)
  return rows[0]?.isRecommended === false ? refuse('recommendation.notAccepted') : permitted
}

const checkEnrolment = (db: Database, id: EnrolmentId): Promise<Verdict> =>
  checkRecommended(db, 'enrolment', sql`select ${id}::uuid`)

const checkWork = (db: Database, id: WorkId): Promise<Verdict> =>
  checkRecommended(db, 'work', sql`select enrolment_id from work where work.id = ${id}`)

/** Organisers approve only what was recommended. Teams may withdraw at any time: a list then shows the entry as withdrawn. */
export const providedStages = [
  provide(enrolmentStages, {
    mayApprove: ({ db }, id) => checkEnrolment(db, id),
    mayLeaveApproval: async () => permitted,
    mayWithdraw: async () => permitted,
    withdraw: async () => undefined,
  }),
  provide(workStages, {
    mayMove: async ({ db }, { id, to }) => (to === 'accepted' ? checkWork(db, id) : permitted),
    isJudged: async () => false,
    moved: async () => undefined,
  }),
]
