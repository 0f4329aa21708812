import type { InstitutionId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { sql } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { provide } from '../../platform/ports.ts'
import { mergedRows, type MergedPair } from '../institutions/service.ts'

/** Balance and use of both, counted anew where one of them has any: their rows have moved. */
const recount = async (db: Database, { from, into }: MergedPair): Promise<void> => {
  const both = sql`any (${sql.param([from, into])}::uuid[])`
  await db.execute(sql`
    insert into recommendation_tally (activity_id, institution_id)
    select distinct activity_id, institution_id from (
      select activity_id, institution_id from recommendation_list where institution_id = ${both}
      union all select activity_id, institution_id from recommendation_quota where institution_id = ${both}
    ) as used
    on conflict do nothing
  `)
  await db.execute(sql`
    update recommendation_tally as tally set
      balance = (
        select coalesce(sum(amount), 0) from recommendation_quota as granted
        where granted.activity_id = tally.activity_id and granted.institution_id = tally.institution_id
      ),
      recommended = (
        select count(*) from recommendation_row join recommendation_list as list on list.id = list_id
        where list.activity_id = tally.activity_id and list.institution_id = tally.institution_id
          and verdict is distinct from 'refuse'
      )
    where institution_id = ${both}
  `)
}

/** Nobody recommends for either of them until the transaction ends. */
const lockBoth = async (db: Database, { from, into }: MergedPair): Promise<void> => {
  await db.execute(sql`
    select from recommendation_tally where institution_id = any (${sql.param([from, into])}::uuid[])
    order by activity_id, institution_id for update
  `)
}

const tables = ['recommendation_list', 'recommendation_quota'] as const

/** Gives rows to another institution: all, or those of these ids; returns the ids. */
const moveRows = async (
  db: Database,
  table: (typeof tables)[number],
  { from, into }: MergedPair,
  only?: readonly string[],
): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    update ${sql.identifier(table)} set institution_id = ${into}
    where institution_id = ${from} ${only ? sql`and id = any (${sql.param([...only])}::uuid[])` : sql``}
    returning id
  `)
  return rows.map(({ id }) => id)
}

/** Both have lists in one activity: which of the two ranks would hold? */
const requireApart = async (db: Database, { from, into }: MergedPair): Promise<void> => {
  const { rows } = await db.execute(sql`
    select from recommendation_list as one join recommendation_list as other using (activity_id)
    where one.institution_id = ${from} and other.institution_id = ${into} limit 1
  `)
  if (rows.length > 0) throw fail('recommendation.mergeListed')
}

/** Since the merge, a list may use places of both: apart, it would have more entries than places. */
const requireDivisible = async (db: Database, { from, into }: MergedPair): Promise<void> => {
  const { rows } = await db.execute(sql`
    select from recommendation_list as list
    where list.institution_id = any (${sql.param([from, into])}::uuid[]) and list.row_count - list.refused_count > (
      select coalesce(sum(amount), 0) from recommendation_quota as granted
      where granted.activity_id = list.activity_id and granted.institution_id = list.institution_id
    )
    limit 1
  `)
  if (rows.length > 0) throw fail('recommendation.mergeUsed')
}

/** Lists and quotas follow a merge, and come back when it is undone. */
export const providedMergedRows = provide(mergedRows, {
  count: async ({ db }, from: InstitutionId) => {
    const { rows } = await db.execute<{ rows: number }>(sql`
      select (
        (select count(*) from recommendation_list where institution_id = ${from})
        + (select count(*) from recommendation_quota where institution_id = ${from})
      )::integer as rows
    `)
    return rows[0]!.rows
  },
  move: async ({ db }, pair) => {
    await lockBoth(db, pair)
    await requireApart(db, pair)
    const moved: Record<string, string[]> = {}
    for (const table of tables) moved[table] = await moveRows(db, table, pair)
    await recount(db, pair)
    return moved
  },
  moveBack: async ({ db }, { from, into }, moved) => {
    const back = { from: into, into: from }
    await lockBoth(db, back)
    for (const table of tables) await moveRows(db, table, back, moved[table] ?? [])
    await requireDivisible(db, back)
    await recount(db, back)
  },
})
