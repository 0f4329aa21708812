import type { Database } from '../../../platform/database/connect.ts'
import { sql, type SQL } from '../../../platform/database/drizzle.ts'
import { reviewReminder } from '../tables.ts'

/** Notes that an expert is reminded on this day; false if they have been already. */
export const noteReviewReminder = async (
  db: Database,
  reminder: typeof reviewReminder.$inferInsert,
): Promise<boolean> => {
  const { rowCount } = await db.insert(reviewReminder).values(reminder).onConflictDoNothing()
  return rowCount === 1
}

/** How many works an expert still has to judge. For queries that select from `reviewer`. */
export const worksLeft: SQL<number> = sql<number>`(
  select count(*)::integer from assignment
  join entry on entry.id = assignment.entry_id and entry.removed_at is null
  where assignment.reviewer_id = reviewer.id and assignment.state = 'open' and not assignment.is_finished
)`

/** Experts who judge in rounds that end within three days. For queries that select from `reviewer`, `round` and `account`. */
export const whereDueSoon = (now: Date): SQL => sql`(
  reviewer.state = 'accepted' and account.status = 'active' and round.state = 'open'
  and round.closes_at > ${now} and round.closes_at <= ${now}::timestamptz + interval '3 days'
)`

/** Those of them in the current edition who have works left. */
export const reviewersDueSoon = (now: Date): SQL => sql`
  select reviewer.id from reviewer
  join round on round.id = reviewer.round_id
  join edition on edition.id = round.edition_id
  join account on account.id = reviewer.account_id
  where edition.current and ${whereDueSoon(now)} and ${worksLeft} > 0
`
