import type { ruleCase as ruleEndpoint } from '@lectern/contract/cases/case-office.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { CaseId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { permit } from '../../../platform/policy.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { requireCase, type CaseView } from '../case-view.ts'
import { carryOut } from './effects.ts'
import { closingOf, takeArbiterStep } from './steps.ts'
import { notifyFiler, notifyFirstParty, notifyTeam } from '../notices.ts'
import { mayHaveEffect, mayRule } from '../policy.ts'

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
  inTransaction(outer, (ctx) =>
    takeArbiterStep(ctx, {
      id,
      version,
      may: (view) => mayRule(view, ctx.actor.id),
      move: async (view) => {
        if (!isUpheld && effect.kind !== 'none') throw fail('case.dismissedHasNoEffect').at('effect')
        permit(mayHaveEffect(view, effect.kind))
        const closing = await closingOf(ctx, view)
        await carryOut(ctx, view, effect)
        const state = isUpheld ? 'upheld' : 'dismissed'
        return {
          kind: state,
          to: state,
          action: 'case.ruled',
          changes: { ruling: text, effect: effect.kind, decidedBy: ctx.actor.id, ...closing },
          logged: { effect: effect.kind },
          notify: () => notifyParties(ctx, view, isUpheld),
        }
      },
    }),
  )
