import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { RecommendationListId } from '@lectern/contract/ids.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { desc, eq, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { account } from '../../accounts/tables.ts'
import { file } from '../../files/tables.ts'
import { takeStep } from '../../steps/service.ts'
import { rowsOfList } from '../lists/list-queries.ts'
import { lockList, type ListKey } from '../lists/list-view.ts'
import { moveList } from '../lists/steps.ts'
import { notifyHandedIn } from '../notices/list-notices.ts'
import { mayHandIn } from '../policy.ts'
import { recommendationSubmission, recommendationSummary } from '../tables.ts'
import { findSummary, isCurrentSummary, requireReadyRows } from './summaries.ts'
import { requireScan } from './scans.ts'

const submissionColumns = {
  number: recommendationSubmission.number,
  at: recommendationSubmission.submittedAt,
  isLate: recommendationSubmission.isLate,
  summary: {
    id: recommendationSummary.id,
    label: recommendationSummary.label,
    hash: recommendationSummary.hash,
    madeAt: recommendationSummary.madeAt,
    content: recommendationSummary.content,
  },
  scan: { id: file.id, name: file.name, type: file.type, size: file.size, sha256: file.sha256 },
  by: { realName: account.realName, nickname: account.nickname, username: account.username, status: account.status },
}

/** What was handed in, the newest first. */
export const submissionsOf = (db: Database, id: RecommendationListId) =>
  db
    .select(submissionColumns)
    .from(recommendationSubmission)
    .innerJoin(recommendationSummary, eq(recommendationSummary.id, recommendationSubmission.summaryId))
    .leftJoin(file, eq(file.id, recommendationSubmission.scanId))
    .leftJoin(account, eq(account.id, recommendationSubmission.submittedBy))
    .where(eq(recommendationSubmission.listId, id))
    .orderBy(desc(recommendationSubmission.number))

/** Hands in a list with its current summary and the scan of the stamped print. */
export const handInList = async (
  outer: SignedIn,
  key: ListKey,
  { version, summary: summaryId, scan }: BodyOf<typeof contract.handInList>,
  idempotencyKey: string | undefined,
): Promise<void> => {
  const call = {
    scope: `recommendation.handIn ${outer.actor.id}`,
    key: idempotencyKey,
    input: [key.activity, key.institution, version, summaryId, scan ?? null],
  }
  await withIdempotencyKey(outer, call, async (ctx) => {
    await takeStep(ctx, {
      lock: () => lockList(ctx, key, { version }),
      may: (view) => mayHandIn(view, ctx),
      move: async (view) => {
        const list = view.list!
        const summary = await findSummary(ctx.db, list.id, summaryId)
        if (!summary) throw fail('recommendation.summaryNotFound')
        const rows = await rowsOfList(ctx.db, view)
        requireReadyRows(rows)
        if (!isCurrentSummary(summary, rows)) throw fail('recommendation.summaryOutdated')
        if (scan) await requireScan(ctx, scan)
        else if (view.rules.needsScan) throw fail('recommendation.scanMissing').at('scan')
        const isLate = view.window.standing === 'grace'
        const { rows: numbers } = await ctx.db.execute<{ next: number }>(sql`
          select coalesce(max(number), 0) + 1 as next from recommendation_submission where list_id = ${list.id}
        `)
        const number = numbers[0]!.next
        await ctx.db.insert(recommendationSubmission).values({
          listId: list.id,
          number,
          summaryId,
          scanId: scan ?? null,
          submittedBy: ctx.actor.id,
          submittedAt: ctx.now,
          isLate,
        })
        return moveList(ctx, view, {
          kind: 'handIn',
          to: 'handedIn',
          submission: number,
          changes: { handedInAt: ctx.now, decidedBy: null, decidedAt: null, reason: null, resubmitBy: null },
          action: 'recommendation.handedIn',
          logged: { summary: summary.label, hash: summary.hash.toString('hex'), count: rows.length, isLate },
          notify: () => notifyHandedIn(ctx, view),
        })
      },
    })
    return {}
  })
}
