import type { EnrolmentState } from '@lectern/contract/enrolment-values.ts'
import type { AccountId, ActivityId, EditionId, InvitationId, TeamId } from '@lectern/contract/ids.ts'
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
import { whereAnyOf, prepared, type Given } from '../../platform/database/prepared.ts'
import { account, accountColumns } from '../accounts/tables.ts'
import { invitation, team, teamMember } from './tables.ts'

const teamColumns = {
  id: team.id,
  activityId: team.activityId,
  name: team.name,
  slogan: team.slogan,
  inviteCode: team.inviteCode,
  inviteExpiresAt: team.inviteExpiresAt,
  version: team.version,
}

const isAlive = isNull(team.disbandedAt)

/** Teams that have not been disbanded. */
export const teamsById = prepared((db, { ids }: Given<{ ids: readonly TeamId[] }>) =>
  db
    .select(teamColumns)
    .from(team)
    .where(and(whereAnyOf(team.id, ids), isAlive)),
)

const lockedTeam = prepared((db, { id }: Given<{ id: TeamId }>) =>
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
export const membersOfTeams = prepared((db, { ids }: Given<{ ids: readonly TeamId[] }>) =>
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
  const [found] = await db
    .select({ id: team.id, activityId: team.activityId })
    .from(team)
    .where(and(eq(team.inviteCode, code), gt(team.inviteExpiresAt, now), isAlive))
  return found
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

/** Accepts all invitations of a user to the team they have joined. */
export const acceptAll = async (db: Database, teamId: TeamId, invited: Invited, now: Date): Promise<InvitationId[]> => {
  const accepted = await db
    .update(invitation)
    .set({ state: 'accepted', decidedAt: now })
    .where(and(eq(invitation.teamId, teamId), whereInvited(invited), whereWaiting(now)))
    .returning({ id: invitation.id })
  return accepted.map(({ id }) => id)
}

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

/** Revokes all invitations of a disbanded team. */
export const revokeAll = async (db: Database, teamId: TeamId, now: Date): Promise<void> => {
  await db
    .update(invitation)
    .set({ state: 'revoked', decidedAt: now })
    .where(and(eq(invitation.teamId, teamId), eq(invitation.state, 'pending')))
}

/** Expires unanswered invitations: of all teams, as a job, or of one that invites again. */
export const expireInvitations = async (db: Database, now: Date, teamId?: TeamId): Promise<void> => {
  await db
    .update(invitation)
    .set({ state: 'expired', decidedAt: now })
    .where(
      and(eq(invitation.state, 'pending'), lte(invitation.expiresAt, now), teamId && eq(invitation.teamId, teamId)),
    )
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

/** Public figures of the contest: people, teams, schools and provinces. */
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
      count(distinct school)::integer as schools,
      count(distinct province)::integer as provinces
    from account where status = 'active' and access = 'user'
  `)
  return rows[0]!
}
