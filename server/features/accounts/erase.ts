import type { AccountId } from '@lectern/contract/ids.ts'
import { defaultLocale } from '@lectern/contract/locales.ts'
import type { Ctx } from '../../platform/context.ts'
import { changeAccount, keepAnAdmin, lockAccount } from './changes.ts'
import type { Account } from './tables.ts'

type Optional = { [Name in keyof Account]: null extends Account[Name] ? Name : never }[keyof Account]

/** Everything that a person may tell about himself: what is added to the table has to be added here. */
const nothing: Record<Optional, null> = {
  nickname: null,
  realName: null,
  email: null,
  phone: null,
  avatarId: null,
  profile: null,
  country: null,
  province: null,
  city: null,
  address: null,
  school: null,
  department: null,
  title: null,
}

/** Locks an account that will be deleted, before anything else of it: the person joins no team and begins no upload any more. */
export const lockForErasure = async (ctx: Ctx, id: AccountId): Promise<Account> => {
  await keepAnAdmin(ctx, id)
  return lockAccount(ctx, id)
}

/** Leaves a row without a person in it, for records that point to it. In a transaction that holds the account. */
export const eraseAccount = async (ctx: Ctx, id: AccountId): Promise<void> => {
  // Longer than a username may be: nobody can have taken it.
  const username = `deleted-${id}`
  const rest = { locale: defaultLocale, access: 'user', mailChoices: {} } as const
  await changeAccount(ctx, id, { ...nothing, ...rest, username, status: 'deleted' })
}
