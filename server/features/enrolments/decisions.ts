import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import { stagePhases } from '@lectern/contract/competition-values.ts'
import type * as contract from '@lectern/contract/decisions.ts'
import {
  isFrozen,
  mayDecide,
  needsReason,
  placeStates,
  type Decision,
  type EnrolmentState,
} from '@lectern/contract/enrolment-values.ts'
import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { TeamRole } from '@lectern/contract/team-values.ts'
import type { SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { permit, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import { reserveSeat } from '../competition/service.ts'
import { decideEach, notifyTime, resubmitTime } from '../steps/service.ts'
import { activitiesOfEnrolment } from './concerned.ts'
import type { EnrolmentView } from './policy.ts'
import { enrolmentStages } from './ports.ts'
import { isRevisedSince, knowsDecision } from './queries.ts'
import { takeEnrolmentStep, type Move } from './steps.ts'

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

const decisionOn = async (ctx: SignedIn, view: EnrolmentView, { decision, reason }: Decided): Promise<Move> => {
  const { enrolment } = view
  if (needsReason(enrolment.state, decision) && reason === undefined) throw fail('enrolment.reasonNeeded').at('reason')
  if (enrolment.state === 'approved')
    for (const stage of ctx.installation.ports.all(enrolmentStages))
      permit(await stage.mayLeaveApproval(ctx, view.team))
  const isTakenBack = decision === 'submitted'
  if (isTakenBack && !(await isAsSubmitted(ctx, view))) throw fail('enrolment.revisedSince')
  if (!holdsSeat(enrolment.state) && holdsSeat(decision)) await reserveSeat(ctx, enrolment.activityId, 'restored')
  // If the team has not been notified of the decision, it is not notified of the revocation either.
  const isNotified = !isTakenBack || (await knowsDecision(ctx.db, enrolment.id))
  return {
    kind: isTakenBack ? 'takeBack' : 'decision',
    to: decision,
    reason,
    changes: {
      decidedBy: isTakenBack ? null : ctx.actor.id,
      decidedAt: isTakenBack ? null : ctx.now,
      reason: isTakenBack ? null : (reason ?? null),
      resubmitBy: decision === 'returned' ? resubmitTime(view.team.deadlines[stagePhases.enrolment], ctx.now) : null,
    },
    notifyAt: isNotified ? notifyTime(ctx.now) : undefined,
    action: isTakenBack ? 'enrolment.takenBack' : 'enrolment.decided',
    logged: { reason },
  }
}

/** Returns when the team is notified. */
const decideOne = async (
  ctx: SignedIn,
  one: { id: EnrolmentId; version: number },
  decided: Decided,
): Promise<Date | undefined> => {
  let notifyAt: Date | undefined
  await takeEnrolmentStep(ctx, {
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

type Decisions = BodyOf<typeof contract.decideEnrolments>

export const decideEnrolments = async (
  ctx: SignedIn,
  { enrolments: each, decision, reason }: Decisions,
  key: string | undefined,
): Promise<AnswerOf<typeof contract.decideEnrolments>> => ({
  outcomes: await decideEach(
    ctx,
    { scope: 'enrolment.decide', key, each, decided: { decision, reason }, activity: activitiesOfEnrolment },
    decideOne,
  ),
})
