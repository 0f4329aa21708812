import type { AnswerOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { count, desc, eq } from '../../../platform/database/drizzle.ts'
import { account } from '../../accounts/tables.ts'
import { submissionsOf } from '../summaries/hand-in.ts'
import { recommendationEvent } from '../tables.ts'
import { requireList, type ListKey } from './list-view.ts'
import { personName } from './present.ts'

/** What has happened with a list, the newest first. */
export const listHistory = async (
  ctx: SignedIn,
  key: ListKey,
  { page, pageSize }: QueryOf<typeof contract.listRecommendationHistory>,
): Promise<AnswerOf<typeof contract.listRecommendationHistory>> => {
  const { list } = await requireList(ctx, key)
  if (!list) return { list: [], total: 0, page, pageSize }
  const where = eq(recommendationEvent.listId, list.id)
  const rows = await ctx.db
    .select({
      kind: recommendationEvent.kind,
      at: recommendationEvent.at,
      from: recommendationEvent.fromState,
      to: recommendationEvent.toState,
      reason: recommendationEvent.reason,
      submission: recommendationEvent.submission,
      by: {
        realName: account.realName,
        nickname: account.nickname,
        username: account.username,
        status: account.status,
      },
    })
    .from(recommendationEvent)
    .leftJoin(account, eq(account.id, recommendationEvent.accountId))
    .where(where)
    .orderBy(desc(recommendationEvent.position))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const [counted] = await ctx.db.select({ total: count() }).from(recommendationEvent).where(where)
  const submissions = await submissionsOf(ctx.db, list.id)
  return {
    list: rows.map(({ submission, at, by, ...row }) => {
      const submitted = submissions.find(({ number }) => number === submission)
      return {
        ...row,
        at: at.toISOString(),
        by: personName(by),
        summary: submitted ? { id: submitted.summary.id, number: submitted.summary.label } : null,
        scan: submitted?.scan ? { ...submitted.scan, sha256: submitted.scan.sha256?.toString('hex') ?? '' } : null,
      }
    }),
    total: counted!.total,
    page,
    pageSize,
  }
}
