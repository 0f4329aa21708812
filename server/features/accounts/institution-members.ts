import type { AccountId, InstitutionId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, sql } from '../../platform/database/drizzle.ts'
import type { Slice } from '../../platform/database/id-page.ts'
import { account } from './tables.ts'

const isUnmatched = and(isNull(account.institutionId), isNotNull(account.school), ne(account.status, 'deleted'))

const bySearch = (search: string | undefined) =>
  search ? sql`position(lower(${search}) in lower(${account.school})) > 0` : undefined

/** Spellings of schools without an institution, the most frequent first. */
export const unmatchedSchools = (db: Database, search: string | undefined, { page, pageSize }: Slice) =>
  db
    .select({ text: sql<string>`${account.school}`, people: sql<number>`count(*)::int`.as('people') })
    .from(account)
    .where(and(isUnmatched, bySearch(search)))
    .groupBy(account.school)
    .orderBy(desc(sql`people`), asc(account.school))
    .limit(pageSize)
    .offset((page - 1) * pageSize)

export const countUnmatchedSchools = async (db: Database, search: string | undefined): Promise<number> => {
  const [row] = await db
    .select({ total: sql<number>`count(distinct ${account.school})::int` })
    .from(account)
    .where(and(isUnmatched, bySearch(search)))
  return row!.total
}

/** Gives people whose school is spelled so an institution. The spelling stays. Returns how many. */
export const matchSchool = async ({ db, now }: Ctx, school: string, institutionId: InstitutionId): Promise<number> => {
  const rows = await db
    .update(account)
    .set({ institutionId, version: sql`${account.version} + 1`, updatedAt: now })
    .where(
      inArray(
        account.id,
        db
          .select({ id: account.id })
          .from(account)
          .where(and(isUnmatched, eq(account.school, school)))
          .orderBy(asc(account.id))
          .for('no key update'),
      ),
    )
    .returning({ id: account.id })
  return rows.length
}

/** Locks the people of an institution, in the order in which accounts are locked. */
export const lockMembers = async (db: Database, id: InstitutionId): Promise<void> => {
  await db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.institutionId, id))
    .orderBy(asc(account.id))
    .for('no key update')
}

interface Moved {
  from: InstitutionId
  into: InstitutionId
  /** Only these. */
  only?: readonly AccountId[]
}

/** Moves people to another institution; returns whom. */
export const moveMembers = async ({ db, now }: Ctx, { from, into, only }: Moved): Promise<AccountId[]> => {
  const rows = await db
    .update(account)
    .set({ institutionId: into, version: sql`${account.version} + 1`, updatedAt: now })
    .where(and(eq(account.institutionId, from), only && inArray(account.id, [...only])))
    .returning({ id: account.id })
  return rows.map(({ id }) => id)
}
