import type { AccountId, ActivityId, TaskId } from '@lectern/contract/ids.ts'
import type { WorkState } from '@lectern/contract/works/work-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, inArray, sql } from '../../../platform/database/drizzle.ts'
import { activity, edition } from '../../competition/tables.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { file } from '../../files/tables.ts'
import { task } from '../../tasks/tables.ts'
import { team } from '../../teams/tables.ts'
import { submissionFile, work } from '../tables.ts'

/** States in which a submission stands. */
const standing: WorkState[] = ['submitted', 'returned', 'accepted']

export const findBundled = async (db: Database, id: ActivityId) => {
  const [row] = await db
    .select({ id: activity.id, code: activity.code, rules: activity.workRules, timeZone: edition.timeZone })
    .from(activity)
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(eq(activity.id, id))
  return row
}
export type BundledActivity = NonNullable<Awaited<ReturnType<typeof findBundled>>>

/** The works of an activity whose submission stands, in the order of their numbers. A few columns of each: they fit in memory. */
export const standingWorks = async (db: Database, id: ActivityId) => {
  const rows = await db
    .select({
      id: work.id,
      submission: work.submission,
      submittedAt: work.submittedAt,
      number: enrolment.number,
      team: team.name,
    })
    .from(work)
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .innerJoin(team, eq(team.id, work.teamId))
    .where(and(eq(work.activityId, id), inArray(work.state, standing)))
    .orderBy(asc(enrolment.sequence), asc(work.id))
  return rows.map((row) => ({
    ...row,
    submission: row.submission!,
    submittedAt: row.submittedAt!,
    number: row.number!,
  }))
}
export type StandingWork = Awaited<ReturnType<typeof standingWorks>>[number]

/** The files of a submission, by part and position. */
export const submittedFiles = (db: Database, { id, submission }: Pick<StandingWork, 'id' | 'submission'>) =>
  db
    .select({
      id: submissionFile.fileId,
      part: submissionFile.part,
      position: submissionFile.position,
      name: file.name,
    })
    .from(submissionFile)
    .innerJoin(file, eq(file.id, submissionFile.fileId))
    .where(and(eq(submissionFile.workId, id), eq(submissionFile.number, submission)))
    .orderBy(asc(submissionFile.part), asc(submissionFile.position))

/** How much all files of a bundle are together; those of some parts, or of all. */
export const measureBundle = async (db: Database, works: readonly StandingWork[], parts?: readonly string[]) => {
  const ids = works.map(({ id }) => id)
  const { rows } = await db.execute<{ files: number; bytes: string }>(sql`
    select count(*)::integer as files, coalesce(sum(file.size), 0) as bytes
    from submission_file
    join work on work.id = submission_file.work_id and work.submission = submission_file.number
    join file on file.id = submission_file.file_id
    where work.id = any (${sql.param(ids)}::uuid[])
      ${parts ? sql`and submission_file.part = any (${sql.param(parts)}::text[])` : sql``}
  `)
  return { files: rows[0]!.files, bytes: Number(rows[0]!.bytes) }
}

/** Who asked for a bundle, and whether it has been made already. */
export const findBundleTask = async (db: Database, id: TaskId) => {
  const [row] = await db.select({ startedBy: task.startedBy, fileId: task.fileId }).from(task).where(eq(task.id, id))
  return row as { startedBy: AccountId | null; fileId: string | null } | undefined
}
