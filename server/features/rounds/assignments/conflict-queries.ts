import type { AccountId, AssignmentId, ConflictId, EntryId, ReviewerId, RoundId } from '@lectern/contract/ids.ts'
import type { ConflictKind } from '@lectern/contract/review/review-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { alias, and, count, desc, eq, isNotNull, isNull, sql, type SQL } from '../../../platform/database/drizzle.ts'
import type { Slice } from '../../../platform/database/id-page.ts'
import { account } from '../../accounts/tables.ts'
import { enrolment } from '../../enrolments/tables.ts'
import {
  areSameInstitution,
  comparedInstitutions,
  foldedSpelling,
  standingInstitution,
} from '../../institutions/service.ts'
import { team } from '../../teams/tables.ts'
import { work } from '../../works/tables.ts'
import { institutionOfReviewer } from '../reviewers/reviewer-institutions.ts'
import { assignment, conflict, entry, reviewer } from '../tables.ts'

export interface FoundConflict {
  reviewerId: ReviewerId
  entryId: EntryId
  kind: ConflictKind
  /** Of the two, if they have one. */
  assignmentId: AssignmentId | null
  isFinished: boolean
}

/**
 * Conflicts that follow from what the site knows and that are not on record, not even as lifted. People of a team are those in it now and
 * those in the enrolment as it was sent.
 */
export const conflictsToRecord = async (
  db: Database,
  roundId: RoundId,
  reviewers?: readonly ReviewerId[],
): Promise<FoundConflict[]> => {
  const { rows } = await db.execute<{
    reviewer_id: ReviewerId
    entry_id: EntryId
    kind: ConflictKind
    assignment_id: AssignmentId | null
    is_finished: boolean | null
  }>(sql`
    with judge as materialized (
      select reviewer.id as owner, reviewer.account_id, ${institutionOfReviewer} as institution_id,
        ${foldedSpelling(sql`reviewer.institution`)} as spelling
      from reviewer join account on account.id = reviewer.account_id
      where reviewer.round_id = ${roundId} and reviewer.state in ('invited', 'accepted')
        ${reviewers ? sql`and reviewer.id = any(${sql.param(reviewers)}::uuid[])` : sql``}
    ),
    listed as materialized (
      select entry.id, work.team_id, enrolment.school, enrolment.snapshot, team.institution_id,
        coalesce(enrolment.snapshot -> 'members', '[]') as members
      from entry join work on work.id = entry.work_id join enrolment on enrolment.id = work.enrolment_id
      join team on team.id = work.team_id
      where entry.round_id = ${roundId}
    ),
    person as materialized (
      select listed.id as entry_id, team_member.account_id from listed join team_member on team_member.team_id = listed.team_id
      union
      select listed.id, (member ->> 'accountId')::uuid from listed cross join lateral jsonb_array_elements(listed.members) as member
    ),
    written as materialized (
      select id as owner, null::uuid as institution_id, ${foldedSpelling(sql`school`)} as spelling from listed
      union
      select listed.id, null, ${foldedSpelling(sql`member ->> 'school'`)}
      from listed cross join lateral jsonb_array_elements(listed.members) as member
      union
      select person.entry_id, account.institution_id, ${foldedSpelling(sql`account.school`)}
      from person join account on account.id = person.account_id
      union
      select id, institution_id, null from listed
      union
      select id, ${standingInstitution(sql`(snapshot -> 'institution' ->> 'id')::uuid`)}, null from listed
    ),
    place as materialized (
      -- What is on record is spelled like in the profile of somebody whose institution is known.
      select * from written
      where institution_id is not null or not exists (
        select from written as known
        where known.owner = written.owner and known.spelling = written.spelling and known.institution_id is not null
      )
    ),
    judging as materialized (${comparedInstitutions(sql`judge`, 'first')}),
    judged as materialized (${comparedInstitutions(sql`place`, 'second')}),
    found as (
      select judge.owner as reviewer_id, person.entry_id, 'member' as kind
      from judge join person on person.account_id = judge.account_id
      union
      select judging.owner, judged.owner, 'institution'
      from judging join judged on ${areSameInstitution('judging', 'judged')}
      union
      select judge.owner, person.entry_id, 'earlier'
      from judge
      join team_member as own on own.account_id = judge.account_id
      join activity on activity.id = own.activity_id
      join team_member as other on other.team_id = own.team_id and other.account_id <> own.account_id
      join person on person.account_id = other.account_id
      where activity.edition_id <> (select edition_id from round where id = ${roundId})
    )
    select found.reviewer_id, found.entry_id, found.kind, assignment.id as assignment_id, assignment.is_finished
    from found
    left join assignment
      on assignment.reviewer_id = found.reviewer_id and assignment.entry_id = found.entry_id and assignment.state in ('open', 'kept')
    where not exists (
      select from conflict
      where conflict.reviewer_id = found.reviewer_id and conflict.entry_id = found.entry_id and conflict.kind = found.kind
    )
    -- Whoever is in the team is also of its institution, which says nothing more.
    and (found.kind = 'member' or not exists (
      select from found as own
      where own.reviewer_id = found.reviewer_id and own.entry_id = found.entry_id and own.kind = 'member'
    ))
    order by found.reviewer_id, found.entry_id, found.kind
  `)
  return rows.map((row) => ({
    reviewerId: row.reviewer_id,
    entryId: row.entry_id,
    kind: row.kind,
    assignmentId: row.assignment_id,
    isFinished: row.is_finished ?? false,
  }))
}

