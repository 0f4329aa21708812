import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { and, eq, inArray, not, or, sql } from '../../platform/database/drizzle.ts'
import { outbox } from './tables.ts'

const blot = '***'

/** The people that a letter mentions besides its reader, so that it can be erased together with one of them. */
export const naming = (people: readonly AccountId[]): Record<string, string> =>
  people.length > 0 ? { about: people.join(' ') } : {}

/** An optional part of a letter, and the people that it mentions. */
export const withAddition = (addition: string, people: readonly AccountId[]): Record<string, string> => ({
  addition,
  additionAbout: people.join(' '),
})

/** The keys stay, so that the letter can still be listed. */
const blotted = sql`(select coalesce(jsonb_object_agg(key, ${blot}::text), '{}') from jsonb_each(${outbox.content}))`

/** A failed letter cannot be retried after erasure. */
const settled = sql`case ${outbox.state} when 'failed' then 'expired' else ${outbox.state} end`

/** Letters to others that mention this user. A pending one is sent without that part, or not at all. */
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

/** Letters may have been sent to the contacts before the account existed. */
const whereTo = (account: AccountId, contacts: readonly string[]) =>
  or(eq(outbox.accountId, account), inArray(outbox.recipient, [...contacts]))

/** Addresses of letters to a user, including former contacts and ones that were never confirmed. */
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
 * Erases recipients and contents of letters, in the transaction that deletes the account; pending letters are not
 * sent any more.
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
