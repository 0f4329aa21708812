import type { EntryId, ReviewerId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, asc, eq, not } from '../../../platform/database/drizzle.ts'
import { assignment } from '../../rounds/tables.ts'
import { reviewEntry, reviewFile, reviewMember } from '../views.ts'

/** How an expert of a round is called. */
export const requireOwnName = async (db: Database, id: ReviewerId): Promise<string> => {
  const [row] = await db.select({ name: reviewMember.name }).from(reviewMember).where(eq(reviewMember.reviewerId, id))
  return row!.name
}

/** The works of an expert that stand, in their own order. */
export const dealtWorks = (db: Database, id: ReviewerId) =>
  db
    .select({ entryId: assignment.entryId, token: assignment.token, code: reviewEntry.code })
    .from(assignment)
    .innerJoin(reviewEntry, eq(reviewEntry.entryId, assignment.entryId))
    .where(and(eq(assignment.reviewerId, id), eq(assignment.state, 'open'), not(reviewEntry.isRemoved)))
    .orderBy(asc(assignment.position), asc(reviewEntry.code))
export type DealtWork = Awaited<ReturnType<typeof dealtWorks>>[number]

/** What opens the files of a work, by number. */
export const openersOf = async (db: Database, id: EntryId) => {
  const rows = await db
    .select({ number: reviewFile.number, workId: reviewFile.workId, id: reviewFile.fileId })
    .from(reviewFile)
    .where(eq(reviewFile.entryId, id))
  return new Map(rows.map(({ number, ...opener }) => [number, opener]))
}
