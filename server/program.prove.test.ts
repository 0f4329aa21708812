import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connect } from './platform/database/connect.ts'
import { findEmbeddedPostgres } from './platform/database/embedded.ts'
import { createDatabase } from './testing/database.ts'
import { freePort } from './testing/free-port.ts'
import { lacksPgBouncer, startPgBouncer } from './testing/pgbouncer.ts'
import { hears, newFolder, reaches, startProgram, workersIn, type Program } from './testing/program.ts'

let folder: string
let started: Program[]
beforeEach(async () => {
  started = []
  folder = await newFolder()
})
afterEach(async () => {
  // Processes left by a failed test are ended properly, with their PostgreSQL.
  for (const { child, ended } of started) {
    child.kill('SIGTERM')
    await ended
  }
  await rm(folder, { recursive: true, force: true })
})

const start = (environment: Record<string, string> = {}): Program => {
  const program = startProgram('main.ts', [], { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', ...environment })
  started.push(program)
  return program
}

describe.skipIf(process.platform !== 'linux')('a program that is told to stop', () => {
  const moments: [string, NodeJS.Signals, (program: Program) => Promise<void>][] = [
    ['while it makes the database', 'SIGTERM', (program) => hears(program, 'starting PostgreSQL')],
    [
      'while PostgreSQL starts',
      'SIGINT',
      (program) => reaches(program, () => existsSync(join(folder, 'postgres', 'postmaster.pid'))),
    ],
    ['while it fills in the demo', 'SIGTERM', (program) => hears(program, 'filling in the demo')],
  ]

  test.each(moments)('%s stops without a complaint and leaves no PostgreSQL behind', async (_when, signal, moment) => {
    const program = start()
    await moment(program)
    program.child.kill(signal)
    const { code, stderr } = await program.ended
    expect([code, stderr, await workersIn(folder)]).toEqual([0, '', []])
  })
})

describe.skipIf(process.platform !== 'linux')('the first start', () => {
  test('tells how the organiser and an expert of the demo sign in, later ones do not, and none leaves PostgreSQL behind', async () => {
    const first = start()
    await hears(first, "organiser's sign-in")
    const [, username, password] = /organiser's sign-in: (\w+) \/ (\w+) \(shown this once\)\n/.exec(first.said.stdout)!
    await hears(first, "expert's sign-in: gaoyuanzhi, with the same password")
    // A command joins the running site and its database.
    const refused = await startProgram('cli.ts', ['create-admin', '--username', username!], { DATA_DIR: folder }).ended
    expect([refused.code, refused.stdout]).toEqual([
      1,
      'There is an account admin already. To make its owner an organiser: --promote\n',
    ])
    first.child.kill('SIGTERM')
    const stopped = await first.ended
    expect([stopped.code, stopped.stderr, await workersIn(folder)]).toEqual([0, '', []])
    expect(password).toMatch(/^[a-hjkmnp-z2-9]{16}$/)

    const second = start({ LOG_LEVEL: 'info' })
    await hears(second, 'ready at')
    second.child.kill('SIGTERM')
    const { stdout, stderr } = await second.ended
    expect([stdout.includes('sign-in'), stderr.includes(password!)]).toEqual([false, false])
  })
})

describe.skipIf(process.platform !== 'linux')('filling in the demo', () => {
  const childrenOf = async (pid: number): Promise<number[]> => {
    const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    return text.split(' ').filter(Boolean).map(Number)
  }
  const isFiller = async (pid: number): Promise<boolean> =>
    (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('demo-filler.ts')

  /** The process that fills in the demo of this program, as soon as it writes; and how many accounts others see. */
  const findFiller = async (program: Program): Promise<{ filler: number; accounts: number }> => {
    let filler: number | undefined
    await reaches(program, async () => {
      const children = await childrenOf(program.child.pid!)
      const fillers = await Promise.all(children.map(isFiller))
      filler = children[fillers.indexOf(true)]
      return filler !== undefined
    })
    const { pool, close } = connect((await findEmbeddedPostgres(folder))!, () => undefined)
    // A transaction has a number as soon as it has written something.
    const writers = `select from pg_stat_activity where datname = current_database() and backend_xid is not null`
    await reaches(program, async () => (await pool.query(writers)).rowCount === 1)
    const { rows } = await pool.query<{ count: number }>('select count(*)::int from account')
    await close()
    return { filler: filler!, accounts: rows[0]!.count }
  }

  test.each([
    [
      'the process that does so',
      { code: 1, stderr: 'Lectern · The demo could not be filled in (SIGKILL); the next start tries again.\n' },
    ],
    ['the program', { code: null, stderr: '' }],
  ])('is begun anew by the next start when %s is killed, and leaves nothing behind', async (victim, end) => {
    const first = start()
    const { filler } = await findFiller(first)
    process.kill(victim === 'the program' ? first.child.pid! : filler, 'SIGKILL')
    const { code, stderr } = await first.ended
    expect({ code, stderr }).toEqual(end)
    while (await isFiller(filler)) await sleep(10)
    // It warns of a PostgreSQL that an earlier run has left.
    const second = start({ LOG_LEVEL: 'error' })
    const anew = await findFiller(second)
    expect([anew.filler === filler, anew.accounts]).toEqual([false, 0])
    second.child.kill('SIGTERM')
    const stopped = await second.ended
    expect([stopped.code, stopped.stderr, await isFiller(anew.filler), await workersIn(folder)]).toEqual([
      0,
      '',
      false,
      [],
    ])
  })
})

describe('processes with different roles on one database', () => {
  test('serve pages or run background tasks, and a worker listens nowhere', async () => {
    const shared = { DATABASE_URL: await createDatabase(), LOG_LEVEL: 'warn' }
    const web = start({ ...shared, ROLE: 'web' })
    await hears(web, 'ready at')
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    // A worker does not mind that its port is taken.
    const worker = start({ ...shared, ROLE: 'worker', PORT: String((taken.address() as AddressInfo).port) })
    await hears(worker, 'ready to run background tasks')
    const { pool, close } = connect(shared.DATABASE_URL, () => undefined)
    const running = async (): Promise<number> => {
      const { rows } = await pool.query<{ found: number }>(
        `select count(*)::int as found from pg_stat_activity
         where datname = current_database() and application_name = 'lectern task locks'`,
      )
      return rows[0]!.found
    }
    await reaches(worker, async () => (await running()) === 1)
    worker.child.kill('SIGTERM')
    const { code, stderr } = await worker.ended
    expect([code, stderr, await running()]).toEqual([0, '', 0])
    await close()
    taken.close()
  })
})

describe.skipIf(lacksPgBouncer)('behind PgBouncer (needs pgbouncer)', () => {
  test('several processes prepare an empty database and serve it, and none starts without a direct address', async () => {
    const url = await createDatabase('template0')
    const pooler = await startPgBouncer(url)
    onTestFinished(() => pooler.close())
    const both = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url }
    const processes = [start(both), start(both), start({ ...both, ROLE: 'worker' })]
    await Promise.all(processes.map((program) => hears(program, 'ready')))
    for (const { child } of processes) child.kill('SIGTERM')
    const ends = await Promise.all(processes.map(({ ended }) => ended))
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(processes.map(() => [0, '']))
    const { code, stderr } = await start({ DATABASE_URL: pooler.url }).ended
    expect([code, stderr]).toEqual([
      1,
      'Lectern · DATABASE_URL leads to a connection pooler: set DATABASE_DIRECT_URL to an address of the same database without it.\n',
    ])
  })
})

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  const crash = `process.on('SIGUSR2', () => { throw new Error('on purpose') })`

  test('starts a server again that ended by itself, and ends when it is told to', async () => {
    const environment = {
      DATABASE_URL: await createDatabase(),
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'error',
      NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(crash)}"`,
    }
    const launcher = startProgram('../scripts/serve-built.mjs', [], environment)
    started.push(launcher)
    const timesReady = (): number => launcher.said.stdout.split('ready at').length - 1
    await hears(launcher, 'ready at')
    const [server] = (await readFile(`/proc/${launcher.child.pid}/task/${launcher.child.pid}/children`, 'utf8')).split(
      ' ',
    )
    process.kill(Number(server), 'SIGUSR2')
    await reaches(launcher, () => timesReady() === 2)
    expect(launcher.said.stderr).toContain('the server ended by itself (exit code 1); starting it again')
    launcher.child.kill('SIGTERM')
    expect((await launcher.ended).code).toBe(0)
  })

  test('does not start a server again that says why it cannot start', async () => {
    const { code, stdout, stderr } = await startProgram('../scripts/serve-built.mjs', [], {
      PORT: 'x',
      DATA_DIR: folder,
    }).ended
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      'Lectern · PORT=x is not usable: expected a whole number from 0 to 65535\n',
    ])
  })
})

