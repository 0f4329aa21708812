import type { AccountId, InstitutionId, ReviewerId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, inArray } from '../../../platform/database/drizzle.ts'
import { provide } from '../../../platform/ports.ts'
import { mergedRows, type MergedPair } from '../../institutions/service.ts'
import { reviewer, reviewerProfile } from '../tables.ts'

const moveReviewersOf = async (
  db: Database,
  { from, into }: MergedPair,
  only?: readonly string[],
): Promise<ReviewerId[]> => {
  const rows = await db
    .update(reviewer)
    .set({ institutionId: into })
    .where(and(eq(reviewer.institutionId, from), only && inArray(reviewer.id, only as ReviewerId[])))
    .returning({ id: reviewer.id })
  return rows.map(({ id }) => id)
}

const moveProfilesOf = async (
  db: Database,
  { from, into }: MergedPair,
  only?: readonly string[],
): Promise<AccountId[]> => {
  const rows = await db
    .update(reviewerProfile)
    .set({ institutionId: into })
    .where(
      and(eq(reviewerProfile.institutionId, from), only && inArray(reviewerProfile.accountId, only as AccountId[])),
    )
    .returning({ id: reviewerProfile.accountId })
  return rows.map(({ id }) => id)
}

const countOf = async (db: Database, id: InstitutionId): Promise<number> =>
  (await db.$count(reviewer, eq(reviewer.institutionId, id))) +
  (await db.$count(reviewerProfile, eq(reviewerProfile.institutionId, id)))

/** What organisers know of experts follows their institution. */
export const providedMergedExperts = provide(mergedRows, {
  count: ({ db }, from) => countOf(db, from),
  move: async ({ db }, pair) => ({
    reviewer: await moveReviewersOf(db, pair),
    reviewer_profile: await moveProfilesOf(db, pair),
  }),
  moveBack: async ({ db }, { from, into }, moved) => {
    const back = { from: into, into: from }
    await moveReviewersOf(db, back, moved['reviewer'] ?? [])
    await moveProfilesOf(db, back, moved['reviewer_profile'] ?? [])
  },
})
