import { chosenKinds } from '@lectern/contract/accounts/account-values.ts'
import type { SignedIn } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { lockAccount } from './changes.ts'
import { account, type MailChoices } from './tables.ts'

type AllMailChoices = Required<MailChoices>

/** The default is to receive everything. */
const complete = ({ account: own = true, contest = true, announcement = true }: MailChoices): AllMailChoices => ({
  account: own,
  contest,
  announcement,
})

export const requireMailChoices = async ({ db, actor }: SignedIn): Promise<AllMailChoices> => {
  const [row] = await db.select({ choices: account.mailChoices }).from(account).where(eq(account.id, actor.id))
  if (!row) throw fail('account.notFound')
  return complete(row.choices)
}

/** Which notices are also sent by mail. The account's version does not change: nobody else edits this. */
export const changeMailChoices = (outer: SignedIn, after: AllMailChoices): Promise<AllMailChoices> =>
  inTransaction(outer, async (ctx) => {
    const { id } = ctx.actor
    const before = complete((await lockAccount(ctx, id)).mailChoices)
    if (chosenKinds.every((kind) => before[kind] === after[kind])) return after
    await ctx.db.update(account).set({ mailChoices: after }).where(eq(account.id, id))
    await audit(ctx, 'account.mailChoicesChanged', { subject: { kind: 'account', id }, before, after, personal: true })
    return after
  })
