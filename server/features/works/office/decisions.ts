import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type * as contract from '@lectern/contract/works/work-office.ts'
import { mayDecideWork, workNeedsReason, type WorkDecision } from '@lectern/contract/works/work-values.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { all, permitted, refuse, type Verdict } from '../../../platform/policy.ts'
import { decideEach, decisionMove, resubmitTime } from '../../steps/service.ts'
import { activitiesOfWork } from '../affected-activities.ts'
import { checkAsked, type WorkView } from '../policy.ts'
import { knowsDecision } from '../queries.ts'
import { takeWorkStep, type Move } from '../steps.ts'

interface Decided {
  decision: WorkDecision
  reason: string | undefined
}

const mayJudge = ({ team, work }: WorkView, decision: WorkDecision): Verdict =>
  all(checkAsked(team), mayDecideWork(work.state, decision) ? permitted : refuse('work.moveRefused'))

const decisionOn = async (ctx: SignedIn, { work, team }: WorkView, decided: Decided): Promise<Move> => {
  const { decision, reason } = decided
  if (workNeedsReason(work.state, decision) && reason === undefined) throw fail('enrolment.reasonNeeded').at('reason')
  // The team is answering the return: what it has changed since would be left hanging.
  if (decision === 'submitted' && work.state === 'returned' && work.isChanged) throw fail('work.resubmittedSince')
  return decisionMove(ctx, 'work', decided, {
    changes: { resubmitBy: resubmitTime(decision, team.deadlines[stagePhases.work], ctx.now) },
    knowsDecision: () => knowsDecision(ctx.db, work.id),
  })
}

const stage = {
  scope: 'work.decide',
  take: takeWorkStep,
  may: mayJudge,
  move: decisionOn,
  activity: activitiesOfWork,
}

export const decideWorks = async (
  ctx: SignedIn,
  { works: each, decision, reason }: BodyOf<typeof contract.decideWorks>,
  key: string | undefined,
): Promise<AnswerOf<typeof contract.decideWorks>> => ({
  outcomes: await decideEach(ctx, stage, { key, each, decided: { decision, reason } }),
})
