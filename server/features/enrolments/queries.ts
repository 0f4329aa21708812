import type { AccountId, EnrolmentId, TeamId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { asc, desc, eq } from '../../platform/database/drizzle.ts'
import { account } from '../accounts/tables.ts'
import { teamMember } from '../teams/tables.ts'
import { enrolment, enrolmentEvent } from './tables.ts'

export const enrolmentColumns = {
  id: enrolment.id,
  activityId: enrolment.activityId,
  teamId: enrolment.teamId,
  state: enrolment.state,
  number: enrolment.number,
  answers: enrolment.answers,
  version: enrolment.version,
  submittedAt: enrolment.submittedAt,
  inGrace: enrolment.inGrace,
  resubmitBy: enrolment.resubmitBy,
  decidedAt: enrolment.decidedAt,
  reason: enrolment.reason,
}

export const findEnrolment = async (db: Database, id: EnrolmentId) => {
  const [found] = await db.select(enrolmentColumns).from(enrolment).where(eq(enrolment.id, id))
  return found
}

export type FoundEnrolment = NonNullable<Awaited<ReturnType<typeof findEnrolment>>>

/** Nobody else changes it until the transaction ends. After its team, if that is locked too. */
export const lockEnrolment = async (db: Database, id: EnrolmentId) => {
  const [found] = await db.select(enrolmentColumns).from(enrolment).where(eq(enrolment.id, id)).for('update')
  return found
}

export const findEnrolmentOf = async (db: Database, teamId: TeamId) => {
  const [found] = await db.select({ id: enrolment.id }).from(enrolment).where(eq(enrolment.teamId, teamId))
  return found?.id
}

/** What has happened to an enrolment, the first first. */
export const eventsOf = (db: Database, id: EnrolmentId) =>
  db
    .select({
      at: enrolmentEvent.at,
      state: enrolmentEvent.toState,
      reason: enrolmentEvent.reason,
      realName: account.realName,
      nickname: account.nickname,
      username: account.username,
      status: account.status,
    })
    .from(enrolmentEvent)
    .leftJoin(account, eq(account.id, enrolmentEvent.accountId))
    .where(eq(enrolmentEvent.enrolmentId, id))
    .orderBy(asc(enrolmentEvent.at), asc(enrolmentEvent.id))

/** The enrolments of the teams somebody is in: a promise of few. */
export const enrolmentsOf = (db: Database, accountId: AccountId) =>
  db
    .select(enrolmentColumns)
    .from(enrolment)
    .innerJoin(teamMember, eq(teamMember.teamId, enrolment.teamId))
    .where(eq(teamMember.accountId, accountId))
    .orderBy(desc(enrolment.updatedAt), desc(enrolment.id))
