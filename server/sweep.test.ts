import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql, type SQL } from './platform/database/drizzle.ts'
import { createDiskStorage } from './platform/storage/disk.ts'
import { features } from './features.ts'
import { createSweep } from './sweep.ts'
import { createActivity, createEdition } from './testing/contest.ts'
import { newFolder } from './testing/program.ts'
import { createPerson } from './testing/people.ts'
import { after, fixedNow, startSite, type TestSite } from './testing/site.ts'

const hour = 3_600_000
const day = 24 * hour

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const sweep = async () =>
  createSweep({ db: site.db, clock: site.clock, storage: createDiskStorage(await newFolder()), features }).run()

const momentsOf = async (table: SQL, column: SQL): Promise<number[]> => {
  const { rows } = await site.db.execute<{ moment: string }>(
    sql`select to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment from ${table} order by 1`,
  )
  return rows.map(({ moment }) => Date.parse(moment) - fixedNow.getTime())
}

describe('the sweep', () => {
  test('ends sessions whose time is over', async () => {
    const { id } = await createPerson(site)
    for (const age of [0, 1, -1])
      await site.db.execute(sql`
        insert into session (id, token_hash, account_id, remembered, created_at, seen_at, expires_at, address, user_agent)
        values (${randomUUID()}, ${randomBytes(32)}, ${id}, false, ${fixedNow}, ${fixedNow}, ${after(-age)}, '', '')
      `)
    await sweep()
    expect(await momentsOf(sql`session where account_id = ${id}`, sql`expires_at`)).toEqual([1, 30 * day])
  })

  test('forgets codes after two days', async () => {
    for (const age of [2 * day, 2 * day - 1])
      await site.db.execute(sql`
        insert into code (id, purpose, target, hash, created_at, expires_at)
        values (${randomUUID()}, 'signIn', 'a@example.org', ${randomBytes(32)}, ${after(-age)}, ${after(-age)})
      `)
    await sweep()
    expect(await momentsOf(sql`code`, sql`expires_at`)).toEqual([1 - 2 * day])
  })

  test('forgets used up allowances and answers to repeated calls after two days, and proofs when they are over', async () => {
    for (const age of [2 * day, 2 * day - 1]) {
      await site.db.execute(
        sql`insert into throttle (key, level, updated_at) values (${randomUUID()}, 1, ${after(-age)})`,
      )
      await site.db.execute(
        sql`insert into idempotency (scope, key, fingerprint, created_at) values ('s', ${randomUUID()}, ${randomBytes(8)}, ${after(-age)})`,
      )
    }
    for (const age of [0, -1])
      await site.db.execute(
        sql`insert into spent_proof (signature, expires_at) values (${randomUUID()}, ${after(-age)})`,
      )
    await sweep()
    expect(await momentsOf(sql`throttle`, sql`updated_at`)).toEqual([1 - 2 * day])
    expect(await momentsOf(sql`idempotency`, sql`created_at`)).toEqual([1 - 2 * day])
    expect(await momentsOf(sql`spent_proof`, sql`expires_at`)).toEqual([1])
  })

  test('forgets letters after 30 days, but none that still waits', async () => {
    for (const state of ['waiting', 'sent', 'failed', 'expired'])
      for (const age of [30 * day, 30 * day - 1])
        await site.db.execute(sql`
          insert into outbox (id, channel, recipient, locale, letter, content, state, due_at, expires_at, created_at)
          values (${randomUUID()}, 'mail', ${state}, 'en-US', 'test', '{}', ${state}, ${fixedNow}, ${fixedNow}, ${after(-age)})
        `)
    await sweep()
    expect(await momentsOf(sql`outbox`, sql`created_at`)).toEqual([
      -30 * day,
      ...Array.from({ length: 4 }, () => 1 - 30 * day),
    ])
    const { rows } = await site.db.execute(sql`select recipient from outbox where created_at = ${after(-30 * day)}`)
    expect(rows).toEqual([{ recipient: 'waiting' }])
  })

  test('goes on until everything is swept, in steps', async () => {
    await site.db.execute(sql`delete from spent_proof`)
    await site.db.execute(sql`
      insert into spent_proof (signature, expires_at) select number::text, ${fixedNow} from generate_series(1, 2500) as number
    `)
    const before = site.statements.length
    await sweep()
    expect(await momentsOf(sql`spent_proof`, sql`expires_at`)).toEqual([])
    expect(
      site.statements.slice(before).filter((statement) => statement.includes('delete from spent_proof')).length,
    ).toBe(3)
  })

  test('forgets the contacts of invitations 30 days after they are over', async () => {
    const { id } = await createPerson(site)
    const activityId = await createActivity(site, await createEdition(site))
    const teamId = randomUUID()
    await site.db.execute(sql`
      insert into team (id, activity_id, name, invite_code, invite_expires_at, created_at, updated_at)
      values (${teamId}, ${activityId}, 'Lanterns', 'ABCDEFGH', ${fixedNow}, ${fixedNow}, ${fixedNow})
    `)
    const invite = (contact: string, state: string, decidedAt: Date | null, expiresAt = after(day)) =>
      site.db.execute(sql`
        insert into invitation (id, team_id, contact, role, state, invited_by, created_at, expires_at, decided_at)
        values (${randomUUID()}, ${teamId}, ${contact}, 'member', ${state}, ${id}, ${after(-60 * day)}, ${expiresAt}, ${decidedAt})
      `)
    for (const state of ['accepted', 'declined', 'revoked', 'expired'])
      for (const age of [30 * day, 30 * day - 1]) await invite(`${state}${age}@example.org`, state, after(-age))
    await invite('waiting@example.org', 'pending', null)
    await invite('late@example.org', 'pending', null, after(-31 * day))
    await sweep()
    const { rows } = await site.db.execute<{ contact: string | null; state: string }>(
      sql`select state, contact from invitation order by state, contact nulls first`,
    )
    const recent = (state: string) => `${state}${30 * day - 1}@example.org`
    expect(rows.map(({ state, contact }) => [state, contact])).toEqual([
      ['accepted', null],
      ['accepted', recent('accepted')],
      ['declined', null],
      ['declined', recent('declined')],
      ['expired', null],
      ['expired', recent('expired')],
      // It had not been marked as expired.
      ['expired', 'late@example.org'],
      ['pending', 'waiting@example.org'],
      ['revoked', null],
      ['revoked', recent('revoked')],
    ])
  })

  test('forgets removed files', async () => {
    const { id } = await createPerson(site)
    for (const state of ['stored', 'removed'])
      await site.db.execute(sql`
        insert into file (id, owner_id, purpose, name, type, size, sha256, state, created_at)
        values (${randomUUID()}, ${id}, 'avatar', ${state}, 'image/webp', 1, ${randomBytes(32)}, ${state}, ${after(-2 * day)})
      `)
    await sweep()
    const { rows } = await site.db.execute(sql`select name from file`)
    expect(rows).toEqual([{ name: 'stored' }])
  })
})
