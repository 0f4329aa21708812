import type { ControlChange } from '@lectern/contract/competition/competition-values.ts'
import type { RoundId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { and, asc, eq, sql } from '../../../platform/database/drizzle.ts'
import { account } from '../../accounts/tables.ts'
import { audit } from '../../audit/tables.ts'
import { activity } from '../../competition/tables.ts'
import { activitiesOfRound } from '../../rounds/service.ts'

/** What organisers who take part in an activity of the round have changed, because no other organiser could. Few rows. */
export const controlChangesOf = async ({ db, locale }: SignedIn, id: RoundId) => {
  const rows = await db
    .select({
      activity: activity.name,
      person: sql<string>`coalesce(nullif(${account.realName}, ''), ${account.username})`,
      change: sql<ControlChange>`${audit.changes} -> 'after' ->> 'change'`,
      at: audit.at,
    })
    .from(audit)
    .innerJoin(activity, eq(sql`${activity.id}::text`, audit.subjectId))
    .innerJoin(account, eq(account.id, audit.actorId))
    .where(
      and(
        eq(audit.action, 'activity.controlledByParticipant'),
        eq(audit.subjectKind, 'activity'),
        sql`${activity.id} in (${activitiesOfRound({ id })})`,
      ),
    )
    .orderBy(asc(audit.at), asc(audit.id))
  return rows.map((row) => ({
    ...row,
    activity: localize(row.activity, locale).text,
    at: row.at.toISOString(),
  }))
}
