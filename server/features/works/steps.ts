import type { AuditAction } from '@lectern/contract/audit-actions.ts'
import type { AccountId, WorkId } from '@lectern/contract/ids.ts'
import type { WorkEventKind, WorkState } from '@lectern/contract/work-values.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { permit, type Verdict } from '../../platform/policy.ts'
import type { AuditValues } from '../audit/service.ts'
import { takeStep, type Taken } from '../steps/service.ts'
import type { WorkView } from './policy.ts'
import { workStages } from './ports.ts'
import { changeWorkRow, type FoundWork } from './queries.ts'
import { workEvent, type work } from './tables.ts'
import { lockWork } from './work-view.ts'

/** Clears the fields of a decision: any later step replaces it. */
export const undecided = { decidedBy: null, decidedAt: null, reason: null, resubmitBy: null }

/** A transition of the state machine, and everything recorded about it. */
export interface Move {
  kind: WorkEventKind
  to: WorkState
  changes?: Partial<typeof work.$inferInsert>
  reason?: string | undefined
  /** The number of the submission that this step makes. */
  submission?: number
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

/** Requires a transaction that has locked the work. */
export const moveWork = async (
  ctx: Ctx,
  { id, state, version }: Pick<FoundWork, 'id' | 'state' | 'version'>,
  { kind, to, changes, reason, submission, notifyAt, action, logged, onBehalfOf, notify }: Move,
): Promise<Taken<FoundWork>> => {
  const stages = ctx.installation.ports.all(workStages)
  for (const stage of stages) permit(await stage.mayMove(ctx, { id, from: state, to }))
  const moved = await changeWorkRow(ctx.db, id, { ...changes, state: to, version: version + 1, updatedAt: ctx.now })
  for (const stage of stages) await stage.moved(ctx, { id, from: state, to })
  return {
    after: moved,
    event: async () => {
      await ctx.db.insert(workEvent).values({
        id: newId<string>(ctx.now),
        workId: id,
        at: ctx.now,
        kind,
        accountId: ctx.actor.kind === 'account' ? ctx.actor.id : null,
        fromState: state,
        toState: to,
        reason: reason ?? null,
        submission: submission ?? null,
        notifyAt: notifyAt ?? null,
      })
    },
    log: {
      action,
      subject: { kind: 'work', id },
      before: { state },
      after: { state: to, ...logged },
      ...(onBehalfOf && { onBehalfOf }),
    },
    notify,
  }
}

interface WorkStep {
  id: WorkId
  version: number
  may: (view: WorkView) => Verdict
  move: (view: WorkView) => Promise<Move>
}

/** Takes a step with a work in the version that the caller has seen. */
export const takeWorkStep = (ctx: SignedIn, { id, version, may, move }: WorkStep): Promise<WorkView> =>
  takeStep(ctx, {
    lock: () => lockWork(ctx, id, version),
    may,
    move: async (view) => {
      const taken = await moveWork(ctx, view.work, await move(view))
      return { ...taken, after: { ...view, work: taken.after } }
    },
  })
