import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { and, eq, inArray, not, or, sql } from '../../platform/database/drizzle.ts'
import { outbox } from './tables.ts'

const blot = '***'

/** Beside what a letter says: whom it names that is not its reader, so that it can be blotted out when one of them goes. */
export const naming = (people: readonly AccountId[]): Record<string, string> =>
  people.length > 0 ? { about: people.join(' ') } : {}

/** The names stay, so that the letter can still be listed. */
const blotted = sql`(select coalesce(jsonb_object_agg(key, ${blot}::text), '{}') from jsonb_each(${outbox.content}))`

/** There is nobody left to send it to again, or nothing left to say. */
const settled = sql`case ${outbox.state} when 'failed' then 'expired' else ${outbox.state} end`

/** Letters to others that name this person. What names others too still leaves, and is forgotten in its time. */
const eraseNaming = async (ctx: Ctx, account: AccountId): Promise<void> => {
  const isWaiting = eq(outbox.state, 'waiting')
  const about = sql`${outbox.content} ->> 'about'`
  await ctx.db.delete(outbox).where(and(isWaiting, sql`${about} = ${account}`))
  await ctx.db
    .update(outbox)
    .set({ content: blotted, state: settled })
    .where(and(not(isWaiting), sql`strpos(${about}, ${account}) > 0`))
}

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
      content: blotted,
      secret: null,
      lastError: null,
      state: settled,
    })
    .where(theirs)
  await eraseNaming(ctx, account)
  return [...new Set([...unsent, ...sent].map(({ recipient }) => recipient))]
}