test('a worker serves its metrics until it stops, and nothing else', async () => {
  const port = await freePort()
  const program = start({ METRICS_PORT: String(port), ROLE: 'worker', DATABASE_URL: await createDatabase() })
  await hears(program, 'ready to run background tasks')
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('\nlectern_db_up 1\n')
  program.child.kill('SIGTERM')
  expect((await program.ended).code).toBe(0)
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed')
})

describe('a program that cannot start', () => {
  test('because its port is taken says so in one line', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await start({ PORT: String(port), DATABASE_URL: await createDatabase() }).ended
    other.close()
    expect([code, stderr]).toEqual([
      1,
      `Lectern · Port ${port} is taken by another program. Stop it, or choose another: PORT=8080 npm start\n`,
    ])
  })

  test('because the port of its metrics is taken says so too', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await start({ METRICS_PORT: String(port), DATABASE_URL: await createDatabase() }).ended
    other.close()
    expect([code, stderr]).toEqual([
      1,
      `Lectern · Port ${port} is taken by another program. Stop it, or choose another: METRICS_PORT=9465 npm start\n`,
    ])
  })

  test('because the migrations cannot run says so in one line', async () => {
    const url = await createDatabase('template0')
    const connection = connect(url, () => undefined)
    await connection.pool.query('create table article (mine int)')
    await connection.close()
    const { code, stderr } = await start({ DATABASE_URL: url }).ended
    expect([code, stderr]).toEqual([
      1,
      'Lectern · The migration 0001-articles.sql failed: relation "article" already exists\n',
    ])
  })
})
