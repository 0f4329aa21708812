import type { ActivityId, InstitutionId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { whereBelow } from '../../institutions/service.ts'
import { institution } from '../../institutions/tables.ts'
import type { ListView } from '../policy.ts'

/** How many lists of schools wait for the province whose list this is. One statement for all provinces of the officer. */
export const countWaitingBelow = async (
  ctx: SignedIn,
): Promise<(view: Pick<ListView, 'activity' | 'institution'>) => number> => {
  const { rows } = await ctx.db.execute<{ activity: ActivityId; province: InstitutionId; lists: number }>(sql`
    select list.activity_id as activity, ${institution.parentId} as province, count(*)::integer as lists
    from recommendation_list as list
    join recommendation_rules as rules on rules.activity_id = list.activity_id and rules.recommended_by = 'schoolAndProvince'
    join ${institution} on ${institution.id} = list.institution_id
    where list.state = 'handedIn' and ${whereBelow(ctx.actor.id, institution.id)}
    group by list.activity_id, ${institution.parentId}
  `)
  return ({ activity, institution: { id } }) =>
    rows.find((row) => row.activity === activity.id && row.province === id)?.lists ?? 0
}
