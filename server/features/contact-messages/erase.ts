import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq, inArray, or } from '../../platform/database/drizzle.ts'
import { message } from './tables.ts'

const blot = '***'

/**
 * Erases the sender's name and contacts, in the transaction that deletes their account; also of messages sent without
 * signing in. Questions and answers stay.
 */
export const eraseMessages = async (ctx: Ctx, account: AccountId, contacts: readonly string[]): Promise<void> => {
  await ctx.db
    .update(message)
    .set({ accountId: null, name: blot, contact: blot })
    .where(or(eq(message.accountId, account), inArray(message.contact, [...contacts])))
}
