import type { AccountId, AssignmentId, EntryId, ReviewerId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, desc, eq, ne, not, sql } from '../../platform/database/drizzle.ts'
import { preparedQuery, whereAnyOf, type Placeholders } from '../../platform/database/prepared-queries.ts'
import { roundLock } from '../rounds/service.ts'
import { assignment, reviewer } from '../rounds/tables.ts'
import { flag, sheet, sheetVersion } from './tables.ts'
import { reviewEntry, reviewFile, reviewRound, reviewWork } from './views.ts'

const reviewerColumns = {
  id: reviewer.id,
  state: reviewer.state,
  panelId: reviewer.panelId,
  isChair: reviewer.isChair,
  pledge: reviewer.pledge,
  pledgedAt: reviewer.pledgedAt,
  practisedAt: reviewer.practisedAt,
}

const roundColumns = {
  id: reviewRound.id,
  code: reviewRound.code,
  state: reviewRound.state,
  name: reviewRound.name,
  rules: reviewRound.rules,
  opensAt: reviewRound.opensAt,
  closesAt: reviewRound.closesAt,
  closedAt: reviewRound.closedAt,
  timeZone: reviewRound.timeZone,
  pledge: reviewRound.pledge,
  isArchived: reviewRound.isArchived,
  allowsDownload: reviewRound.allowsDownload,
}

/** Own assignments that stand. */
const ownCounts = {
  works: sql<number>`(
    select count(*)::integer from assignment where reviewer_id = ${reviewer.id} and state = 'open'
  )`,
  finished: sql<number>`(
    select count(*)::integer from assignment where reviewer_id = ${reviewer.id} and state = 'open' and is_finished
  )`,
}

const ownRounds = (db: Database) =>
  db
    .select({ reviewer: reviewerColumns, round: roundColumns, ...ownCounts })
    .from(reviewer)
    .innerJoin(reviewRound, eq(reviewRound.id, reviewer.roundId))

/** The rounds that an expert is invited to, the latest first. Few rows. */
export const roundsOfExpert = (db: Database, id: AccountId) =>
  ownRounds(db)
    .where(and(eq(reviewer.accountId, id), ne(reviewer.state, 'removed')))
    .orderBy(desc(reviewer.invitedAt), asc(reviewRound.code))

export type OwnRound = Awaited<ReturnType<typeof roundsOfExpert>>[number]

/** Undefined for everybody who is not invited. */
export const findOwnRound = async (db: Database, id: AccountId, code: string): Promise<OwnRound | undefined> => {
  const [row] = await ownRounds(db).where(
    and(eq(reviewer.accountId, id), eq(reviewRound.code, code), ne(reviewer.state, 'removed')),
  )
  return row
}

export const sheetColumns = {
  version: sheet.version,
  scores: sheet.scores,
  comment: sheet.comment,
  remark: sheet.remark,
  notes: sheet.notes,
  places: sheet.places,
  seconds: sheet.seconds,
  number: sheet.number,
  total: sheet.total,
  submittedAt: sheet.submittedAt,
  isChanged: sheet.isChanged,
  updatedAt: sheet.updatedAt,
  reopenedUntil: sheet.reopenedUntil,
}

const assignmentColumns = {
  id: assignment.id,
  entryId: assignment.entryId,
  code: reviewEntry.code,
  position: assignment.position,
  token: assignment.token,
  isEnded: sql<boolean>`(${assignment.state} <> 'open' or ${reviewEntry.isRemoved})`,
}

interface WorkOfExpert extends Record<string, unknown> {
  account: AccountId
  code: string
}

const heldColumns = { reviewer: reviewerColumns, round: roundColumns, work: assignmentColumns, sheet: sheetColumns }

const findOwnWorks = preparedQuery((db, { account, code }: Placeholders<WorkOfExpert>) =>
  db
    .select({ ...heldColumns, ...ownCounts })
    .from(reviewer)
    .innerJoin(reviewRound, eq(reviewRound.id, reviewer.roundId))
    .innerJoin(assignment, eq(assignment.reviewerId, reviewer.id))
    .innerJoin(reviewEntry, eq(reviewEntry.entryId, assignment.entryId))
    .leftJoin(sheet, eq(sheet.assignmentId, assignment.id))
    .where(and(eq(reviewer.accountId, account), eq(reviewEntry.code, code))),
)

