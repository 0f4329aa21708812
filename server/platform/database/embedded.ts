import { access, constants, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { chooseAccount } from './embedded-account.ts'
import { ensureCluster, findPrograms, requirePassword } from './embedded-cluster.ts'
import { codeOf, explain, FolderInUse, StartError } from './embedded-errors.ts'
import { endChild, launch, logPath, takeLock, type Log, type Setup } from './embedded-launch.ts'
import { findPostmaster } from './embedded-postmaster.ts'

export { FolderInUse, StartError }

interface EmbeddedOptions {
  /** Absolute; holds the data, the password and the log of PostgreSQL. */
  directory: string
  log: Log
  /** PostgreSQL is gone for good: it failed again and again, or another program took the folder. */
  onLost(error: Error): void
  /** Settings of PostgreSQL beyond ours, such as fsync=off for tests. */
  settings?: Record<string, string>
  /** Breaks off a start that is under way; nothing is left running. */
  signal?: AbortSignal | undefined
}

export interface EmbeddedPostgres {
  url: string
  stop(): Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((found, failed) => {
    const server = createServer().once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })

const createDatabase = async (lock: Client): Promise<void> => {
  const { rowCount } = await lock.query(`select from pg_database where datname = 'lectern'`)
  if (rowCount === 0) await lock.query('create database lectern')
}

const prepare = async ({ directory: given, log, settings = {} }: EmbeddedOptions): Promise<Setup> => {
  const directory = resolve(given)
  try {
    await mkdir(directory, { recursive: true })
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    const programs = await findPrograms()
    const account = await chooseAccount(directory, programs.initdb)
    const onCreate = (): void => log.info(`Creating the database in ${directory}`)
    const cluster = await ensureCluster(directory, programs, account, {
      durable: settings['fsync'] !== 'off',
      onCreate,
    })
    return { programs, account, cluster, log, settings, stopping: false }
  } catch (error) {
    throw explain(error, directory)
  }
}

const urlOf = (password: string, port: number): string =>
  `postgres://lectern:${password}@127.0.0.1:${port}/lectern?sslmode=disable`

/** Whether there is data of ours in this folder. */
export const holdsEmbeddedPostgres = (directory: string): Promise<boolean> =>
  access(join(directory, 'postgres', 'PG_VERSION')).then(
    () => true,
    // Whatever else is wrong with it is said when it is opened.
    (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? ''),
  )

/** The database that another program runs in this folder, for commands that join it. */
export const findEmbeddedPostgres = async (directory: string): Promise<string | undefined> => {
  const data = join(directory, 'postgres')
  const password = await requirePassword(directory)
  const running = await findPostmaster({ directory, data, password })
  return running && urlOf(password, running.port)
}

/** Runs the PostgreSQL that comes with Lectern, keeps it running, and is the only one to do so in its folder. */
export const startEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const setup = await prepare(options)
  const { cluster, log } = setup
  const breakOff = (): void => void (setup.stopping = true)
  if (options.signal?.aborted) breakOff()
  options.signal?.addEventListener('abort', breakOff, { once: true })
  const first = await launch(setup, freePort).catch((error: unknown) => {
    throw explain(error, cluster.directory)
  })
  // From here on stopping is for whoever was given the database.
  options.signal?.removeEventListener('abort', breakOff)
  const { port } = first
  let { child, lock } = first
  // However the program ends, short of a kill, PostgreSQL ends with it.
  const endWithUs = (): void => void child.process.kill('SIGINT')
  process.once('exit', endWithUs)

  let mending: Promise<void> | undefined
  let stopped: Promise<void> | undefined
  let failures: number[] = []

  const giveUp = (error: Error): void => {
    process.off('exit', endWithUs)
    endWithUs()
    options.onLost(error)
  }

  const mend = async (): Promise<void> => {
    while (!setup.stopping) {
      failures = [...failures.filter((at) => at > Date.now() - 60_000), Date.now()]
      if (failures.length > 5)
        return giveUp(new Error(`PostgreSQL failed ${failures.length} times in a minute; see ${logPath(setup)}`))
      await sleep(100 * 2 ** (failures.length - 1))
      try {
        const held = child.end ? undefined : await takeLock(setup, child, port)
        if (setup.stopping) return
        if (held) lock = held
        else ({ child, lock } = await launch(setup, () => Promise.resolve(port)))
        watch()
        log.info('PostgreSQL runs again')
        return
      } catch (error) {
        if (setup.stopping) return
        if (error instanceof FolderInUse) return giveUp(error)
        log.error(explain(error, cluster.directory).message)
      }
    }
  }

  // The lock's connection breaks whenever PostgreSQL does, so it alone is watched.
  const watch = (): void => {
    lock.once('end', () => {
      if (setup.stopping) return
      log.warn('PostgreSQL broke off; starting it again')
      mending = mend()
    })
  }

  const stop = async (): Promise<void> => {
    setup.stopping = true
    await mending
    process.off('exit', endWithUs)
    await endChild(setup, child)
    await lock.end().catch(() => undefined)
  }

  watch()
  try {
    await createDatabase(lock)
  } catch (error) {
    await stop()
    throw explain(error, cluster.directory)
  }
  return {
    url: urlOf(cluster.password, port),
    stop: () => (stopped ??= stop()),
  }
}
