import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'

/** Parts for which teams have uploaded or typed something. Files that were taken out count: submissions may name them. */
export const usedPartsOf = async (db: Database, id: ActivityId): Promise<{ id: string; works: number }[]> => {
  const { rows } = await db.execute<{ id: string; works: number }>(sql`
    select part as id, count(distinct work_id)::integer as works from (
      select work_file.part, work.id as work_id from work join work_file on work_file.work_id = work.id
      where work.activity_id = ${id}
      union all
      select typed.key, work.id from work, jsonb_each_text(work.part_values) as typed
      where work.activity_id = ${id} and typed.value <> ''
    ) as used
    group by part order by part
  `)
  return rows
}
