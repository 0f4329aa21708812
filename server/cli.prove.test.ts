import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAuditChain } from './features/audit/chain.ts'
import { verifyPassword } from './features/sign-in/passwords/passwords.ts'
import { connect } from './platform/database/connect.ts'
import { createDatabase } from './testing/database.ts'
import { newFolder, startProgram } from './testing/program.ts'

let folder: string
beforeEach(async () => {
  folder = await newFolder()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const portal = (args: string[], environment: Record<string, string> = {}, input = '') =>
  startProgram('cli.ts', args, { DATA_DIR: folder, ...environment }, { input }).ended

interface Diagnosis {
  ok: boolean
  checks: { name: string; state: string; detail: string }[]
}

const diagnose = async (environment: Record<string, string>) => {
  const { code, stdout } = await portal(['doctor', '--json'], environment)
  const { ok, checks } = JSON.parse(stdout) as Diagnosis
  const found = Object.fromEntries(checks.map(({ name, state, detail }) => [name, [state, detail]]))
  return { code, ok, found, names: checks.map(({ name }) => name) }
}

const migrations = await readdir(join(import.meta.dirname, 'database/migrations'))

describe('the doctor', () => {
  test('examines everything, and finds a database of the operator well', async () => {
    const { code, ok, found, names } = await diagnose({ DATABASE_URL: await createDatabase() })
    expect([code, ok]).toEqual([0, true])
    expect(names).toEqual([
      'program',
      'pages',
      'data folder',
      'files',
      'ffmpeg',
      'pdftoppm',
      'soffice',
      'database',
      'migrations',
      'clock',
      'audit log',
      'contest',
      'stored files',
      'submissions',
      'results',
      'names on certificates',
      'stamps on certificates',
      'background tasks',
      'second factors',
      'passkeys',
      'signing key',
      'address',
      'mail',
      'SMS',
      'file scans',
    ])
    expect(found.mail).toEqual([
      'warning',
      'set neither by SMTP_URL nor in the office (`/Admin/Setting`): mails wait in the outbox',
    ])
    expect(found.migrations).toEqual(['ok', 'all have run'])
    expect(found['audit log']).toEqual(['ok', '0 entries, as written'])
    expect(found['contest']).toEqual(['ok', expect.stringMatching(/^\d+ rules hold$/)])
  })

  test('finds a rule of the contest that does not hold, and a folder of files that cannot be written', async () => {
    const url = await createDatabase()
    // A file where a folder should be: nobody can write into it, not even an administrator.
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'files/probe'), '')
    const connection = connect(url, () => undefined)
    const team = '0190c0de-0000-7000-8000-000000000001'
    const client = await connection.pool.connect()
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into team (id, activity_id, name, invite_code, invite_expires_at, created_at, updated_at)
       values ($1, gen_random_uuid(), 'Nobody', 'code', now(), now(), now())`,
      [team],
    )
    client.release(true)
    await connection.close()
    const { code, found } = await diagnose({ DATABASE_URL: url })
    expect([code, found['contest'], found['files']?.[0]]).toEqual([
      1,
      [
        'failed',
        `teams: "a team has one captain, and a disbanded team has nobody" does not hold for 1, such as ${team}; what to do is in docs/operations.md, "When a rule does not hold"`,
      ],
      'failed',
    ])
  })

  test('finds where the audit log was changed', async () => {
    const url = await createDatabase()
    await portal(['create-admin', '--username', 'chief'], { DATABASE_URL: url })
    const connection = connect(url, () => undefined)
    await createAuditChain(connection).run()
    const client = await connection.pool.connect()
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query<{ id: string }>(`update audit set action = 'account.enabled' returning id`)
    client.release(true)
    await connection.close()
    const { code, found } = await diagnose({ DATABASE_URL: url })
    expect([code, found['audit log']]).toEqual([
      1,
      ['failed', `position 1 (entry ${rows[0]!.id}): the entry, its link or its place was changed`],
    ])
  })

  test('says that migrations are waiting', async () => {
    const { code, found } = await diagnose({ DATABASE_URL: await createDatabase('template0') })
    expect([code, found.migrations]).toEqual([
      1,
      ['failed', `waiting: ${migrations.toSorted().join(', ')}; \`npm start\` runs them`],
    ])
  })

  test('says why a database cannot be opened, and goes on', async () => {
    const { code, ok, found, names } = await diagnose({ DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' })
    expect([code, ok]).toEqual([1, false])
    expect(names).toEqual([
      'program',
      'pages',
      'data folder',
      'files',
      'ffmpeg',
      'pdftoppm',
      'soffice',
      'database',
      'address',
      'mail',
      'SMS',
      'file scans',
    ])
    expect(found.database).toEqual([
      'failed',
      'The database of DATABASE_URL cannot be used: nothing listens at 127.0.0.1:1.',
    ])
  })

  test('creates nothing in an empty folder', async () => {
    const { code, found } = await diagnose({})
    expect([code, found.database]).toEqual([0, ['warning', 'there is no data yet; `npm start` creates it']])
    expect(await readdir(folder)).toEqual([])
  })

  test('answers in JSON even when a setting is not usable', async () => {
    const { code, stdout } = await portal(['doctor', '--json'], { PORT: 'x' })
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      { ok: false, error: 'PORT=x is not usable: expected a whole number from 0 to 65535' },
    ])
  })
})

describe('who is given a password on standard input', () => {
  test('reads one line of it', async () => {
    const environment = { DATABASE_URL: await createDatabase('template0') }
    const { code, stdout } = await portal(
      ['create-admin', '--username', 'chief', '--password-stdin', '--json'],
      environment,
      'chalk-and-lectern-7\nmore\n',
    )
    expect([code, JSON.parse(stdout)]).toEqual([0, { ok: true, username: 'chief' }])
    const connection = connect(environment.DATABASE_URL, () => undefined)
    const { rows } = await connection.pool.query<{ password: string }>('select password from credential')
    await connection.close()
    expect(await verifyPassword(rows[0]!.password, 'chalk-and-lectern-7')).toBe(true)
  })

  test('refuses one that is too common, and none', async () => {
    const environment = { DATABASE_URL: await createDatabase() }
    const create = (input: string) =>
      portal(['create-admin', '--username', 'chief', '--password-stdin'], environment, input)
    const [common, none] = await Promise.all([create('password1\n'), create('')])
    expect([common.code, common.stdout]).toEqual([1, 'The password is one of the commonest: choose another.\n'])
    expect([none.code, none.stdout]).toEqual([1, 'The password must have 8 to 128 characters.\n'])
  })
})

test('an unknown command is named, for people with the usage', async () => {
  const [people, programs] = await Promise.all([portal(['unknown']), portal(['unknown', '--json'])])
  expect([people.code, people.stdout, people.stderr.split('\n').slice(0, 3)]).toEqual([
    1,
    '',
    ['Lectern · Unknown command: unknown', '', 'Usage: npm run portal -- <command> [--json]'],
  ])
  expect([programs.code, JSON.parse(programs.stdout)]).toEqual([1, { ok: false, error: 'Unknown command: unknown' }])
})

test('help is printed', async () => {
  const { code, stdout } = await portal(['seed', '--help'])
  expect([code, stdout.split('\n')[0]]).toEqual([0, 'npm run portal -- seed [--json]'])
})
