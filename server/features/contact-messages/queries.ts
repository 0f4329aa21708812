import type { listMessages, messageSorts } from '@lectern/contract/contact-messages/contact-messages.ts'
import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { MessageId } from '@lectern/contract/ids.ts'
import type { MessageState } from '@lectern/contract/contact-messages/message-values.ts'
import type { Database } from '../../platform/database/connect.ts'
import { countRows } from '../../platform/database/count.ts'
import { and, asc, desc, eq, gte, lte, ne, sql, type SQL } from '../../platform/database/drizzle.ts'
import { account } from '../accounts/tables.ts'
import { message, messageAnswer } from './tables.ts'

type ListQuery = QueryOf<typeof listMessages>
export type MessageFilter = Pick<ListQuery, 'state' | 'search' | 'from' | 'to'>

const filtered = ({ state, search, from, to }: MessageFilter): SQL | undefined =>
  and(
    state && eq(message.state, state),
    search ? sql`${message.search} @@ search_query(${search})` : undefined,
    from ? gte(message.createdAt, new Date(from)) : undefined,
    to ? lte(message.createdAt, new Date(to)) : undefined,
  )

const listedColumns = {
  id: message.id,
  reference: message.reference,
  name: message.name,
  contact: message.contact,
  subject: message.subject,
  state: message.state,
  createdAt: message.createdAt,
}

const orders: Record<(typeof messageSorts)[number], SQL[]> = {
  '-createdAt': [desc(message.createdAt), desc(message.id)],
  createdAt: [asc(message.createdAt), asc(message.id)],
}

export const messagePage = (
  db: Database,
  filter: MessageFilter,
  { page, pageSize, sort }: Pick<ListQuery, 'page' | 'pageSize' | 'sort'>,
) =>
  db
    .select(listedColumns)
    .from(message)
    .where(filtered(filter))
    .orderBy(...orders[sort])
    .limit(pageSize)
    .offset((page - 1) * pageSize)

export const countMessages = (db: Database, filter: MessageFilter): Promise<number> =>
  countRows(db, message, filtered(filter))

export const findMessage = async (db: Database, id: MessageId) => {
  const [row] = await db
    .select({
      ...listedColumns,
      body: message.body,
      locale: message.locale,
      version: message.version,
      accountId: message.accountId,
      username: account.username,
    })
    .from(message)
    .leftJoin(account, eq(account.id, message.accountId))
    .where(eq(message.id, id))
  return row
}

/** Locks a message until the transaction ends. */
export const lockMessage = async (db: Database, id: MessageId) => {
  const [row] = await db.select().from(message).where(eq(message.id, id)).for('update')
  return row
}

/** Oldest first; the author of an answer is unknown once their account is deleted. */
export const answersTo = (db: Database, id: MessageId) =>
  db
    .select({ text: messageAnswer.text, by: account.username, at: messageAnswer.createdAt })
    .from(messageAnswer)
    .leftJoin(account, and(eq(account.id, messageAnswer.answeredBy), ne(account.status, 'deleted')))
    .where(eq(messageAnswer.messageId, id))
    .orderBy(messageAnswer.number)

export const insertAnswer = async (
  db: Database,
  answer: Omit<typeof messageAnswer.$inferInsert, 'number'>,
): Promise<void> => {
  const number = sql<number>`(select count(*) + 1 from message_answer where message_id = ${answer.messageId})`
  await db.insert(messageAnswer).values({ ...answer, number })
}

/** Requires a transaction that has locked the message. */
export const moveMessageRow = async (db: Database, id: MessageId, state: MessageState): Promise<void> => {
  await db
    .update(message)
    .set({ state, version: sql`${message.version} + 1` })
    .where(eq(message.id, id))
}
