import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { eq } from '../../platform/database/drizzle.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { eraseAccount } from './erase.ts'
import { account } from './tables.ts'

/** Columns are listed one by one, so that a new column is never exported by accident. */
const accountOf = async (db: Database, id: AccountId) => {
  const [row] = await db
    .select({
      uid: account.id,
      username: account.username,
      nickname: account.nickname,
      realName: account.realName,
      email: account.email,
      phone: account.phone,
      profile: account.profile,
      country: account.country,
      province: account.province,
      city: account.city,
      address: account.address,
      school: account.school,
      department: account.department,
      title: account.title,
      locale: account.locale,
      access: account.access,
      status: account.status,
      mailChoices: account.mailChoices,
      createdAt: account.createdAt,
      updatedAt: account.updatedAt,
    })
    .from(account)
    .where(eq(account.id, id))
  return row!
}

export const accountsData: PersonalData = {
  collect: async ({ db }, { id }) => ({ account: await accountOf(db, id) }),
  erase: (ctx, { id }) => eraseAccount(ctx, id),
}
