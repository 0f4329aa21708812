import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/rounds/rounds.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { createRound, requireRound, type RoundDetail } from '../setup/rounds.ts'
import { collectWorks } from './entries.ts'

/** A new round, on request with the works that are accepted by now. A round that follows an unsettled one has none yet. */
export const createFilledRound = async (
  ctx: SignedIn,
  { collect, ...body }: BodyOf<typeof contract.createRound>,
  key: string | undefined,
): Promise<RoundDetail> => {
  const round = await createRound(ctx, body, key)
  if (!collect || (round.previousState !== null && round.previousState !== 'settled')) return round
  await collectWorks(ctx, round.id)
  return requireRound(ctx, round.id)
}
