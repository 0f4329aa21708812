import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/recommendations/recommendations-above.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { resubmitTime, takeStep } from '../../steps/service.ts'
import { highestLevel } from '@lectern/contract/recommendations/recommendation-values.ts'
import { lockList, type ListKey } from '../lists/list-view.ts'
import { moveList } from '../lists/steps.ts'
import { notifyOfficers } from '../notices/list-notices.ts'
import { mayAccept, mayReturn, type ListView } from '../policy.ts'
import { latestDateBelow, requireNoLater } from './verdicts.ts'

/** Entries of an accepted list that organisers have approved since: they depend on it. */
const countApproved = async (db: Database, { list, rules }: ListView): Promise<number> => {
  const { rows } = await db.execute<{ approved: number }>(sql`
    select count(*)::integer as approved
    from recommendation_row join enrolment on enrolment.id = enrolment_id
    left join work on work.enrolment_id = enrolment.id
    where list_id = ${list?.id ?? null} and verdict = 'pass' and case ${rules.thing}::text
      when 'enrolment' then enrolment.state = 'approved' else work.state = 'accepted' end
  `)
  return rows[0]!.approved
}

/** Until when a returned list can be handed in again: the date that was given, else at least three days. */
const resubmitDate = async (ctx: SignedIn, view: ListView, asked: string | undefined): Promise<Date> => {
  const latest = await latestDateBelow(ctx, view)
  if (asked !== undefined) {
    const until = new Date(asked)
    if (until <= ctx.now) throw fail('recommendation.datePast').at('until')
    requireNoLater(ctx, view, until, latest)
    return until
  }
  const { closesAt } = view.window
  const usual = resubmitTime('returned', closesAt ? { closesAt } : undefined, ctx.now)!
  return latest && latest > ctx.now && latest < usual ? latest : usual
}

const returnList = async (ctx: SignedIn, view: ListView, { reason, until }: BodyOf<typeof contract.decideList>) => {
  if (reason === undefined) throw fail('recommendation.reasonNeeded').at('reason')
  if (view.state === 'accepted' && view.institution.kind === highestLevel(view.rules.by)) {
    const count = await countApproved(ctx.db, view)
    if (count > 0) throw fail('recommendation.entriesApproved', { count })
  }
  const resubmitBy = await resubmitDate(ctx, view, until)
  return moveList(ctx, view, {
    kind: 'return',
    to: 'returned',
    reason,
    changes: { decidedBy: ctx.actor.id, decidedAt: ctx.now, reason, resubmitBy },
    action: 'recommendation.decided',
    logged: { reason, until: resubmitBy.toISOString() },
    notify: () => notifyOfficers(ctx, view, 'returned', { reason, until: resubmitBy }),
  })
}

/** Accepts a list, or returns it with a reason. */
export const decideList = async (
  outer: SignedIn,
  key: ListKey,
  decided: BodyOf<typeof contract.decideList>,
): Promise<void> => {
  const { version, decision } = decided
  await inTransaction(outer, (ctx) =>
    takeStep(ctx, {
      // Nobody approves an entry while the list that it depends on is returned.
      lock: () => lockList(ctx, key, { version, rules: decision === 'returned' ? 'exclusive' : 'shared' }),
      may: (view) => (decision === 'accepted' ? mayAccept(view) : mayReturn(view)),
      move: async (view) =>
        decision === 'returned'
          ? returnList(ctx, view, decided)
          : moveList(ctx, view, {
              kind: 'accept',
              to: 'accepted',
              changes: { decidedBy: ctx.actor.id, decidedAt: ctx.now, reason: null, resubmitBy: null },
              action: 'recommendation.decided',
              notify: () => notifyOfficers(ctx, view, 'accepted'),
            }),
    }),
  )
}
