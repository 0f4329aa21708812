import type { AccountId, EnrolmentId, FileId, TeamId, WorkId } from '@lectern/contract/ids.ts'
import { whereInDuty } from '../../platform/activity-duties.ts'
import type { Person } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, desc, eq, inArray, isNotNull, or, sql } from '../../platform/database/drizzle.ts'
import { isOrganiser } from '../../platform/policy.ts'
import { account } from '../accounts/tables.ts'
import { file } from '../files/tables.ts'
import { institution } from '../institutions/tables.ts'
import { teamMember } from '../teams/tables.ts'
import { submission, submissionFile, work, workEvent, workFile } from './tables.ts'

export const workColumns = {
  id: work.id,
  enrolmentId: work.enrolmentId,
  teamId: work.teamId,
  activityId: work.activityId,
  editionId: work.editionId,
  state: work.state,
  version: work.version,
  title: work.title,
  summary: work.summary,
  values: work.values,
  names: work.names,
  agreed: work.agreed,
  isChanged: work.isChanged,
  submission: work.submission,
  submittedAt: work.submittedAt,
  isLate: work.isLate,
  resubmitBy: work.resubmitBy,
  decidedAt: work.decidedAt,
  reason: work.reason,
  updatedAt: work.updatedAt,
}

export const findWork = async (db: Database, id: WorkId) => {
  const [row] = await db.select(workColumns).from(work).where(eq(work.id, id))
  return row
}
export type FoundWork = NonNullable<Awaited<ReturnType<typeof findWork>>>

/** Visible to its team and to organisers; undefined for everybody else. */
export const findWorkFor = async (db: Database, id: WorkId, actor: Person) => {
  const isInTeam = sql`exists (
    select from ${teamMember} where ${teamMember.teamId} = ${work.teamId} and ${teamMember.accountId} = ${actor.id}
  )`
  const [row] = await db
    .select(workColumns)
    .from(work)
    .where(
      and(
        eq(work.id, id),
        isOrganiser(actor, 'activity')
          ? or(isInTeam, whereInDuty(actor, sql`${work.activityId}`) ?? sql`true`)
          : isInTeam,
      ),
    )
  return row
}

export const findWorkOf = async (db: Database, enrolmentId: EnrolmentId): Promise<WorkId | undefined> => {
  const [row] = await db.select({ id: work.id }).from(work).where(eq(work.enrolmentId, enrolmentId))
  return row?.id
}

/** Locks the row until the transaction ends. A step locks team and enrolment first. */
export const lockWorkRow = async (db: Database, id: WorkId): Promise<FoundWork | undefined> => {
  const [row] = await db.select(workColumns).from(work).where(eq(work.id, id)).for('update')
  return row
}

export type WorkChanges = Partial<Omit<typeof work.$inferInsert, 'state'>>

export const changeWorkRow = async (db: Database, id: WorkId, changes: WorkChanges): Promise<FoundWork> => {
  const [changed] = await db.update(work).set(changes).where(eq(work.id, id)).returning(workColumns)
  return changed!
}

export const worksOfTeams = async (db: Database, teams: readonly TeamId[]): Promise<FoundWork[]> =>
  teams.length === 0
    ? []
    : db
        .select(workColumns)
        .from(work)
        .where(inArray(work.teamId, [...teams]))

/** The work of each of these teams that has one. */
export const readWorkIds = async (
  db: Database,
  teams: readonly { id: TeamId }[],
): Promise<ReadonlyMap<TeamId, WorkId>> => {
  if (teams.length === 0) return new Map()
  const ids = teams.map(({ id }) => id)
  const rows = await db.select({ id: work.id, teamId: work.teamId }).from(work).where(inArray(work.teamId, ids))
  return new Map(rows.map((row) => [row.teamId, row.id]))
}

export const worksById = (db: Database, ids: readonly WorkId[]): Promise<FoundWork[]> =>
  db
    .select(workColumns)
    .from(work)
    .where(inArray(work.id, [...ids]))

const fileColumns = {
  id: workFile.id,
  workId: workFile.workId,
  part: workFile.part,
  position: workFile.position,
  begunAt: workFile.begunAt,
  createdAt: workFile.createdAt,
  checkedAt: workFile.checkedAt,
  facts: workFile.facts,
  blind: workFile.blind,
  redactedId: workFile.redactedId,
  name: file.name,
  size: file.size,
  type: file.type,
  sha256: file.sha256,
  isConfirmed: file.isConfirmed,
  actualSha256: file.actualSha256,
  ownerId: file.ownerId,
  /** Named by the last submission. */
  isSubmitted: sql<boolean>`exists (
    select from ${submissionFile} join ${work} on ${work.id} = ${submissionFile.workId} and ${work.submission} = ${submissionFile.number}
    where ${submissionFile.fileId} = ${workFile.id}
  )`,
}

