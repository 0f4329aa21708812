import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq } from '../../../platform/database/drizzle.ts'
import { networkOf } from '../../../platform/throttle.ts'
import { knownNetwork } from '../tables.ts'

/** An id without an account: the same query runs whether or not there is one. */
const nobody = '00000000-0000-7000-8000-000000000000' as AccountId

const digestOf = ({ caller, installation }: Ctx, accountId: AccountId): Buffer =>
  installation.secrets.digest('known network', `${accountId} ${networkOf(caller.address)}`)

/** Stores that the user has signed in from this network. */
export const noteNetwork = async (ctx: Ctx, accountId: AccountId): Promise<void> => {
  const row = { accountId, network: digestOf(ctx, accountId), seenAt: ctx.now }
  await ctx.db
    .insert(knownNetwork)
    .values(row)
    .onConflictDoUpdate({ target: [knownNetwork.accountId, knownNetwork.network], set: { seenAt: ctx.now } })
}

/** The caller's network if the account's owner has signed in from it; null: unknown. */
export const findKnownNetwork = async (ctx: Ctx, accountId: AccountId = nobody): Promise<Buffer | null> => {
  const [row] = await ctx.db
    .select({ network: knownNetwork.network })
    .from(knownNetwork)
    .where(and(eq(knownNetwork.accountId, accountId), eq(knownNetwork.network, digestOf(ctx, accountId))))
  return row?.network ?? null
}

export const forgetNetworksOf = async (db: Database, accountId: AccountId): Promise<void> => {
  await db.delete(knownNetwork).where(eq(knownNetwork.accountId, accountId))
}