const findHeldWorks = preparedQuery((db, { account, code }: Placeholders<WorkOfExpert>) =>
  db
    .select(heldColumns)
    .from(reviewer)
    .innerJoin(reviewRound, eq(reviewRound.id, reviewer.roundId))
    .innerJoin(assignment, eq(assignment.reviewerId, reviewer.id))
    .innerJoin(reviewEntry, eq(reviewEntry.entryId, assignment.entryId))
    .leftJoin(sheet, eq(sheet.assignmentId, assignment.id))
    .where(and(eq(reviewer.accountId, account), eq(reviewEntry.code, code))),
)

/** One statement finds the round and locks it. */
const lockingRound = (mode: 'shared' | 'exclusive') =>
  preparedQuery((db, { account, code }: Placeholders<WorkOfExpert>) =>
    db
      .select({ id: assignment.roundId, lock: roundLock(sql`${assignment.roundId}::text`, mode) })
      .from(reviewer)
      .innerJoin(assignment, eq(assignment.reviewerId, reviewer.id))
      .innerJoin(reviewEntry, eq(reviewEntry.entryId, assignment.entryId))
      .where(and(eq(reviewer.accountId, account), eq(reviewEntry.code, code))),
  )
const lockRounds = { shared: lockingRound('shared'), exclusive: lockingRound('exclusive') }

/** Locks the round of such a work until the transaction ends. False: the expert never had it. */
export const lockRoundOfWork = async (
  db: Database,
  account: AccountId,
  code: string,
  mode: 'shared' | 'exclusive',
): Promise<boolean> => (await lockRounds[mode](db, { account, code })).length > 0

/** The same work as `findOwnWork`, without how far the expert is with all works. */
export const findHeldWork = async (db: Database, account: AccountId, code: string) => {
  const [row] = await findHeldWorks(db, { account, code })
  return row
}
export type HeldWork = NonNullable<Awaited<ReturnType<typeof findHeldWork>>>

/** A work that was given to this expert at any time, with their sheet; undefined for all other works. */
export const findOwnWork = async (db: Database, account: AccountId, code: string) => {
  const [row] = await findOwnWorks(db, { account, code })
  return row
}
export type OwnWork = NonNullable<Awaited<ReturnType<typeof findOwnWork>>>
export type OwnSheet = NonNullable<OwnWork['sheet']>

/** What experts read of a work. */
export const requireWorkTexts = async (db: Database, id: EntryId) => {
  const [row] = await db
    .select({
      title: reviewWork.title,
      summary: reviewWork.summary,
      activity: reviewWork.activity,
      parts: reviewWork.parts,
    })
    .from(reviewWork)
    .where(eq(reviewWork.entryId, id))
  return row!
}

/** The files of a work, without what opens them. */
export const filesOfWork = (db: Database, id: EntryId) =>
  db
    .select({
      number: reviewFile.number,
      part: reviewFile.part,
      type: reviewFile.type,
      seconds: reviewFile.seconds,
      pages: reviewFile.pages,
      copyVersion: reviewFile.copyVersion,
    })
    .from(reviewFile)
    .where(eq(reviewFile.entryId, id))
    .orderBy(asc(reviewFile.number))

const findOpened = preparedQuery((db, { account, token }: Placeholders<{ account: AccountId; token: string }>) =>
  db
    .select({ reviewer: reviewerColumns, round: roundColumns, work: assignmentColumns })
    .from(assignment)
    .innerJoin(reviewer, eq(reviewer.id, assignment.reviewerId))
    .innerJoin(reviewRound, eq(reviewRound.id, assignment.roundId))
    .innerJoin(reviewEntry, eq(reviewEntry.entryId, assignment.entryId))
    .where(and(eq(assignment.token, token), eq(assignment.state, 'open'), eq(reviewer.accountId, account))),
)

