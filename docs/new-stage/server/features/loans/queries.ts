import type { ActivityId, EditionId, LoanId, TeamId } from '@lectern/contract/ids.ts'
import type { LoanSort, LoanState } from '@lectern/contract/loans/loan-values.ts'
import { beginningWith, startOfDay } from '../../platform/database/conditions.ts'
import type { Database } from '../../platform/database/connect.ts'
import { countRows } from '../../platform/database/count.ts'
import { and, desc, eq, gte, inArray, isNotNull, lt, sql, type SQL } from '../../platform/database/drizzle.ts'
import { pageOfIds, type Slice } from '../../platform/database/id-page.ts'
import { inOrderOf } from '../../platform/database/neighbours.ts'
import { activity } from '../competition/tables.ts'
import { enrolment } from '../enrolments/tables.ts'
import { team } from '../teams/tables.ts'
import { loan, loanEvent } from './tables.ts'

export const loanColumns = {
  id: loan.id,
  enrolmentId: loan.enrolmentId,
  teamId: loan.teamId,
  activityId: loan.activityId,
  item: loan.item,
  purpose: loan.purpose,
  state: loan.state,
  version: loan.version,
  submittedAt: loan.submittedAt,
  reason: loan.reason,
}

const loansWhere = (db: Database, where: SQL | undefined) =>
  db.select(loanColumns).from(loan).where(where).orderBy(desc(loan.submittedAt), desc(loan.id))

export type LoanRow = Awaited<ReturnType<typeof loansWhere>>[number]

export const loansOfTeams = async (db: Database, teams: readonly TeamId[]): Promise<LoanRow[]> =>
  teams.length === 0 ? [] : loansWhere(db, inArray(loan.teamId, [...teams]))

export const loansById = (db: Database, ids: readonly LoanId[]): Promise<LoanRow[]> =>
  loansWhere(db, inArray(loan.id, [...ids]))

/** Locks the row until the transaction ends. A step locks the team first. */
export const lockLoanRow = async (db: Database, id: LoanId): Promise<LoanRow> => {
  const [row] = await db.select(loanColumns).from(loan).where(eq(loan.id, id)).for('update')
  return row!
}

/** Whether the last notification was a decision. */
export const knowsDecision = async (db: Database, id: LoanId): Promise<boolean> => {
  const [latest] = await db
    .select({ kind: loanEvent.kind })
    .from(loanEvent)
    .where(and(eq(loanEvent.loanId, id), isNotNull(loanEvent.notifiedAt)))
    .orderBy(desc(loanEvent.position))
    .limit(1)
  return latest?.kind === 'decision'
}

export interface LoanFilter {
  edition: { id: EditionId; timeZone: string }
  activity?: ActivityId | undefined
  state?: readonly LoanState[] | undefined
  province?: string | undefined
  school?: string | undefined
  search?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

/** The record of the enrolment knows province, school and people. */
const ofEnrolment = (where: SQL): SQL =>
  sql`${loan.enrolmentId} in (select ${enrolment.id} from ${enrolment} where ${where})`

const whereListed = ({ edition: { id, timeZone }, ...filter }: LoanFilter): SQL | undefined => {
  const { activity: of, state, province, school, search, from, until } = filter
  return and(
    sql`${loan.activityId} in (select ${activity.id} from ${activity} where ${activity.editionId} = ${id})`,
    of && eq(loan.activityId, of),
    state && inArray(loan.state, [...state]),
    province ? ofEnrolment(eq(enrolment.province, province)) : undefined,
    school ? ofEnrolment(sql`${enrolment.school} like ${beginningWith(school)}`) : undefined,
    search ? ofEnrolment(sql`${enrolment.search} @@ search_query(${search})`) : undefined,
    from ? gte(loan.submittedAt, startOfDay(from, timeZone)) : undefined,
    until ? lt(loan.submittedAt, startOfDay(until, timeZone, 1)) : undefined,
  )
}

/** When the team will be notified of the current decision, while that has not happened. */
const pendingNotification = sql<Date | null>`(
  select case when notified_at is null then notify_at end from loan_event
  where loan_id = loan.id order by position desc limit 1
)`.mapWith(loan.submittedAt)

export const loanPage = (db: Database, filter: LoanFilter, sort: LoanSort, slice: Slice) => {
  const order = inOrderOf(loan, { keys: [loan.submittedAt], isDescending: sort.startsWith('-') })
  return db
    .select({
      ...loanColumns,
      number: enrolment.number,
      activity: { id: activity.id, name: activity.name },
      team: { id: team.id, name: team.name },
      notifyAt: pendingNotification,
    })
    .from(loan)
    .innerJoin(enrolment, eq(enrolment.id, loan.enrolmentId))
    .innerJoin(team, eq(team.id, loan.teamId))
    .innerJoin(activity, eq(activity.id, loan.activityId))
    .where(sql`${loan.id} in ${pageOfIds(loan, { where: whereListed(filter), order, ...slice })}`)
    .orderBy(...order)
}

export type ListedRow = Awaited<ReturnType<typeof loanPage>>[number]

export const countLoans = (db: Database, filter: LoanFilter): Promise<number> =>
  countRows(db, loan, whereListed(filter))
