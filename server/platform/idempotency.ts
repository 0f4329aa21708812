import { createHash } from 'node:crypto'
import type { Ctx } from './context.ts'
import { and, eq } from './database/drizzle.ts'
import { fail } from './failure.ts'
import { idempotency } from './tables.ts'
import { inTransaction } from './transaction.ts'

interface Call {
  /** The call, and who makes it: keys of different people never meet. */
  scope: string
  /** Absent: the work is simply done. */
  key: string | undefined
  /** What was sent. */
  input: unknown
}

/**
 * Does the work of a call once, in a transaction, however often the call arrives: the key is taken in that transaction, so that a
 * second call waits for the first and is given its outcome.
 */
export const once = <C extends Ctx, Outcome>(
  outer: C,
  { scope, key, input }: Call,
  work: (ctx: C) => Promise<Outcome>,
): Promise<Outcome> =>
  inTransaction(outer, async (ctx) => {
    if (key === undefined) return work(ctx)
    const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest()
    const isThisCall = and(eq(idempotency.scope, scope), eq(idempotency.key, key))
    const { rowCount } = await ctx.db
      .insert(idempotency)
      .values({ scope, key, fingerprint, createdAt: ctx.now })
      .onConflictDoNothing()
    if (rowCount === 0) {
      const [former] = await ctx.db
        .select({ fingerprint: idempotency.fingerprint, outcome: idempotency.outcome })
        .from(idempotency)
        .where(isThisCall)
      if (!former!.fingerprint.equals(fingerprint)) throw fail('request.keyReused')
      return former!.outcome as Outcome
    }
    const outcome = await work(ctx)
    await ctx.db.update(idempotency).set({ outcome }).where(isThisCall)
    return outcome
  })
