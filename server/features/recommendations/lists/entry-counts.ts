import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import type { CountKept } from '../../../platform/kept-counts.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { team } from '../../teams/tables.ts'
import { work } from '../../works/tables.ts'
import { recommendationRules } from '../tables.ts'
import { whereEntryOf, whereReady, type FoundList } from './list-queries.ts'

type Owner = Pick<FoundList, 'rules' | 'institution'>

/** Entries of an institution in an activity. */
export interface EntryCounts extends Record<string, unknown> {
  /** Neither withdrawn nor rejected. */
  open: number
  /** Of these, those that can be recommended. */
  ready: number
}

const countEach = async (db: Database, owners: readonly Owner[]): Promise<EntryCounts[]> => {
  if (owners.length === 0) return []
  const counts = owners.map(
    (owner, at) => sql`
      select ${at}::integer as at, count(*)::integer as open, count(*) filter (where ${whereReady})::integer as ready
      from ${enrolment}
      join ${team} on ${team.id} = ${enrolment.teamId}
      join ${recommendationRules} on ${recommendationRules.activityId} = ${enrolment.activityId}
      left join ${work} on ${work.enrolmentId} = ${enrolment.id}
      where ${enrolment.activityId} = ${owner.rules.activityId} and ${whereEntryOf(owner)}
        and ${team.disbandedAt} is null and ${enrolment.state} not in ('withdrawn', 'rejected')
    `,
  )
  const { rows } = await db.execute<EntryCounts & { at: number }>(sql.join(counts, sql` union all `))
  return owners.map((_, at) => rows.find((row) => row.at === at)!)
}

/** What lists below have passed on is few, and no change that kept counts watch. */
const isKept = ({ rules, institution: { kind } }: Owner): boolean => kind === 'school' || rules.by === 'province'

const keyOf = ({ rules: { activityId, thing, by }, institution: { id } }: Owner): string =>
  `${activityId} ${thing} ${by} ${id}`

/** The entries of institutions, counted again once something has changed. At most two statements. */
export const countEntries = async (
  db: Database,
  kept: CountKept,
  owners: readonly Owner[],
): Promise<readonly EntryCounts[]> => {
  const many = owners.filter(isKept)
  const key = `entries of ${many.map(keyOf).join()}`
  const counted = new Map<Owner, EntryCounts>()
  const ofMany = many.length === 0 ? [] : await kept(key, () => countEach(db, many))
  for (const [at, owner] of many.entries()) counted.set(owner, ofMany[at]!)
  const few = owners.filter((owner) => !isKept(owner))
  const ofFew = await countEach(db, few)
  for (const [at, owner] of few.entries()) counted.set(owner, ofFew[at]!)
  return owners.map((owner) => counted.get(owner)!)
}
