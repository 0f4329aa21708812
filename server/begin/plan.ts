import { removedTables, type RemovedCounts } from '@lectern/contract/begin/begin.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { demoKinds, type DemoKind } from '@lectern/contract/office/office-values.ts'
import { demoUsernames } from '../database/seed/people.ts'
import { account } from '../features/accounts/tables.ts'
import { stillDemo } from '../features/office/demo-content.ts'
import type { Database } from '../platform/database/connect.ts'
import { inArray, sql, type SQL } from '../platform/database/drizzle.ts'

const total = async (db: Database, from: SQL): Promise<number> => {
  const { rows } = await db.execute<{ total: number }>(sql`select count(*)::integer as total from ${from}`)
  return rows[0]!.total
}

/** The people of the demo. */
export const findDemoPeople = async (db: Database): Promise<AccountId[]> => {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(inArray(account.username, await demoUsernames()))
  return rows.map(({ id }) => id)
}

/** Counts what is removed in any case. */
export const countRemoved = async (db: Database, people: readonly AccountId[]): Promise<RemovedCounts> => {
  const counts: Partial<RemovedCounts> = { people: people.length }
  for (const table of removedTables) counts[table] = await total(db, sql`${sql.identifier(table)}`)
  return counts as RemovedCounts
}

/** Counts unchanged content of the demo. */
export const countDemoContent = async (db: Database): Promise<Record<DemoKind, number>> => {
  const counts: Partial<Record<DemoKind, number>> = {}
  for (const kind of demoKinds) counts[kind] = await total(db, sql`${sql.identifier(kind)} where ${stillDemo[kind]}`)
  return counts as Record<DemoKind, number>
}

/** Real people may have a team by now. */
export const countTeamsOfOthers = (db: Database, people: readonly AccountId[]): Promise<number> =>
  total(
    db,
    sql`team where exists (
      select from team_member where team_member.team_id = team.id and account_id <> all (${sql.param(people)}::uuid[])
    )`,
  )

export const countOtherAccounts = (db: Database, people: readonly AccountId[]): Promise<number> =>
  total(db, sql`account where status <> 'deleted' and id <> all (${sql.param(people)}::uuid[])`)
