import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

/** A rare name of twenty members, however many there are, in Chinese and in Latin letters. */
export const rareNames = { zh: '欧阳云泽', en: 'zephyrine' }

const rareHits = 20
const schools = 400

/** Fills an empty, migrated database with this many members, each of whom has signed in once. */
export const fillMembers = async (pool: pg.Pool, count: number): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(
      `
      insert into account (id, username, real_name, email, phone, school, country, province, locale, access, status, created_at, updated_at)
      select
        (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
        case when rare then '${rareNames.en}' else 'member' end || n,
        case when rare then '${rareNames.zh}' else (array['王', '李', '张', '刘', '陈'])[1 + n % 5] || (array['伟', '芳', '敏', '静', '强'])[1 + n / 5 % 5] end,
        'm' || n || '@example.org', '+86139' || lpad(n::text, 8, '0'),
        '第' || n % ${schools} || '中学', 'CN', (array['110000', '310000', '440000', '510000'])[1 + n % 4], 'zh-CN',
        case when n % 100 = 0 then 'expert' else 'user' end,
        case when n % 50 = 0 then 'disabled' else 'active' end,
        moment, moment
      from generate_series(1, $1::int) as n,
      lateral (select n % ($1 / ${rareHits}) = 1 as rare, timestamptz '2026-10-01' - n * interval '3 minutes' as moment) as derived`,
      [count],
    )
    await client.query(`
      insert into session (id, token_hash, account_id, remembered, created_at, seen_at, expires_at, address, user_agent)
      select gen_random_uuid(), sha256(id::text::bytea), id, true, created_at, created_at, timestamptz '2100-01-01', '127.0.0.1', ''
      from account`)
    for (const table of ['account', 'session']) await client.query(`vacuum analyze ${table}`)
  } finally {
    client.release(true)
  }
}

/** Creates an organiser; returns the cookie of their browser. */
export const addOrganiser = async (pool: pg.Pool): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  const id = '01900000-0000-7000-8000-ffffffffffff'
  await pool.query(
    `insert into account (id, username, locale, access, status, created_at, updated_at)
     values ($1, 'organiser', 'zh-CN', 'admin', 'active', now(), now())`,
    [id],
  )
  await pool.query(
    `insert into session (id, token_hash, account_id, remembered, created_at, seen_at, expires_at, address, user_agent)
     values ($1, $2, $1, true, now(), now(), now() + interval '1 day', '127.0.0.1', '')`,
    [id, createHash('sha256').update(token).digest()],
  )
  return `lectern=${token}`
}
