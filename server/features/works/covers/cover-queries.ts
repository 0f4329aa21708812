import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { alias, and, asc, desc, eq, inArray, isNotNull, lt, sql } from '../../../platform/database/drizzle.ts'
import { activity } from '../../competition/tables.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { file, fileScan } from '../../files/tables.ts'
import { task } from '../../tasks/tables.ts'
import { subjectOf } from '../checks/inspection-queries.ts'
import { submissionFile, work, workFile } from '../tables.ts'

/** The file that experts get a copy of: a redacted one, or the file itself. */
const served = alias(file, 'served')

const columnsOf = (one: typeof file | typeof served) => ({
  id: one.id,
  type: one.type,
  size: one.size,
  coverSize: one.coverSize,
  coverRules: one.coverRules,
  pagesSize: one.pagesSize,
  pagesRules: one.pagesRules,
})

const picturedFiles = (db: Database) =>
  db
    .select({
      id: workFile.id,
      workId: workFile.workId,
      part: workFile.part,
      facts: workFile.facts,
      blind: workFile.blind,
      rules: activity.workRules,
      isInfected: sql<boolean>`exists (
        select from ${fileScan} where ${fileScan.fileId} in (${file.id}, ${served.id}) and ${fileScan.outcome} = 'infected'
      )`,
      original: columnsOf(file),
      served: columnsOf(served),
    })
    .from(workFile)
    .innerJoin(file, and(eq(file.id, workFile.id), eq(file.state, 'stored')))
    .innerJoin(
      served,
      and(sql`${served.id} = coalesce(${workFile.redactedId}, ${workFile.id})`, eq(served.state, 'stored')),
    )
    .innerJoin(work, eq(work.id, workFile.workId))
    .innerJoin(activity, eq(activity.id, work.activityId))

/** The files of a work with the state of their pictures. */
export const picturedFilesOf = (db: Database, id: WorkId) =>
  picturedFiles(db).where(eq(workFile.workId, id)).orderBy(asc(workFile.id))

export type PicturedFile = Awaited<ReturnType<typeof picturedFilesOf>>[number]

export const findPicturedFiles = (db: Database, ids: readonly FileId[]): Promise<PicturedFile[]> =>
  picturedFiles(db).where(inArray(workFile.id, [...ids]))

/** The title of a work, and the files of the submission that stands, or else of what is prepared, in their order. */
export const findCoveredWork = async (db: Database, id: WorkId) => {
  const [row] = await db
    .select({ title: work.title, submission: work.submission, rules: activity.workRules })
    .from(work)
    .innerJoin(activity, eq(activity.id, work.activityId))
    .where(eq(work.id, id))
  if (!row) return undefined
  const files =
    row.submission === null
      ? await db
          .select({ id: workFile.id, part: workFile.part })
          .from(workFile)
          .where(and(eq(workFile.workId, id), isNotNull(workFile.position)))
          .orderBy(asc(workFile.part), asc(workFile.position))
      : await db
          .select({ id: submissionFile.fileId, part: submissionFile.part })
          .from(submissionFile)
          .where(and(eq(submissionFile.workId, id), eq(submissionFile.number, row.submission)))
          .orderBy(asc(submissionFile.part), asc(submissionFile.position))
  return { title: row.title, rules: row.rules, files }
}

/** How lists of tasks name a work, and whose turn its tasks take. */
export const findTaskSubject = async (db: Database, id: WorkId) => {
  const [row] = await db
    .select({ teamId: work.teamId, subject: subjectOf })
    .from(work)
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .where(eq(work.id, id))
  return row
}

/** Works after one, the newest first, with a file that may lack a picture. A task that has failed or was cancelled is left to organisers. */
export const worksWithoutCovers = (
  db: Database,
  {
    rules,
    types,
    before,
    most,
  }: { rules: readonly string[]; types: readonly string[]; before?: WorkId | undefined; most: number },
) =>
  db
    .selectDistinct({ id: work.id })
    .from(workFile)
    .innerJoin(work, eq(work.id, workFile.workId))
    .innerJoin(file, eq(file.id, sql`coalesce(${workFile.redactedId}, ${workFile.id})`))
    .where(
      and(
        sql`${workFile.blind} ->> 'kind' <> 'failed'`,
        eq(file.state, 'stored'),
        sql`${file.type} = any (${sql.param([...types])}::text[])`,
        sql`(${file.coverRules} is null or ${file.coverRules} <> all (${sql.param([...rules])}::text[]))`,
        before && lt(work.id, before),
        sql`not exists (
          select from ${task} where ${task.kind} = 'makeCovers' and ${task.state} <> 'done'
            and ${task.input} ->> 'work' = ${work.id}::text
        )`,
      ),
    )
    .orderBy(desc(work.id))
    .limit(most)
