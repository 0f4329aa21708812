import type { AccountId, TeamId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { asc, desc, eq, inArray, or, sql } from '../../platform/database/drizzle.ts'
import { account } from '../accounts/tables.ts'
import { activity } from '../competition/tables.ts'
import { doerColumns } from '../enrolments/service.ts'
import { enrolment, enrolmentEvent, waiting } from '../enrolments/tables.ts'
import { invitation, team, teamMember } from '../teams/tables.ts'

// What a person does in the contest. Of others there is what the pages of teams and enrolments show him, and nothing else.

const called = { realName: account.realName, nickname: account.nickname, username: account.username }

/** The teams that the person is in, whatever has become of their activities. */
export const membershipsOf = (db: Database, id: AccountId) =>
  db
    .select({
      id: team.id,
      name: team.name,
      slogan: team.slogan,
      activity: activity.name,
      role: teamMember.role,
      joinedAt: teamMember.joinedAt,
      createdAt: team.createdAt,
    })
    .from(teamMember)
    .innerJoin(team, eq(team.id, teamMember.teamId))
    .innerJoin(activity, eq(activity.id, team.activityId))
    .where(eq(teamMember.accountId, id))
    .orderBy(desc(teamMember.joinedAt), desc(team.id))

export const peopleOf = (db: Database, teams: readonly TeamId[]) =>
  db
    .select({
      teamId: teamMember.teamId,
      accountId: teamMember.accountId,
      role: teamMember.role,
      school: account.school,
      joinedAt: teamMember.joinedAt,
      status: account.status,
      called,
    })
    .from(teamMember)
    .innerJoin(account, eq(account.id, teamMember.accountId))
    .where(inArray(teamMember.teamId, [...teams]))
    .orderBy(
      asc(sql`array_position(array['captain', 'member', 'advisor'], ${teamMember.role})`),
      asc(teamMember.position),
      asc(teamMember.joinedAt),
      asc(teamMember.accountId),
    )

export const enrolmentsOf = (db: Database, teams: readonly TeamId[]) =>
  db
    .select({
      id: enrolment.id,
      team: team.name,
      activity: activity.name,
      fields: activity.fields,
      number: enrolment.number,
      state: enrolment.state,
      answers: enrolment.answers,
      amendment: enrolment.amendment,
      snapshot: enrolment.snapshot,
      submittedAt: enrolment.submittedAt,
      resubmitBy: enrolment.resubmitBy,
      decidedAt: enrolment.decidedAt,
      reason: enrolment.reason,
      waitingSince: waiting.joinedAt,
      placeOfferedUntil: waiting.offeredUntil,
      createdAt: enrolment.createdAt,
      updatedAt: enrolment.updatedAt,
    })
    .from(enrolment)
    .innerJoin(team, eq(team.id, enrolment.teamId))
    .innerJoin(activity, eq(activity.id, enrolment.activityId))
    .leftJoin(waiting, eq(waiting.teamId, enrolment.teamId))
    .where(inArray(enrolment.teamId, [...teams]))
    .orderBy(desc(enrolment.createdAt), desc(enrolment.id))

/** What has happened to the enrolments of these teams, the first first. */
export const happeningsOf = (db: Database, teams: readonly TeamId[]) =>
  db
    .select({
      enrolmentId: enrolmentEvent.enrolmentId,
      at: enrolmentEvent.at,
      ...doerColumns,
    })
    .from(enrolmentEvent)
    .innerJoin(enrolment, eq(enrolment.id, enrolmentEvent.enrolmentId))
    .leftJoin(account, eq(account.id, enrolmentEvent.accountId))
    .where(inArray(enrolment.teamId, [...teams]))
    .orderBy(asc(enrolmentEvent.position))

const invitationColumns = {
  team: team.name,
  activity: activity.name,
  role: invitation.role,
  state: invitation.state,
  createdAt: invitation.createdAt,
  expiresAt: invitation.expiresAt,
  decidedAt: invitation.decidedAt,
}
const newestFirst = [desc(invitation.createdAt), desc(invitation.id)]

/** By whatever they were addressed with. */
export const invitationsTo = (db: Database, id: AccountId, contacts: readonly string[]) =>
  db
    .select({ ...invitationColumns, status: account.status, called })
    .from(invitation)
    .innerJoin(team, eq(team.id, invitation.teamId))
    .innerJoin(activity, eq(activity.id, team.activityId))
    .innerJoin(account, eq(account.id, invitation.invitedBy))
    .where(or(eq(invitation.accountId, id), inArray(invitation.contact, [...contacts])))
    .orderBy(...newestFirst)

export const invitationsBy = (db: Database, id: AccountId) =>
  db
    .select({ ...invitationColumns, contact: invitation.contact, username: account.username })
    .from(invitation)
    .innerJoin(team, eq(team.id, invitation.teamId))
    .innerJoin(activity, eq(activity.id, team.activityId))
    .leftJoin(account, eq(account.id, invitation.accountId))
    .where(eq(invitation.invitedBy, id))
    .orderBy(...newestFirst)
