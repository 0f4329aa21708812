import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, EnrolmentId, InstitutionId, TeamId } from '@lectern/contract/ids.ts'
import { reminderCooldownHours, maxAtOnce } from '@lectern/contract/recommendations/recommendation-values.ts'
import type * as above from '@lectern/contract/recommendations/recommendations-above.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, sql } from '../../../platform/database/drizzle.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { permit } from '../../../platform/policy.ts'
import { audit } from '../../audit/service.ts'
import { noticesToTeam } from '../../enrolments/service.ts'
import { sendNotices } from '../../notices/service.ts'
import { institution } from '../../institutions/tables.ts'
import { viewTeams } from '../../teams/service.ts'
import { selectLists } from '../lists/list-queries.ts'
import { requireList, viewOfList, type ListKey } from '../lists/list-view.ts'
import { mayRemindTeams } from '../policy.ts'
import { unsubmittedEntries } from '../lists/unsubmitted.ts'
import { mayRemindBelow, requireBelow, whereDue, whereOfBelow } from '../verdicts/below.ts'
import { listAddress } from '../lists/list-addresses.ts'
import { noticesToOfficers, officersOf } from './list-notices.ts'

/** Notes reminders of subjects that had none within the last day; returns those. */
const noteReminders = async <Id extends EnrolmentId | InstitutionId>(
  db: Database,
  activityId: ActivityId,
  ids: readonly Id[],
  now: Date,
): Promise<Set<Id>> => {
  if (ids.length === 0) return new Set()
  const since = new Date(now.getTime() - reminderCooldownHours * 3_600_000)
  const { rows } = await db.execute<{ id: Id }>(sql`
    insert into recommendation_reminder (activity_id, subject_id, sent_at)
    select ${activityId}, id, ${now} from unnest(${sql.param([...ids].toSorted())}::uuid[]) as asked (id)
    on conflict (activity_id, subject_id) do update set sent_at = excluded.sent_at
    where recommendation_reminder.sent_at <= ${since}
    returning subject_id as id
  `)
  return new Set(rows.map(({ id }) => id))
}

/** Officers remind teams of their institution that have not submitted yet. */
export const remindTeams = (
  outer: SignedIn,
  key: ListKey,
  { entries }: BodyOf<typeof contract.remindTeams>,
  idempotencyKey: string | undefined,
): Promise<AnswerOf<typeof contract.remindTeams>> => {
  const call = {
    scope: `recommendation.remindTeams ${outer.actor.id}`,
    key: idempotencyKey,
    input: [key.activity, key.institution, entries ?? null],
  }
  return withIdempotencyKey(outer, call, async (ctx) => {
    const view = await requireList(ctx, key, 'act')
    permit(mayRemindTeams(view))
    const due = await unsubmittedEntries(ctx.db, view, entries)
    const reminded = await noteReminders(
      ctx.db,
      key.activity,
      due.map(({ id }) => id),
      ctx.now,
    )
    const chosen = due.filter(({ id }) => reminded.has(id))
    const teams = await viewTeams(
      ctx,
      chosen.map(({ teamId }): TeamId => teamId),
    )
    const until = view.window.closesAt
    await sendNotices(
      ctx,
      teams.flatMap((team) =>
        noticesToTeam(team, 'recommendation.teamReminded', {
          now: ctx.now,
          link: view.rules.thing === 'work' ? '/account/Work' : `/EnrollFor/${team.activityId}`,
          ...(until && { until }),
          values: { institution: { inLanguages: view.institution.name } },
        }),
      ),
    )
    if (chosen.length > 0)
      await audit(ctx, 'recommendation.teamsReminded', {
        subject: { kind: 'recommendationRules', id: key.activity },
        after: { institution: key.institution, entries: chosen.map(({ id }) => id) },
      })
    return { reminded: chosen.length, skipped: due.length - chosen.length }
  })
}

/** The level above reminds the officers of exactly those institutions whose lists are not handed in. */
export const remindLate = (
  outer: SignedIn,
  activityId: ActivityId,
  { above: province, institutions }: BodyOf<typeof above.remindLate>,
  idempotencyKey: string | undefined,
): Promise<AnswerOf<typeof above.remindLate>> => {
  const call = {
    scope: `recommendation.remindLate ${outer.actor.id}`,
    key: idempotencyKey,
    input: [activityId, province ?? null, institutions ?? null],
  }
  return withIdempotencyKey(outer, call, async (ctx) => {
    const below = await requireBelow(ctx, activityId, province, 'act')
    permit(mayRemindBelow(below))
    const rows = await selectLists(
      ctx.db,
      and(
        whereOfBelow(ctx, below),
        institutions
          ? sql`${institution.id} = any (${sql.param([...institutions])}::uuid[])`
          : whereDue(below.activity, ctx.now),
      ),
    ).orderBy(institution.id)
    const reach = { isOwn: false, isAbove: !below.isOrganiser, isOrganiser: below.isOrganiser }
    const due = rows
      .map((row) => viewOfList(row, { activity: below.activity, reach, ofOthers: below.ofOthers }, ctx.now))
      .filter(({ state }) => state === 'draft' || state === 'returned')
    const officers = await officersOf(
      ctx.db,
      due.map((view) => view.institution.id),
    )
    const manned = due.filter((view) => officers.some(({ institutionId }) => institutionId === view.institution.id))
    const reminded = await noteReminders(
      ctx.db,
      activityId,
      manned.map((view) => view.institution.id),
      ctx.now,
    )
    const chosen = manned.filter((view) => reminded.has(view.institution.id))
    for (let from = 0; from < chosen.length; from += maxAtOnce)
      await sendNotices(
        ctx,
        chosen.slice(from, from + maxAtOnce).flatMap((view) =>
          noticesToOfficers('officersReminded', {
            view,
            officers: officers.filter(({ institutionId }) => institutionId === view.institution.id),
            until: view.window.closesAt ?? undefined,
            link: listAddress(activityId, view.institution.id),
          }),
        ),
      )
    if (chosen.length > 0)
      await audit(ctx, 'recommendation.officersReminded', {
        subject: { kind: 'recommendationRules', id: activityId },
        after: { institutions: chosen.map((view) => view.institution.id) },
      })
    return {
      reminded: chosen.length,
      skipped: manned.length - chosen.length,
      withoutOfficer: due.length - manned.length,
    }
  })
}
