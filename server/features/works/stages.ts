import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import { sql } from '../../platform/database/drizzle.ts'
import { permitted, refuse } from '../../platform/policy.ts'
import { provide } from '../../platform/ports.ts'
import { countUndoneTeams, stageProgress } from '../competition/service.ts'
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
export const providedWorkProgress = provide(stageProgress, {
  kind,
  countUndone: (db, activities, end) =>
    countUndoneTeams(db, {
      kind,
      end,
      undone: sql`
        select team.id as team_id, work.state
        from team
        join enrolment on enrolment.team_id = team.id and enrolment.state = 'approved'
        join activity on activity.id = team.activity_id and jsonb_array_length(activity.work_rules -> 'parts') > 0
        left join work on work.team_id = team.id
        where team.activity_id = any (${sql.param([...activities])}::uuid[])
          and team.disbanded_at is null
          and (work.state is null or work.state = 'draft')
      `,
    }),
})
