import type { PhaseId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { newId } from '../../../platform/ids.ts'
import { audit } from '../../audit/service.ts'
import { phase } from '../tables.ts'
import type { FoundPhase } from './phase-queries.ts'
import type { Window } from './phases.ts'

/** The fields of a phase for the audit log. */
export const auditFields = ({
  kind,
  activityId,
  opensAt,
  closesAt,
  graceMinutes,
}: Omit<FoundPhase, 'id' | 'editionId' | 'version' | 'updatedAt'>) => ({
  kind,
  ...(activityId && { activity: activityId }),
  opensAt,
  closesAt,
  graceMinutes,
})

type NewPhase = Omit<FoundPhase, 'id' | 'version' | 'updatedAt'>

/** Requires the exclusive lock on the edition rules. */
export const insertPhase = async (ctx: Ctx, values: NewPhase): Promise<PhaseId> => {
  const id = newId<PhaseId>(ctx.now)
  await ctx.db.insert(phase).values({ ...values, id, createdAt: ctx.now, updatedAt: ctx.now })
  await audit(ctx, 'content.created', { subject: { kind: 'phase', id }, after: auditFields(values) })
  return id
}

/** Requires the exclusive lock on the edition rules. */
export const changePhase = async (
  ctx: Ctx,
  before: FoundPhase,
  window: Window & { graceMinutes: number },
): Promise<FoundPhase> => {
  const after = { ...before, ...window, version: before.version + 1, updatedAt: ctx.now }
  const { opensAt, closesAt, graceMinutes, version, updatedAt } = after
  await ctx.db.update(phase).set({ opensAt, closesAt, graceMinutes, version, updatedAt }).where(eq(phase.id, before.id))
  await audit(ctx, 'content.updated', {
    subject: { kind: 'phase', id: before.id },
    before: auditFields(before),
    after: auditFields(after),
  })
  return after
}
