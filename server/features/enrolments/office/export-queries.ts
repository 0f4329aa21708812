import type { EnrolmentId, TeamId } from '@lectern/contract/ids.ts'
import type { TeamRole } from '@lectern/contract/teams/team-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { asc, eq, inArray } from '../../../platform/database/drizzle.ts'
import { account } from '../../accounts/tables.ts'
import { activity } from '../../competition/tables.ts'
import { nameOf } from '../../teams/service.ts'
import { team, teamMember } from '../../teams/tables.ts'
import { enrolment } from '../tables.ts'

interface Person {
  role: TeamRole
  name: string
  email: string | null
  phone: string | null
  school: string | null
  department: string | null
  title: string | null
  province: string | null
  city: string | null
}

const peopleOf = async (db: Database, teams: readonly TeamId[]): Promise<ReadonlyMap<TeamId, Person[]>> => {
  const rows = await db
    .select({
      teamId: teamMember.teamId,
      role: teamMember.role,
      status: account.status,
      realName: account.realName,
      nickname: account.nickname,
      username: account.username,
      email: account.email,
      phone: account.phone,
      school: account.school,
      department: account.department,
      title: account.title,
      province: account.province,
      city: account.city,
    })
    .from(teamMember)
    .innerJoin(account, eq(account.id, teamMember.accountId))
    .where(inArray(teamMember.teamId, [...teams]))
    .orderBy(asc(teamMember.position), asc(teamMember.joinedAt), asc(teamMember.accountId))
  const people = new Map<TeamId, Person[]>(teams.map((id) => [id, []]))
  for (const { teamId, role, status, realName, nickname, username, ...rest } of rows) {
    const name = status === 'deleted' ? '' : nameOf({ realName, nickname, username })
    people.get(teamId)!.push({ role, name, ...rest })
  }
  return people
}

/** The given enrolments with everything that a sheet can contain, in the given order. */
export const exportedRows = async (db: Database, ids: readonly EnrolmentId[]) => {
  const rows = await db
    .select({
      id: enrolment.id,
      number: enrolment.number,
      state: enrolment.state,
      answers: enrolment.answers,
      submittedAt: enrolment.submittedAt,
      inGrace: enrolment.inGrace,
      decidedAt: enrolment.decidedAt,
      reason: enrolment.reason,
      resubmitBy: enrolment.resubmitBy,
      province: enrolment.province,
      school: enrolment.school,
      activity: { id: activity.id, name: activity.name },
      team: { id: team.id, name: team.name },
    })
    .from(enrolment)
    .innerJoin(team, eq(team.id, enrolment.teamId))
    .innerJoin(activity, eq(activity.id, enrolment.activityId))
    .where(inArray(enrolment.id, [...ids]))
  const people = await peopleOf(
    db,
    rows.map((row) => row.team.id),
  )
  const byId = new Map(rows.map((row) => [row.id, { ...row, people: people.get(row.team.id)! }]))
  return ids.map((id) => byId.get(id)!)
}

export type ExportedRow = Awaited<ReturnType<typeof exportedRows>>[number]
