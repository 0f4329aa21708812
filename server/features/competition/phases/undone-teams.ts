import type { PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql, type SQL } from '../../../platform/database/drizzle.ts'
import type { UndoneTeams } from '../ports.ts'
import { extendedUntil } from '../queries.ts'

interface UndoneStage {
  kind: PhaseKind
  /** Selects `team_id`, and the `state` of what the team has started: `draft`, or null. */
  undone: SQL
  end: Date | undefined
}

/** Counts teams that have not submitted; separately, those whose extension ends after the given end. */
export const countUndoneTeams = async (db: Database, { kind, undone, end }: UndoneStage): Promise<UndoneTeams> => {
  const until = extendedUntil(sql`undone.team_id`, sql`${kind}`)
  const { rows } = await db.execute<{ [Name in keyof UndoneTeams]: number }>(sql`
    select
      count(*) filter (where not is_extended and state = 'draft')::integer as drafts,
      count(*) filter (where not is_extended and state is null)::integer as unstarted,
      count(*) filter (where is_extended)::integer as extended
    from (
      select state, coalesce(${end ?? null}::timestamptz < ${until}, false) as is_extended from (${undone}) as undone
    ) as counted
  `)
  return rows[0]!
}
