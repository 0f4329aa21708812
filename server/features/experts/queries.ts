import type { ExpertField, ExpertState, expertSorts } from '@lectern/contract/experts/expert-values.ts'
import type { AccountId, ExpertId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { countRows } from '../../platform/database/count.ts'
import { and, asc, desc, eq, inArray, ne, sql, type SQL } from '../../platform/database/drizzle.ts'
import { account } from '../accounts/tables.ts'
import { expert } from './tables.ts'

export const expertColumns = {
  id: expert.id,
  accountId: expert.accountId,
  name: expert.name,
  title: expert.title,
  school: expert.school,
  bio: expert.bio,
  fields: expert.fields,
  photo: expert.photo,
  state: expert.state,
  position: expert.position,
  written: expert.written,
  version: expert.version,
  createdAt: expert.createdAt,
  updatedAt: expert.updatedAt,
}

export type ExpertRow = Omit<typeof expert.$inferSelect, 'search'>

export interface ExpertFilter {
  field?: ExpertField | undefined
  state?: ExpertState | undefined
  search?: string | undefined
}

export type ExpertSort = (typeof expertSorts)[number]

const filtered = ({ field, state, search }: ExpertFilter) =>
  and(
    state && eq(expert.state, state),
    field ? sql`${field} = any(${expert.fields})` : undefined,
    search ? sql`${expert.search} @@ search_query(${search})` : undefined,
  )

const orders: Record<ExpertSort, SQL[]> = {
  position: [asc(expert.position), asc(expert.id)],
  '-updatedAt': [desc(expert.updatedAt), desc(expert.id)],
  updatedAt: [asc(expert.updatedAt), asc(expert.id)],
}

interface Slice {
  page: number
  pageSize: number
}

export const expertPage = (db: Database, filter: ExpertFilter, sort: ExpertSort, { page, pageSize }: Slice) =>
  db
    .select(expertColumns)
    .from(expert)
    .where(filtered(filter))
    .orderBy(...orders[sort])
    .limit(pageSize)
    .offset((page - 1) * pageSize)

export const countExperts = (db: Database, filter: ExpertFilter): Promise<number> =>
  countRows(db, expert, filtered(filter))

/** All experts by name, with only the columns needed to sort them. The contract limits their number. */
export const expertNames = (db: Database) =>
  db
    .select({ id: expert.id, name: expert.name, state: expert.state })
    .from(expert)
    .orderBy(...orders.position)

/** Usernames of these accounts. */
export const usernamesOf = async (db: Database, ids: readonly AccountId[]): Promise<Map<AccountId, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: account.id, username: account.username })
    .from(account)
    .where(inArray(account.id, ids))
  return new Map(rows.map(({ id, username }) => [id, username]))
}

/** Whether the account belongs to another expert. */
export const isLinkedElsewhere = async (
  db: Database,
  accountId: AccountId,
  id: ExpertId | undefined,
): Promise<boolean> => {
  const rows = await db
    .select({ id: expert.id })
    .from(expert)
    .where(and(eq(expert.accountId, accountId), id && ne(expert.id, id)))
  return rows.length > 0
}
