import type { memberFilter, memberSorts } from '@lectern/contract/accounts/accounts.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import { exactTotalLimit } from '@lectern/contract/pages/page-limits.ts'
import type { z } from 'zod'
import type { Database } from '../../platform/database/connect.ts'
import { countRows, withoutTotal } from '../../platform/database/count.ts'
import { and, asc, count, desc, eq, isNull, sql, type SQL } from '../../platform/database/drizzle.ts'
import { pageOfIds, preparedPageOfIds, type Slice } from '../../platform/database/id-page.ts'
import { preparedQueries, type Placeholders, type PageShape } from '../../platform/database/prepared-queries.ts'
import { account, accountColumns } from '../accounts/tables.ts'
import { activity, edition } from '../competition/tables.ts'
import { enrolment } from '../enrolments/tables.ts'
import { credential, passkey, session } from '../sign-in/tables.ts'
import { ownActivitiesOf, withoutOwn, type Reader } from '../teams/service.ts'
import { team, teamMember } from '../teams/tables.ts'

export type MemberFilter = z.output<typeof memberFilter>
export type MemberSort = (typeof memberSorts)[number]

/** Written out: a plan for any status could not use the indexes of members who are not deleted. */
const notDeleted = sql`${account.status} <> 'deleted'`

const filtered = ({ search, access, status, province }: MemberFilter) =>
  and(
    notDeleted,
    access && eq(account.access, access),
    status && eq(account.status, status),
    province ? eq(account.province, province) : undefined,
    search ? sql`${account.search} @@ search_query(${search})` : undefined,
  )

const memberColumns = {
  ...accountColumns,
  /** An app or a passkey. */
  hasSecondFactor: sql<boolean>`(${credential.totpConfirmedAt} is not null
    or exists (select from ${passkey} where ${passkey.accountId} = ${account.id}))`,
  seenAt:
    sql<Date | null>`(select max(${session.seenAt}) from ${session} where ${session.accountId} = ${account.id})`.mapWith(
      session.seenAt,
    ),
}

const membersWhere = (db: Database, where: SQL | undefined) =>
  db.select(memberColumns).from(account).leftJoin(credential, eq(credential.accountId, account.id)).where(where)

const foldedName = sql`fold_name(${account.username})`

/** Each matches an index, so that a page is read from the index. */
const orders: Record<MemberSort, SQL[]> = {
  '-createdAt': [desc(account.createdAt), desc(account.id)],
  createdAt: [asc(account.createdAt), asc(account.id)],
  username: [asc(foldedName), asc(account.id)],
  '-username': [desc(foldedName), desc(account.id)],
}

/** One page. `isFew`: the filter has no more hits than are counted exactly, and no index has them in this order. */
export const memberPage = (db: Database, filter: MemberFilter, sort: MemberSort, slice: Slice, isFew = false) => {
  const ids = pageOfIds(account, { where: filtered(filter), order: orders[sort], isFew, ...slice })
  return membersWhere(db, sql`${account.id} in ${ids}`).orderBy(...orders[sort])
}

const beyondExact = sql.raw(String(exactTotalLimit + 1))

/**
 * If PostgreSQL estimates this many rows, there are more members than are counted exactly, however inaccurate the
 * estimate.
 */
const estimateBeyondLimit = sql.raw(String(2 * exactTotalLimit))

/**
 * How many members there are. Not counted where there are many, so that the first page costs the same for many as for
 * few.
 */
const totalOfAll = sql<number>`case
  when (select reltuples from pg_class where oid = 'account'::regclass) >= ${estimateBeyondLimit} then ${beyondExact}
  else (select count(*)::int from (select from account where status <> 'deleted' limit ${beyondExact}) as counted)
end`

const wholePage = preparedQueries(
  (db, shape: PageShape<MemberSort>, placeholders: Placeholders<Reader & { offset: number }>) => {
    const { sort, pageSize, isFirst } = shape
    const order = orders[sort]
    const ids = preparedPageOfIds(account, {
      where: filtered({}),
      order,
      pageSize,
      offset: isFirst ? undefined : placeholders.offset,
    })
    return db
      .select({ ...memberColumns, total: totalOfAll, own: ownActivitiesOf(placeholders) })
      .from(account)
      .leftJoin(credential, eq(credential.accountId, account.id))
      .where(sql`${account.id} in ${ids}`)
      .orderBy(...order)
  },
)

/** One page of all members, with the total and the reader's own activities: the first screen of every organiser. */
export const pageOfAllMembers = async (db: Database, sort: MemberSort, { page, pageSize }: Slice, reader: Reader) => {
  const shape = { sort, pageSize, isFirst: page === 1 }
  const { rows, own } = withoutOwn(await wholePage(db, shape, { ...reader, offset: (page - 1) * pageSize }))
  return { ...withoutTotal(rows), own }
}

export const countMembers = (db: Database, filter: MemberFilter): Promise<number> =>
  countRows(db, account, filtered(filter))

/** Counts without a limit. */
export const countEveryMember = async (db: Database, filter: MemberFilter): Promise<number> => {
  const [row] = await db.select({ total: count() }).from(account).where(filtered(filter))
  return row!.total
}

export interface Position {
  id: AccountId
  createdAt: Date
}

/** The next members of a filter, newest first. */
export const membersAfter = (db: Database, filter: MemberFilter, after: Position | undefined, most: number) =>
  membersWhere(
    db,
    and(filtered(filter), after && sql`(${account.createdAt}, ${account.id}) < (${after.createdAt}, ${after.id})`),
  )
    .orderBy(...orders['-createdAt'])
    .limit(most)

export const findMember = async (db: Database, id: AccountId) => {
  const [row] = await membersWhere(db, and(notDeleted, eq(account.id, id)))
  return row
}

/** A user's teams with their enrolments, the latest first. Few rows. */
export const contestOf = (db: Database, accountId: AccountId) =>
  db
    .select({
      id: team.id,
      name: team.name,
      role: teamMember.role,
      year: edition.year,
      activity: activity.name,
      enrolmentId: enrolment.id,
      number: enrolment.number,
      state: enrolment.state,
    })
    .from(teamMember)
    .innerJoin(team, eq(team.id, teamMember.teamId))
    .innerJoin(activity, eq(activity.id, team.activityId))
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .leftJoin(enrolment, eq(enrolment.teamId, team.id))
    .where(and(eq(teamMember.accountId, accountId), isNull(team.disbandedAt)))
    .orderBy(desc(edition.year), desc(team.createdAt), desc(team.id))
    .limit(100)

export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>

/** The names as the database compares them, and whether each is taken. */
export const compareNames = async (
  db: Database,
  names: readonly string[],
): Promise<{ folded: string; taken: boolean }[]> => {
  const { rows } = await db.execute<{ folded: string; taken: boolean }>(sql`
    select folded, exists (select from account where fold_name(username) = folded) as taken
    from unnest(${sql.param(names)}::text[]) with ordinality as given (name, position),
    lateral (select fold_name(name) as folded) as compared
    order by position
  `)
  return rows
}

/** Those of these contacts that are taken. */
export const takenContacts = async (db: Database, contacts: readonly string[]): Promise<Set<string>> => {
  const { rows } = await db.execute<{ contact: string }>(sql`
    select contact from unnest(${sql.param(contacts)}::text[]) as given (contact)
    where exists (select from account where email = contact) or exists (select from account where phone = contact)
  `)
  return new Set(rows.map(({ contact }) => contact))
}
