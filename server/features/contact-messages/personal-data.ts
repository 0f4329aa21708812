import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { desc, eq } from '../../platform/database/drizzle.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { eraseMessages } from './erase.ts'
import { message } from './tables.ts'

/** Messages that the user sent to the organisers while signed in. */
const messagesOf = (db: Database, id: AccountId) =>
  db
    .select({
      reference: message.reference,
      name: message.name,
      contact: message.contact,
      subject: message.subject,
      body: message.body,
      state: message.state,
      createdAt: message.createdAt,
    })
    .from(message)
    .where(eq(message.accountId, id))
    .orderBy(desc(message.createdAt), desc(message.id))

export const contactMessagesData: PersonalData = {
  collect: async ({ db }, { id }) => ({ messages: await messagesOf(db, id) }),
  erase: (ctx, { id, contacts }) => eraseMessages(ctx, id, contacts),
}
