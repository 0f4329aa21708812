import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { connect as dial } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { overTcp } from '../../testing/over-tcp.ts'
import { connect } from './connect.ts'
import { findPrograms, reachablePrograms } from './embedded-programs.ts'
import { migrate } from './migrate.ts'
import { FolderInUse, StartError, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
// Tests need no durability.
const settings = { fsync: 'off' }

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let template: string
let root: string
let directory: string
let running: EmbeddedPostgres[]
let programs: ChildProcess[]

// Creating a cluster takes most of a test's time, so most tests start with a copy of this one.
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'lectern-embedded-'))
  await (await startEmbeddedPostgres({ directory: template, log: silent, onLost: () => undefined, settings })).stop()
})

afterAll(() => rm(template, { recursive: true, force: true }))

beforeEach(async () => {
  // Closed to everyone else (mode 700), like a clone in a home folder.
  root = await mkdtemp(join(tmpdir(), 'lectern-embedded-'))
  directory = join(root, 'data')
  execFileSync('cp', ['-a', template, directory])
  running = []
  programs = []
})

afterEach(async () => {
  for (const program of programs) program.kill('SIGKILL')
  for (const one of running) await one.stop()
  await rm(root, { recursive: true, force: true })
})

const start = async (
  onLost: (error: Error) => void = () => undefined,
  options: { patienceMilliseconds?: number } = {},
): Promise<EmbeddedPostgres> => {
  const one = await startEmbeddedPostgres({ directory, log: silent, onLost, settings, ...options })
  running.push(one)
  return one
}

const failure = (): Promise<unknown> =>
  start().then(
    () => 'it started',
    (error: unknown) => error,
  )

const ask = async (url: string, sql: string): Promise<unknown[][]> => {
  const client = new Client(url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query({ text: sql, rowMode: 'array' })).rows as unknown[][]
  } finally {
    await client.end().catch(() => undefined)
  }
}

const eventually = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let left = 300; ; left -= 1)
    try {
      return await attempt()
    } catch (error) {
      if (left === 0) throw error
      await sleep(50)
    }
}

