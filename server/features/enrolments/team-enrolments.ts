import type { TeamId } from '@lectern/contract/ids.ts'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { whereAnyOf, preparedQuery, type Placeholders } from '../../platform/database/prepared-queries.ts'
import { provide } from '../../platform/ports.ts'
import { teamEnrolments } from '../teams/service.ts'
import { abandonEnrolment } from './service.ts'
import { enrolment, waiting } from './tables.ts'

const enrolmentsOfTeams = preparedQuery((db, { ids }: Placeholders<{ ids: readonly TeamId[] }>) =>
  db
    .select({
      id: enrolment.id,
      teamId: enrolment.teamId,
      state: enrolment.state,
      number: enrolment.number,
      resubmitBy: enrolment.resubmitBy,
      amendmentStartedAt: enrolment.amendmentStartedAt,
      /** Position on the waiting list, counted from 1. */
      position: sql<number | null>`(
        select count(*)::integer from waiting as earlier
        where earlier.activity_id = ${waiting.activityId} and earlier.turn <= ${waiting.turn} having ${waiting.turn} is not null
      )`,
      offeredUntil: waiting.offeredUntil,
    })
    .from(enrolment)
    .leftJoin(waiting, eq(waiting.teamId, enrolment.teamId))
    .where(whereAnyOf(enrolment.teamId, ids)),
)

export const providedTeamEnrolments = provide(teamEnrolments, {
  ofTeams: enrolmentsOfTeams,
  teamsWithNumber: (number) =>
    sql`select ${enrolment.teamId} from ${enrolment} where ${enrolment.number} = upper(${number})`,
  teamsWithState: (state) =>
    sql`select ${enrolment.teamId} from ${enrolment} ${state ? sql`where ${enrolment.state} = ${state}` : sql``}`,
  abandon: abandonEnrolment,
})
