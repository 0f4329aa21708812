import type { Ctx } from '../../platform/context.ts'
import type { SQL } from '../../platform/database/drizzle.ts'
import { audit } from '../audit/service.ts'
import { queueLetters, reachable } from '../outbox/service.ts'
import { addAccounts } from './changes.ts'
import type { NewAccount } from './tables.ts'

/**
 * Adds accounts without a password: owners set one with a code, as the letter explains. `activities` selects those that
 * the letters are about.
 */
export const importAccounts = async (
  ctx: Ctx,
  accounts: readonly (NewAccount & { username: string })[],
  activities?: SQL,
): Promise<void> => {
  await addAccounts(ctx.db, accounts)
  await audit(ctx, 'account.imported', {
    subject: { kind: 'members', id: ctx.requestId },
    // Ids only: all other data of an account is in one place, where it can be erased.
    after: { accounts: accounts.map(({ id }) => id) },
    personal: true,
  })
  await queueLetters(
    ctx,
    accounts.flatMap(({ id, username, email, phone, locale }) =>
      reachable(ctx, [email, phone]).map((to) => ({
        to,
        accountId: id,
        locale,
        letter: 'invited' as const,
        content: { username, link: '/account/reviserPwd' },
        activities,
      })),
    ),
  )
}
