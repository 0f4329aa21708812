import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq, inArray, or } from '../../platform/database/drizzle.ts'
import { message } from './tables.ts'

const blot = '***'

/**
 * Forgets who wrote and how to reach him, in the transaction that deletes his account: also of what he wrote without being signed in.
 * What was asked, and answered, stays.
 */
export const eraseMessages = async (ctx: Ctx, account: AccountId, contacts: readonly string[]): Promise<void> => {
  await ctx.db
    .update(message)
    .set({ accountId: null, name: blot, contact: blot })
    .where(or(eq(message.accountId, account), inArray(message.contact, [...contacts])))
}
