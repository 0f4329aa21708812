import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type * as contract from '@lectern/contract/enrolments/decisions.ts'
import {
  isFrozen,
  mayDecide,
  needsReason,
  placeStates,
  type Decision,
  type EnrolmentState,
} from '@lectern/contract/enrolments/enrolment-values.ts'
import type { TeamRole } from '@lectern/contract/teams/team-values.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { permit, permitted, refuse, type Verdict } from '../../../platform/policy.ts'
import { reserveSeat } from '../../competition/service.ts'
import { decideEach, decisionMove, resubmitTime } from '../../steps/service.ts'
import { activitiesOfEnrolment } from '../affected-activities.ts'
import type { EnrolmentView } from '../policy.ts'
import { checkApproval, enrolmentStages } from '../ports.ts'
import { isRevisedSince, knowsDecision } from '../queries.ts'
import { takeEnrolmentStep, type Move } from '../steps.ts'

const holdsSeat = (state: EnrolmentState): boolean => (placeStates as readonly string[]).includes(state)

/** Members and advisors of a team. Which of them is captain is ignored, because it may change at any time. */
const peopleOf = (members: readonly { id: string; role: TeamRole }[]): string =>
  members
    .map(({ id, role }) => `${role === 'advisor' ? role : 'member'} ${id}`)
    .toSorted()
    .join()

/**
 * Whether the enrolment and its team are still what was submitted. If not, only the team may submit what has changed.
 */
const isAsSubmitted = async ({ db }: SignedIn, { enrolment, team }: EnrolmentView): Promise<boolean> => {
  if (isFrozen(enrolment.state)) return true
  const sent = enrolment.snapshot!.members.map(({ accountId, role }) => ({ id: accountId, role }))
  const present = team.members.map(({ account: { id }, role }) => ({ id, role }))
  return peopleOf(sent) === peopleOf(present) && !(await isRevisedSince(db, enrolment.id))
}

interface Decided {
  decision: Decision
  reason: string | undefined
}

const mayJudge = ({ enrolment }: EnrolmentView, decision: Decision): Verdict =>
  mayDecide(enrolment.state, decision) ? permitted : refuse('enrolment.moveRefused')

const decisionOn = async (ctx: SignedIn, view: EnrolmentView, decided: Decided): Promise<Move> => {
  const { enrolment, team } = view
  const { decision, reason } = decided
  if (needsReason(enrolment.state, decision) && reason === undefined) throw fail('enrolment.reasonNeeded').at('reason')
  if (enrolment.state === 'approved')
    for (const stage of ctx.installation.ports.all(enrolmentStages)) permit(await stage.mayLeaveApproval(ctx, team))
  if (decision === 'approved') permit(await checkApproval(ctx, enrolment.id))
  if (decision === 'submitted' && !(await isAsSubmitted(ctx, view))) throw fail('enrolment.revisedSince')
  if (!holdsSeat(enrolment.state) && holdsSeat(decision)) await reserveSeat(ctx, enrolment.activityId, 'restored')
  return decisionMove(ctx, 'enrolment', decided, {
    changes: { resubmitBy: resubmitTime(decision, team.deadlines[stagePhases.enrolment], ctx.now) },
    knowsDecision: () => knowsDecision(ctx.db, enrolment.id),
  })
}

const stage = {
  scope: 'enrolment.decide',
  take: takeEnrolmentStep,
  may: mayJudge,
  move: decisionOn,
  activity: activitiesOfEnrolment,
}

export const decideEnrolments = async (
  ctx: SignedIn,
  { enrolments: each, decision, reason }: BodyOf<typeof contract.decideEnrolments>,
  key: string | undefined,
): Promise<AnswerOf<typeof contract.decideEnrolments>> => ({
  outcomes: await decideEach(ctx, stage, { key, each, decided: { decision, reason } }),
})
