import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { provide } from '../../../platform/ports.ts'
import { activityUses, type ActivityUse, type Answered } from '../../competition/service.ts'
import { activity } from '../../competition/tables.ts'
import { team } from '../../teams/tables.ts'
import { enrolment } from '../tables.ts'

interface TeamSizes extends Record<string, unknown> {
  lastNumber: number
  /** Seats that are taken or reserved for a team on the waiting list. */
  taken: number
  hasTeams: boolean
  wasPublished: boolean
  largestTeam: number
  maxAdvisors: number
  smallestEnrolled: number | null
}

const sizesOf = async ({ db, now }: Ctx, id: ActivityId): Promise<TeamSizes> => {
  const { rows } = await db.execute<TeamSizes>(sql`
    with sizes as (
      select
        count(*) filter (where member.role <> 'advisor') as members,
        count(*) filter (where member.role = 'advisor') as advisors,
        coalesce(takes_place(enrolment.state), false) as enrolled
      from team
      join team_member as member on member.team_id = team.id
      left join enrolment on enrolment.team_id = team.id
      where team.activity_id = ${id} and team.disbanded_at is null
      group by team.id, enrolment.state
    )
    select
      tally.last_number as "lastNumber",
      tally.taken + tally.offered as taken,
      exists (select from team where activity_id = ${id}) as "hasTeams",
      exists (
        select from revision as version
        where subject_kind = 'activity' and subject_id = ${id}::text
          and case content->>'state'
            when 'draft' then false
            -- Unless it was changed before its time came.
            when 'scheduled' then (content->>'publishAt')::timestamptz <= ${now} and not exists (
              select from revision as later
              where later.subject_kind = 'activity' and later.subject_id = version.subject_id
                and later.number > version.number and later.at < (version.content->>'publishAt')::timestamptz
            )
            else true
          end
      ) as "wasPublished",
      coalesce((select max(members) from sizes), 0)::integer as "largestTeam",
      coalesce((select max(advisors) from sizes), 0)::integer as "maxAdvisors",
      (select min(members) from sizes where enrolled)::integer as "smallestEnrolled"
    from tally where activity_id = ${id}
  `)
  return rows[0]!
}

interface AnsweredRow extends Record<string, unknown> {
  field: string
  count: number
  kinds: Answered['kinds']
}

/** Empty values do not count as answers. */
const isAnswer = sql`answer.value not in ('null'::jsonb, '""'::jsonb, '[]'::jsonb, 'false'::jsonb, '{"files": []}'::jsonb)`

/** All stored answers: those of enrolments in every state, and those of amendments. */
const everyAnswer = sql`lateral (
  select * from jsonb_each(enrolment.answers) union select * from jsonb_each(enrolment.amendment)
) as answer`

const answersOf = async (db: Database, id: ActivityId): Promise<AnsweredRow[]> => {
  const { rows } = await db.execute<AnsweredRow>(sql`
    select
      answer.key as field, count(distinct enrolment.id)::integer as count,
      array_agg(distinct jsonb_typeof(answer.value)) as kinds
    from enrolment, ${everyAnswer}
    where enrolment.activity_id = ${id} and ${isAnswer}
    group by answer.key
  `)
  return rows
}

/** For questions with options: the options that somebody has chosen. */
const chosenOf = async (db: Database, id: ActivityId, fields: readonly string[]) => {
  if (fields.length === 0) return []
  const { rows } = await db.execute<{ field: string; option: string }>(sql`
    select distinct answer.key as field, option
    from
      enrolment,
      ${everyAnswer},
      jsonb_array_elements_text(
        case jsonb_typeof(answer.value) when 'array' then answer.value else jsonb_build_array(answer.value) end
      ) as option
    where enrolment.activity_id = ${id} and ${isAnswer} and answer.key = any(${sql.param(fields)}::text[])
    order by field, option
  `)
  return rows
}

/** What teams have done in an activity so far; `forms`: the current form and the new one. */
const activityUse = async (
  ctx: Ctx,
  id: ActivityId,
  ...forms: readonly (readonly FormField[])[]
): Promise<Omit<ActivityUse, 'usedParts'>> => {
  const choices = forms.flat().filter((field) => 'options' in field)
  const sizes = await sizesOf(ctx, id)
  const answers = await answersOf(ctx.db, id)
  const chosen = await chosenOf(ctx.db, id, [...new Set(choices.map((field) => field.id))])
  const chosenIn = (field: string): string[] => chosen.filter((row) => row.field === field).map(({ option }) => option)
  return {
    ...sizes,
    smallestEnrolled: sizes.smallestEnrolled ?? undefined,
    answered: new Map(answers.map(({ field, count, kinds }) => [field, { count, kinds, chosen: chosenIn(field) }])),
  }
}

const counts = {
  teams: sql<number>`(
    select count(*)::integer from ${team} where ${team.activityId} = ${activity.id} and ${team.disbandedAt} is null
  )`,
  enrolments: sql<number>`(
    select count(*)::integer from ${enrolment}
    where ${enrolment.activityId} = ${activity.id} and ${enrolment.number} is not null
  )`,
}

export const providedActivityUses = provide(activityUses, { useOf: activityUse, counts })
