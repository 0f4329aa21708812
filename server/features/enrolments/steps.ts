import type { AuditAction } from '@lectern/contract/audit-actions.ts'
import type { EnrolmentState, EventKind } from '@lectern/contract/enrolment-values.ts'
import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import type { Verdict } from '../../platform/policy.ts'
import { takeStep, type Taken } from '../steps/service.ts'
import type { TeamView } from '../teams/service.ts'
import { lockEnrolment } from './enrolment-view.ts'
import type { EnrolmentView } from './policy.ts'
import { enrolmentColumns, type FoundEnrolment } from './queries.ts'
import { enrolment, enrolmentEvent } from './tables.ts'

export const captainOf = ({ members }: TeamView) => members.find(({ role }) => role === 'captain')!.account

/** What a decision leaves in the enrolment; whatever happens next, it is none any more. */
export const undecided = { decidedBy: null, decidedAt: null, reason: null, resubmitBy: null }

/** A way on the map of states, and everything that is written down about it. */
export interface Move {
  kind: EventKind
  to: EnrolmentState
  changes?: Partial<typeof enrolment.$inferInsert>
  reason?: string | undefined
  /** Of a submission: the questions that it answers differently. */
  changed?: readonly string[] | undefined
  /** When a job tells the team, if it still stands. */
  notifyAt?: Date | undefined
  action: AuditAction
  /** What the log says beyond the states. */
  logged?: Record<string, unknown>
  /** The captain for whom an organiser acts. */
  onBehalfOf?: ReturnType<typeof captainOf>['id'] | undefined
  /** Tells the team at once. */
  notify?: () => Promise<void>
}

/** In a transaction that holds the enrolment. */
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

/** Moves an enrolment that somebody has seen in this version; gives it as it is afterwards. */
export const takeEnrolmentStep = (ctx: SignedIn, { id, version, may, move }: EnrolmentStep): Promise<EnrolmentView> =>
  takeStep(ctx, {
    lock: () => lockEnrolment(ctx, id, version),
    may,
    move: async (view) => {
      const taken = await moveEnrolment(ctx, view.enrolment, await move(view))
      return { ...taken, after: movedView(view, taken.after) }
    },
  })
