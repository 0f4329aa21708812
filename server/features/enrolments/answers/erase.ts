import type { Answers } from '@lectern/contract/enrolments/form-fields.ts'
import type { AccountId, EnrolmentId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, isNotNull, sql } from '../../../platform/database/drizzle.ts'
import { audit } from '../../audit/service.ts'
import { changedAnswers } from './working-answers.ts'
import { forgetPersonalAnswers, type Leaving } from './personal-answers.ts'
import { enrolmentEvent } from '../tables.ts'

/**
 * Nobody is left in the team. A submitted enrolment is kept without personal answers, and without answers to
 * questions that the form no longer has. A draft is deleted.
 */
export const forgetAnswers = async (db: Database, id: EnrolmentId): Promise<void> => {
  await db.execute(sql`
    update enrolment
    set answers = coalesce(
        (
          select jsonb_object_agg(given.key, given.value)
          from jsonb_each(answers) as given
          join activity on activity.id = activity_id
          join jsonb_array_elements(activity.fields) as field on field->>'id' = given.key
          where number is not null and not (field->>'personal')::boolean
        ),
        '{}'
      ),
      amendment = null,
      amendment_started_at = null,
      province = case when number is not null then province end,
      school = case when number is not null then school end
    where id = ${id}
  `)
}

/** Submitted enrolments of a user's teams in which nobody else is left. */
const abandonedBy = async (db: Database, id: AccountId) => {
  const { rows } = await db.execute<{ id: EnrolmentId; answers: Answers; amendment: Answers | null }>(sql`
    select enrolment.id, answers, amendment from enrolment join team_member as own using (team_id)
    where own.account_id = ${id} and not exists (
      select from team_member as other join account on account.id = other.account_id
      where other.team_id = own.team_id and account.status <> 'deleted'
    )
    order by enrolment.id
  `)
  return rows
}

/** Nobody is left to submit the amendment: it is deleted, and the log says so. What was submitted stands. */
const forgetAbandoned = async (
  ctx: Ctx,
  { id, answers, amendment }: Awaited<ReturnType<typeof abandonedBy>>[number],
): Promise<void> => {
  await forgetAnswers(ctx.db, id)
  if (!amendment) return
  await audit(ctx, 'enrolment.amendmentDiscarded', {
    subject: { kind: 'enrolment', id },
    before: { fields: changedAnswers(answers, amendment) },
  })
}

/**
 * Removes a deleted user from enrolments: from snapshots of teams and from search. `touched` comes from `touchedBy`.
 */
export const forgetInEnrolments = async (ctx: Ctx, person: Leaving, touched: readonly EnrolmentId[]): Promise<void> => {
  const { id } = person
  await ctx.db.execute(sql`
    update enrolment
    set search = null, snapshot = jsonb_set(snapshot, '{members}', (
      select jsonb_agg(
        case when member->>'accountId' = ${id}
          then member || '{"name": "", "school": null, "department": null, "title": null, "province": null, "city": null}'
          else member end
        order by position)
      from jsonb_array_elements(snapshot->'members') with ordinality as members (member, position)
    ))
    where snapshot @> ${JSON.stringify({ members: [{ accountId: id }] })}::jsonb
  `)
  for (const abandoned of await abandonedBy(ctx.db, id)) await forgetAbandoned(ctx, abandoned)
  await forgetPersonalAnswers(ctx, person, touched)
  // The reason for a withdrawal is the user's own text.
  await ctx.db
    .update(enrolmentEvent)
    .set({ reason: null })
    .where(
      and(eq(enrolmentEvent.accountId, id), eq(enrolmentEvent.kind, 'withdrawal'), isNotNull(enrolmentEvent.reason)),
    )
}
