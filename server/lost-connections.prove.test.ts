import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect, type Connection } from './platform/database/connect.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/database/embedded.ts'
import { migrate } from './platform/database/migrate.ts'
import { createManyPeople, headersOfPerson } from './testing/many-people.ts'
import { createDatabase } from './testing/database.ts'
import { newFolder, workersIn } from './testing/program.ts'
import { startServer, stopServer, type RunningServer } from './testing/servers.ts'
import { eventually } from './testing/site.ts'

// One server process whose clients keep writing while its database connections are cut, frozen or dropped.

const writers = 6
/** Writes as well; its results are not counted. */
const bystander = writers + 1

let folder: string
let server: RunningServer | undefined
let connection: Connection
let postgres: EmbeddedPostgres | undefined

beforeEach(async () => {
  folder = await newFolder()
})
afterEach(async () => {
  await resume()
  if (server) await stopServer(server)
  await connection.close()
  await postgres?.stop()
  server = postgres = undefined
  await rm(folder, { recursive: true, force: true })
})

const signalPostgres = async (signal: NodeJS.Signals): Promise<void> => {
  if (postgres) for (const pid of await workersIn(folder)) process.kill(Number(pid), signal)
}
const resume = (): Promise<void> => signalPostgres('SIGCONT')

const begin = async (databaseUrl: string, limits: Record<string, string> = {}): Promise<void> => {
  connection = connect(databaseUrl, () => undefined)
  await createManyPeople(connection.pool, bystander)
  const url = new URL(databaseUrl)
  for (const [name, value] of Object.entries(limits)) url.searchParams.set(name, value)
  server = await startServer(url.href, folder)
}

/** A PostgreSQL that no other test uses. */
const beginWithOwnPostgres = async (limits: Record<string, string> = {}): Promise<void> => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  postgres = await startEmbeddedPostgres({
    directory: folder,
    log,
    onLost: () => undefined,
    settings: { fsync: 'off' },
  })
  const preparing = connect(postgres.url, () => undefined)
  await migrate(preparing.pool)
  await preparing.close()
  await begin(postgres.url, limits)
}

const write = async (person: number, announcement: boolean): Promise<number> => {
  const response = await fetch(`${server!.url}/api/account/mail-choices`, {
    method: 'PUT',
    headers: { ...headersOfPerson(person), 'content-type': 'application/json' },
    body: JSON.stringify({ account: true, contest: true, announcement }),
  }).catch((cause: unknown) => {
    // A server that ended says why.
    throw new Error(`no answer: ${server!.program.said.stderr}`, { cause })
  })
  await response.arrayBuffer()
  return response.status
}

/** All clients write, each change until it is acknowledged, while something happens to the database. */
const writeDuring = async (event: () => Promise<void>): Promise<{ changes: number[]; statuses: number[] }> => {
  const statuses = new Set<number>()
  let isOver = false
  const all = Array.from({ length: writers }, async (_, index) => {
    let changes = 0
    for (let isLast = false; !isLast; changes += 1) {
      isLast = isOver
      let status = 0
      while (status !== 200) {
        status = await write(index + 1, changes % 2 === 1)
        statuses.add(status)
        if (status !== 200) await sleep(20)
      }
    }
    return changes
  })
  const [changes] = await Promise.all([Promise.all(all), event().finally(() => (isOver = true))])
  return { changes, statuses: [...statuses].toSorted() }
}

/** How many changes of each person were stored. */
const storedChanges = async (): Promise<number[]> => {
  const { rows } = await connection.pool.query<{ count: number }>(`
    select count(*)::int from account join audit on actor_id = account.id
    where action = 'account.mailChoicesChanged' and username <> 'crowd-${bystander}' group by username order by username`)
  return rows.map(({ count }) => count)
}

const afterwards = async (statuses: number[]) => {
  const { exitCode, signalCode } = server!.program.child
  return {
    isAlive: exitCode === null && signalCode === null,
    unexpected: statuses.filter((status) => status !== 200 && status !== 503),
    changes: await storedChanges(),
  }
}

const terminateAll = (): Promise<unknown> =>
  connection.pool.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'lectern%' and pid <> pg_backend_pid()`)

describe.skipIf(process.platform !== 'linux')('a server whose callers write', () => {
  test('survives twenty times that all its connections are terminated', async () => {
    await begin(await createDatabase())
    const { changes, statuses } = await writeDuring(async () => {
      for (let round = 0; round < 20; round += 1) {
        await terminateAll()
        await sleep(150)
      }
    })
    expect(await afterwards(statuses)).toEqual({ isAlive: true, unexpected: [], changes })
  })

  test('survives a restart of PostgreSQL', async () => {
    await beginWithOwnPostgres()
    const findPid = async () => (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]
    const pid = await findPid()
    const { changes, statuses } = await writeDuring(async () => {
      await sleep(300)
      process.kill(Number(pid), 'SIGINT')
      await eventually(async () => expect(await findPid()).not.toBe(pid))
      await eventually(async () => expect((await connection.pool.query('select 1')).rowCount).toBe(1))
    })
    expect(await afterwards(statuses)).toEqual({ isAlive: true, unexpected: [], changes })
  })

  test('survives a PostgreSQL that stops answering and goes on later', async () => {
    await beginWithOwnPostgres({ statement_timeout: '500' })
    const { changes, statuses } = await writeDuring(async () => {
      await sleep(300)
      await signalPostgres('SIGSTOP')
      // No request exceeds the timeout, which a frozen PostgreSQL cannot enforce itself.
      expect(await write(bystander, true)).toBe(503)
      await resume()
    })
    expect(await afterwards(statuses)).toEqual({ isAlive: true, unexpected: [], changes })
  })

  test('survives being frozen for longer than a transaction may be idle', async () => {
    await begin(await createDatabase(), { idle_in_transaction_session_timeout: '300' })
    const { changes, statuses } = await writeDuring(async () => {
      for (let round = 0; round < 5; round += 1) {
        await sleep(200 + round)
        server!.program.child.kill('SIGSTOP')
        await sleep(800)
        server!.program.child.kill('SIGCONT')
      }
    })
    expect(await afterwards(statuses)).toEqual({ isAlive: true, unexpected: [], changes })
  })
})
