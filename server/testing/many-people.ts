import type { ActivityId, EnrolmentId, TeamId } from '@lectern/contract/ids.ts'
import type pg from 'pg'

/** The statements of one submission by a team of one, from session to response; checked by a test. */
export const submissionStatements = { reads: 14, writes: 8 }

/** Version 7, as the program makes them. */
export const someId = `overlay(gen_random_uuid()::text placing '7' from 15)::uuid`

/** The captain of a team that is ready to submit. */
export interface Ready {
  id: EnrolmentId
  teamId: TeamId
  inviteCode: string
  /** Their number among the created people. */
  captain: number
}

/** Headers of one of many browsers, each from its own address, so that rate limits do not apply. */
export const headersOfPerson = (number: number): Record<string, string> => ({
  cookie: `lectern=${String(number).padStart(43, '0')}`,
  'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
  'accept-language': 'en-US',
})

/** This many people at once, with complete profiles, all signed in. */
export const createManyPeople = async (pool: pg.Pool, count: number): Promise<void> => {
  await pool.query(
    `with made as (
       insert into account (id, username, real_name, school, department, title, province, city, email, phone, locale, access, status, created_at, updated_at)
       select ${someId}, 'crowd-' || n, '王芳', '江州一中', '数学组', '教师', '110000', '110100', 'crowd-' || n || '@example.org',
         '+86137' || lpad(n::text, 8, '0'), 'en-US', 'user', 'active', now(), now()
       from generate_series(1, $1::int) as n
       returning id, username
     )
     insert into session (id, token_hash, account_id, remembered, created_at, seen_at, expires_at, address, user_agent)
     select ${someId}, sha256(lpad(substr(username, 7), 43, '0')::bytea), id, true, now(), now(), now() + interval '30 days', '127.0.0.1', 'test' from made`,
    [count],
  )
}

/** A team for each of these people, with a draft ready to be submitted. */
export const createReadyTeams = async (
  pool: pg.Pool,
  activityId: ActivityId,
  { from = 1, count }: { from?: number; count: number },
): Promise<Ready[]> => {
  const { rows } = await pool.query<Ready>(
    `with captain as (
       select account.id, n, ${someId} as team_id
       from generate_series($2::int, $2::int + $3::int - 1) as n join account on username = 'crowd-' || n
     ), made as (
       insert into team (id, activity_id, name, invite_code, invite_expires_at, created_at, updated_at)
       select team_id, $1, 'Team ' || n, upper(substr(md5(team_id::text), 1, 8)), now() + interval '30 days', now(), now() from captain
       returning id, invite_code
     ), seated as (
       insert into team_member (team_id, account_id, activity_id, role, position, joined_at)
       select team_id, id, $1, 'captain', 0, now() from captain
     ), drafted as (
       insert into enrolment (id, activity_id, team_id, state, created_at, updated_at)
       select ${someId}, $1, team_id, 'draft', now(), now() from captain
       returning id, team_id
     )
     select drafted.id, drafted.team_id as "teamId", made.invite_code as "inviteCode", captain.n as captain
     from captain join made on made.id = captain.team_id join drafted on drafted.team_id = captain.team_id order by captain.n`,
    [activityId, from, count],
  )
  return rows
}
