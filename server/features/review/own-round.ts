import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { findOwnRound, type OwnRound } from './queries.ts'

export const requireOwnRound = async (ctx: SignedIn, code: string): Promise<OwnRound> => {
  const row = await findOwnRound(ctx.db, ctx.actor.id, code)
  if (!row) throw fail('round.notFound')
  return row
}
