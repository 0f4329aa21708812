import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { benchEdition, fillEnrolments, id } from './enrolment-rows.ts'
import { addOrganiser } from './people.ts'

export const benchActivity = '01900000-0000-7000-8000-000000000001'

const schools = 200
export const benchProvince = '0000000b-0000-7000-8900-00000000000b'
const schoolId = id('8', 'n')
/** The first school, as `schoolId` writes it. */
export const benchSchool = '00000001-0000-7000-8800-000000000001'

const range = `generate_series(1, ${schools}) as n`
const times = `timestamptz '2026-10-01', timestamptz '2026-10-01'`

/**
 * A province of 200 schools, which share the enrolments of one activity. Each school has recommended two of its three places; half of the
 * lists were accepted, with both entries passed. The province has put twenty of these into its own list.
 */
const statements = [
  `insert into institution (id, kind, code, name, state, search, created_at, updated_at)
   values ('${benchProvince}', 'province', '36', '{"zh-CN": "江州省"}', 'verified', '江州省 jiangzhousheng jzs 36', ${times})`,
  `insert into institution (id, kind, code, name, parent_id, state, search, created_at, updated_at)
   select ${schoolId}, 'school', '4136' || lpad(n::text, 6, '0'), jsonb_build_object('zh-CN', '第' || n || '中学'), '${benchProvince}', 'verified',
     '第' || n || '中学 di' || n || 'zhongxue d' || n || 'zx', ${times} from ${range}`,
  `insert into institution_officer (id, institution_id, account_id, state, created_at, started_at)
   select gen_random_uuid(), ${schoolId}, ${id('a', 'n')}, 'active', ${times} from ${range}`,
  `insert into phase (id, edition_id, kind, opens_at, closes_at, created_at, updated_at)
   select gen_random_uuid(), '${benchEdition}', kind, now() - interval '10 days', now() + interval '10 days', ${times}
   from unnest(array['school-recommendation', 'province-recommendation']) as kind`,
  `insert into recommendation_rules (activity_id, thing, recommended_by, provinces_write_quotas, needs_scan, updated_at)
   values ('${benchActivity}', 'enrolment', 'schoolAndProvince', true, false, now())`,
  `insert into recommendation_quota (id, activity_id, institution_id, amount, reason, granted_at)
   select gen_random_uuid(), '${benchActivity}', of.id, case of.kind when 'school' then 3 else 100 end, 'bench', now() from institution as of`,
  `insert into recommendation_list (id, activity_id, institution_id, level, state, handed_in_at, created_at, updated_at)
   select of.id, '${benchActivity}', of.id, of.kind,
     case when of.kind = 'province' then 'draft' when of.code < '4136000101' then 'accepted' else 'handedIn' end,
     case of.kind when 'school' then now() end, ${times}
   from institution as of`,
  `insert into recommendation_row (list_id, enrolment_id, level, rank, verdict)
   select owner, enrolment, 'school', rank, case when code < '4136000101' then 'pass' end
   from (
     select of.id as owner, of.code, enrolment.id as enrolment,
       row_number() over (partition by of.id order by enrolment.id) as rank
     from institution as of join team on team.institution_id = of.id join enrolment on enrolment.team_id = team.id
     where enrolment.state in ('submitted', 'approved')
   ) as ranked where rank <= 2`,
  `insert into recommendation_row (list_id, enrolment_id, level, rank)
   select '${benchProvince}', enrolment_id, 'province', row_number() over (order by enrolment_id)
   from (select enrolment_id from recommendation_row where verdict = 'pass' order by enrolment_id limit 20) as passed`,
]

/** Creates an officer of an institution; returns the cookie of their browser. */
const addOfficer = async (pool: pg.Pool, institution: string, n: number): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  const account = `01900000-0000-7000-8000-fffffffffff${n}`
  await pool.query(
    `insert into account (id, username, locale, access, status, created_at, updated_at)
     values ($1, $2, 'zh-CN', 'user', 'active', now(), now())`,
    [account, `officer${n}`],
  )
  await pool.query(
    `insert into session (id, token_hash, account_id, remembered, created_at, seen_at, expires_at, address, user_agent)
     values ($1, $2, $1, true, now(), now(), now() + interval '1 day', '127.0.0.1', '')`,
    [account, createHash('sha256').update(token).digest()],
  )
  await pool.query(
    `insert into institution_officer (id, institution_id, account_id, state, created_at, started_at)
     values ($1, $2, $1, 'active', now(), now())`,
    [account, institution],
  )
  return `lectern=${token}`
}

/** Cookies of an organiser, an officer of the province and one of a school. */
export interface Cookies {
  cookie: string
  province: string
  school: string
}

/** Fills a migrated database with a province of 200 schools and this many entries. */
export const fillInstitutions = async (pool: pg.Pool, count: number): Promise<Cookies> => {
  await fillEnrolments(pool, count)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(`set session_replication_role = 'replica'`)
    for (const table of ['enrolment', 'team', 'team_member'])
      await client.query(`update ${table} set activity_id = '${benchActivity}'`)
    await client.query(`update enrolment set state = 'submitted' where state in ('withdrawn', 'rejected')`)
    await client.query(`set session_replication_role = 'origin'`)
    for (const statement of statements.slice(0, 2)) await client.query(statement)
    await client.query(`set session_replication_role = 'replica'`)
    await client.query(
      `update team set institution_id = of.id
       from (select ${id('b', 'n')} as team, 1 + n % ${schools} as school from generate_series(1, $1::int) as n) as belongs
       join institution as of on of.code = '4136' || lpad(belongs.school::text, 6, '0') where team.id = belongs.team`,
      [count],
    )
    await client.query(`set session_replication_role = 'origin'`)
    for (const statement of statements.slice(2)) await client.query(statement)
    await client.query('vacuum (full, analyze)')
  } finally {
    client.release(true)
  }
  return {
    cookie: await addOrganiser(pool),
    province: await addOfficer(pool, benchProvince, 1),
    school: await addOfficer(pool, benchSchool, 2),
  }
}

const cities = ['江州', '云泽', '青川', '临海', '长宁', '东阳', '南华', '西陵', '北辰', '海丰']
const kinds = ['第一中学', '第二中学', '实验小学', '师范大学附属中学', '职业技术学院', '外国语学校']

/** A sheet of a contest's institutions: thirty provinces, their schools, and another spelling of every third. */
export const sheetOfInstitutions = (count: number): string => {
  const lines = ['代码,类型,名称,上级单位,其他写法']
  for (let n = 0; n < 30; n += 1) lines.push(`${10 + n},省级单位,${cities[n % 10]}${'东西南'[Math.floor(n / 10)]}省,,`)
  for (let n = lines.length - 1; n < count; n += 1) {
    const name = `${cities[n % 10]}市第${Math.floor(n / 60)}区${kinds[Math.floor(n / 10) % 6]}`
    const alias = n % 3 === 0 ? `${name}（本部）校` : ''
    lines.push(`41${10 + (n % 30)}${String(n).padStart(6, '0')},学校,${name},${10 + (n % 30)},${alias}`)
  }
  return lines.join('\n')
}
