import type { FileFacts } from '@lectern/contract/file-findings.ts'
import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, eq, isNotNull, or, sql } from '../../platform/database/drizzle.ts'
import { prepared, type Given } from '../../platform/database/prepared.ts'
import { activity } from '../competition/tables.ts'
import { file } from '../files/tables.ts'
import { submissionFile, work, workFile, type BlindCopy } from './tables.ts'

const stored = { id: file.id, name: file.name, type: file.type, size: file.size }

const findInspectedFiles = prepared((db, { id }: Given<{ id: FileId }>) =>
  db
    .select({
      ...stored,
      workId: workFile.workId,
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
  const [found] = await findInspectedFiles(db, { id })
  return found
}
export type InspectedFile = NonNullable<Awaited<ReturnType<typeof findInspected>>>

export const findStoredFile = async (db: Database, id: FileId) => {
  const [found] = await db
    .select(stored)
    .from(file)
    .where(and(eq(file.id, id), eq(file.state, 'stored')))
  return found
}

export const storeFacts = async (db: Database, id: FileId, facts: FileFacts, checkedAt: Date): Promise<void> => {
  await db.update(workFile).set({ facts, checkedAt }).where(eq(workFile.id, id))
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

/** What marks and leaks of a work are computed from. */
export const findMarked = async (db: Database, id: WorkId) => {
  const [found] = await db
    .select({
      id: work.id,
      teamId: work.teamId,
      title: work.title,
      summary: work.summary,
      values: work.values,
      names: work.names,
      submission: work.submission,
      rules: activity.workRules,
    })
    .from(work)
    .innerJoin(activity, eq(activity.id, work.activityId))
    .where(eq(work.id, id))
  return found
}
export type MarkedWork = NonNullable<Awaited<ReturnType<typeof findMarked>>>
