import { stagePhases } from '@lectern/contract/competition-values.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { sql } from '../../platform/database/drizzle.ts'
import { provide } from '../../platform/ports.ts'
import { stageProgress, type UndoneTeams } from '../competition/service.ts'

const kind = stagePhases.enrolment

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
      select
        enrolment.state,
        coalesce(${end ?? null}::timestamptz < given.until, false) as is_extended
      from team
      left join enrolment on enrolment.team_id = team.id
      left join lateral (
        select until from extension
        where extension.team_id = team.id and extension.kind = ${kind} and extension.revoked_at is null
        order by extension.created_at desc, extension.id desc
        limit 1
      ) as given on true
      where team.activity_id = any (${sql.param([...activities])}::uuid[])
        and team.disbanded_at is null
        and (enrolment.state is null or enrolment.state = 'draft')
    ) as undone
  `)
  return rows[0]!
}

export const providedProgress = provide(stageProgress, { kind, countUndone })
