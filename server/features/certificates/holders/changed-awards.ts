import type { AccountId } from '@lectern/contract/ids.ts'
import { sql, type SQL } from '../../../platform/database/drizzle.ts'
import { whereInForce } from '../../results/service.ts'
import { whereTakesPart } from '../../teams/service.ts'

/**
 * Valid certificates for a prize that the list in force does not give to their work: it was corrected after they were issued.
 * For queries that select from `certificate`.
 */
export const whereAwardChanged = (now: Date): SQL<boolean> => sql<boolean>`(
  certificate.state = 'issued' and certificate.work_id is not null and certificate.award <> ''
  and exists (
    select from result_list
    where result_list.activity_id = certificate.activity_id and ${whereInForce(now)}
      and not exists (
        select from result_row
        where result_row.list_id = result_list.id and result_row.work_id = certificate.work_id
          and result_row.prize = certificate.award
      )
  )
)`

/** Those that this organiser can replace or revoke. */
export const changedAwardsFor = (who: AccountId, now: Date): SQL => sql`
  select 1 from certificate
  where ${whereAwardChanged(now)} and not ${whereTakesPart(who, sql`certificate.activity_id`, now)}
`
