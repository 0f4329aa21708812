import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { connect as dial } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { FolderInUse, StartError, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
// A test's machine does not lose its power half way.
const settings = { fsync: 'off' }

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let template: string
let root: string
let directory: string
let running: EmbeddedPostgres[]
let programs: ChildProcess[]

// Making a folder costs most of a test's time, so most tests begin with a copy of this one.
beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), 'lectern-embedded-'))
  await (await startEmbeddedPostgres({ directory: template, log: silent, onLost: () => undefined, settings })).stop()
})

afterAll(() => rm(template, { recursive: true, force: true }))

beforeEach(async () => {
  // Closed to everyone else (mode 700), as a clone in a home folder is.
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

const start = async (onLost: (error: Error) => void = () => undefined): Promise<EmbeddedPostgres> => {
  const one = await startEmbeddedPostgres({ directory, log: silent, onLost, settings })
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

/** Another program that uses the folder as ours does, and can be killed. */
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

/** Resolves when the folder is held by a connection of ours. */
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
    const { url } = await start()
    const mode = async (name: string): Promise<string> => ((await stat(join(directory, name))).mode & 0o777).toString(8)
    expect(await mode('postgres-password')).toBe('600')
    expect(await mode('postgres')).toBe('700')
    expect(new URL(url).password).toBe(await readFile(join(directory, 'postgres-password'), 'utf8'))
    expect(new URL(url).password).toMatch(/^[\w-]{43}$/)
    await expect(ask(url.replace(/:[\w-]{43}@/, ':guess@'), 'select 1')).rejects.toMatchObject({ code: '28P01' })
  })

  test('listens on 127.0.0.1 and nowhere else', async () => {
    const { url } = await start()
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
    expect(await ask(url, 'show unix_socket_directories')).toEqual([['']])
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
    await expect(ask(url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
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
    const { url } = await start()
    const cut = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'lectern keeper'`
    expect(await ask(url, cut)).toEqual([[true]])
    await untilHeld(url)
    expect(await failure()).toBeInstanceOf(FolderInUse)
    expect(await ask(url, 'select 1')).toEqual([[1]])
  })

  test('says that it is lost when PostgreSQL cannot be brought back', async () => {
    const lost = Promise.withResolvers<Error>()
    await start(lost.resolve)
    await writeFile(join(directory, 'postgres', 'PG_VERSION'), '9\n')
    process.kill(await postmasterPid(), 'SIGKILL')
    expect((await lost.promise).message).toMatch(/^PostgreSQL failed 6 times in a minute; see .*postgres\.log$/)
  })

  test('stops once, however often it is told to', async () => {
    const one = await start()
    const pid = await postmasterPid()
    await Promise.all([one.stop(), one.stop()])
    await one.stop()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
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
