import type { AccountId } from '@lectern/contract/ids.ts'
import { defaultLocale } from '@lectern/contract/locales.ts'
import type { Ctx } from '../../platform/context.ts'
import { changeAccount, requireAnotherForPeople, lockAccount } from './changes.ts'
import type { Account } from './tables.ts'

type Optional = { [Name in keyof Account]: null extends Account[Name] ? Name : never }[keyof Account]

/** Everything that users may enter about themselves. A new column of the table must be added here. */
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
  institutionId: null,
  department: null,
  title: null,
}

/**
 * Locks an account that will be deleted, before any other lock: from here on the user joins no team and starts no
 * upload.
 */
export const lockForErasure = async (ctx: Ctx, id: AccountId): Promise<Account> => {
  await requireAnotherForPeople(ctx, id)
  return lockAccount(ctx, id)
}

/** Keeps an anonymous row for records that refer to it. Requires a transaction that has locked the account. */
export const eraseAccount = async (ctx: Ctx, id: AccountId): Promise<void> => {
  // Longer than a username may be, so nobody can have taken it.
  const username = `deleted-${id}`
  const rest = { locale: defaultLocale, access: 'user', mailChoices: {} } as const
  await changeAccount(ctx, id, { ...nothing, ...rest, username, status: 'deleted' })
}
