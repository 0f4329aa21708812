import type { AuditAction, SubjectKind } from '@lectern/contract/audit/audit-actions.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import type { Verdict } from '../../platform/policy.ts'
import type { AuditValues } from '../audit/service.ts'

// A stage is what a team submits and organisers decide on: an enrolment, a work.

/** A step with a row of a stage, in the version that the caller has seen. */
export interface StageStep<Id, View, Move> {
  id: Id
  version: number
  may: (view: View) => Verdict
  move: (view: View) => Promise<Move>
}

/** A transition of the state machine, and everything recorded about it. */
export interface StageMove<Kind, State, Changes> {
  kind: Kind
  to: State
  changes?: Changes
  reason?: string | undefined
  /** When a job notifies the team, if the decision still stands. */
  notifyAt?: Date | undefined
  action: AuditAction
  /** Additional fields for the audit log. */
  logged?: AuditValues
  /** The captain on whose behalf an organiser acts. */
  onBehalfOf?: AccountId | undefined
  /** Notifies the team at once. */
  notify?: () => Promise<void>
}

/** Clears the fields of a decision: any later step replaces it. */
export const undecided = { decidedBy: null, decidedAt: null, reason: null, resubmitBy: null }

/** The columns that events of all stages have. */
export const eventOf = <Kind, State>(
  { actor, now }: Ctx,
  from: State,
  { kind, to, reason, notifyAt }: StageMove<Kind, State, unknown>,
) => ({
  id: newId<string>(now),
  at: now,
  kind,
  accountId: actor.kind === 'account' ? actor.id : null,
  fromState: from,
  toState: to,
  reason: reason ?? null,
  notifyAt: notifyAt ?? null,
})

export const logOf = <Kind, State>(
  subject: { kind: SubjectKind; id: string },
  from: State,
  { to, action, logged, onBehalfOf }: StageMove<Kind, State, unknown>,
) => ({
  action,
  subject,
  before: { state: from },
  after: { state: to, ...logged },
  ...(onBehalfOf && { onBehalfOf }),
})
