import type { AuditAction } from '@lectern/contract/audit/audit-actions.ts'
import { notifyDelayMilliseconds, resubmitMilliseconds } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { SQL } from '../../platform/database/drizzle.ts'
import { AppError } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { t } from '../../platform/messages.ts'
import type { Verdict } from '../../platform/policy.ts'
import { requireTakesNoPart } from './participation.ts'
import type { StageStep } from './stage-moves.ts'

/** Kinds of subjects that organisers decide on: their vocabulary of the log has both actions. */
type DecidedSubject = AuditAction extends infer Action
  ? Action extends `${infer Kind}.takenBack`
    ? Kind
    : never
  : never

const afterwards = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds)

/** Until when a team may submit again what is returned now: until the phase ends, and at least three days. Null: not returned. */
export const resubmitTime = (decision: string, deadline: { closesAt: Date } | undefined, now: Date): Date | null => {
  if (decision !== 'returned') return null
  const least = afterwards(now, resubmitMilliseconds)
  return deadline && deadline.closesAt > least ? deadline.closesAt : least
}

interface Decided<Decision> {
  decision: Decision
  reason: string | undefined
}

interface DecisionContext<Changes> {
  /** Columns that the decision changes beside those that every stage has. */
  changes?: Changes
  /** Whether the team was notified of the last decision. */
  knowsDecision: () => Promise<boolean>
}

/** The move that a decision makes; `submitted` takes the last one back. */
export const decisionMove = async <Decision extends string, Changes extends object = object>(
  ctx: SignedIn,
  subject: DecidedSubject,
  { decision, reason }: Decided<Decision>,
  { changes, knowsDecision }: DecisionContext<Changes>,
) => {
  const isTakenBack = decision === 'submitted'
  // If the team has not been notified of the decision, it is not notified of the revocation either.
  const isNotified = !isTakenBack || (await knowsDecision())
  const decided = isTakenBack
    ? { decidedBy: null, decidedAt: null, reason: null }
    : { decidedBy: ctx.actor.id, decidedAt: ctx.now, reason: reason ?? null }
  return {
    kind: isTakenBack ? 'takeBack' : 'decision',
    to: decision,
    reason,
    changes: { ...decided, ...changes },
    notifyAt: isNotified ? afterwards(ctx.now, notifyDelayMilliseconds) : undefined,
    action: `${subject}.${isTakenBack ? 'takenBack' : 'decided'}`,
    logged: { reason },
  } as const
}

/** How rows of a stage are decided on. */
interface DecidedStage<Id, View, Decision, Move> {
  scope: string
  take: (ctx: SignedIn, step: StageStep<Id, View, Move>) => Promise<unknown>
  may: (view: View, decision: Decision) => Verdict
  move: (ctx: SignedIn, view: View, decided: Decided<Decision>) => Promise<Move>
  /** Selects the activity of what is decided on: whoever takes part in it decides nothing. */
  activity: (one: { id: Id }) => SQL
}

interface Decisions<Id, Decision> {
  key: string | undefined
  each: readonly { id: Id; version: number }[]
  decided: Decided<Decision>
}

interface Outcome<Id> {
  id: Id
  refusal: string | null
  notifyAt: string | null
}

/** Decides on each in its own transaction; returns the reason for each that fails. */
export const decideEach = async <Id extends string, View, Decision, Move extends { notifyAt?: Date | undefined }>(
  outer: SignedIn,
  { scope, take, may, move, activity }: DecidedStage<Id, View, Decision, Move>,
  { key, each, decided }: Decisions<Id, Decision>,
): Promise<Outcome<Id>[]> => {
  const outcomes: Outcome<Id>[] = []
  for (const one of each) {
    const call = {
      scope: `${scope} ${outer.actor.id}`,
      key: key && `${key}-${one.id}`,
      input: { one, decided },
    }
    try {
      await requireTakesNoPart(outer, activity(one))
      const { notifyAt } = await withIdempotencyKey(outer, call, async (ctx) => {
        const outcome: { notifyAt: string | null } = { notifyAt: null }
        await take(ctx, {
          ...one,
          may: (view) => may(view, decided.decision),
          move: async (view) => {
            const decision = await move(ctx, view, decided)
            outcome.notifyAt = decision.notifyAt?.toISOString() ?? null
            return decision
          },
        })
        return outcome
      })
      outcomes.push({ id: one.id, refusal: null, notifyAt })
    } catch (error) {
      // A single one fails like any request, so that its form shows the error at the field.
      if (!(error instanceof AppError) || each.length === 1) throw error
      outcomes.push({ id: one.id, refusal: t(outer.locale, `error.${error.error}`, error.params), notifyAt: null })
    }
  }
  return outcomes
}
