import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, eq, inArray, not, sql } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import type { DataFormat, PersonalData } from '../../platform/feature.ts'
import { lockRound } from './locks.ts'
import { hasWorksToJudge, moveReviewers, roundsOfAccount } from './reviewers/reviewer-queries.ts'
import { conflict, reviewer, reviewerProfile, round } from './tables.ts'

const collectRounds = async (db: Database, id: AccountId, { inLanguage }: DataFormat) => {
  const rows = await db
    .select({
      round: round.name,
      state: reviewer.state,
      fields: reviewer.fields,
      institution: reviewer.institution,
      maxWorks: reviewer.maxWorks,
      isChair: reviewer.isChair,
      invitedAt: reviewer.invitedAt,
      answeredAt: reviewer.answeredAt,
      reason: reviewer.reason,
      pledgedAt: reviewer.pledgedAt,
      works: sql<number>`(
        select count(*)::integer from assignment where assignment.reviewer_id = reviewer.id and assignment.state in ('open', 'kept')
      )`,
    })
    .from(reviewer)
    .innerJoin(round, eq(round.id, reviewer.roundId))
    .where(eq(reviewer.accountId, id))
    .orderBy(asc(reviewer.invitedAt), asc(reviewer.id))
  return rows.map(({ round: name, ...row }) => ({ round: inLanguage(name), ...row }))
}

/** What an expert judged stays: the scores of others depend on it. What they told about themselves is removed. */
export const roundsData: PersonalData = {
  collect: async ({ db }, { id }, format) => {
    const [profile] = await db
      .select({
        fields: reviewerProfile.fields,
        institution: reviewerProfile.institution,
        maxWorks: reviewerProfile.maxWorks,
      })
      .from(reviewerProfile)
      .where(eq(reviewerProfile.accountId, id))
    const rounds = await collectRounds(db, id, format)
    return profile || rounds.length > 0 ? { review: { profile: profile ?? null, rounds } } : {}
  },
  // Nobody gives the user works, and the state of their rounds does not change, until the account is deleted.
  lock: async ({ db }, id) => {
    for (const roundId of await roundsOfAccount(db, id)) await lockRound(db, roundId, 'exclusive')
  },
  checkDeletion: async ({ db, actor }) => {
    if (await hasWorksToJudge(db, actor.id)) throw fail('reviewer.stillJudges')
  },
  erase: async ({ db }, { id }) => {
    await db.delete(reviewerProfile).where(eq(reviewerProfile.accountId, id))
    await db
      .update(reviewer)
      .set({ institution: '', institutionId: null, fields: [], reason: null })
      .where(eq(reviewer.accountId, id))
    // They answer no more. Those who judged stay in the record, without a name.
    const isJudge = sql`exists (
      select from assignment where assignment.reviewer_id = ${reviewer.id} and assignment.state in ('open', 'kept')
    )`
    const standing = and(eq(reviewer.accountId, id), inArray(reviewer.state, ['invited', 'accepted']), not(isJudge))
    await moveReviewers(db, standing, 'removed', { isChair: false })
    // The reasons they gave for conflicts are their own words.
    await db
      .update(conflict)
      .set({ reason: null })
      .where(and(eq(conflict.createdBy, id), eq(conflict.kind, 'declared')))
  },
}
