import type { EnrolmentState } from '@lectern/contract/enrolments/enrolment-values.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { TeamRole } from '@lectern/contract/teams/team-values.ts'
import type pg from 'pg'

export interface Team {
  id: string
  name: string
  code: string
  isDisbanded: boolean
}

export interface Member {
  team: string
  account: string
  role: TeamRole
  /** The account is deleted; a record of the contest keeps the membership. */
  isGone: boolean
}

export interface Invitation {
  id: string
  team: string
  account: string
  role: 'member' | 'advisor'
  state: string
}

export interface RecordedEnrolment {
  id: string
  team: string
  state: EnrolmentState
  version: number
  number: string | null
  sequence: number | null
  submittedAt: number | null
  inGrace: boolean
  resubmitBy: number | null
  isDecided: boolean
  /** Submitted answers, or those of the draft. */
  answers: string
  /** Answers of the amendment; null: none. */
  amendment: string | null
  amendmentVersion: number
  /** The team when it submitted; captains count as members. */
  sent: string[] | null
  /** Something was written since the decision. */
  isRevised: boolean
}

/** The state of one activity in the database. */
export interface ContestRecord {
  teams: Team[]
  members: Member[]
  invitations: Invitation[]
  enrolments: RecordedEnrolment[]
  /** In the order in which they happened. */
  events: { id: string; enrolment: string; from: EnrolmentState; to: EnrolmentState }[]
  extensions: { id: string; team: string; until: number }[]
  /** In the order of offers. */
  waiting: { id: string; team: string; enrolment: string; offeredUntil: number | null }[]
  seatCount: { capacity: number | null; taken: number; waiting: number; offered: number; last: number }
  audit: { id: string; action: string; subject: string }[]
  /** Notices about enrolments, and letters. */
  notices: { id: string; account: string; enrolment: string }[]
  letters: { id: string; account: string; enrolment: string }[]
}

const list = (columns: string, rest: string): string =>
  `(select coalesce(json_agg(row), '[]') from (select ${columns} ${rest}) as row)`

const milliseconds = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`
const enrolmentIn = (link: string): string => `substring(${link} from 'enrolment=([0-9a-f-]+)')`
const own = `(select id::text from enrolment where activity_id = $1)`

const statement = `select json_build_object(
  'teams', ${list('id, name, invite_code as code, disbanded_at is not null as "isDisbanded"', 'from team where activity_id = $1 order by id')},
  'members', ${list(
    `team_id as team, account_id as account, role, account.status = 'deleted' as "isGone"`,
    'from team_member join account on account.id = account_id where activity_id = $1 order by team_id, account_id',
  )},
  'invitations', ${list(
    'invitation.id, team_id as team, account_id as account, role, state',
    'from invitation join team on team.id = team_id where activity_id = $1 order by invitation.id',
  )},
  'enrolments', ${list(
    `id, team_id as team, state, version, number, sequence, ${milliseconds('submitted_at')} as "submittedAt", in_grace as "inGrace",
     ${milliseconds('resubmit_by')} as "resubmitBy", decided_at is not null as "isDecided",
     answers::text as answers, amendment::text as amendment, amendment_version as "amendmentVersion", updated_at > decided_at as "isRevised",
     (select json_agg(replace(member->>'role', 'captain', 'member') || ' ' || (member->>'accountId'))
      from jsonb_array_elements(snapshot->'members') as member) as sent`,
    'from enrolment where activity_id = $1 order by id',
  )},
  'events', ${list(
    'enrolment_event.id, enrolment_id as enrolment, from_state as "from", to_state as "to"',
    'from enrolment_event join enrolment on enrolment.id = enrolment_id where activity_id = $1 order by position',
  )},
  'extensions', ${list(
    `extension.id, team_id as team, ${milliseconds('until')} as until`,
    'from extension join team on team.id = team_id where activity_id = $1 order by extension.created_at, extension.id',
  )},
  'waiting', ${list(
    `waiting.turn::text as id, waiting.team_id as team, enrolment.id as enrolment, ${milliseconds('offered_until')} as "offeredUntil"`,
    'from waiting join enrolment using (team_id) where waiting.activity_id = $1 order by turn',
  )},
  'seatCount', (select json_build_object('capacity', capacity, 'taken', taken, 'waiting', waiting, 'offered', offered, 'last', last_number) from tally where activity_id = $1),
  'audit', ${list(
    'id, action, subject_id as subject',
    `from audit where subject_id in (select id::text from team where activity_id = $1 union all select * from ${own} as own) order by id`,
  )},
  'notices', ${list(
    `id, account_id as account, ${enrolmentIn('link')} as enrolment`,
    `from notice where ${enrolmentIn('link')} in ${own} order by id`,
  )},
  'letters', ${list(
    `id, account_id as account, ${enrolmentIn(`content->>'link'`)} as enrolment`,
    `from outbox where ${enrolmentIn(`content->>'link'`)} in ${own} order by id`,
  )}
) as record`

export const readRecord = async (pool: pg.Pool, activityId: ActivityId): Promise<ContestRecord> => {
  const { rows } = await pool.query<{ record: ContestRecord }>(statement, [activityId])
  return rows[0]!.record
}

/**
 * Sorts what a scenario chooses from by first appearance. Ids created at one moment are in random order: with them,
 * the same seed would give another scenario each time.
 */
export const inOrderOfAppearance = (): ((record: ContestRecord) => ContestRecord) => {
  const seen = new Map<string, number>()
  const arrange = <Row>(rows: readonly Row[], key: (row: Row) => string): Row[] => {
    for (const row of rows) if (!seen.has(key(row))) seen.set(key(row), seen.size)
    return rows.toSorted((one, other) => seen.get(key(one))! - seen.get(key(other))!)
  }
  const byId = ({ id }: { id: string }): string => id
  return (record) => ({
    ...record,
    teams: arrange(record.teams, byId),
    members: arrange(record.members, ({ team, account }) => `${team} ${account}`),
    invitations: arrange(record.invitations, byId),
    enrolments: arrange(record.enrolments, byId),
  })
}
