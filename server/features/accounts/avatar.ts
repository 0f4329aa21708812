import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { changeAccount, lockAccount } from './changes.ts'

/** Sets or removes a user's avatar; returns the previous one. */
export const replaceAvatar = async (ctx: Ctx, id: AccountId, avatarId: FileId | null): Promise<FileId | null> => {
  const { avatarId: former } = await lockAccount(ctx, id)
  if (former !== avatarId) await changeAccount(ctx, id, { avatarId })
  return former
}
