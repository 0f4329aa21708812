import type { AccountId, EntryId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { edition } from '../competition/tables.ts'
import { asWritten, sendNotice, type NoticeOf, type NoticeValues } from '../notices/service.ts'
import { activitiesOfRound } from '../rounds/service.ts'
import { entry, reviewer, round } from '../rounds/tables.ts'

export interface Notified {
  accountId: AccountId
  roundId: RoundId
  round: LocalizedText
  timeZone: string
}

/** Notifies an expert about their works: `notice.review.<what>`. Names nobody but the round, and works by code. */
export const notifyExpert = (
  ctx: Ctx,
  { accountId, roundId, round: name }: Notified,
  what: NoticeOf<'review.'>,
  { values, link = '/Review' }: { values?: NoticeValues; link?: string } = {},
): Promise<void> =>
  sendNotice(ctx, {
    to: { account: accountId },
    kind: 'contest',
    message: `review.${what}`,
    values: { round: { inLanguages: name }, ...values },
    link,
    activities: activitiesOfRound({ id: roundId }),
  })

interface Reopened {
  reviewerId: ReviewerId
  entryId: EntryId
  until: Date
  reason: string
}

export const notifyReopened = async (ctx: Ctx, { reviewerId, entryId, until, reason }: Reopened): Promise<void> => {
  const [row] = await ctx.db
    .select({ accountId: reviewer.accountId, roundId: round.id, round: round.name, timeZone: edition.timeZone })
    .from(reviewer)
    .innerJoin(round, eq(round.id, reviewer.roundId))
    .innerJoin(edition, eq(edition.id, round.editionId))
    .where(eq(reviewer.id, reviewerId))
  const [work] = await ctx.db.select({ code: entry.code }).from(entry).where(eq(entry.id, entryId))
  if (!row || !work) return
  await notifyExpert(ctx, row, 'reopened', {
    values: {
      code: asWritten(work.code),
      reason: asWritten(reason),
      until: { moment: until, timeZone: row.timeZone },
    },
    link: `/Review/${work.code}`,
  })
}
