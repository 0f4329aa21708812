import type { FileFacts } from '@lectern/contract/works/file-findings.ts'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq, isNotNull, or, sql } from '../../../platform/database/drizzle.ts'
import { preparedQuery, type Placeholders } from '../../../platform/database/prepared-queries.ts'
import { activity } from '../../competition/tables.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { file } from '../../files/tables.ts'
import { submissionFile, work, workFile, type BlindCopy } from '../tables.ts'

const stored = { id: file.id, name: file.name, type: file.type, size: file.size }

const findInspectedFiles = preparedQuery((db, { id }: Placeholders<{ id: FileId }>) =>
  db
    .select({
      ...stored,
      workId: workFile.workId,
      teamId: work.teamId,
      part: workFile.part,
      position: workFile.position,
      facts: workFile.facts,
      blind: workFile.blind,
      redactedId: workFile.redactedId,
      rules: activity.workRules,
    })
    .from(workFile)
    .innerJoin(file, and(eq(file.id, workFile.id), eq(file.state, 'stored')))
    .innerJoin(work, eq(work.id, workFile.workId))
    .innerJoin(activity, eq(activity.id, work.activityId))
    .where(eq(workFile.id, id)),
)

/** A file of a work with the rules of its activity; undefined if it is gone. */
export const findInspected = async (db: Database, id: FileId) => {
  const [row] = await findInspectedFiles(db, { id })
  return row
}
export type InspectedFile = NonNullable<Awaited<ReturnType<typeof findInspected>>>

export const findStoredFile = async (db: Database, id: FileId) => {
  const [row] = await db
    .select(stored)
    .from(file)
    .where(and(eq(file.id, id), eq(file.state, 'stored')))
  return row
}

/** Whether the content is another than the browser has computed the hash of. */
export const isOtherContent = async (db: Database, id: FileId): Promise<boolean> => {
  const [row] = await db.select({ actualSha256: file.actualSha256 }).from(file).where(eq(file.id, id))
  return row !== undefined && row.actualSha256 !== null
}

export const storeFacts = async (db: Database, id: FileId, facts: FileFacts, checkedAt: Date): Promise<void> => {
  await db.update(workFile).set({ facts, checkedAt }).where(eq(workFile.id, id))
}

/** Adds to the facts of a file that it is another than was sent; one that is not inspected yet has none. */
export const storeOtherContent = async (db: Database, id: FileId): Promise<void> => {
  await db
    .update(workFile)
    .set({ facts: sql`${workFile.facts} || ${JSON.stringify({ isOtherContent: true })}::jsonb` })
    .where(and(eq(workFile.id, id), isNotNull(workFile.facts)))
}

/** Stores how experts get a file, unless it has been redacted meanwhile. */
export const storeBlindCopy = async (
  db: Database,
  { id, redactedId }: Pick<InspectedFile, 'id' | 'redactedId'>,
  blind: BlindCopy,
): Promise<void> => {
  await db
    .update(workFile)
    .set({ blind })
    .where(and(eq(workFile.id, id), sql`${workFile.redactedId} is not distinct from ${redactedId}`))
}

/** The same for malware that was found in it. */
export const storeInfection = async (db: Database, id: FileId, isInfected: boolean): Promise<void> => {
  await db
    .update(workFile)
    .set({ facts: sql`${workFile.facts} || ${JSON.stringify({ isInfected })}::jsonb` })
    .where(and(eq(workFile.id, id), isNotNull(workFile.facts)))
}

export const redactFile = async (db: Database, id: FileId, redactedId: FileId): Promise<void> => {
  await db.update(workFile).set({ redactedId, blind: null }).where(eq(workFile.id, id))
}

/** The part, place and facts of files that are prepared or in the submission that stands. */
export const factsOfWork = async (db: Database, { id, submission }: { id: WorkId; submission: number | null }) => {
  const isSubmitted = sql`exists (
    select from ${submissionFile} where ${submissionFile.fileId} = ${workFile.id}
      and ${submissionFile.workId} = ${workFile.workId} and ${submissionFile.number} = ${submission}
  )`
  return db
    .select({
      id: workFile.id,
      part: workFile.part,
      position: workFile.position,
      facts: workFile.facts,
      blind: workFile.blind,
    })
    .from(workFile)
    .where(and(eq(workFile.workId, id), or(isNotNull(workFile.position), isSubmitted)))
}

/** How lists of tasks name a work. Requires its enrolment. */
export const subjectOf = sql<string>`coalesce(nullif(${work.title}, ''), ${enrolment.number}, '')`

/** What marks and leaks of a work are computed from. */
export const findMarked = async (db: Database, id: WorkId) => {
  const [row] = await db
    .select({
      id: work.id,
      teamId: work.teamId,
      title: work.title,
      summary: work.summary,
      values: work.values,
      names: work.names,
      submission: work.submission,
      rules: activity.workRules,
      subject: subjectOf,
    })
    .from(work)
    .innerJoin(activity, eq(activity.id, work.activityId))
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .where(eq(work.id, id))
  return row
}
export type MarkedWork = NonNullable<Awaited<ReturnType<typeof findMarked>>>
