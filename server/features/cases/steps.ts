import type { AuditAction } from '@lectern/contract/audit/audit-actions.ts'
import type { CaseEventKind, CaseState } from '@lectern/contract/cases/case-values.ts'
import type { CaseId, FileId } from '@lectern/contract/ids.ts'
import { system, type Ctx } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { audit, type AuditValues } from '../audit/service.ts'
import type { Taken } from '../steps/service.ts'
import type { CaseView } from './case-view.ts'
import { caseEvent, contestCase } from './tables.ts'

interface CaseEvent {
  id: CaseId
  kind: CaseEventKind
  isOfParty?: boolean
  file?: FileId
}

const addEvent = async (ctx: Ctx, { id, kind, isOfParty = false, file }: CaseEvent): Promise<void> => {
  await ctx.db.insert(caseEvent).values({
    id: newId<string>(ctx.now),
    caseId: id,
    kind,
    at: ctx.now,
    arbiterId: !isOfParty && ctx.actor.kind === 'account' ? ctx.actor.id : null,
    isOfParty,
    fileId: file ?? null,
  })
}

/**
 * In whose name the log records what a party does. All organisers read it: it says that something was done, but neither
 * by whom nor from which address.
 */
export const unnamed = (ctx: Ctx): Ctx => ({ ...ctx, actor: system, caller: { address: '', userAgent: '' } })

interface Recorded extends CaseEvent {
  action: AuditAction
  after?: AuditValues
}

/** What is done beside the steps, in the history of the case and in the log. */
export const recordEvent = async (ctx: Ctx, { action, after, ...event }: Recorded): Promise<void> => {
  await addEvent(ctx, event)
  const subject = { kind: 'case', id: event.id } as const
  await audit(event.isOfParty ? unnamed(ctx) : ctx, action, { subject, ...(after && { after }) })
}

/** A step of a case, and everything recorded about it. */
export interface Move {
  kind: CaseEventKind
  action: AuditAction
  /** Absent: the state stays. */
  to?: CaseState
  changes?: Partial<Omit<typeof contestCase.$inferInsert, 'state'>>
  /** Additional fields for the audit log. */
  logged?: AuditValues
  notify?: (() => Promise<void>) | undefined
}

/** Requires a transaction that has locked the case. */
export const moveCase = async (
  ctx: Ctx,
  { id, state, version }: CaseView,
  { kind, action, to, changes, logged, notify, isOfParty }: Move & { isOfParty: boolean },
): Promise<Taken<void>> => {
  if (to || changes)
    await ctx.db
      .update(contestCase)
      .set({ ...changes, ...(to && { state: to }), version: version + 1 })
      .where(eq(contestCase.id, id))
  return {
    after: undefined,
    event: () => addEvent(ctx, { id, kind, isOfParty }),
    log: {
      action,
      subject: { kind: 'case', id },
      ...(to && { before: { state }, after: { state: to, ...logged } }),
    },
    notify,
  }
}
