import { stagePhases } from '@lectern/contract/competition-values.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { sql } from '../../platform/database/drizzle.ts'
import { permitted, refuse } from '../../platform/policy.ts'
import { provide } from '../../platform/ports.ts'
import { stageProgress, type UndoneTeams } from '../competition/service.ts'
import { enrolmentStages } from '../enrolments/service.ts'
import { worksOfTeams } from './queries.ts'
import { withdrawWithEnrolment } from './service.ts'

/** What a work means for its enrolment: the approval stands once the work was handed in; withdrawing takes both back. */
export const providedEnrolmentStage = provide(enrolmentStages, {
  mayLeaveApproval: async ({ db }, team) => {
    const [work] = await worksOfTeams(db, [team.id])
    return work && work.state !== 'draft' && work.state !== 'withdrawn' ? refuse('work.handedIn') : permitted
  },
  mayWithdraw: async () => permitted,
  withdraw: withdrawWithEnrolment,
})

const kind = stagePhases.work

/** Teams with an approved enrolment that have no standing submission. */
const countUndone = async (
  db: Database,
  activities: readonly ActivityId[],
  end: Date | undefined,
): Promise<UndoneTeams> => {
  const { rows } = await db.execute<{ [Name in keyof UndoneTeams]: number }>(sql`
    select
      count(*) filter (where not is_extended and state = 'draft')::integer as drafts,
      count(*) filter (where not is_extended and state is null)::integer as unstarted,
      count(*) filter (where is_extended)::integer as extended
    from (
      select work.state, coalesce(${end ?? null}::timestamptz < given.until, false) as is_extended
      from team
      join enrolment on enrolment.team_id = team.id and enrolment.state = 'approved'
      join activity on activity.id = team.activity_id and jsonb_array_length(activity.work_rules -> 'parts') > 0
      left join work on work.team_id = team.id
      left join lateral (
        select until from extension
        where extension.team_id = team.id and extension.kind = ${kind} and extension.revoked_at is null
        order by extension.created_at desc, extension.id desc
        limit 1
      ) as given on true
      where team.activity_id = any (${sql.param([...activities])}::uuid[])
        and team.disbanded_at is null
        and (work.state is null or work.state = 'draft')
    ) as undone
  `)
  return rows[0]!
}

export const providedWorkProgress = provide(stageProgress, { kind, countUndone })
