import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { insertAccount } from './queries.ts'
import type { Account, NewAccount } from './tables.ts'
import { explainTakenName } from './names/taken-names.ts'

type Given = Pick<NewAccount, 'username' | 'email' | 'phone' | 'locale'>

/** Requires a transaction: the caller also writes the audit entry. */
export const createAccount = (ctx: Ctx, input: Given): Promise<Account> =>
  insertAccount(ctx.db, {
    ...input,
    id: newId<AccountId>(ctx.now),
    access: 'user',
    status: 'active',
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }).catch(explainTakenName)
