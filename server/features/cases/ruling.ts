import type { ruleCase as ruleEndpoint } from '@lectern/contract/case-office.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { CaseId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { permit } from '../../platform/policy.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { changeCase, requireCase, type CaseView } from './case-view.ts'
import { carryOut } from './effects.ts'
import { closingOf, lockForArbiter } from './handling.ts'
import { notifyFiler, notifyFirstParty, notifyTeam } from './notices.ts'
import { mayHaveEffect, mayRule } from './policy.ts'
import { recordStep } from './record.ts'

/** A ruling without consequences for the work is no news to a team that was never asked. */
const isTeamConcerned = ({ side, statementBy, workId }: CaseView, isUpheld: boolean): boolean =>
  workId !== null && (isUpheld || statementBy !== null || side === 'respondent')

const notifyParties = async (ctx: SignedIn, view: CaseView, isUpheld: boolean): Promise<void> => {
  const what = isUpheld ? 'upheld' : 'dismissed'
  await notifyFiler(ctx, view, what)
  if (isTeamConcerned(view, isUpheld)) await notifyTeam(ctx, view, 'ruledAboutYou')
  if (view.first && view.side === 'respondent')
    await notifyFirstParty(ctx, await requireCase(ctx, view.first.id), 'appealRuled')
}

/** Decides a case and carries out what follows, in one transaction. */
export const ruleCase = (
  outer: SignedIn,
  id: CaseId,
  { version, isUpheld, text, effect }: BodyOf<typeof ruleEndpoint>,
): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const view = await lockForArbiter(ctx, id, version, (found) => mayRule(found, ctx.actor.id))
    if (!isUpheld && effect.kind !== 'none') throw fail('case.dismissedHasNoEffect').at('effect')
    permit(mayHaveEffect(view, effect.kind))
    const state = isUpheld ? 'upheld' : 'dismissed'
    await changeCase(ctx.db, view, {
      state,
      ruling: text,
      effect: effect.kind,
      decidedBy: ctx.actor.id,
      ...(await closingOf(ctx, view)),
    })
    await carryOut(ctx, view, effect)
    await recordStep(ctx, {
      id,
      kind: state,
      action: 'case.ruled',
      before: { state: view.state },
      after: { state, effect: effect.kind },
    })
    await notifyParties(ctx, view, isUpheld)
  })
