import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { and, eq, inArray, not, or, sql } from '../../platform/database/drizzle.ts'
import { outbox } from './tables.ts'

const blot = '***'

/** Beside what a letter says: whom it names that is not its reader, so that it can be erased when one of them goes. */
export const naming = (people: readonly AccountId[]): Record<string, string> =>
  people.length > 0 ? { about: people.join(' ') } : {}

/** A part that a letter can do without, and whom that part names. */
export const withAddition = (addition: string, people: readonly AccountId[]): Record<string, string> => ({
  addition,
  additionAbout: people.join(' '),
})

/** The names stay, so that the letter can still be listed. */
const blotted = sql`(select coalesce(jsonb_object_agg(key, ${blot}::text), '{}') from jsonb_each(${outbox.content}))`

/** There is nobody left to send it to again, or nothing left to say. */
const settled = sql`case ${outbox.state} when 'failed' then 'expired' else ${outbox.state} end`

/** Letters to others that name this person. One that waits leaves without the part that does, or not at all. */
const eraseNaming = async (ctx: Ctx, account: AccountId): Promise<void> => {
  const isWaiting = eq(outbox.state, 'waiting')
  const whereNamedIn = (people: string) => sql`strpos(${outbox.content} ->> ${people}::text, ${account}) > 0`
  await ctx.db.delete(outbox).where(and(isWaiting, whereNamedIn('about')))
  await ctx.db
    .update(outbox)
    .set({ content: sql`${outbox.content} - '{addition,additionAbout}'::text[]` })
    .where(and(isWaiting, whereNamedIn('additionAbout')))
  await ctx.db
    .update(outbox)
    .set({ content: blotted, state: settled })
    .where(and(not(isWaiting), or(whereNamedIn('about'), whereNamedIn('additionAbout'))))
}

/** Before there was an account, letters went to its contacts all the same. */
const whereTo = (account: AccountId, contacts: readonly string[]) =>
  or(eq(outbox.accountId, account), inArray(outbox.recipient, [...contacts]))

/** Where letters to a person went: also the contacts that they once had, or were about to have. */
export const contactsWrittenTo = async (
  ctx: Ctx,
  account: AccountId,
  contacts: readonly string[],
): Promise<string[]> => {
  const rows = await ctx.db
    .selectDistinct({ recipient: outbox.recipient })
    .from(outbox)
    .where(whereTo(account, contacts))
  return rows.map(({ recipient }) => recipient)
}

/**
 * Forgets to whom letters went and what they named, in the transaction that deletes the account; those that have not left yet do not
 * leave any more.
 */
export const eraseLetters = async (ctx: Ctx, account: AccountId, contacts: readonly string[]): Promise<void> => {
  const theirs = whereTo(account, contacts)
  await ctx.db.delete(outbox).where(and(theirs, eq(outbox.state, 'waiting')))
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
}
