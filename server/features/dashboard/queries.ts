import type { EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, count, desc, eq, gte, isNull, ne, sql } from '../../platform/database/drizzle.ts'
import { activity, seatCount } from '../competition/tables.ts'
import { enrolledInstitutionKey, storedInstitution } from '../enrolments/service.ts'
import { enrolment } from '../enrolments/tables.ts'
import { team } from '../teams/tables.ts'

// Everything is counted by the database: the number of queries does not depend on the number of enrolments.

/** Every number links to a list. Disbanded teams are not in the lists, so they are not counted. */
const whereEdition = (editionId: EditionId) =>
  and(eq(activity.id, enrolment.activityId), eq(enrolment.editionId, editionId), eq(enrolment.isListed, true))

/** Activities of an edition that are or were visible, with what decides which stages they have. Few rows. */
export const activitiesOfLines = (db: Database, editionId: EditionId) =>
  db
    .select({
      id: activity.id,
      editionId: activity.editionId,
      code: activity.code,
      name: activity.name,
      hasWorks: sql<boolean>`jsonb_array_length(${activity.workRules} -> 'parts') > 0`,
    })
    .from(activity)
    .where(and(eq(activity.editionId, editionId), ne(activity.state, 'draft')))
    .orderBy(asc(activity.position), asc(activity.code))

/** Activities that are or were visible. Few rows. */
export const countedActivities = (db: Database, editionId: EditionId) =>
  db
    .select({
      id: activity.id,
      code: activity.code,
      name: activity.name,
      capacity: activity.capacity,
      taken: seatCount.taken,
    })
    .from(activity)
    .innerJoin(seatCount, eq(seatCount.activityId, activity.id))
    .where(and(eq(activity.editionId, editionId), ne(activity.state, 'draft')))
    .orderBy(asc(activity.position), asc(activity.code))

export const countStates = (
  db: Database,
  editionId: EditionId,
): Promise<{ activityId: ActivityId; state: EnrolmentState; count: number }[]> =>
  db
    .select({ activityId: enrolment.activityId, state: enrolment.state, count: count() })
    .from(enrolment)
    .innerJoin(activity, whereEdition(editionId))
    .groupBy(enrolment.activityId, enrolment.state)

/** Teams without an enrolment. */
export const countUnstarted = async (db: Database, editionId: EditionId): Promise<number> => {
  const [row] = await db
    .select({ count: count() })
    .from(team)
    .innerJoin(activity, and(eq(activity.id, team.activityId), eq(activity.editionId, editionId)))
    .leftJoin(enrolment, eq(enrolment.teamId, team.id))
    .where(and(isNull(team.disbandedAt), isNull(enrolment.id)))
  return row!.count
}

/** How many were submitted on each day of a time zone; days without any are left out. */
export const countDays = (db: Database, editionId: EditionId, timeZone: string, since: Date) => {
  const day = sql<string>`to_char(${enrolment.submittedAt} at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day')
  return db
    .select({ day, count: count() })
    .from(enrolment)
    .innerJoin(activity, whereEdition(editionId))
    .where(gte(enrolment.submittedAt, since))
    .groupBy(sql`day`)
}

/** Where captains come from, as far as it is known. */
export const countProvinces = (db: Database, editionId: EditionId) =>
  db
    .select({ province: enrolment.province, count: count() })
    .from(enrolment)
    .innerJoin(activity, whereEdition(editionId))
    .groupBy(enrolment.province)
    .orderBy(desc(count()), asc(enrolment.province))

/** How many institutions they are from, each counted once, as far as it is known. */
export const countEnrolledInstitutions = async (db: Database, editionId: EditionId): Promise<number> => {
  // Many enrolments are of few institutions: each is looked up once.
  const stored = db
    .selectDistinct({
      sent: sql`${storedInstitution.sent}`.as('sent'),
      current: sql`${storedInstitution.current}`.as('current'),
      school: sql`${storedInstitution.school}`.as('school'),
    })
    .from(enrolment)
    .innerJoin(activity, whereEdition(editionId))
    .innerJoin(team, eq(team.id, enrolment.teamId))
    .as('stored')
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${enrolledInstitutionKey(stored)})::integer` })
    .from(stored)
  return row!.count
}
