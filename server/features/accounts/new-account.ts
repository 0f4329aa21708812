import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail, type AppError } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { insertAccount } from './queries.ts'
import type { account } from './tables.ts'

/** What the database means when it meets a name or a contact for the second time; undefined for any other error. */
const takenFailure = (error: unknown): AppError | undefined => {
  const { constraint } = ((error as Error | undefined)?.cause ?? {}) as { constraint?: string }
  if (constraint === 'account_username') return fail('account.usernameTaken').at('username')
  if (constraint === 'account_email' || constraint === 'account_phone')
    return fail('account.contactTaken').at('contact')
  return undefined
}

type NewAccount = Pick<typeof account.$inferInsert, 'username' | 'email' | 'phone' | 'locale'>

/** Only inside a transaction: whoever makes an account writes that down too. */
export const createAccount = async (ctx: Ctx, values: NewAccount): Promise<typeof account.$inferSelect> => {
  try {
    return await insertAccount(ctx.db, {
      ...values,
      id: newId<AccountId>(ctx.now),
      access: 'user',
      status: 'active',
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
  } catch (error) {
    throw takenFailure(error) ?? error
  }
}
