import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import { stagePhases } from '@lectern/contract/competition-values.ts'
import type { WorkId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/work-office.ts'
import { mayDecideWork, workNeedsReason, type WorkDecision } from '@lectern/contract/work-values.ts'
import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { all, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import { decideEach, notifyTime, resubmitTime } from '../steps/service.ts'
import { activitiesOfWork } from './concerned.ts'
import { checkAsked, type WorkView } from './policy.ts'
import { knowsDecision } from './queries.ts'
import { takeWorkStep, type Move } from './steps.ts'

interface Decided {
  decision: WorkDecision
  reason: string | undefined
}

const mayJudge = ({ team, work }: WorkView, decision: WorkDecision): Verdict =>
  all(checkAsked(team), mayDecideWork(work.state, decision) ? permitted : refuse('work.moveRefused'))

const decisionOn = async (ctx: SignedIn, { work, team }: WorkView, { decision, reason }: Decided): Promise<Move> => {
  if (workNeedsReason(work.state, decision) && reason === undefined) throw fail('enrolment.reasonNeeded').at('reason')
  const isTakenBack = decision === 'submitted'
  // The team is answering the return: what it has changed since would be left hanging.
  if (isTakenBack && work.state === 'returned' && work.isChanged) throw fail('work.resubmittedSince')
  // If the team has not been notified of the decision, it is not notified of the revocation either.
  const isNotified = !isTakenBack || (await knowsDecision(ctx.db, work.id))
  return {
    kind: isTakenBack ? 'takeBack' : 'decision',
    to: decision,
    reason,
    changes: {
      decidedBy: isTakenBack ? null : ctx.actor.id,
      decidedAt: isTakenBack ? null : ctx.now,
      reason: isTakenBack ? null : (reason ?? null),
      resubmitBy: decision === 'returned' ? resubmitTime(team.deadlines[stagePhases.work], ctx.now) : null,
    },
    notifyAt: isNotified ? notifyTime(ctx.now) : undefined,
    action: isTakenBack ? 'work.takenBack' : 'work.decided',
    logged: { reason },
  }
}

/** Returns when the team is notified. */
const decideOne = async (
  ctx: SignedIn,
  one: { id: WorkId; version: number },
  decided: Decided,
): Promise<Date | undefined> => {
  let notifyAt: Date | undefined
  await takeWorkStep(ctx, {
    ...one,
    may: (view) => mayJudge(view, decided.decision),
    move: async (view) => {
      const move = await decisionOn(ctx, view, decided)
      notifyAt = move.notifyAt
      return move
    },
  })
  return notifyAt
}

export const decideWorks = async (
  ctx: SignedIn,
  { works: each, decision, reason }: BodyOf<typeof contract.decideWorks>,
  key: string | undefined,
): Promise<AnswerOf<typeof contract.decideWorks>> => ({
  outcomes: await decideEach(
    ctx,
    { scope: 'work.decide', key, each, decided: { decision, reason }, activity: activitiesOfWork },
    decideOne,
  ),
})