const postmasterPid = async (): Promise<number> =>
  Number((await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** Another program that uses the folder like ours, and can be killed. */
const startProgram = async (): Promise<{ program: ChildProcess; url: string }> => {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('embedded.ts', import.meta.url).href)}
    const log = { info() {}, warn() {}, error() {} }
    const one = await startEmbeddedPostgres({ directory: process.argv[1], log, onLost() {}, settings: { fsync: 'off' } })
    process.stdout.write(one.url)
    setInterval(() => {}, 1000)`
  const program = spawn(process.execPath, ['--input-type=module', '-e', code, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  programs.push(program)
  const [url]: unknown[] = await once(program.stdout, 'data')
  return { program, url: String(url) }
}

const killProgram = async (program: ChildProcess): Promise<void> => {
  const gone = once(program, 'exit')
  program.kill('SIGKILL')
  await gone
}

/** Resolves when one of our connections has locked the folder. */
const untilHeld = (url: string): Promise<void> =>
  eventually(async () => {
    const held = await ask(url, `select count(*)::int from pg_locks where locktype = 'advisory' and granted`)
    expect(held).toEqual([[1]])
  })

const fill = (url: string): Promise<unknown> => ask(url, `create table kept as select 'here' as word`)
const kept = (url: string): Promise<unknown[][]> => ask(url, 'select word from kept')

describe('the embedded PostgreSQL', () => {
  test('keeps what was stored from one start to the next', async () => {
    const first = await start()
    await fill(first.url)
    await first.stop()
    expect(await kept((await start()).url)).toEqual([['here']])
  })

  test('keeps its password and its data from other users', async () => {
    await rm(directory, { recursive: true })
    const { url, superuserUrl } = await start()
    const mode = async (name: string): Promise<string> => ((await stat(join(directory, name))).mode & 0o777).toString(8)
    expect(await mode('.')).toBe('700')
    expect(await mode('postgres-password')).toBe('600')
    expect(await mode('postgres')).toBe('700')
    const password = await readFile(join(directory, 'postgres-password'), 'utf8')
    expect([new URL(superuserUrl).password, new URL(url).password === password]).toEqual([password, false])
    expect(new URL(url).password).toMatch(/^[\w-]{43}$/)
    await expect(ask(url.replace(/:[\w-]{43}@/, ':guess@'), 'select 1')).rejects.toMatchObject({ code: '28P01' })
  })

  test('listens on 127.0.0.1 and at a socket in its closed folder, and nowhere else', async () => {
    const { url, superuserUrl } = await start()
    const port = Number(new URL(url).port)
    const answers = (host: string): Promise<boolean> =>
      new Promise((resolve) => {
        const socket = dial({ host, port, timeout: 2000 })
        const end = (open: boolean) => (): void => {
          socket.destroy()
          resolve(open)
        }
        socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false))
      })
    const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((entry) => entry.address))
    const open: string[] = []
    for (const host of new Set([...addresses, '127.0.0.1', '127.0.0.2', '::1']))
      if (await answers(host)) open.push(host)
    expect(open).toEqual(['127.0.0.1'])
    expect(await ask(superuserUrl, 'show unix_socket_directories')).toEqual([['.']])
    expect((await stat(join(directory, 'postgres'))).mode & 0o077).toBe(0)
  })

  test('takes Chinese characters for letters and orders text by code point', async () => {
    const { url } = await start()
    await ask(url, 'create extension pg_trgm')
    expect(
      await ask(
        url,
        `select cardinality(show_trgm('教学大赛')), to_tsvector('simple', '教学，大赛')::text, lower('ÉCOLE')`,
      ),
    ).toEqual([[5, `'大赛':2 '教学':1`, 'école']])
    expect(await ask(url, `select word from unnest('{b,A,a,B}'::text[]) as word order by word`)).toEqual([
      ['A'],
      ['B'],
      ['a'],
      ['b'],
    ])
  })

  test('refuses a folder that another start holds, and leaves it running', async () => {
    const first = await start()
    const error = await failure()
    expect(error).toBeInstanceOf(FolderInUse)
    expect(await ask(first.url, 'select 1')).toEqual([[1]])
  })

  test('lets exactly one of several first starts at once win', async () => {
    await rm(directory, { recursive: true })
    const outcomes = await Promise.allSettled([start(), start(), start()])
    const won = outcomes.filter((outcome) => outcome.status === 'fulfilled')
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(won.length).toBe(1)
    expect(lost.map((error) => error instanceof FolderInUse)).toEqual([true, true])
    expect(await ask(won[0]!.value.url, 'select 1')).toEqual([[1]])
    expect((await readdir(directory)).toSorted()).toEqual(['postgres', 'postgres-password', 'postgres.log'])
  })

  test('ends the PostgreSQL that a killed program left behind, and has its data', async () => {
    const { program, url } = await startProgram()
    await fill(url)
    const orphan = await postmasterPid()
    await killProgram(program)
    expect(await kept((await start()).url)).toEqual([['here']])
    expect(await postmasterPid()).not.toBe(orphan)
    await expect(ask(overTcp(url), 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    const sockets = (await readdir(join(directory, 'postgres'))).filter((name) => /^\.s\.PGSQL\.\d+$/.test(name))
    expect(sockets).toHaveLength(1)
  })

  test('starts again after program and PostgreSQL were killed together', async () => {
    const { program, url } = await startProgram()
    await fill(url)
    process.kill(await postmasterPid(), 'SIGKILL')
    await killProgram(program)
    expect(await kept((await start()).url)).toEqual([['here']])
  })

  test('brings a killed PostgreSQL back at the same address, and still holds the folder', async () => {
    const { url } = await start()
    await fill(url)
    const killed = await postmasterPid()
    process.kill(killed, 'SIGKILL')
    await eventually(async () => expect(await postmasterPid()).not.toBe(killed))
    expect(await eventually(() => kept(url))).toEqual([['here']])
    await untilHeld(url)
    expect(await failure()).toBeInstanceOf(FolderInUse)
  })

  test('holds the folder again after the connection that holds it was cut', async () => {
    const { url, superuserUrl } = await start()
    const cut = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'lectern keeper'`
    expect(await ask(superuserUrl, cut)).toEqual([[true]])
    await untilHeld(url)
    expect(await failure()).toBeInstanceOf(FolderInUse)
    expect(await ask(url, 'select 1')).toEqual([[1]])
  })

  test('says that it is lost when PostgreSQL cannot be brought back', async () => {
    const lost = Promise.withResolvers<Error>()
    await start(lost.resolve, { patienceMilliseconds: 1_000 })
    await writeFile(join(directory, 'postgres', 'PG_VERSION'), '9\n')
    process.kill(await postmasterPid(), 'SIGKILL')
    expect((await lost.promise).message).toMatch(/^PostgreSQL cannot be started again; see .*postgres\.log$/)
  })

  test('stops once, however often it is told to', async () => {
    const one = await start()
    const pid = await postmasterPid()
    await Promise.all([one.stop(), one.stop()])
    await one.stop()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})

