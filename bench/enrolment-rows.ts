import type { EditionId } from '@lectern/contract/ids.ts'
import type pg from 'pg'

/** Twenty enrolments have these values, however many there are in total. */
export const rare = {
  activity: '01900000-0000-7000-8000-000000000003',
  province: '540000',
  school: '雪山实验学校',
  name: '欧阳云泽',
  state: 'withdrawn',
  day: '2026-09-01',
}

const rareHits = 20
export const benchEdition = '01900000-0000-7000-8000-00000000000e' as EditionId

const field = (id: string, label: string, personal: boolean) =>
  JSON.stringify({ id, label: { 'zh-CN': label }, help: {}, required: false, personal, type: 'longText' })

const fields = `[${field('idea', '教学设想', false)},${field('course', '课程名称', false)},${field('card', '教师证号', true)}]`

/** A version 7 id with a readable kind and a counter. */
export const id = (kind: string, n: string): string =>
  `(lpad(to_hex(${n}), 8, '0') || '-0000-7000-8${kind}00-' || lpad(to_hex(${n}), 12, '0'))::uuid`

export const moment = `timestamptz '2026-10-01 12:00' - n * interval '20 seconds'`
export const isRare = `n % ($1 / ${rareHits}) = 1`
const people = `
  select n, case when ${isRare} then '${rare.name}' else (array['王', '李', '张', '刘', '陈'])[1 + n % 5] || (array['伟', '芳', '敏', '静', '强'])[1 + n / 5 % 5] end as name,
    case when ${isRare} then '${rare.school}' else '第' || n % 400 || '中学' end as school,
    case when ${isRare} then '${rare.province}' else (array['110000', '310000', '440000', '510000'])[1 + n % 4] end as province,
    case when ${isRare} then 3 else 1 + n % 2 end as activity
  from generate_series(1, $1::int) as n`

const statements = [
  `insert into account (id, username, real_name, email, phone, school, country, province, locale, access, status, created_at, updated_at)
   select ${id('a', 'n')}, 'captain' || n, name, 'c' || n || '@example.org', '+86137' || lpad(n::text, 8, '0'), school, 'CN', province,
     'zh-CN', 'user', 'active', ${moment}, ${moment}
   from (${people}) as people`,
  `insert into team (id, activity_id, name, invite_code, invite_expires_at, created_at, updated_at)
   select ${id('b', 'n')}, ('01900000-0000-7000-8000-00000000000' || activity)::uuid, '第' || n || '教研组', 'CODE' || n, ${moment}, ${moment}, ${moment}
   from (${people}) as people`,
  `insert into team_member (team_id, account_id, activity_id, role, position, joined_at)
   select ${id('b', 'n')}, ${id('a', 'person')}, ('01900000-0000-7000-8000-00000000000' || activity)::uuid, role, 0, ${moment}
   from (${people}) as people, lateral (values ('captain', n), ('advisor', 1 + (n + 7) % least($1, 500))) as roles (role, person)
   where role = 'captain' or person <> n`,
  `insert into enrolment (id, activity_id, team_id, state, number, sequence, answers, submitted_at, snapshot, created_at, updated_at, edition_id, province, school, search)
   select ${id('c', 'n')}, ('01900000-0000-7000-8000-00000000000' || activity)::uuid, ${id('b', 'n')}, state, number, n,
     jsonb_build_object('idea', repeat('用数字化手段改进课堂教学。', 8), 'course', '课程' || n, 'card', 'T' || n),
     submitted, jsonb_build_object('name', '第' || n || '教研组', 'slogan', '', 'members', jsonb_build_array(jsonb_build_object('accountId', ${id('a', 'n')}, 'role', 'captain', 'name', name, 'school', school, 'province', province))), ${moment}, ${moment}, '${benchEdition}',
     province, school, search_lexemes(number || ' 第' || n || '教研组 ' || name || ' ' || school || ' captain' || n)
   from (${people}) as people,
   lateral (select
     case when ${isRare} then '${rare.state}' else (array['submitted', 'approved', 'returned', 'rejected'])[1 + n / 3 % 4] end as state,
     case when ${isRare} then timestamptz '${rare.day} 12:00+08' else ${moment} end as submitted,
     '2026-' || (array['KC', 'WK', 'RARE'])[activity] || '-' || lpad(n::text, 6, '0') as number) as derived`,
  `insert into enrolment_event (id, enrolment_id, at, account_id, kind, from_state, to_state)
   select ${id('d', 'n')}, ${id('c', 'n')}, ${moment}, ${id('a', 'n')}, 'submission', 'draft', 'submitted' from (${people}) as people`,
]

/** Fills a migrated database with an edition and this many enrolments, each of a team of two. */
export const fillEnrolments = async (pool: pg.Pool, count: number): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(`update edition set current = false`)
    await client.query(
      `insert into edition (id, year, name, time_zone, current, created_at, updated_at)
       values ('${benchEdition}', 2026, '{"zh-CN": "第八届"}', 'Asia/Shanghai', true, now(), now())`,
    )
    await client.query(
      `insert into activity (id, edition_id, code, name, group_name, summary, body, requirements, rules, team_min, team_max, advisors_max, fields, position, state, created_at, updated_at)
       select ('01900000-0000-7000-8000-00000000000' || n)::uuid, '${benchEdition}', (array['KC', 'WK', 'RARE'])[n], jsonb_build_object('zh-CN', '赛项' || n),
         '{"zh-CN": ""}', '{"zh-CN": ""}', '{"zh-CN": ""}', '{"zh-CN": ""}', '{"zh-CN": ""}', 1, 5, 2, $1, n, 'published', now(), now()
       from generate_series(1, 3) as n`,
      [fields],
    )
    // Rows are written as the triggers would; without them this takes seconds.
    await client.query(`set session_replication_role = 'replica'`)
    for (const statement of statements) await client.query(statement, [count])
    await client.query(`set session_replication_role = 'origin'`)
    await client.query(
      `update tally set taken = (select count(*) from enrolment where enrolment.activity_id = tally.activity_id and takes_place(state)), last_number = $1::int`,
      [count],
    )
    for (const table of ['account', 'team', 'team_member', 'enrolment', 'enrolment_event'])
      await client.query(`vacuum analyze ${table}`)
  } finally {
    client.release(true)
  }
}