const filesWhere = (db: Database, where: ReturnType<typeof and>) =>
  db
    .select(fileColumns)
    .from(workFile)
    .innerJoin(file, eq(file.id, workFile.id))
    .where(where)
    .orderBy(asc(workFile.workId), asc(workFile.part), asc(workFile.position), asc(workFile.id))

/** The files that works are prepared with, by part and position. */
export const preparedFilesOf = async (db: Database, works: readonly WorkId[]) =>
  works.length === 0 ? [] : filesWhere(db, and(inArray(workFile.workId, [...works]), isNotNull(workFile.position)))

/** All files that were ever uploaded for a work. */
export const everyFileOf = (db: Database, id: WorkId) => filesWhere(db, eq(workFile.workId, id))

export type FoundFile = Awaited<ReturnType<typeof everyFileOf>>[number]

/** The submissions of a work, the newest first. */
export const submissionsOf = (db: Database, id: WorkId) =>
  db
    .select({
      number: submission.number,
      submittedAt: submission.submittedAt,
      submittedBy: submission.submittedBy,
      isLate: submission.isLate,
      manifest: submission.manifest,
      hash: submission.hash,
      previousHash: submission.previousHash,
      signature: submission.signature,
      keyId: submission.keyId,
      changed: submission.changed,
      username: account.username,
      nickname: account.nickname,
      realName: account.realName,
      status: account.status,
    })
    .from(submission)
    .leftJoin(account, eq(account.id, submission.submittedBy))
    .where(eq(submission.workId, id))
    .orderBy(desc(submission.number))

export type FoundSubmission = Awaited<ReturnType<typeof submissionsOf>>[number]

/** The submission that stands. */
export const latestSubmission = async (db: Database, id: WorkId) => {
  const [row] = await db
    .select({ number: submission.number, manifest: submission.manifest, hash: submission.hash })
    .from(submission)
    .where(eq(submission.workId, id))
    .orderBy(desc(submission.number))
    .limit(1)
  return row
}

/** The events of a work, oldest first. */
export const eventsOf = (db: Database, id: WorkId) =>
  db
    .select({
      at: workEvent.at,
      kind: workEvent.kind,
      state: workEvent.toState,
      reason: workEvent.reason,
      submission: workEvent.submission,
      accountId: workEvent.accountId,
      username: account.username,
      nickname: account.nickname,
      realName: account.realName,
      status: account.status,
      institution: institution.name,
      isOfTeam: sql<boolean>`exists (
        select from ${teamMember} where ${teamMember.teamId} = ${work.teamId} and ${teamMember.accountId} = ${workEvent.accountId}
      )`,
    })
    .from(workEvent)
    .innerJoin(work, eq(work.id, workEvent.workId))
    .leftJoin(account, eq(account.id, workEvent.accountId))
    .leftJoin(institution, eq(institution.id, workEvent.institutionId))
    .where(eq(workEvent.workId, id))
    .orderBy(asc(workEvent.position))

/** Whether the latest notification since the submission was a decision. */
export const knowsDecision = async (db: Database, id: WorkId): Promise<boolean> => {
  const [latest] = await db
    .select({ kind: workEvent.kind })
    .from(workEvent)
    .where(
      and(
        eq(workEvent.workId, id),
        or(isNotNull(workEvent.notifiedAt), inArray(workEvent.kind, ['submission', 'withdrawal', 'revival'])),
      ),
    )
    .orderBy(desc(workEvent.position))
    .limit(1)
  return latest?.kind === 'decision'
}

/** Whether this person belongs to the team of the work that a file was uploaded for. */
export const isFileOfOwnTeam = async (db: Database, id: FileId, reader: AccountId): Promise<boolean> => {
  const { rows } = await db.execute<{ is: boolean }>(sql`
    select exists (
      select from work_file
      join work on work.id = work_file.work_id
      join team_member on team_member.team_id = work.team_id
      where work_file.id = ${id} and team_member.account_id = ${reader}
    ) as is
  `)
  return rows[0]!.is
}
