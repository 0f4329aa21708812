import type { Audience } from '@lectern/contract/announcements/announcements.ts'
import type { AccountId, AnnouncementId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, eq, inArray, isNull, or, sql, type SQL } from '../../platform/database/drizzle.ts'
import { account } from '../accounts/tables.ts'
import { activity, edition } from '../competition/tables.ts'
import { enrolment } from '../enrolments/tables.ts'
import { wantsMail } from '../notices/service.ts'
import { team, teamMember } from '../teams/tables.ts'
import { shownName } from './queries.ts'
import { announcementRecipient } from './tables.ts'

const unlessEmpty = <Value>(values: readonly Value[]): Value[] | undefined =>
  values.length > 0 ? [...values] : undefined

/** Conditions on the people themselves. Users who may not sign in are not notified. */
const ofPeople = ({ to, provinces, people }: Audience): SQL | undefined => {
  const [among, from] = [unlessEmpty(people), unlessEmpty(provinces)]
  return and(
    eq(account.status, 'active'),
    to === 'teams' || to === 'everyone' ? undefined : eq(account.access, to),
    among && inArray(account.id, among),
    from && inArray(account.province, from),
  )
}

/** Filters by enrolment state; a team without an enrolment has no row. */
const inStates = (states: Audience['states']): SQL | undefined => {
  if (states.length === 0) return undefined
  const begun = unlessEmpty(states.filter((state) => state !== 'none'))
  return or(states.includes('none') ? isNull(enrolment.id) : undefined, begun && inArray(enrolment.state, begun))
}

const ofTeams = ({ edition: editionId, activities, states, captainsOnly, teams }: Audience): SQL | undefined => {
  const [chosen, among] = [unlessEmpty(activities), unlessEmpty(teams)]
  return and(
    isNull(team.disbandedAt),
    editionId ? eq(edition.id, editionId) : eq(edition.current, true),
    chosen && inArray(team.activityId, chosen),
    among && inArray(team.id, among),
    captainsOnly ? eq(teamMember.role, 'captain') : undefined,
    inStates(states),
  )
}

/** Selects everybody in the audience once: `id`, and the `team_ids` through which they were selected. */
const chosenPeople = (audience: Audience): SQL =>
  audience.to === 'teams'
    ? sql`
        select ${account.id} as id, array_agg(${team.id} order by ${team.id}) as team_ids
        from ${team}
        join ${activity} on ${activity.id} = ${team.activityId}
        join ${edition} on ${edition.id} = ${activity.editionId}
        join ${teamMember} on ${teamMember.teamId} = ${team.id}
        join ${account} on ${account.id} = ${teamMember.accountId}
        left join ${enrolment} on ${enrolment.teamId} = ${team.id}
        where ${and(ofTeams(audience), ofPeople(audience))}
        group by ${account.id}`
    : sql`select ${account.id} as id, '{}'::uuid[] as team_ids from ${account} where ${ofPeople(audience)}`

const chosenIn = (audience: Audience): SQL =>
  sql`(${chosenPeople(audience)}) as chosen join ${account} on ${account.id} = chosen.id`

const kind = 'announcement'

/** How many people there are, and how many of them want it by mail. */
export const countAudience = async (db: Database, audience: Audience): Promise<{ people: number; letters: number }> => {
  const { rows } = await db.execute<{ people: number; letters: number }>(sql`
    select count(*)::int as people, (count(*) filter (where ${wantsMail(kind)}))::int as letters
    from ${chosenIn(audience)}
  `)
  return rows[0]!
}

interface Slice {
  search?: string | undefined
  page: number
  pageSize: number
}

const searchText = (search: string | undefined): SQL =>
  search ? sql`${account.search} @@ search_query(${search})` : sql`true`

interface RecipientRow extends Record<string, unknown> {
  id: AccountId
  name: string
  username: string
  school: string | null
  teams: string[]
  mail: boolean
}

export const recipientPage = async (db: Database, audience: Audience, { search, page, pageSize }: Slice) => {
  const { rows } = await db.execute<RecipientRow>(sql`
    select ${account.id} as id, ${shownName} as name, ${account.username} as username, ${account.school} as school,
      coalesce((select array_agg(${team.name} order by ${team.name}, ${team.id}) from ${team} where ${team.id} = any (chosen.team_ids)), '{}') as teams,
      (${wantsMail(kind)}) as mail
    from ${chosenIn(audience)} where ${searchText(search)}
    order by ${shownName}, ${account.id} limit ${pageSize} offset ${(page - 1) * pageSize}
  `)
  return rows
}

export const countSearched = async (db: Database, audience: Audience, search: string): Promise<number> => {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${chosenIn(audience)} where ${searchText(search)}`,
  )
  return rows[0]!.total
}

/** This user, if they are in the audience; without an id, the first user of it. */
export const findInAudience = async (db: Database, audience: Audience, id: AccountId | undefined) => {
  const { rows } = await db.execute<{ id: AccountId; team_ids: Recipient['teamIds'] }>(sql`
    select chosen.id, chosen.team_ids from (${chosenPeople(audience)}) as chosen
    where ${id ? sql`chosen.id = ${id}` : sql`true`} order by chosen.id limit 1
  `)
  const [first] = rows
  return first && { accountId: first.id, teamIds: first.team_ids }
}

export type Recipient = Pick<typeof announcementRecipient.$inferSelect, 'accountId' | 'teamIds'>

/** Stores everybody who is in the audience at this moment. Returns their number. */
export const storeRecipients = async (db: Database, id: AnnouncementId, audience: Audience): Promise<number> => {
  const { rowCount } = await db.execute(sql`
    insert into ${announcementRecipient} (announcement_id, account_id, team_ids)
    select ${id}, chosen.id, chosen.team_ids from (${chosenPeople(audience)}) as chosen
  `)
  return rowCount ?? 0
}
