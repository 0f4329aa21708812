import type { EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { AccountId, ActivityId, EditionId, InvitationId, TeamId } from '@lectern/contract/ids.ts'
import type { InvitationState } from '@lectern/contract/teams/team-values.ts'
import type { Database } from '../../platform/database/connect.ts'
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  sql,
  type SQL,
} from '../../platform/database/drizzle.ts'
import { whereAnyOf, preparedQuery, type Placeholders } from '../../platform/database/prepared-queries.ts'
import { account, accountColumns } from '../accounts/tables.ts'
import { institutionKey } from '../institutions/service.ts'
import { institution } from '../institutions/tables.ts'
import { invitation, team, teamMember } from './tables.ts'

const teamColumns = {
  id: team.id,
  activityId: team.activityId,
  name: team.name,
  slogan: team.slogan,
  institutionId: team.institutionId,
  institutionName: institution.name,
  inviteCode: team.inviteCode,
  inviteExpiresAt: team.inviteExpiresAt,
  version: team.version,
}

const isAlive = isNull(team.disbandedAt)

/** Teams that have not been disbanded. */
export const teamsById = preparedQuery((db, { ids }: Placeholders<{ ids: readonly TeamId[] }>) =>
  db
    .select(teamColumns)
    .from(team)
    .leftJoin(institution, eq(institution.id, team.institutionId))
    .where(and(whereAnyOf(team.id, ids), isAlive)),
)

const lockedTeam = preparedQuery((db, { id }: Placeholders<{ id: TeamId }>) =>
  db
    .select({ id: team.id })
    .from(team)
    .where(and(eq(team.id, id), isAlive))
    .for('no key update'),
)

/** Locks the team: nobody joins, leaves or enrols until the transaction ends. */
export const lockTeamRow = async (db: Database, id: TeamId): Promise<boolean> => {
  const locked = await lockedTeam(db, { id })
  return locked.length > 0
}

/** Everybody in some teams: the captain, then members in the team's order, then advisors. */
export const membersOfTeams = preparedQuery((db, { ids }: Placeholders<{ ids: readonly TeamId[] }>) =>
  db
    .select({
      teamId: teamMember.teamId,
      role: teamMember.role,
      position: teamMember.position,
      joinedAt: teamMember.joinedAt,
      account: accountColumns,
    })
    .from(teamMember)
    .innerJoin(account, eq(account.id, teamMember.accountId))
    .where(whereAnyOf(teamMember.teamId, ids))
    .orderBy(
      asc(sql`array_position(array['captain', 'member', 'advisor'], ${teamMember.role})`),
      asc(teamMember.position),
      asc(teamMember.joinedAt),
      asc(teamMember.accountId),
    ),
)

/** The teams of a user, newest first. Few rows. */
export const teamIdsOf = async (db: Database, accountId: AccountId): Promise<TeamId[]> => {
  const rows = await db
    .select({ id: team.id })
    .from(teamMember)
    .innerJoin(team, eq(team.id, teamMember.teamId))
    .where(and(eq(teamMember.accountId, accountId), isAlive))
    .orderBy(desc(team.createdAt), desc(team.id))
  return rows.map(({ id }) => id)
}

/** The user's teams in an activity: as captain or member in one, as advisor in several. */
export const teamsInActivity = (db: Database, accountId: AccountId, activityId: ActivityId) =>
  db
    .select({ teamId: teamMember.teamId, role: teamMember.role })
    .from(teamMember)
    .where(and(eq(teamMember.accountId, accountId), eq(teamMember.activityId, activityId)))

export const teamOfCode = async (db: Database, code: string, now: Date) => {
  const [row] = await db
    .select({ id: team.id, activityId: team.activityId })
    .from(team)
    .where(and(eq(team.inviteCode, code), gt(team.inviteExpiresAt, now), isAlive))
  return row
}

const whereWaiting = (now: Date) => and(eq(invitation.state, 'pending'), gt(invitation.expiresAt, now))

/** Pending invitations of a team. */
export const pendingOf = (db: Database, teamId: TeamId, now: Date) =>
  db
    .select({
      id: invitation.id,
      accountId: invitation.accountId,
      contact: invitation.contact,
      role: invitation.role,
      createdAt: invitation.createdAt,
      expiresAt: invitation.expiresAt,
      username: account.username,
    })
    .from(invitation)
    .leftJoin(account, eq(account.id, invitation.accountId))
    .where(and(eq(invitation.teamId, teamId), whereWaiting(now)))
    .orderBy(desc(invitation.createdAt), desc(invitation.id))

export interface Invited {
  id: AccountId
  email: string | null
  phone: string | null
}

const whereInvited = ({ id, email, phone }: Invited) => {
  const contacts = [email, phone].filter((contact) => contact !== null)
  return or(eq(invitation.accountId, id), contacts.length > 0 ? inArray(invitation.contact, contacts) : undefined)
}

