import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq, or } from '../../platform/database/drizzle.ts'
import { notice, noticeRead } from './tables.ts'

/** Forgets what a person was told, what others were told about him, and what he has read, in the transaction that deletes his account. */
export const eraseNotices = async (ctx: Ctx, account: AccountId): Promise<void> => {
  await ctx.db.delete(noticeRead).where(eq(noticeRead.accountId, account))
  await ctx.db.delete(notice).where(or(eq(notice.accountId, account), eq(notice.aboutId, account)))
}
