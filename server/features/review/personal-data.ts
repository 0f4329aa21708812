import type { AccountId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { asc, eq, sql } from '../../platform/database/drizzle.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { assignment, reviewer } from '../rounds/tables.ts'
import { flag, sheet } from './tables.ts'
import { reviewEntry } from './views.ts'

/** What an expert has written. Works are named by their codes: the export of an expert tells no more than the desk. */
const writtenBy = (db: Database, id: AccountId) =>
  db
    .select({
      work: reviewEntry.code,
      scores: sheet.scores,
      comment: sheet.comment,
      remark: sheet.remark,
      notes: sheet.notes,
      seconds: sheet.seconds,
      submittedAt: sheet.submittedAt,
    })
    .from(sheet)
    .innerJoin(assignment, eq(assignment.id, sheet.assignmentId))
    .innerJoin(reviewer, eq(reviewer.id, assignment.reviewerId))
    .innerJoin(reviewEntry, eq(reviewEntry.entryId, assignment.entryId))
    .where(eq(reviewer.accountId, id))
    .orderBy(asc(sheet.createdAt), asc(reviewEntry.code))

const reportedBy = (db: Database, id: AccountId) =>
  db
    .select({ work: reviewEntry.code, kind: flag.kind, text: flag.text, createdAt: flag.createdAt })
    .from(flag)
    .innerJoin(assignment, eq(assignment.id, flag.assignmentId))
    .innerJoin(reviewer, eq(reviewer.id, assignment.reviewerId))
    .innerJoin(reviewEntry, eq(reviewEntry.entryId, assignment.entryId))
    .where(eq(reviewer.accountId, id))
    .orderBy(asc(flag.createdAt), asc(flag.id))

/** Scores, comments and reports stay: results depend on them. Notes were written for nobody else. */
export const reviewData: PersonalData = {
  collect: async ({ db }, { id }) => {
    const [sheets, reports] = [await writtenBy(db, id), await reportedBy(db, id)]
    return sheets.length + reports.length > 0 ? { scoreSheets: { sheets, reports } } : {}
  },
  erase: async ({ db }, { id }) => {
    await db.execute(sql`
      update sheet set notes = '[]', places = '{}'
      from assignment join reviewer on reviewer.id = assignment.reviewer_id
      where assignment.id = sheet.assignment_id and reviewer.account_id = ${id}
    `)
  },
}
