import type { EnrolmentId, TeamId } from '@lectern/contract/ids.ts'
import { maxAtOnce } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, isNull, sql } from '../../../platform/database/drizzle.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { team } from '../../teams/tables.ts'
import { work } from '../../works/tables.ts'
import type { ListView } from '../policy.ts'
import { recommendationRules } from '../tables.ts'
import { whereEntryOf, whereReady } from './list-queries.ts'

/** Entries of the institution whose teams have to act before they can be recommended. */
export const unsubmittedEntries = (
  db: Database,
  view: ListView,
  ids: readonly EnrolmentId[] | undefined,
): Promise<{ id: EnrolmentId; teamId: TeamId }[]> =>
  db
    .select({ id: enrolment.id, teamId: enrolment.teamId })
    .from(enrolment)
    .innerJoin(team, eq(team.id, enrolment.teamId))
    .innerJoin(recommendationRules, eq(recommendationRules.activityId, enrolment.activityId))
    .leftJoin(work, eq(work.enrolmentId, enrolment.id))
    .where(
      and(
        eq(enrolment.activityId, view.rules.activityId),
        isNull(team.disbandedAt),
        whereEntryOf(view),
        sql`${enrolment.state} not in ('withdrawn', 'rejected')`,
        sql`not coalesce(${whereReady}, false)`,
        ids && sql`${enrolment.id} = any (${sql.param([...ids])}::uuid[])`,
      ),
    )
    .orderBy(asc(enrolment.id))
    .limit(ids ? ids.length : 10 * maxAtOnce)
