import { access, constants } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePrivateFolder } from '../folder.ts'
import { chooseAccount } from './embedded-account.ts'
import { ensureCluster, requirePassword } from './embedded-cluster.ts'
import { codeOf, DiskFull, explain, FolderInUse, StartError } from './embedded-errors.ts'
import { endChild, launch, logPath, takeLock, type Log, type Setup } from './embedded-launch.ts'
import { connect, findPostmaster } from './embedded-postmaster.ts'
import { findPrograms } from './embedded-programs.ts'
import { ensureSiteRole, giveToSite, sitePassword, siteRole } from './embedded-role.ts'
import { findSocketFolder } from './embedded-socket.ts'

export { FolderInUse, StartError }

interface EmbeddedOptions {
  /** Absolute; contains the data, the password and the log of PostgreSQL. */
  directory: string
  log: Log
  /** PostgreSQL is lost for good: it failed repeatedly, or another program took the folder. */
  onLost(error: Error): void
  /** Additional settings of PostgreSQL, such as fsync=off for tests. */
  settings?: Record<string, string>
  /** How long PostgreSQL may be down before it is given up; a full disk gets longer. */
  patienceMilliseconds?: number
  /** Aborts a start in progress; nothing is left running. */
  signal?: AbortSignal | undefined
}

export interface EmbeddedPostgres {
  /** For the role that owns the site's database and has no other rights. */
  url: string
  /** For tests that change the whole cluster. */
  superuserUrl: string
  stop(): Promise<void>
}

/** Max failures of PostgreSQL within a minute. */
const maxBreaks = 5

const longestPause = 10_000

const freePort = (): Promise<number> =>
  new Promise((accept, failed) => {
    const server = createServer().once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => accept(typeof address === 'object' && address ? address.port : 0))
    })
  })

const prepare = async ({ directory: path, log, settings = {} }: EmbeddedOptions): Promise<Setup> => {
  const directory = resolve(path)
  try {
    await makePrivateFolder(directory)
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    const { account, programs } = await chooseAccount(directory, await findPrograms())
    const onCreate = (): void => log.info(`Creating the database in ${directory}`)
    const cluster = await ensureCluster(directory, programs, account, {
      durable: settings['fsync'] !== 'off',
      onCreate,
    })
    return { programs, account, cluster, log, settings, hasSocket: process.platform !== 'win32', stopping: false }
  } catch (error) {
    throw explain(error, directory)
  }
}

const urlOf = (role: string, password: string, port: number, socketFolder: string | undefined): string => {
  const url = new URL(`postgres://${role}:${password}@127.0.0.1:${port}/lectern?sslmode=disable`)
  // In the place of the address, also for other programs such as psql.
  if (socketFolder !== undefined) url.searchParams.set('host', socketFolder)
  return url.href
}

const siteUrl = (password: string, port: number, socketFolder: string | undefined): string =>
  urlOf(siteRole, sitePassword(password), port, socketFolder)

/** Whether this folder contains our data. */
export const holdsEmbeddedPostgres = (directory: string): Promise<boolean> =>
  access(join(directory, 'postgres', 'PG_VERSION')).then(
    () => true,
    // Other errors are reported when it is opened.
    (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? ''),
  )

/** The database that another process runs in this folder, for commands that join it. */
export const findEmbeddedPostgres = async (directory: string): Promise<string | undefined> => {
  const data = join(directory, 'postgres')
  const password = await requirePassword(directory)
  const running = await findPostmaster({ directory, data, password })
  return running && siteUrl(password, running.port, await findSocketFolder(data, running.port))
}

/** Runs the bundled PostgreSQL, restarts it when needed, and is the only process to do so in its folder. */
export const startEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const setup = await prepare(options)
  const { cluster, log } = setup
  const breakOff = (): void => void (setup.stopping = true)
  if (options.signal?.aborted) breakOff()
  options.signal?.addEventListener('abort', breakOff, { once: true })
  const first = await launch(setup, freePort).catch((error: unknown) => {
    throw explain(error, cluster.directory)
  })
  // From here on the caller stops it.
  options.signal?.removeEventListener('abort', breakOff)
  const { port } = first
  let { child, lock } = first
  // However the program ends, short of a kill, PostgreSQL ends with it.
  const endWithUs = (): void => void child.process.kill('SIGINT')
  process.once('exit', endWithUs)

  let mending: Promise<void> | undefined
  let stopped: Promise<void> | undefined
  let breaks: number[] = []
  const stopAsked = Promise.withResolvers<void>()
  const patience = options.patienceMilliseconds ?? 60_000

  const giveUp = (error: Error): void => {
    process.off('exit', endWithUs)
    endWithUs()
    options.onLost(error)
  }

  /** Restarts PostgreSQL with growing pauses, for as long as that is useful. */
  const restart = async (): Promise<void> => {
    const began = performance.now()
    breaks = [...breaks.filter((at) => at > began - 60_000), began]
    if (breaks.length > maxBreaks)
      return giveUp(new Error(`PostgreSQL failed ${breaks.length} times in a minute; see ${logPath(setup)}`))
    for (let pause = 100; !setup.stopping; pause = Math.min(2 * pause, longestPause)) {
      await Promise.race([sleep(pause), stopAsked.promise])
      if (setup.stopping) return
      try {
        const taken = child.end ? undefined : await takeLock(setup, child, port)
        if (setup.stopping) return
        if (taken) lock = taken
        else ({ child, lock } = await launch(setup, () => Promise.resolve(port)))
        watch()
        log.info('PostgreSQL runs again')
        return
      } catch (error) {
        if (setup.stopping) return
        if (error instanceof FolderInUse) return giveUp(error)
        const reason = explain(error, cluster.directory)
        log.error(reason.message)
        const isHopeless = !(reason instanceof DiskFull) && performance.now() - began > patience
        if (isHopeless) return giveUp(new Error(`PostgreSQL cannot be started again; see ${logPath(setup)}`))
      }
    }
  }

  // The lock's connection breaks whenever PostgreSQL does, so only it is watched.
  const watch = (): void => {
    lock.once('end', () => {
      if (setup.stopping) return
      log.warn('PostgreSQL broke off; starting it again')
      mending = restart()
    })
  }

  const stop = async (): Promise<void> => {
    setup.stopping = true
    stopAsked.resolve()
    await mending
    process.off('exit', endWithUs)
    await endChild(setup, child)
    await lock.end().catch(() => undefined)
  }

  watch()
  try {
    await ensureSiteRole(lock, cluster.password)
    await giveToSite((database) => connect(cluster, port, database))
  } catch (error) {
    await stop()
    throw explain(error, cluster.directory)
  }
  const socketFolder = await findSocketFolder(cluster.data, port)
  return {
    url: siteUrl(cluster.password, port, socketFolder),
    superuserUrl: urlOf('lectern', cluster.password, port, socketFolder),
    stop: () => (stopped ??= stop()),
  }
}