/** Ends pending invitations; returns which. Requires a transaction that has locked their team, or a job. */
export const moveInvitations = async (
  db: Database,
  to: Exclude<InvitationState, 'pending'>,
  now: Date,
  which: SQL | undefined,
): Promise<InvitationId[]> => {
  const moved = await db
    .update(invitation)
    .set({ state: to, decidedAt: now })
    .where(and(which, eq(invitation.state, 'pending')))
    .returning({ id: invitation.id })
  return moved.map(({ id }) => id)
}

/** Accepts all invitations of a user to the team they have joined. */
export const acceptAll = (db: Database, teamId: TeamId, invited: Invited, now: Date): Promise<InvitationId[]> =>
  moveInvitations(db, 'accepted', now, and(eq(invitation.teamId, teamId), whereInvited(invited), whereWaiting(now)))

/** Erases the contacts of a user's invitations. */
export const forgetInvitations = async (db: Database, invited: Invited): Promise<void> => {
  await db.delete(invitation).where(whereInvited(invited))
}

/** Pending invitations of a user, by account or by contact. */
export const pendingFor = (db: Database, invited: Invited, now: Date) => {
  const { username, nickname, realName, status } = account
  return db
    .select({
      id: invitation.id,
      teamId: invitation.teamId,
      activityId: team.activityId,
      role: invitation.role,
      createdAt: invitation.createdAt,
      expiresAt: invitation.expiresAt,
      inviter: { username, nickname, realName, status },
    })
    .from(invitation)
    .innerJoin(account, eq(account.id, invitation.invitedBy))
    .innerJoin(team, eq(team.id, invitation.teamId))
    .where(and(whereInvited(invited), whereWaiting(now), isAlive))
    .orderBy(desc(invitation.createdAt), desc(invitation.id))
    .limit(50)
}

/** Expires unanswered invitations: of all teams, as a job, or of one that invites again. */
export const expireInvitations = async (db: Database, now: Date, teamId?: TeamId): Promise<void> => {
  const which = and(lte(invitation.expiresAt, now), teamId && eq(invitation.teamId, teamId))
  await moveInvitations(db, 'expired', now, which)
}

/** The contact of an invitation is erased after this time. */
const contactMilliseconds = 30 * 86_400_000

export const forgetContacts = async (db: Database, now: Date): Promise<void> => {
  const since = new Date(now.getTime() - contactMilliseconds)
  await db
    .update(invitation)
    .set({ contact: null })
    .where(and(isNotNull(invitation.contact), ne(invitation.state, 'pending'), lte(invitation.decidedAt, since)))
}

interface TeamFilter {
  search?: string | undefined
  activity?: ActivityId | undefined
  edition?: EditionId | undefined
  state?: EnrolmentState | 'none' | undefined
}

interface EnrolmentSelectors {
  teamsWithNumber: (number: string) => SQL
  teamsWithState: (state?: EnrolmentState) => SQL
}

const whereState = (state: EnrolmentState | 'none', { teamsWithState }: EnrolmentSelectors): SQL =>
  state === 'none' ? sql`${team.id} not in (${teamsWithState()})` : sql`${team.id} in (${teamsWithState(state)})`

/** Searches by name of the team, by its number, or by its members. */
export const foundBy = ({ search, activity, edition, state }: TeamFilter, selectors: EnrolmentSelectors) =>
  and(
    isAlive,
    activity && eq(team.activityId, activity),
    edition && sql`${team.activityId} in (select id from activity where edition_id = ${edition})`,
    state && whereState(state, selectors),
    search
      ? sql`${team.id} in (
          select id from team where position(lower(${search}) in lower(name)) > 0
          union
          ${selectors.teamsWithNumber(search)}
          union
          select team_id from team_member join account on account.id = team_member.account_id
          where account.search @@ search_query(${search})
        )`
      : undefined,
  )

export const teamIdsFound = async (
  db: Database,
  where: SQL | undefined,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<TeamId[]> => {
  const rows = await db
    .select({ id: team.id })
    .from(team)
    .where(where)
    .orderBy(desc(team.createdAt), desc(team.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return rows.map(({ id }) => id)
}

interface Figures {
  people: number
  teams: number
  schools: number
  provinces: number
}

/** Public figures of the contest: people, teams, schools and provinces. A school is counted once, however it is spelled. */
export const countContest = async (db: Database): Promise<Figures> => {
  const { rows } = await db.execute<{ [Name in keyof Figures]: number }>(sql`
    select
      count(*)::integer as people,
      (
        select count(*)::integer from team
        join activity on activity.id = team.activity_id
        join edition on edition.id = activity.edition_id and edition.current
        where team.disbanded_at is null
      ) as teams,
      (
        select count(distinct ${institutionKey(sql`written.institution_id`, sql`written.school`)})::integer
        from (
          select distinct institution_id, school from account where status = 'active' and access = 'user'
        ) as written
      ) as schools,
      count(distinct province)::integer as provinces
    from account where status = 'active' and access = 'user'
  `)
  return rows[0]!
}
