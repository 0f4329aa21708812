import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { and, eq, inArray, or, sql } from '../../platform/database/drizzle.ts'
import { outbox } from './tables.ts'

const blot = '***'

/**
 * Forgets to whom letters went and what they named, in the transaction that deletes the account; those that have not left yet do not
 * leave any more. Gives the contacts that they went to: also those that the person once had, or was about to have.
 */
export const eraseLetters = async (ctx: Ctx, account: AccountId, contacts: readonly string[]): Promise<string[]> => {
  // Before there was an account, letters went to its contacts all the same.
  const theirs = or(eq(outbox.accountId, account), inArray(outbox.recipient, [...contacts]))
  const unsent = await ctx.db
    .delete(outbox)
    .where(and(theirs, eq(outbox.state, 'waiting')))
    .returning({ recipient: outbox.recipient })
  const sent = await ctx.db.selectDistinct({ recipient: outbox.recipient }).from(outbox).where(theirs)
  await ctx.db
    .update(outbox)
    .set({
      recipient: blot,
      // The names stay, so that the letter can still be listed.
      content: sql`(select coalesce(jsonb_object_agg(key, ${blot}::text), '{}') from jsonb_each(${outbox.content}))`,
      secret: null,
      lastError: null,
      // There is nobody left to send it to again.
      state: sql`case ${outbox.state} when 'failed' then 'expired' else ${outbox.state} end`,
    })
    .where(theirs)
  return [...new Set([...unsent, ...sent].map(({ recipient }) => recipient))]
}
