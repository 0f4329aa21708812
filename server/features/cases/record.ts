import type { AuditAction } from '@lectern/contract/audit-actions.ts'
import type { CaseEventKind } from '@lectern/contract/case-values.ts'
import type { CaseId, FileId } from '@lectern/contract/ids.ts'
import { system, type Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { audit, type AuditValues } from '../audit/service.ts'
import { caseEvent } from './tables.ts'

interface Recorded {
  id: CaseId
  kind: CaseEventKind
  action: AuditAction
  before?: AuditValues
  after?: AuditValues
  file?: FileId
}

const addEvent = async (ctx: Ctx, { id, kind, file }: Recorded, isOfParty: boolean): Promise<void> => {
  const isArbiter = !isOfParty && ctx.actor.kind === 'account'
  await ctx.db.insert(caseEvent).values({
    id: newId<string>(ctx.now),
    caseId: id,
    kind,
    at: ctx.now,
    arbiterId: isArbiter && ctx.actor.kind === 'account' ? ctx.actor.id : null,
    isOfParty,
    fileId: file ?? null,
  })
}

const log = (ctx: Ctx, { id, action, before, after }: Recorded): Promise<void> =>
  audit(ctx, action, { subject: { kind: 'case', id }, ...(before && { before }), ...(after && { after }) })

/** What an arbiter or the program did, in the history of the case and in the log. */
export const recordStep = async (ctx: Ctx, recorded: Recorded): Promise<void> => {
  await addEvent(ctx, recorded, false)
  await log(ctx, recorded)
}

/**
 * What a party did. All organisers read the log: it says that something was done, but neither by whom nor from which
 * address.
 */
export const recordOfParty = async (ctx: Ctx, recorded: Recorded): Promise<void> => {
  await addEvent(ctx, recorded, true)
  await log({ ...ctx, actor: system, caller: { address: '', userAgent: '' } }, recorded)
}
