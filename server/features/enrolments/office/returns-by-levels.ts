import type { EnrolmentId, InstitutionId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { permitted, refuse } from '../../../platform/policy.ts'
import { decisionMove, takeStep } from '../../steps/service.ts'
import { lockTeam } from '../../teams/service.ts'
import { viewOf } from '../enrolment-view.ts'
import { findEnrolment, knowsDecision, lockEnrolmentRow } from '../queries.ts'
import { moveEnrolment } from '../steps.ts'

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
export const returnForLevel = async (
  ctx: SignedIn,
  id: EnrolmentId,
  { reason, until, institution }: ReturnByLevel,
): Promise<void> => {
  const row = await findEnrolment(ctx.db, id)
  if (!row) throw fail('enrolment.notFound')
  await takeStep(ctx, {
    lock: async () => {
      const team = await lockTeam(ctx, row.teamId)
      return viewOf(ctx, (await lockEnrolmentRow(ctx.db, id))!, team)
    },
    may: ({ enrolment }) => (enrolment.state === 'submitted' ? permitted : refuse('enrolment.moveRefused')),
    move: async ({ enrolment }) => {
      const move = await decisionMove(
        ctx,
        'enrolment',
        { decision: 'returned', reason },
        { changes: { resubmitBy: until }, knowsDecision: () => knowsDecision(ctx.db, id) },
      )
      return moveEnrolment(ctx, enrolment, { ...move, institution })
    },
  })
}
