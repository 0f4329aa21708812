import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedCompetition } from '../database/seed/competition.ts'
import { seedExperts } from '../database/seed/experts.ts'
import { seedPeople } from '../database/seed/people.ts'
import { createSeedFiles } from '../database/seed/seed-files.ts'
import { seedTeams } from '../database/seed/teams.ts'
import { createAuditChain, verifyAudit } from '../features/audit/chain.ts'
import { loadSettings, markAsDemo } from '../features/settings/service.ts'
import { connect, type Connection } from '../platform/database/connect.ts'
import { createEncryption } from '../platform/encryption.ts'
import { copyDatabase, createDatabase } from '../testing/database.ts'
import { temporaryStorage } from '../testing/files.ts'
import { absentFolder, startProgram } from '../testing/program.ts'

let seeded: string
let url: string
let connection: Connection
const now = new Date()

beforeAll(async () => {
  seeded = await createDatabase()
  const seeding = connect(seeded, () => undefined)
  const { db, pool } = seeding
  await markAsDemo(db, now)
  const people = await seedPeople(db, now, null)
  const files = createSeedFiles(db, await temporaryStorage(), people[0]!.id, now)
  await seedCompetition(db, files, now)
  await seedExperts(db, files, now)
  await seedTeams(db, people, now)
  await createAuditChain(seeding).run()
  await pool.query(
    `insert into announcement (id, state, audience, title, body, created_by, created_at, updated_at, sent_by, sent_at, people)
     select gen_random_uuid(), 'sent', '{}', '{}', '{}', id, now(), now(), id, now(), 1 from account where username = 'admin'`,
  )
  const colleague = randomUUID()
  await pool.query(
    `insert into account (id, username, locale, access, status, created_at, updated_at)
     values ($1, 'colleague', 'zh-CN', 'user', 'active', now(), now())`,
    [colleague],
  )
  await pool.query(
    `with theirs as (
       insert into team (id, activity_id, name, invite_code, invite_expires_at, created_at, updated_at)
       select gen_random_uuid(), id, 'Made since', 'SINCE234', now(), now(), now() from activity limit 1
       returning id, activity_id
     )
     insert into team_member (team_id, activity_id, account_id, role, position, joined_at)
     select id, activity_id, $1, 'captain', 0, now() from theirs`,
    [colleague],
  )
  await seeding.close()
})
// Each test changes a copy of the demo.
beforeEach(async () => {
  url = await copyDatabase(seeded)
  connection = connect(url, () => undefined)
})
afterEach(() => connection.close())

const begin = (args: string[], input = '') =>
  startProgram('cli.ts', ['begin', ...args], { DATABASE_URL: url }, { input }).ended

const one = async (sql: string): Promise<unknown> => Object.values((await connection.pool.query(sql)).rows[0] as object)

test('tells what would go, and wants an organiser', async () => {
  const count = async (table: string): Promise<number> =>
    (await connection.pool.query<{ count: number }>(`select count(*)::int from ${table}`)).rows[0]!.count
  const [accounts, teams, enrolments] = await Promise.all(['account', 'team', 'enrolment'].map(count))
  // One account was made since the demo began.
  const gone = `Would remove ${accounts! - 1} people, ${teams} teams, ${enrolments} enrolments, `
  const [unnamed, dry] = await Promise.all([begin([]), begin(['--username', 'chief', '--dry-run'])])
  expect([unnamed.code, unnamed.stdout]).toEqual([1, 'Say who the organiser will be: --username <value>\n'])
  expect([dry.code, ...dry.stdout.trim().split('\n')]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^${gone}\\d+ notices, 0 messages to the office, 0 letters\\.$`)),
    'All teams, enrolments, notices, messages and letters go, also those of accounts that were made since the demo began.',
    'Accounts that were made since stay, and so do pages, settings, the contest and all other content; the audit log stays without names.',
  ])
  expect(await count('account')).toBe(accounts)
})

const chief = ['--username', 'admin', '--email', 'chief@example.org', '--password-stdin']
const password = 'chalk-and-lectern-7\n'

test('a demo becomes a real site: its people and all teams go, its content and later accounts stay', async () => {
  const before = await one('select count(*)::int, sum(team_max) as seats from activity')

  const done = await begin(chief, password)
  expect([done.code, done.stderr]).toEqual([0, ''])
  const { rows } = await connection.pool.query('select username, email, access from account order by username')
  expect(rows).toEqual([
    { username: 'admin', email: 'chief@example.org', access: 'admin' },
    { username: 'colleague', email: null, access: 'user' },
  ])
  const left = `select array[(select count(*) from team), (select count(*) from team_member), (select count(*) from enrolment),
    (select count(*) from enrolment_event), (select count(*) from notice), (select count(*) from reminder),
    (select sum(taken + last_number) from tally), (select count(*) from expert where account_id is not null),
    (select count(*) from file where owner_id <> (select id from account where username = 'admin')),
    (select count(*) from setting where key = 'demo')]::int[]`
  expect(await one(left)).toEqual([[0, 0, 0, 0, 0, 0, 0, 0, 0, 0]])
  expect(await one('select count(*)::int, sum(team_max) as seats from activity')).toEqual(before)
  expect((await loadSettings(connection.db, createEncryption({ dataDirectory: absentFolder() }))).demo).toBe(false)
  await createAuditChain(connection).run()
  expect((await verifyAudit(connection.db, now)).broken).toBeUndefined()
})

test('a real site is no demo and stays as it is; one that is a demo without its people becomes a real site too', async () => {
  expect((await begin(chief, password)).code).toBe(0)
  const again = await begin(['--username', 'other'])
  expect([again.code, again.stdout]).toEqual([1, 'This site is no demo: nothing was changed.\n'])
  await connection.pool.query(`update account set username = 'chief' where username = 'admin'`)
  await markAsDemo(connection.db, now)
  const done = await begin([])
  expect([done.code, done.stderr, done.stdout.split('\n')[0]]).toEqual([
    0,
    '',
    'Removed 0 people, 0 teams, 0 enrolments, 0 notices, 0 messages to the office, 0 letters.',
  ])
})

test('keeps of the demo’s content what it is told to', async () => {
  const unknown = await begin(['--content', 'some'])
  expect([unknown.code, unknown.stdout]).toEqual([1, '--content: one of none, pages, keep\n'])
  const done = await begin([...chief, '--content', 'pages'], password)
  expect([done.code, done.stderr]).toEqual([0, ''])
  expect(await one('select array[(select count(*) from activity), (select count(*) from expert)]::int[]')).toEqual([
    [0, 0],
  ])
})
