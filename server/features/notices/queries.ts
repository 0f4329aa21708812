import type { AccessValue, NoticeKind } from '@lectern/contract/accounts/account-values.ts'
import type { AccountId, NoticeId } from '@lectern/contract/ids.ts'
import { exactTotalLimit } from '@lectern/contract/pages/page-limits.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, desc, eq, isNotNull, ne, sql, type SQL } from '../../platform/database/drizzle.ts'
import { preparedQuery, preparedQueries, type Placeholders } from '../../platform/database/prepared-queries.ts'
import { account } from '../accounts/tables.ts'
import { notice } from './tables.ts'

/** The recipients of a notice. */
export type Audience = { account: AccountId } | { access: AccessValue } | 'everyone'

const newestFirst = sql`order by created_at desc, id desc`

/** `not in`, so that PostgreSQL collects once what the reader has read, instead of searching it for each notice. */
const unread = sql`and notice.id not in (
  select notice_read.notice_id from notice_read where notice_read.account_id = reader.id
)`

/**
 * Notices for the account `reader`; those to many count from the day the account was created. Three queries rather
 * than one with "or": each is read from an index in the order of the list.
 */
const noticesOfReader = (rest: SQL): SQL => sql`
  (select id, created_at from notice where audience = 'account' and account_id = reader.id ${rest})
  union all
  (select id, created_at from notice
   where audience <> 'account' and audience_access is null and created_at >= reader.created_at ${rest})
  union all
  (select id, created_at from notice
   where audience <> 'account' and audience_access = reader.access and created_at >= reader.created_at ${rest})
`

/** Counting stops one beyond the limit of exact totals. */
const countOf = (filter: SQL): SQL =>
  sql`(select count(*)::int from (${noticesOfReader(filter)} limit ${sql.raw(String(exactTotalLimit + 1))}) as counted)`

/** Both in one pass. What the account has read is collected once, because the query names it without the outer row. */
const countsOf = (accountId: Reader['accountId']): SQL => sql`
  select count(*)::int as total, count(*) filter (where mine.id not in (
    select notice_id from notice_read where account_id = ${accountId}
  ))::int as unread
  from account as reader
  cross join lateral (${noticesOfReader(sql``)} limit ${sql.raw(String(exactTotalLimit + 1))}) as mine
  where reader.id = ${accountId}
`

interface Slice {
  page: number
  pageSize: number
  onlyUnread: boolean
}

interface NoticeCounts {
  total: number
  unread: number
}

type Reader = Placeholders<{ accountId: AccountId; most: number; offset: number }>

/** One page: ids first, then the texts of those rows only. */
const pageOfNotices = preparedQueries((db, shape: Omit<Slice, 'page'> & { isFirst: boolean }, given: Reader) => {
  const { onlyUnread, isFirst } = shape
  const { accountId } = given
  const pageSize = sql.raw(String(shape.pageSize))
  const most = isFirst ? sql`${newestFirst} limit ${pageSize}` : sql`${newestFirst} limit ${given.most}`
  const ids = sql`
    select listed.id from account as reader
    cross join lateral (
      select id from (${noticesOfReader(onlyUnread ? sql`${unread} ${most}` : most)}) as every
      ${newestFirst} limit ${pageSize} ${isFirst ? sql`` : sql`offset ${given.offset}`}
    ) as listed
    where reader.id = ${accountId}
  `
  return db
    .select({
      id: notice.id,
      kind: notice.kind,
      title: notice.title,
      body: notice.body,
      link: notice.link,
      markdown: notice.markdown,
      createdAt: notice.createdAt,
      read: sql<boolean>`exists (select from notice_read where account_id = ${accountId} and notice_id = notice.id)`,
      counts: sql<NoticeCounts>`(
        select json_build_object('total', total, 'unread', unread) from (${countsOf(accountId)}) as counted
      )`,
    })
    .from(notice)
    .where(sql`${notice.id} in (${ids})`)
    .orderBy(desc(notice.createdAt), desc(notice.id))
})

