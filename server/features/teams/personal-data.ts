import type { AccountId, TeamId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { asc, desc, eq, inArray, or, sql } from '../../platform/database/drizzle.ts'
import type { DataFormat, DataSubject, PersonalData } from '../../platform/feature.ts'
import { maskContact } from '../accounts/service.ts'
import { account } from '../accounts/tables.ts'
import { activity } from '../competition/tables.ts'
import { checkLedTeamsAreRead } from './members/deletion.ts'
import { nameOf } from './person-name.ts'
import { lockTeamsOf, releaseFromTeams } from './members/release.ts'
import { activityOrganiser, invitation, team, teamMember } from './tables.ts'

// Of other people it contains only what this user sees on the pages of teams.

const called = { realName: account.realName, nickname: account.nickname, username: account.username }

/** The teams of the user, whatever the state of their activities. */
const membershipsOf = (db: Database, id: AccountId) =>
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

const peopleOf = (db: Database, teams: readonly TeamId[]) =>
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

/** By account or by contact. */
const invitationsTo = (db: Database, id: AccountId, contacts: readonly string[]) =>
  db
    .select({ ...invitationColumns, status: account.status, called })
    .from(invitation)
    .innerJoin(team, eq(team.id, invitation.teamId))
    .innerJoin(activity, eq(activity.id, team.activityId))
    .innerJoin(account, eq(account.id, invitation.invitedBy))
    .where(or(eq(invitation.accountId, id), inArray(invitation.contact, [...contacts])))
    .orderBy(...newestFirst)

const invitationsBy = (db: Database, id: AccountId) =>
  db
    .select({ ...invitationColumns, contact: invitation.contact, username: account.username })
    .from(invitation)
    .innerJoin(team, eq(team.id, invitation.teamId))
    .innerJoin(activity, eq(activity.id, team.activityId))
    .leftJoin(account, eq(account.id, invitation.accountId))
    .where(eq(invitation.invitedBy, id))
    .orderBy(...newestFirst)

/** Deleted users have no name. */
const nameUnlessGone = (person: Parameters<typeof nameOf>[0], status: string): string | null =>
  status === 'deleted' ? null : nameOf(person)

const collectTeams = async (db: Database, id: AccountId, { inLanguage }: DataFormat) => {
  const teams = await membershipsOf(db, id)
  const people = await peopleOf(
    db,
    teams.map((one) => one.id),
  )
  return teams.map((one) => {
    const { id: teamId, activity: name, ...rest } = one
    return {
      ...rest,
      activity: inLanguage(name),
      people: people
        .filter((person) => person.teamId === teamId)
        .map(({ role, school, joinedAt, status, called: names }) => ({
          name: nameUnlessGone(names, status),
          role,
          school,
          joinedAt,
        })),
    }
  })
}

const collectInvitations = async (db: Database, { id, contacts }: DataSubject, { inLanguage }: DataFormat) => ({
  received: (await invitationsTo(db, id, contacts)).map(({ activity: name, status, called: names, ...rest }) => ({
    ...rest,
    activity: inLanguage(name),
    invitedBy: nameUnlessGone(names, status),
  })),
  sent: (await invitationsBy(db, id)).map(({ activity: name, contact, username, ...rest }) => ({
    ...rest,
    activity: inLanguage(name),
    // As the captain sees it; null once it is erased.
    to: username ?? (contact && maskContact(contact)),
  })),
})

/** The activities on which the user has acted as an organiser. */
const collectOrganised = async (db: Database, id: AccountId, { inLanguage }: DataFormat) => {
  const rows = await db
    .select({ activity: activity.name, since: activityOrganiser.since })
    .from(activityOrganiser)
    .innerJoin(activity, eq(activity.id, activityOrganiser.activityId))
    .where(eq(activityOrganiser.accountId, id))
    .orderBy(desc(activityOrganiser.since), asc(activity.id))
  return rows.map((row) => ({ ...row, activity: inLanguage(row.activity) }))
}

export const teamsData: PersonalData = {
  collect: async ({ db }, person, format) => ({
    teams: await collectTeams(db, person.id, format),
    invitations: await collectInvitations(db, person, format),
    organisedActivities: await collectOrganised(db, person.id, format),
  }),
  lock: lockTeamsOf,
  checkDeletion: (ctx, { teams }) => checkLedTeamsAreRead(ctx, teams ?? []),
  erase: async (ctx, person) => {
    await releaseFromTeams(ctx, person)
    await ctx.db.delete(activityOrganiser).where(eq(activityOrganiser.accountId, person.id))
  },
}