/** The work that a token opens for this expert, and what decides whether now. */
export const findOpenedWork = async (db: Database, account: AccountId, token: string) => {
  const [row] = await findOpened(db, { account, token })
  return row
}

// Asked for one work: joined with others, the database would read the manifests of all works.
const findFiles = preparedQuery((db, { entry, number }: Placeholders<{ entry: EntryId; number: number }>) =>
  db
    .select({ workId: reviewFile.workId, id: reviewFile.fileId })
    .from(reviewFile)
    .where(and(eq(reviewFile.entryId, entry), eq(reviewFile.number, number))),
)

/** What opens a file of a work. */
export const findFile = async (db: Database, entry: EntryId, number: number) => {
  const [row] = await findFiles(db, { entry, number })
  return row
}

/** What a picture of a work can be made of. */
export const coveredFilesOf = (db: Database, entry: EntryId) =>
  db
    .select({ id: reviewFile.fileId, part: reviewFile.part })
    .from(reviewFile)
    .where(eq(reviewFile.entryId, entry))
    .orderBy(asc(reviewFile.number))

const findOpenTokens = preparedQuery((db, { tokens }: Placeholders<{ tokens: string[] }>) =>
  db
    .select({ token: assignment.token })
    .from(assignment)
    .where(and(eq(assignment.state, 'open'), whereAnyOf(assignment.token, tokens))),
)

/** Which of these tokens still open files. */
export const openTokens = async (db: Database, tokens: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await findOpenTokens(db, { tokens: [...tokens] })
  return new Set(rows.map(({ token }) => token))
}

const whereOwnOpen = (id: ReviewerId) =>
  and(eq(assignment.reviewerId, id), eq(assignment.state, 'open'), not(reviewEntry.isRemoved))

/** The works of an expert in their own order, with what they submitted last. */
export const worksOfReviewer = (db: Database, id: ReviewerId) =>
  db
    .select({
      code: reviewWork.code,
      title: reviewWork.title,
      activity: reviewWork.activity,
      sheet: sheetColumns,
      submitted: { scores: sheetVersion.scores, total: sheetVersion.total },
      hasFlag: sql<boolean>`exists (select from flag where assignment_id = ${assignment.id})`,
      secondsToPlay: sql<number>`(select coalesce(sum(${reviewFile.seconds}), 0) from ${reviewFile} where ${reviewFile.entryId} = ${assignment.entryId})`,
    })
    .from(assignment)
    .innerJoin(reviewEntry, eq(reviewEntry.entryId, assignment.entryId))
    .innerJoin(reviewWork, eq(reviewWork.entryId, assignment.entryId))
    .leftJoin(sheet, eq(sheet.assignmentId, assignment.id))
    .leftJoin(
      sheetVersion,
      and(eq(sheetVersion.assignmentId, sheet.assignmentId), eq(sheetVersion.number, sheet.number)),
    )
    .where(whereOwnOpen(id))
    .orderBy(asc(assignment.position), asc(reviewWork.code))

export type ListedWork = Awaited<ReturnType<typeof worksOfReviewer>>[number]

/** The codes of an expert's works in their own order. */
export const codesOfReviewer = async (db: Database, id: ReviewerId): Promise<string[]> => {
  const rows = await db
    .select({ code: reviewEntry.code })
    .from(assignment)
    .innerJoin(reviewEntry, eq(reviewEntry.entryId, assignment.entryId))
    .where(whereOwnOpen(id))
    .orderBy(asc(assignment.position), asc(reviewEntry.code))
  return rows.map(({ code }) => code)
}

/** What an expert has reported about a work, the oldest first. */
export const flagsOf = (db: Database, id: AssignmentId) =>
  db
    .select({ kind: flag.kind, text: flag.text, resolvedAt: flag.resolvedAt })
    .from(flag)
    .where(eq(flag.assignmentId, id))
    .orderBy(asc(flag.createdAt), asc(flag.id))
