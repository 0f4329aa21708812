import type { AuditAction } from '@lectern/contract/audit-actions.ts'
import type { EnrolmentState, EventKind } from '@lectern/contract/enrolment-values.ts'
import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import type { Verdict } from '../../platform/policy.ts'
import type { AuditValues } from '../audit/service.ts'
import { takeStep, type Taken } from '../steps/service.ts'
import type { TeamView } from '../teams/service.ts'
import { lockEnrolment } from './enrolment-view.ts'
import type { EnrolmentView } from './policy.ts'
import { enrolmentColumns, type FoundEnrolment } from './queries.ts'
import { enrolment, enrolmentEvent } from './tables.ts'

export const captainOf = ({ members }: TeamView) => members.find(({ role }) => role === 'captain')!.account

/** Clears the fields of a decision: any later step replaces it. */
export const undecided = { decidedBy: null, decidedAt: null, reason: null, resubmitBy: null }

/** A transition of the state machine, and everything recorded about it. */
export interface Move {
  kind: EventKind
  to: EnrolmentState
  changes?: Partial<typeof enrolment.$inferInsert>
  reason?: string | undefined
  /** For a submission: the questions whose answers differ. */
  changed?: readonly string[] | undefined
  /** When a job notifies the team, if the decision still stands. */
  notifyAt?: Date | undefined
  action: AuditAction
  /** Additional fields for the audit log. */
  logged?: AuditValues
  /** The captain on whose behalf an organiser acts. */
  onBehalfOf?: ReturnType<typeof captainOf>['id'] | undefined
  /** Notifies the team at once. */
  notify?: () => Promise<void>
}

/** Requires a transaction that has locked the enrolment. */
export const moveEnrolment = async (
  ctx: Ctx,
  { id, state }: { id: EnrolmentId; state: EnrolmentState },
  { kind, to, changes, reason, changed, notifyAt, action, logged, onBehalfOf, notify }: Move,
): Promise<Taken<FoundEnrolment>> => {
  const [moved] = await ctx.db
    .update(enrolment)
    .set({ ...changes, state: to, version: sql`${enrolment.version} + 1`, updatedAt: ctx.now })
    .where(eq(enrolment.id, id))
    .returning(enrolmentColumns)
  return {
    after: moved!,
    event: async () => {
      await ctx.db.insert(enrolmentEvent).values({
        id: newId<string>(ctx.now),
        enrolmentId: id,
        at: ctx.now,
        kind,
        accountId: ctx.actor.kind === 'account' ? ctx.actor.id : null,
        fromState: state,
        toState: to,
        reason: reason ?? null,
        notifyAt: notifyAt ?? null,
        changed: changed ? [...changed] : null,
      })
    },
    log: {
      action,
      subject: { kind: 'enrolment', id },
      before: { state },
      after: { state: to, ...logged },
      ...(onBehalfOf && { onBehalfOf }),
    },
    notify,
  }
}

const movedView = (view: EnrolmentView, moved: FoundEnrolment): EnrolmentView => ({
  ...view,
  team: { ...view.team, enrolment: moved, waiting: undefined },
  enrolment: moved,
})

interface EnrolmentStep {
  id: EnrolmentId
  version: number
  may: (view: EnrolmentView) => Verdict
  move: (view: EnrolmentView) => Promise<Move>
}

/** Takes a step with an enrolment in the version that the caller has seen; returns it as it is afterwards. */
export const takeEnrolmentStep = (ctx: SignedIn, { id, version, may, move }: EnrolmentStep): Promise<EnrolmentView> =>
  takeStep(ctx, {
    lock: () => lockEnrolment(ctx, id, version),
    may,
    move: async (view) => {
      const taken = await moveEnrolment(ctx, view.enrolment, await move(view))
      return { ...taken, after: movedView(view, taken.after) }
    },
  })
