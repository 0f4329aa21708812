import { isEmail, isPhone, plainContact } from '@lectern/contract/contact-messages/contact-forms.ts'
import type { Database } from '../../platform/database/connect.ts'
import { eq, sql, type SQL } from '../../platform/database/drizzle.ts'
import { account, accountColumns, type Account, type NewAccount } from './tables.ts'

export const insertAccount = async (db: Database, values: NewAccount): Promise<Account> => {
  const [inserted] = await db.insert(account).values(values).returning(accountColumns)
  return inserted!
}

const whereUsername = (username: string): SQL => sql`fold_name(${account.username}) = fold_name(${username})`

/** Matches an account by username, e-mail address or phone number. No username looks like either of the others. */
export const whereIdentifiedBy = (identifier: string): SQL => {
  const contact = plainContact(identifier)
  if (isEmail(contact)) return eq(account.email, contact)
  return isPhone(contact) ? eq(account.phone, contact) : whereUsername(identifier)
}

/** Includes usernames of deleted and disabled accounts. */
export const isUsernameTaken = async (db: Database, username: string): Promise<boolean> => {
  const rows = await db.select({ id: account.id }).from(account).where(whereUsername(username))
  return rows.length > 0
}
