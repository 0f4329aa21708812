import type { InstitutionId, WorkId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { permitted, refuse } from '../../../platform/policy.ts'
import { decisionMove, takeStep } from '../../steps/service.ts'
import { lockTeam } from '../../teams/service.ts'
import { findWork, knowsDecision } from '../queries.ts'
import { moveWork } from '../steps.ts'
import { lockWorkOf } from '../work-view.ts'

interface ReturnByLevel {
  reason: string
  until: Date
  /** In whose name the entry is returned; undefined: the organisers are the level above. */
  institution: InstitutionId | undefined
}

/**
 * An institution above wants changes: the team may submit again until that date, like after a return by organisers. The caller has decided
 * who may do so, in a transaction that has locked the edition rules.
 */
export const returnWorkForLevel = async (
  ctx: SignedIn,
  id: WorkId,
  { reason, until, institution }: ReturnByLevel,
): Promise<void> => {
  const row = await findWork(ctx.db, id)
  if (!row) throw fail('work.notFound')
  await takeStep(ctx, {
    lock: async () => lockWorkOf(ctx, id, await lockTeam(ctx, row.teamId)),
    may: ({ work }) => (work.state === 'submitted' ? permitted : refuse('work.moveRefused')),
    move: async ({ work }) => {
      const move = await decisionMove(
        ctx,
        'work',
        { decision: 'returned', reason },
        { changes: { resubmitBy: until }, knowsDecision: () => knowsDecision(ctx.db, id) },
      )
      return moveWork(ctx, work, { ...move, institution })
    },
  })
}
