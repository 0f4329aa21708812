import type { EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, gt, inArray } from '../../../platform/database/drizzle.ts'
import { activity, edition } from '../../competition/tables.ts'
import { team } from '../../teams/tables.ts'
import { enrolment } from '../tables.ts'

/** The form of an activity, and its time zone. */
export const findAskingActivity = async (db: Database, id: ActivityId) => {
  const [row] = await db
    .select({ id: activity.id, code: activity.code, fields: activity.fields, timeZone: edition.timeZone })
    .from(activity)
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(eq(activity.id, id))
  return row
}

/** States of enrolments that are submitted and not withdrawn. */
const standing: EnrolmentState[] = ['submitted', 'returned', 'approved', 'rejected']

const whereStanding = (id: ActivityId) => and(eq(enrolment.activityId, id), inArray(enrolment.state, standing))

export const countAnswered = (db: Database, id: ActivityId): Promise<number> => db.$count(enrolment, whereStanding(id))

/** The next submitted enrolments, ordered by number. */
export const answeredAfter = async (db: Database, id: ActivityId, last: number, most: number) => {
  const rows = await db
    .select({
      number: enrolment.number,
      sequence: enrolment.sequence,
      team: team.name,
      answers: enrolment.answers,
      submittedAt: enrolment.submittedAt,
    })
    .from(enrolment)
    .innerJoin(team, eq(team.id, enrolment.teamId))
    .where(and(whereStanding(id), gt(enrolment.sequence, last)))
    .orderBy(asc(enrolment.sequence))
    .limit(most)
  return rows.map((row) => ({
    ...row,
    number: row.number!,
    sequence: row.sequence!,
    submittedAt: row.submittedAt!,
  }))
}

export type AnsweredRow = Awaited<ReturnType<typeof answeredAfter>>[number]
