import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import { stagePhases } from '@lectern/contract/competition-values.ts'
import { notifyDelayMilliseconds, resubmitMilliseconds } from '@lectern/contract/enrolment-values.ts'
import type { AccountId, WorkId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/work-office.ts'
import { mayDecideWork, workNeedsReason, type WorkDecision } from '@lectern/contract/work-values.ts'
import type { SignedIn } from '../../platform/context.ts'
import { AppError, fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { t } from '../../platform/messages.ts'
import { all, permitted, refuse, type Verdict } from '../../platform/policy.ts'
import { roleIn } from '../teams/service.ts'
import { checkAsked, type WorkView } from './policy.ts'
import { knowsDecision } from './queries.ts'
import { takeWorkStep, type Move } from './steps.ts'

const afterwards = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

/** Until the phase ends, and at least three days. */
const resubmitBy = ({ team: { deadlines } }: WorkView, now: Date): Date => {
  const closesAt = deadlines[stagePhases.work]?.closesAt
  const least = afterwards(now, resubmitMilliseconds)
  return closesAt && closesAt > least ? closesAt : least
}

interface Decided {
  decision: WorkDecision
  reason: string | undefined
}

/** Organisers do not decide on works of their own team. */
const mayJudge = ({ team, work }: WorkView, who: AccountId, decision: WorkDecision): Verdict =>
  all(
    roleIn(team, who) ? refuse('enrolment.ownTeam') : permitted,
    checkAsked(team),
    mayDecideWork(work.state, decision) ? permitted : refuse('work.moveRefused'),
  )

const decisionOn = async (ctx: SignedIn, { work, ...view }: WorkView, { decision, reason }: Decided): Promise<Move> => {
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
      resubmitBy: decision === 'returned' ? resubmitBy({ work, ...view }, ctx.now) : null,
    },
    notifyAt: isNotified ? afterwards(ctx.now, notifyDelayMilliseconds) : undefined,
    action: isTakenBack ? 'work.takenBack' : 'work.decided',
    logged: { reason },
  }
}

/** Returns when the team is notified. */
const decideOne = async (
  ctx: SignedIn,
  one: { id: WorkId; version: number },
  decided: Decided,
): Promise<{ notifyAt: string | null }> => {
  let notifyAt: Date | undefined
  await takeWorkStep(ctx, {
    ...one,
    may: (view) => mayJudge(view, ctx.actor.id, decided.decision),
    move: async (view) => {
      const move = await decisionOn(ctx, view, decided)
      notifyAt = move.notifyAt
      return move
    },
  })
  return { notifyAt: notifyAt?.toISOString() ?? null }
}

/** Decides on each work in its own transaction; returns the reason for each that fails. */
export const decideWorks = async (
  outer: SignedIn,
  { works, decision, reason }: BodyOf<typeof contract.decideWorks>,
  key: string | undefined,
): Promise<AnswerOf<typeof contract.decideWorks>> => {
  const outcomes: AnswerOf<typeof contract.decideWorks>['outcomes'] = []
  for (const one of works) {
    const call = {
      scope: `work.decide ${outer.actor.id}`,
      key: key && `${key}-${one.id}`,
      input: [one, decision, reason],
    }
    try {
      const { notifyAt } = await withIdempotencyKey(outer, call, (ctx) => decideOne(ctx, one, { decision, reason }))
      outcomes.push({ id: one.id, refusal: null, notifyAt })
    } catch (error) {
      // A single one fails like any request, so that its form shows the error at the field.
      if (!(error instanceof AppError) || works.length === 1) throw error
      outcomes.push({ id: one.id, refusal: t(outer.locale, `error.${error.error}`, error.params), notifyAt: null })
    }
  }
  return { outcomes }
}
