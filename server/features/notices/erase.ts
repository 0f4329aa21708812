import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq, or } from '../../platform/database/drizzle.ts'
import { notice, noticeRead } from './tables.ts'

/**
 * Deletes a user's notices, notices to others about them, and their read marks, in the transaction that deletes the
 * account.
 */
export const eraseNotices = async (ctx: Ctx, account: AccountId): Promise<void> => {
  await ctx.db.delete(noticeRead).where(eq(noticeRead.accountId, account))
  await ctx.db.delete(notice).where(or(eq(notice.accountId, account), eq(notice.aboutId, account)))
}
