import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/decisions.ts'
import {
  placeStates,
  resubmitMilliseconds,
  tellAfterMilliseconds,
  type Decision,
  type EnrolmentState,
} from '@lectern/contract/enrolment-values.ts'
import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../platform/context.ts'
import { AppError, fail } from '../../platform/failure.ts'
import { once } from '../../platform/idempotency.ts'
import { say } from '../../platform/messages.ts'
import { audit } from '../audit/service.ts'
import { takePlace } from '../competition/service.ts'
import { holdEnrolment } from './enrolment-view.ts'
import { isMove, type EnrolmentView } from './policy.ts'
import { wasTold } from './queries.ts'
import { moveEnrolment } from './service.ts'

const holdsPlace = (state: EnrolmentState): boolean => (placeStates as readonly string[]).includes(state)

const afterwards = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

/** Until the phase ends, and for three days at least. */
const resubmitBy = ({ team: { deadline } }: EnrolmentView, now: Date): Date => {
  const least = afterwards(now, resubmitMilliseconds)
  return deadline && deadline.closesAt > least ? deadline.closesAt : least
}

/** What is submitted is decided on; what is decided is decided anew only with a reason. */
const requireReason = (from: EnrolmentState, decision: Decision, reason: string | undefined): void => {
  const needsOne = decision === 'returned' || decision === 'rejected' || from !== 'submitted'
  if (needsOne && reason === undefined) throw fail('enrolment.reasonNeeded').at('reason')
}

interface Decided {
  decision: Decision
  reason: string | undefined
}

const decideOne = async (
  ctx: SignedIn,
  { id, version }: { id: EnrolmentId; version: number },
  { decision, reason }: Decided,
): Promise<void> => {
  const view = await holdEnrolment(ctx, id, version)
  const { enrolment } = view
  // A captain submits and withdraws; these are the organisers' ways on the same map.
  const isDecidable = enrolment.state !== 'draft' && enrolment.state !== 'withdrawn'
  if (!isDecidable || !isMove(enrolment.state, decision)) throw fail('enrolment.moveRefused')
  if (enrolment.state === 'returned' && decision !== 'submitted') throw fail('enrolment.moveRefused')
  requireReason(enrolment.state, decision, reason)
  if (!holdsPlace(enrolment.state) && holdsPlace(decision)) await takePlace(ctx, enrolment.activityId)
  const isTakenBack = decision === 'submitted'
  await moveEnrolment(ctx, enrolment, {
    to: decision,
    reason,
    changes: {
      decidedBy: isTakenBack ? null : ctx.actor.id,
      decidedAt: isTakenBack ? null : ctx.now,
      reason: isTakenBack ? null : (reason ?? null),
      resubmitBy: decision === 'returned' ? resubmitBy(view, ctx.now) : null,
    },
    // Taking back what nobody has been told is nobody's business.
    ...((!isTakenBack || (await wasTold(ctx.db, id))) && { tellAt: afterwards(ctx.now, tellAfterMilliseconds) }),
  })
  await audit(ctx, isTakenBack ? 'enrolment.takenBack' : 'enrolment.decided', {
    subject: { kind: 'enrolment', id },
    before: { state: enrolment.state },
    after: { state: decision, reason },
  })
}

type Decisions = BodyOf<typeof contract.decideEnrolments>

/** Each in its own transaction; gives why not for those that cannot be. */
export const decideEnrolments = async (outer: SignedIn, input: Decisions, key: string | undefined) => {
  const { enrolments, decision, reason } = input
  const outcomes: { id: EnrolmentId; refusal: string | null }[] = []
  for (const one of enrolments) {
    const call = {
      scope: `enrolment.decide ${outer.actor.id}`,
      key: key && `${key}-${one.id}`,
      input: [one, decision, reason],
    }
    try {
      await once(outer, call, async (ctx) => {
        await decideOne(ctx, one, { decision, reason })
        return {}
      })
      outcomes.push({ id: one.id, refusal: null })
    } catch (error) {
      // One alone fails as any call does: its form shows where.
      if (!(error instanceof AppError) || enrolments.length === 1) throw error
      outcomes.push({ id: one.id, refusal: say(outer.locale, `error.${error.error}`, error.params) })
    }
  }
  return { outcomes }
}
