import { createHash } from 'node:crypto'
import type { Ctx } from './context.ts'
import { and, eq, sql } from './database/drizzle.ts'
import { preparedQuery, type Placeholders } from './database/prepared-queries.ts'
import { fail } from './failure.ts'
import { idempotency } from './tables.ts'
import { inTransaction } from './transaction.ts'

interface Call {
  /** The request and its actor: keys of different users are separate. */
  scope: string
  /** Absent: the work is done without a key. */
  key: string | undefined
  /** What was sent. */
  input: unknown
}

const takeKey = preparedQuery(
  (db, placeholders: Placeholders<{ scope: string; key: string; fingerprint: Buffer; now: Date }>) =>
    db
      .insert(idempotency)
      .values({
        scope: placeholders.scope,
        key: placeholders.key,
        fingerprint: placeholders.fingerprint,
        createdAt: placeholders.now,
      })
      .onConflictDoNothing(),
)

const keepOutcome = preparedQuery(
  (db, { scope, key, outcome }: Placeholders<{ scope: string; key: string; outcome: string }>) =>
    db
      .update(idempotency)
      .set({ outcome: sql`${outcome}::jsonb` })
      .where(and(eq(idempotency.scope, scope), eq(idempotency.key, key))),
)

/**
 * Runs the work of a request once, in a transaction, however often the request arrives. The key is inserted in that
 * transaction, so that a second request waits for the first and returns its result.
 */
export const withIdempotencyKey = <C extends Ctx, Outcome>(
  outer: C,
  { scope, key, input }: Call,
  work: (ctx: C) => Promise<Outcome>,
): Promise<Outcome> =>
  inTransaction(outer, async (ctx) => {
    if (key === undefined) return work(ctx)
    const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest()
    const { rowCount } = await takeKey(ctx.db, { scope, key, fingerprint, now: ctx.now })
    if (rowCount === 0) {
      const [former] = await ctx.db
        .select({ fingerprint: idempotency.fingerprint, outcome: idempotency.outcome })
        .from(idempotency)
        .where(and(eq(idempotency.scope, scope), eq(idempotency.key, key)))
      if (!former!.fingerprint.equals(fingerprint)) throw fail('request.keyReused')
      return former!.outcome as Outcome
    }
    const outcome = await work(ctx)
    await keepOutcome(ctx.db, { scope, key, outcome: JSON.stringify(outcome) })
    return outcome
  })
