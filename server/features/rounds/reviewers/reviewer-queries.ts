import type { ExpertField } from '@lectern/contract/experts/expert-values.ts'
import type { AccountId, ActivityId, PanelId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type { ReviewerState } from '@lectern/contract/review/review-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, count, eq, inArray, sql, type SQL } from '../../../platform/database/drizzle.ts'
import type { Slice } from '../../../platform/database/id-page.ts'
import { account } from '../../accounts/tables.ts'
import { document } from '../../documents/tables.ts'
import { reviewer, reviewerProfile } from '../tables.ts'
import { institutionOfCandidate } from './reviewer-institutions.ts'

const assignmentsOf = (more: SQL): SQL<number> => sql<number>`(
  select count(*)::integer from assignment
  where assignment.reviewer_id = ${reviewer.id} and assignment.state in ('open', 'kept') ${more}
)`

const columns = {
  id: reviewer.id,
  version: reviewer.version,
  account: reviewer.accountId,
  username: account.username,
  nickname: account.nickname,
  realName: account.realName,
  status: account.status,
  contact: sql<string | null>`coalesce(${account.email}, ${account.phone})`,
  institution: reviewer.institution,
  institutionId: reviewer.institutionId,
  fields: reviewer.fields,
  maxWorks: reviewer.maxWorks,
  panel: reviewer.panelId,
  isChair: reviewer.isChair,
  state: reviewer.state,
  /** In the version that is in force. */
  hasPledged: sql<boolean>`coalesce(
    ${reviewer.pledge} >= (select max(${document.version}) from ${document} where ${document.name} = 'pledge'), false
  )`,
  reason: reviewer.reason,
  assigned: assignmentsOf(sql``),
  finished: assignmentsOf(sql`and assignment.is_finished`),
  conflicts: sql<number>`(
    select count(*)::integer from conflict where conflict.reviewer_id = ${reviewer.id} and conflict.lifted_at is null
  )`,
}

export interface ReviewerFilter {
  state?: ReviewerState | undefined
  panel?: PanelId | undefined
  search?: string | undefined
}

const filtered = (id: RoundId, { state, panel, search }: ReviewerFilter): SQL | undefined =>
  and(
    eq(reviewer.roundId, id),
    state && eq(reviewer.state, state),
    panel && eq(reviewer.panelId, panel),
    search
      ? sql`(${account.search} @@ search_query(${search}) or position(fold_name(${search}) in fold_name(${reviewer.institution})) > 0)`
      : undefined,
  )

const joined = (db: Database) =>
  db.select(columns).from(reviewer).innerJoin(account, eq(account.id, reviewer.accountId))

const shownName = sql`fold_name(coalesce(${account.realName}, ${account.nickname}, ${account.username}))`

/** One page by name; those who left come last. */
export const reviewerPage = (db: Database, id: RoundId, filter: ReviewerFilter, { page, pageSize }: Slice) =>
  joined(db)
    .where(filtered(id, filter))
    .orderBy(
      sql`${reviewer.state} in ('declined', 'removed')`,
      sql`(select position from panel where panel.id = ${reviewer.panelId}) nulls last`,
      sql`${reviewer.isChair} desc`,
      shownName,
      asc(reviewer.id),
    )
    .limit(pageSize)
    .offset((page - 1) * pageSize)
export type ReviewerRow = Awaited<ReturnType<typeof reviewerPage>>[number]

export const countReviewers = async (db: Database, id: RoundId, filter: ReviewerFilter): Promise<number> => {
  const [row] = await db
    .select({ total: count() })
    .from(reviewer)
    .innerJoin(account, eq(account.id, reviewer.accountId))
    .where(filtered(id, filter))
  return row!.total
}

export const findReviewer = async (
  db: Database,
  roundId: RoundId,
  id: ReviewerId,
): Promise<ReviewerRow | undefined> => {
  const [row] = await joined(db).where(and(eq(reviewer.roundId, roundId), eq(reviewer.id, id)))
  return row
}

/** Of an account: in a team of one of the round's activities, as a member or an advisor. */
const whereInTeamOf = (roundId: RoundId): SQL<boolean> => sql<boolean>`exists (
  select from team_member
  join team on team.id = team_member.team_id and team.disbanded_at is null
  join round_activity on round_activity.activity_id = team_member.activity_id
  where round_activity.round_id = ${roundId} and team_member.account_id = ${account.id}
)`

/** What is known of an account as an expert. */
const candidateColumns = (roundId: RoundId) => ({
  account: account.id,
  username: account.username,
  nickname: account.nickname,
  realName: account.realName,
  access: account.access,
  status: account.status,
  institution: sql<string>`coalesce(nullif(${reviewerProfile.institution}, ''), ${account.school}, '')`,
  institutionId: institutionOfCandidate,
  fields: sql<ExpertField[]>`coalesce(${reviewerProfile.fields}, '{}')`,
  maxWorks: reviewerProfile.maxWorks,
  isInTeam: whereInTeamOf(roundId),
})

export interface CandidateFilter {
  search?: string | undefined
  field?: ExpertField | undefined
}

const whereCandidate = (roundId: RoundId, { search, field }: CandidateFilter): SQL | undefined =>
  and(
    eq(account.access, 'expert'),
    eq(account.status, 'active'),
    sql`not exists (select from reviewer where reviewer.round_id = ${roundId} and reviewer.account_id = ${account.id})`,
    field && sql`${field} = any(${reviewerProfile.fields})`,
    search
      ? sql`(${account.search} @@ search_query(${search}) or position(fold_name(${search}) in fold_name(${reviewerProfile.institution})) > 0)`
      : undefined,
  )

/** Expert accounts that are not in the round, by name. */
export const candidatePage = (db: Database, roundId: RoundId, filter: CandidateFilter, { page, pageSize }: Slice) =>
  db
    .select(candidateColumns(roundId))
    .from(account)
    .leftJoin(reviewerProfile, eq(reviewerProfile.accountId, account.id))
    .where(whereCandidate(roundId, filter))
    .orderBy(shownName, asc(account.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
export type CandidateRow = Awaited<ReturnType<typeof candidatePage>>[number]

export const countCandidates = async (db: Database, roundId: RoundId, filter: CandidateFilter): Promise<number> => {
  const [row] = await db
    .select({ total: count() })
    .from(account)
    .leftJoin(reviewerProfile, eq(reviewerProfile.accountId, account.id))
    .where(whereCandidate(roundId, filter))
  return row!.total
}

/**
 * Locks accounts, in the order of their ids: none of them joins or creates a team until the transaction ends. Accounts are locked before
 * rounds.
 */
export const lockAccounts = async (db: Database, ids: readonly AccountId[]): Promise<void> => {
  if (ids.length === 0) return
  await db
    .select({ id: account.id })
    .from(account)
    .where(inArray(account.id, [...ids]))
    .orderBy(asc(account.id))
    .for('no key update')
}

/** These accounts, with what they are in the round already. */
export const accountsToInvite = async (db: Database, roundId: RoundId, ids: readonly AccountId[]) => {
  if (ids.length === 0) return []
  return db
    .select({
      ...candidateColumns(roundId),
      reviewerId: reviewer.id,
      reviewerState: reviewer.state,
    })
    .from(account)
    .leftJoin(reviewerProfile, eq(reviewerProfile.accountId, account.id))
    .leftJoin(reviewer, and(eq(reviewer.accountId, account.id), eq(reviewer.roundId, roundId)))
    .where(inArray(account.id, [...ids]))
    .orderBy(asc(account.id))
}
export type AccountToInvite = Awaited<ReturnType<typeof accountsToInvite>>[number]

export const insertReviewers = async (db: Database, rows: readonly (typeof reviewer.$inferInsert)[]): Promise<void> => {
  if (rows.length > 0) await db.insert(reviewer).values([...rows])
}

type ReviewerChanges = Partial<Omit<typeof reviewer.$inferInsert, 'state' | 'version'>>

/** Whoever has read an older version must read again. */
export const nextVersion = { version: sql<number>`${reviewer.version} + 1` }

export const changeReviewer = async (db: Database, id: ReviewerId, changes: ReviewerChanges): Promise<void> => {
  await db
    .update(reviewer)
    .set({ ...changes, ...nextVersion })
    .where(eq(reviewer.id, id))
}

/** Requires a transaction that has locked the round exclusively. */
export const moveReviewers = async (
  db: Database,
  which: SQL | undefined,
  to: ReviewerState,
  changes: ReviewerChanges & Partial<typeof nextVersion>,
): Promise<void> => {
  await db
    .update(reviewer)
    .set({ ...changes, state: to })
    .where(which)
}

/** A panel has one chair: whoever was it before no longer is. */
export const dismissChair = async (db: Database, panelId: PanelId): Promise<void> => {
  await db
    .update(reviewer)
    .set({ isChair: false, ...nextVersion })
    .where(and(eq(reviewer.panelId, panelId), reviewer.isChair))
}

/** What organisers know of an expert is remembered for the next round. */
export const rememberProfile = async (
  db: Database,
  profile: typeof reviewerProfile.$inferInsert & { fields: ExpertField[]; institution: string },
): Promise<void> => {
  const { accountId: _id, ...values } = profile
  await db
    .insert(reviewerProfile)
    .values(profile)
    .onConflictDoUpdate({ target: reviewerProfile.accountId, set: values })
}

export const countOpenAssignments = async (db: Database, id: ReviewerId): Promise<number> => {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::integer as total from assignment where reviewer_id = ${id} and state = 'open'`,
  )
  return rows[0]!.total
}

/** Those of these activities that the user judges or is asked to judge, or has judged. */
export const activitiesJudged = async (
  db: Database,
  whose: AccountId,
  among: readonly ActivityId[],
): Promise<ActivityId[]> => {
  const { rows } = await db.execute<{ id: ActivityId }>(sql`
    select distinct round_activity.activity_id as id
    from reviewer join round_activity on round_activity.round_id = reviewer.round_id
    where reviewer.account_id = ${whose}
      and round_activity.activity_id = any(${sql.param(among)}::uuid[])
      and (reviewer.state in ('invited', 'accepted') or exists (
        select from assignment where assignment.reviewer_id = reviewer.id and assignment.state in ('open', 'kept')
      ))
  `)
  return rows.map(({ id }) => id)
}

/** The rounds that a user is or was in, in the order in which they are locked. */
export const roundsOfAccount = async (db: Database, id: AccountId): Promise<RoundId[]> => {
  const rows = await db
    .selectDistinct({ id: reviewer.roundId })
    .from(reviewer)
    .where(eq(reviewer.accountId, id))
    .orderBy(asc(reviewer.roundId))
  return rows.map((row) => row.id)
}

/** Whether the user has works to judge in a round that is not over. */
export const hasWorksToJudge = async (db: Database, id: AccountId): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select from reviewer
    join assignment on assignment.reviewer_id = reviewer.id and assignment.state = 'open'
    join round on round.id = reviewer.round_id and round.state in ('planned', 'open', 'paused')
    where reviewer.account_id = ${id} limit 1
  `)
  return rows.length > 0
}
