import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { provide } from '../../../platform/ports.ts'
import { countUndoneTeams, stageProgress } from '../../competition/service.ts'

const kind = stagePhases.enrolment

export const providedProgress = provide(stageProgress, {
  kind,
  countUndone: (db, activities, end) =>
    countUndoneTeams(db, {
      kind,
      end,
      undone: sql`
        select team.id as team_id, enrolment.state
        from team
        left join enrolment on enrolment.team_id = team.id
        where team.activity_id = any (${sql.param([...activities])}::uuid[])
          and team.disbanded_at is null
          and (enrolment.state is null or enrolment.state = 'draft')
      `,
    }),
})