describe('the role of the site', () => {
  const rights = `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user`

  test('owns its database and has no other rights', async () => {
    const { url } = await start()
    expect(await ask(url, rights)).toEqual([[false, false, false, false, false]])
    expect(
      await ask(url, `select pg_get_userbyid(datdba) = current_user from pg_database where datname = 'lectern'`),
    ).toEqual([[true]])
    for (const sql of [`select pg_read_file('PG_VERSION')`, `copy (select 1) to program 'id'`, 'create role other'])
      await expect(ask(url, sql)).rejects.toMatchObject({ code: '42501' })
  })

  test('is given a database of an earlier version, in which everything belonged to the superuser', async () => {
    const first = await start()
    await ask(first.superuserUrl.replace('/lectern?', '/postgres?'), 'alter database lectern owner to lectern')
    const earlier = connect(first.superuserUrl, () => undefined)
    const ran = await migrate(earlier.pool)
    await earlier.close()
    await first.stop()

    const { url } = await start()
    const foreign = `
      select relname::text from pg_class where relnamespace = 'public'::regnamespace and relowner <> current_user::regrole
      union all
      select proname from pg_proc where pronamespace = 'public'::regnamespace and proowner <> current_user::regrole
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`
    expect([ran.length > 0, await ask(url, foreign)]).toEqual([true, []])
    await ask(url, 'alter table article add column later int')
    expect(await ask(url, rights)).toEqual([[false, false, false, false, false]])
  })
})

describe.skipIf(process.getuid?.() !== 0)('as root', () => {
  test('PostgreSQL runs without any capability, in a folder that is closed to its user', async () => {
    const { url } = await start()
    expect((await stat(root)).mode & 0o777).toBe(0o700)
    expect(await ask(url, 'select 1')).toEqual([[1]])
    const status = await readFile(`/proc/${await postmasterPid()}/status`, 'utf8')
    const capabilities = [...status.matchAll(/^Cap(?:Inh|Prm|Eff|Amb):\s+(\w+)$/gm)].map(([, set]) => Number(set))
    const user = /^Uid:\s+(\d+)/m.exec(status)![1]
    expect([capabilities, user === '0']).toEqual([[0, 0, 0, 0], false])
  })

  test('a program in a closed folder is copied to where everybody may run it and only root may change it', async () => {
    const closed = join(root, 'package')
    const { initdb } = await findPrograms()
    execFileSync('cp', ['-a', dirname(dirname(dirname(initdb))), closed])
    const inClosed = (name: string): string => join(closed, 'native', 'bin', name)
    const cache = await mkdtemp(join(tmpdir(), 'lectern-cache-'))
    const closedPrograms = { initdb: inClosed('initdb'), postgres: inClosed('postgres'), pg_ctl: inClosed('pg_ctl') }
    try {
      const copied = await reachablePrograms(closedPrograms, cache)
      expect(copied?.initdb.startsWith(`${cache}/postgresql-`)).toBe(true)
      expect(await reachablePrograms(closedPrograms, cache)).toEqual(copied)
      const { uid, gid } = await stat(join(template, 'postgres'))
      expect(execFileSync(copied!.postgres, ['--version'], { uid, gid, cwd: '/' }).toString()).toMatch(/^postgres /)
      expect(await readdir(cache)).toEqual([expect.stringMatching(/^postgresql-/)])
      // Files that others could have changed are not executed.
      execFileSync('chmod', ['o+w', join(cache, (await readdir(cache))[0]!)])
      expect(await reachablePrograms(closedPrograms, cache)).toBe(undefined)
    } finally {
      await rm(cache, { recursive: true, force: true })
    }
  })
})