const chunk = 1_000

export const insertConflicts = async (db: Database, rows: readonly (typeof conflict.$inferInsert)[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += chunk) await db.insert(conflict).values(rows.slice(from, from + chunk))
}

export const standingAssignment = async (db: Database, reviewerId: ReviewerId, entryId: EntryId) => {
  const [row] = await db
    .select({ id: assignment.id })
    .from(assignment)
    .where(
      and(
        eq(assignment.reviewerId, reviewerId),
        eq(assignment.entryId, entryId),
        sql`${assignment.state} in ('open', 'kept')`,
      ),
    )
  return row
}

const judge = alias(account, 'judge')
const author = alias(account, 'author')

export interface ConflictFilter {
  kind?: ConflictKind | undefined
  reviewer?: ReviewerId | undefined
  isLifted: boolean
  search?: string | undefined
}

const filtered = (id: RoundId, { kind, reviewer: of, isLifted, search }: ConflictFilter): SQL | undefined =>
  and(
    eq(conflict.roundId, id),
    isLifted ? isNotNull(conflict.liftedAt) : isNull(conflict.liftedAt),
    kind && eq(conflict.kind, kind),
    of && eq(conflict.reviewerId, of),
    search
      ? sql`(
          ${entry.code} = upper(${search}) or ${work.search} @@ search_query(${search})
          or ${enrolment.search} @@ search_query(${search}) or ${judge.search} @@ search_query(${search})
        )`
      : undefined,
  )

const columns = {
  id: conflict.id,
  kind: conflict.kind,
  reviewerId: conflict.reviewerId,
  judge: { username: judge.username, nickname: judge.nickname, realName: judge.realName, status: judge.status },
  entryId: entry.id,
  code: entry.code,
  number: enrolment.number,
  title: work.title,
  team: team.name,
  reason: conflict.reason,
  author: { username: author.username, nickname: author.nickname, realName: author.realName, status: author.status },
  at: conflict.createdAt,
  liftedAt: conflict.liftedAt,
  liftedReason: conflict.liftedReason,
}

const joined = (db: Database) =>
  db
    .select(columns)
    .from(conflict)
    .innerJoin(reviewer, eq(reviewer.id, conflict.reviewerId))
    .innerJoin(judge, eq(judge.id, reviewer.accountId))
    .innerJoin(entry, eq(entry.id, conflict.entryId))
    .innerJoin(work, eq(work.id, entry.workId))
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .innerJoin(team, eq(team.id, work.teamId))
    .leftJoin(author, eq(author.id, conflict.createdBy))

/** One page, the newest first. */
export const conflictPage = (db: Database, id: RoundId, filter: ConflictFilter, { page, pageSize }: Slice) =>
  joined(db)
    .where(filtered(id, filter))
    .orderBy(desc(conflict.createdAt), desc(conflict.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
export type ConflictRow = Awaited<ReturnType<typeof conflictPage>>[number]

export const countConflicts = async (db: Database, id: RoundId, filter: ConflictFilter): Promise<number> => {
  const [row] = await db
    .select({ total: count() })
    .from(conflict)
    .innerJoin(reviewer, eq(reviewer.id, conflict.reviewerId))
    .innerJoin(judge, eq(judge.id, reviewer.accountId))
    .innerJoin(entry, eq(entry.id, conflict.entryId))
    .innerJoin(work, eq(work.id, entry.workId))
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .where(filtered(id, filter))
  return row!.total
}

export const findConflict = async (db: Database, roundId: RoundId, id: ConflictId) => {
  const [row] = await joined(db).where(and(eq(conflict.roundId, roundId), eq(conflict.id, id)))
  return row
}

/** Experts and works of a few pairs, by name and title. */
export const describePairs = async (db: Database, pairs: readonly { reviewerId: ReviewerId; entryId: EntryId }[]) => {
  const experts = pairs.map(({ reviewerId }) => reviewerId)
  const works = pairs.map(({ entryId }) => entryId)
  const { rows } = await db.execute<{
    reviewer: ReviewerId
    name: string
    entry: EntryId
    code: string
    title: string
  }>(sql`
    select distinct reviewer.id as reviewer, coalesce(account.real_name, account.nickname, account.username) as name,
      entry.id as entry, entry.code, work.title
    from unnest(${sql.param(experts)}::uuid[], ${sql.param(works)}::uuid[]) as pair (reviewer_id, entry_id)
    join reviewer on reviewer.id = pair.reviewer_id join account on account.id = reviewer.account_id
    join entry on entry.id = pair.entry_id join work on work.id = entry.work_id
    order by entry.code, name
  `)
  return rows.map(({ reviewer: id, name, entry: entryId, code, title }) => ({
    reviewer: { id, name },
    entry: { id: entryId, code, title },
  }))
}

/** The expert's institution has changed: what was found by the old one is forgotten. What people wrote down stays. */
export const forgetInstitution = async (db: Database, id: ReviewerId): Promise<void> => {
  await db
    .delete(conflict)
    .where(
      and(
        eq(conflict.reviewerId, id),
        eq(conflict.kind, 'institution'),
        isNull(conflict.createdBy),
        isNull(conflict.liftedAt),
      ),
    )
}

export const liftRow = async (
  db: Database,
  id: ConflictId,
  lifted: { liftedBy: AccountId; liftedAt: Date; liftedReason: string },
): Promise<void> => {
  await db.update(conflict).set(lifted).where(eq(conflict.id, id))
}
