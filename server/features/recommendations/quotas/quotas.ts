import type { AnswerOf, BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, InstitutionId, QuotaEntryId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations-above.ts'
import { maxQuota } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { and, count, desc, eq, inArray, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { isOrganiser, permit } from '../../../platform/policy.ts'
import { account } from '../../accounts/tables.ts'
import { audit } from '../../audit/service.ts'
import { lockRulesOfActivity } from '../../competition/service.ts'
import { whereBelow, whereOwn } from '../../institutions/service.ts'
import { institution } from '../../institutions/tables.ts'
import { nameOf } from '../../teams/service.ts'
import { selectLists } from '../lists/list-queries.ts'
import { checkOfOthers, lockLedgers, requireList, whereWithinReach, type ListKey } from '../lists/list-view.ts'
import { mayGrantQuota } from '../policy.ts'
import { recommendationQuota, recommendationRules } from '../tables.ts'

/** The institutions that the reader writes quotas for, with how they reach each. */
const requireReached = async (ctx: SignedIn, activityId: ActivityId, ids: readonly InstitutionId[]) => {
  const rows = await selectLists(
    ctx.db,
    and(eq(recommendationRules.activityId, activityId), inArray(institution.id, [...ids]), whereWithinReach(ctx)),
  )
  if (rows.length < ids.length) throw fail('institution.notFound')
  if (isOrganiser(ctx.actor, 'contest'))
    return rows.map((row) => ({ ...row, reach: { isOwn: false, isAbove: false, isOrganiser: true } }))
  const reaches = await ctx.db
    .select({
      id: institution.id,
      isOwn: sql<boolean>`${whereOwn(ctx.actor.id, institution.id)}`,
      isAbove: sql<boolean>`${whereBelow(ctx.actor.id, institution.id)}`,
    })
    .from(institution)
    .where(inArray(institution.id, [...ids]))
  return rows.map((row) => {
    const { isOwn, isAbove } = reaches.find(({ id }) => id === row.institution.id)!
    return { ...row, reach: { isOwn, isAbove, isOrganiser: false } }
  })
}

/** Adds entries to ledgers, all of them or none. */
export const grantQuotas = (
  outer: SignedIn,
  activityId: ActivityId,
  { quotas, reason }: BodyOf<typeof contract.grantQuotas>,
  key: string | undefined,
): Promise<AnswerOf<typeof contract.grantQuotas>> => {
  const call = { scope: `recommendation.quotas ${outer.actor.id}`, key, input: [activityId, quotas, reason] }
  return withIdempotencyKey(outer, call, async (ctx) => {
    await lockRulesOfActivity(ctx.db, activityId)
    const ids = quotas.map(({ institution: id }) => id)
    if (new Set(ids).size < ids.length) throw fail('recommendation.entriesTwice')
    await requireReached(ctx, activityId, ids)
    await lockLedgers(ctx.db, activityId, ids)
    const rows = await requireReached(ctx, activityId, ids)
    const ofOthers = await checkOfOthers(ctx, activityId, 'act')
    const list = quotas.map(({ institution: id, amount }) => {
      const row = rows.find((one) => one.institution.id === id)!
      permit(mayGrantQuota({ ...row, ofOthers }))
      const balance = row.balance + amount
      if (balance < row.recommended || balance < 0)
        throw fail('recommendation.quotaInUse', { recommended: row.recommended })
      if (balance > maxQuota) throw fail('recommendation.quotaTooLarge', { most: maxQuota })
      return { institution: id, amount, before: row.balance, balance }
    })
    await ctx.db.insert(recommendationQuota).values(
      list.map(({ institution: id, amount }) => ({
        id: newId<QuotaEntryId>(ctx.now),
        activityId,
        institutionId: id,
        amount,
        reason,
        grantedBy: ctx.actor.id,
        grantedAt: ctx.now,
      })),
    )
    await audit(ctx, 'recommendation.quotaGranted', {
      subject: { kind: 'recommendationRules', id: activityId },
      after: {
        quotas: list.map(({ institution: id, amount, balance }) => ({ institution: id, amount, balance })),
        reason,
      },
    })
    return { list: list.map(({ institution: id, balance }) => ({ institution: id, balance })) }
  })
}

/** The ledger of an institution, the newest entry first. */
export const listQuotas = async (
  ctx: SignedIn,
  key: ListKey,
  { page, pageSize }: QueryOf<typeof contract.listQuotaEntries>,
): Promise<AnswerOf<typeof contract.listQuotaEntries>> => {
  const { balance, recommended } = await requireList(ctx, key)
  const where = and(
    eq(recommendationQuota.activityId, key.activity),
    eq(recommendationQuota.institutionId, key.institution),
  )
  const rows = await ctx.db
    .select({
      id: recommendationQuota.id,
      amount: recommendationQuota.amount,
      reason: recommendationQuota.reason,
      at: recommendationQuota.grantedAt,
      by: {
        realName: account.realName,
        nickname: account.nickname,
        username: account.username,
        status: account.status,
      },
    })
    .from(recommendationQuota)
    .leftJoin(account, eq(account.id, recommendationQuota.grantedBy))
    .where(where)
    .orderBy(desc(recommendationQuota.position))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [counted] = await ctx.db.select({ total: count() }).from(recommendationQuota).where(where)
  return {
    balance,
    recommended,
    list: rows.map(({ at, by, ...row }) => ({
      ...row,
      at: at.toISOString(),
      by: by === null || by.status === 'deleted' ? null : nameOf(by),
    })),
    total: counted!.total,
    page,
    pageSize,
  }
}
