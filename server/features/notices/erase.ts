import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { notice, noticeRead } from './tables.ts'

/** Forgets what a person was told, and what he has read, in the transaction that deletes his account. */
export const eraseNotices = async (ctx: Ctx, account: AccountId): Promise<void> => {
  await ctx.db.delete(noticeRead).where(eq(noticeRead.accountId, account))
  await ctx.db.delete(notice).where(eq(notice.accountId, account))
}