describe('what an earlier run left in the folder', () => {
  test('a half-made copy is ignored, and removed once it is old', async () => {
    await rm(directory, { recursive: true })
    for (const name of ['postgres.new-young', 'postgres.new-old']) {
      await mkdir(join(directory, name, 'data'), { recursive: true })
      await writeFile(join(directory, name, 'data', 'PG_VERSION'), '18\n')
    }
    const hourAgo = new Date(Date.now() - 3_600_000)
    await utimes(join(directory, 'postgres.new-old'), hourAgo, hourAgo)
    const { url } = await start()
    expect(await ask(url, 'select 1')).toEqual([[1]])
    expect((await readdir(directory)).toSorted()).toEqual([
      'postgres',
      'postgres-password',
      'postgres.log',
      'postgres.new-young',
    ])
  })

  test('a process number that now belongs to another program does not matter', async () => {
    const first = await start()
    const path = join(directory, 'postgres', 'postmaster.pid')
    const lines = (await readFile(path, 'utf8')).split('\n')
    await first.stop()
    const { uid, gid } = await stat(join(directory, 'postgres'))
    const other = spawn('sleep', ['60'], { uid, gid })
    programs.push(other)
    await writeFile(path, [String(other.pid), ...lines.slice(1)].join('\n'))
    expect(await ask((await start()).url, 'select 1')).toEqual([[1]])
    expect(other.exitCode).toBe(null)
  })

  test('an empty process file does not matter', async () => {
    await writeFile(join(directory, 'postgres', 'postmaster.pid'), '')
    expect(await ask((await start()).url, 'select 1')).toEqual([[1]])
  })

  test('a folder copied while it ran is not taken for the one that runs', async () => {
    const first = await start()
    const original = directory
    directory = join(root, 'copy')
    execFileSync('cp', ['-a', template, directory])
    execFileSync('cp', ['-a', join(original, 'postgres', 'postmaster.pid'), join(directory, 'postgres')])
    const second = await start()
    await fill(second.url)
    expect(await ask(first.url, `select to_regclass('kept')`)).toEqual([[null]])
  })
})

const refusal = async (): Promise<string> => {
  const error = await failure()
  if (!(error instanceof StartError)) throw new Error('not refused as it should be', { cause: error })
  expect(error.message).not.toContain('\n')
  return error.message
}

describe('what cannot be started is said in one line', () => {
  test('a file in the place of the folder', async () => {
    await rm(directory, { recursive: true })
    await writeFile(directory, '')
    expect(await refusal()).toBe(
      `${directory} cannot be a folder: a file is in its place. Set DATA_DIR to a folder, or move the file away.`,
    )
  })

  test('a folder that the system does not let anybody make', async () => {
    directory = '/proc/lectern/data'
    expect(await refusal()).toMatch(
      /^\/proc\/lectern\/data cannot be made .*Set DATA_DIR to a folder that can be written\.$/,
    )
    directory = join(root, 'data')
  })

  test('a folder of something else', async () => {
    await rm(directory, { recursive: true })
    await mkdir(join(directory, 'postgres'), { recursive: true })
    await writeFile(join(directory, 'postgres', 'letter.txt'), '')
    expect(await refusal()).toBe(
      `${directory}/postgres exists but holds no PostgreSQL data. Move it away and start again.`,
    )
  })

  test('a missing and a wrong password', async () => {
    const path = join(directory, 'postgres-password')
    await rm(path)
    expect(await refusal()).toBe(
      `${path}, the key to the database beside it, is missing or empty. Put it back from your copy of this folder.`,
    )
    await writeFile(path, 'guess')
    expect(await refusal()).toBe(
      `The password in ${path} does not open the database beside it. Put the right file back.`,
    )
  })

  test('data of another PostgreSQL, with its own reason', async () => {
    await writeFile(join(directory, 'postgres', 'PG_VERSION'), '9\n')
    expect(await refusal()).toMatch(
      /^PostgreSQL does not start: FATAL: .*incompatible with server \/ DETAIL: .* \(more in .*postgres\.log\)$/,
    )
  })
})
