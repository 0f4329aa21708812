import type { AuditAction } from '@lectern/contract/audit/audit-actions.ts'
import type { RecommendationListId } from '@lectern/contract/ids.ts'
import type { ListEventKind, ListState } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { newId } from '../../../platform/ids.ts'
import type { AuditValues } from '../../audit/service.ts'
import { eventOf, logOf, type Taken } from '../../steps/service.ts'
import type { ListView } from '../policy.ts'
import { recommendationEvent, recommendationList } from '../tables.ts'

interface ListMove {
  kind: ListEventKind
  to: ListState
  changes?: Partial<Omit<typeof recommendationList.$inferInsert, 'state'>>
  reason?: string | undefined
  /** The number of what is handed in. */
  submission?: number
  action: AuditAction
  logged?: AuditValues
  notify?: () => Promise<void>
}

/** The list of the view; begins it where nobody has. Requires a transaction that has locked the ledger. */
export const beginList = async (ctx: Ctx, { list, rules, institution }: ListView): Promise<RecommendationListId> => {
  if (list) return list.id
  const id = newId<RecommendationListId>(ctx.now)
  await ctx.db.insert(recommendationList).values({
    id,
    activityId: rules.activityId,
    institutionId: institution.id,
    level: institution.kind,
    state: 'draft',
    version: 0,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  return id
}

/** The list has changed: whoever has seen an earlier version reads it again. */
export const touchList = async (ctx: Ctx, id: RecommendationListId): Promise<void> => {
  await ctx.db
    .update(recommendationList)
    .set({ version: sql`${recommendationList.version} + 1`, updatedAt: ctx.now })
    .where(eq(recommendationList.id, id))
}

/** Requires a transaction that has locked the ledger. */
export const moveList = async (ctx: Ctx, view: ListView, move: ListMove): Promise<Taken<RecommendationListId>> => {
  const { kind, to, changes, reason, submission = null, action, logged, notify } = move
  const id = await beginList(ctx, view)
  await ctx.db
    .update(recommendationList)
    .set({ ...changes, state: to, version: sql`${recommendationList.version} + 1`, updatedAt: ctx.now })
    .where(eq(recommendationList.id, id))
  const { notifyAt: _notifyAt, ...event } = eventOf(ctx, view.state, { kind, to, reason, action })
  return {
    after: id,
    event: async () => {
      await ctx.db.insert(recommendationEvent).values({ ...event, listId: id, submission })
    },
    log: logOf({ kind: 'recommendationList', id }, view.state, { kind, to, action, ...(logged && { logged }) }),
    notify,
  }
}
