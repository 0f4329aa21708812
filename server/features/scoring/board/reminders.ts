import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type * as contract from '@lectern/contract/review/review-board.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { dayIn } from '../../../platform/moments.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { lockSeenRound, noteReviewReminder, whereDueSoon, worksLeft } from '../../rounds/service.ts'
import { isBehind } from './board.ts'
import { expertProgress } from './board-queries.ts'
import { notifyExpert } from '../notices.ts'

type Reminded = AnswerOf<typeof contract.remindReviewers>

/** Reminds exactly the experts who are behind, or those of them who are named; each at most once a day. */
export const remindReviewers = (
  outer: SignedIn,
  id: RoundId,
  { reviewers }: BodyOf<typeof contract.remindReviewers>,
  key: string | undefined,
): Promise<Reminded> =>
  withIdempotencyKey(
    outer,
    { scope: `round.remind ${outer.actor.id}`, key, input: [id, reviewers] },
    async (ctx): Promise<Reminded> => {
      const round = await lockSeenRound(ctx, id)
      const day = dayIn(ctx.now, round.timeZone)
      const experts = (await expertProgress(ctx.db, id)).filter(
        (row) => isBehind(row) && (!reviewers || reviewers.includes(row.id)),
      )
      const reminded: Reminded = { reminded: [], skipped: [] }
      for (const { id: reviewerId, accountId, name, state, hasPledged, works, finished } of experts) {
        if (!(await noteReviewReminder(ctx.db, { reviewerId, day, kind: 'asked' }))) {
          reminded.skipped.push(name)
          continue
        }
        const what = state === 'invited' ? 'answerMissing' : hasPledged ? 'worksLeft' : 'pledgeMissing'
        const facts = { accountId, roundId: round.id, round: round.name, timeZone: round.timeZone }
        await notifyExpert(ctx, facts, what, { values: { count: works - finished } })
        reminded.reminded.push(name)
      }
      await audit(ctx, 'reviewers.reminded', {
        subject: { kind: 'round', id },
        after: { count: reminded.reminded.length },
      })
      return reminded
    },
  )

interface Due {
  [column: string]: unknown
  reviewer_id: ReviewerId
  account_id: AccountId
  name: LocalizedText
  closes_at: string
  time_zone: string
  round_id: RoundId
  left: number
  kind: 'threeDays' | 'oneDay'
}

const batch = 200

/** Experts with unfinished works in open rounds that end soon, each once per kind, and never twice a day. */
const lockDue = async ({ db, now }: Ctx): Promise<Due[]> => {
  const { rows } = await db.execute<Due>(sql`
    select reviewer.id as reviewer_id, reviewer.round_id, reviewer.account_id, round.name, round.closes_at, edition.time_zone, undone.left, near.kind
    from reviewer
    join round on round.id = reviewer.round_id
    join edition on edition.id = round.edition_id
    join account on account.id = reviewer.account_id
    cross join lateral (select ${worksLeft} as left) as undone
    cross join lateral (
      select case when round.closes_at <= ${now}::timestamptz + interval '1 day' then 'oneDay' else 'threeDays' end as kind
    ) as near
    where ${whereDueSoon(now)} and undone.left > 0
      and not exists (
        select from review_reminder
        where review_reminder.reviewer_id = reviewer.id
          and (review_reminder.kind = near.kind or review_reminder.day = (${now}::timestamptz at time zone edition.time_zone)::date)
      )
    order by reviewer.id limit ${batch}
    for update of reviewer skip locked
  `)
  return rows
}

/** A job: tells experts how many works are left, three days and one day before the end. */
export const remindOfDeadlines = async (outer: Ctx): Promise<void> => {
  for (let count = batch; count === batch;)
    count = await inTransaction(outer, async (ctx) => {
      const due = await lockDue(ctx)
      for (const {
        reviewer_id: reviewerId,
        round_id: roundId,
        account_id: accountId,
        name,
        closes_at,
        time_zone: timeZone,
        left,
        kind,
      } of due) {
        const day = dayIn(ctx.now, timeZone)
        if (!(await noteReviewReminder(ctx.db, { reviewerId, day, kind }))) continue
        await notifyExpert(ctx, { accountId, roundId, round: name, timeZone }, kind, {
          values: { count: left, until: { moment: new Date(closes_at), timeZone } },
        })
      }
      return due.length
    })
}