/** With the counts in each row, so that one statement answers both. */
export const noticesPage = (db: Database, accountId: AccountId, { page, pageSize, onlyUnread }: Slice) =>
  pageOfNotices(
    db,
    { pageSize, onlyUnread, isFirst: page === 1 },
    { accountId, most: page * pageSize, offset: (page - 1) * pageSize },
  )

const noticeCounts = preparedQuery((db, { accountId }: Placeholders<{ accountId: AccountId }>) =>
  db.select({ total: sql<number>`total`, unread: sql<number>`unread` }).from(sql`(${countsOf(accountId)}) as counted`),
)

export const countNotices = async (db: Database, accountId: AccountId) =>
  (await noticeCounts(db, { accountId }))[0] ?? { total: 0, unread: 0 }

export const unreadOf = async (db: Database, ids: readonly AccountId[]): Promise<Map<AccountId, number>> => {
  const { rows } = await db.execute<{ id: AccountId; unread: number }>(sql`
    select reader.id, ${countOf(unread)} as unread from account as reader where reader.id = any(${sql.param(ids)}::uuid[])
  `)
  return new Map(rows.map((row) => [row.id, row.unread]))
}

/** Which of these are for this account. */
export const noticesAmong = async (
  db: Database,
  accountId: AccountId,
  ids: readonly NoticeId[],
): Promise<NoticeId[]> => {
  const among = sql`and notice.id = any(${sql.param(ids)}::uuid[])`
  const { rows } = await db.execute<{ id: NoticeId }>(sql`
    select mine.id from account as reader cross join lateral (${noticesOfReader(among)}) as mine
    where reader.id = ${accountId}
  `)
  return rows.map(({ id }) => id)
}

export const markRead = async (
  db: Database,
  accountId: AccountId,
  ids: readonly NoticeId[],
  now: Date,
): Promise<void> => {
  await db.execute(sql`
    insert into notice_read (account_id, notice_id, read_at)
    select ${accountId}::uuid, id, ${now}::timestamptz from unnest(${sql.param(ids)}::uuid[]) as given (id) order by id
    on conflict do nothing
  `)
}

export const markAllRead = async (db: Database, accountId: AccountId, now: Date): Promise<void> => {
  await db.execute(sql`
    insert into notice_read (account_id, notice_id, read_at)
    select reader.id, mine.id, ${now}::timestamptz
    from account as reader cross join lateral (${noticesOfReader(unread)}) as mine
    where reader.id = ${accountId} order by mine.id
    on conflict do nothing
  `)
}

const active = eq(account.status, 'active')

export type WideAudience = Exclude<Audience, { account: AccountId }>

/** Security notices are always mailed; others unless the user has opted out. */
export const wantsMail = (kind: NoticeKind): SQL | undefined =>
  and(
    isNotNull(account.email),
    kind === 'security' ? undefined : sql`${account.mailChoices} ->> ${kind} is distinct from 'false'`,
  )

/** Selects everybody who gets the notice by mail too. */
export const recipientsOf = (to: WideAudience, kind: NoticeKind): SQL =>
  sql`select 0 as place, ${account.id}, ${account.email}, ${account.locale} from ${account}
    where ${and(active, to === 'everyone' ? undefined : eq(account.access, to.access), wantsMail(kind))}`

/**
 * The same for notices that have one reader each, by their places in this list. A user who may no longer sign in still
 * receives what concerns them alone, such as the reason.
 */
export const readersOf = (notices: readonly { account: AccountId; kind: NoticeKind }[]): SQL =>
  sql`select notice_row.place, ${account.id}, ${account.email}, ${account.locale}
    from jsonb_to_recordset(${JSON.stringify(notices.map((row, place) => ({ place, ...row })))})
      as notice_row (place integer, account uuid, kind text)
    join ${account} on ${account.id} = notice_row.account
    where ${ne(account.status, 'deleted')} and ${account.email} is not null
      and (notice_row.kind = 'security' or ${account.mailChoices} ->> notice_row.kind is distinct from 'false')`
