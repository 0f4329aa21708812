import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { open, stat, statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Account } from './embedded-account.ts'
import type { Cluster } from './embedded-cluster.ts'
import { DatabaseAway, DiskFull, explain, FolderInUse, StartError } from './embedded-errors.ts'
import type { Programs } from './embedded-programs.ts'
import { removeOldSockets, socketDirectory } from './embedded-socket.ts'
import {
  connect,
  disown,
  endOrphan,
  endPostmaster,
  examine,
  findPostmaster,
  isFinal,
  isReady,
  tryLock,
} from './embedded-postmaster.ts'

export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

export interface Setup {
  programs: Programs
  account: Account
  cluster: Cluster
  log: Log
  settings: Record<string, string>
  /** Whether PostgreSQL listens at a socket in its folder, too. */
  hasSocket: boolean
  stopping: boolean
}

/** A postmaster that is our child. */
interface Child {
  process: ChildProcess
  /** How it ended, once it has. */
  end: { code: number | null; signal: string | null; problem?: string } | undefined
  ended: Promise<void>
  logFrom: number
}

const logLimit = 10 * 1024 * 1024
/** How long leftovers of an earlier run may take to end. */
const patience = 15_000

export const logPath = ({ cluster }: Setup): string => join(cluster.directory, 'postgres.log')

const spawnPostmaster = async (setup: Setup, port: number): Promise<Child> => {
  const path = logPath(setup)
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  )
  if (size > logLimit) await truncate(path)
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: setup.hasSocket ? socketDirectory : '',
    unix_socket_permissions: '0700',
    log_checkpoints: 'off',
    ...setup.settings,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const file = openSync(path, 'a', 0o600)
  try {
    // Its own process group: Ctrl-C in a terminal must reach us first, and PostgreSQL only when we have finished.
    const child = setup.account.spawn(setup.programs.postgres, (at) => ['-D', at(setup.cluster.data), ...args], {
      detached: true,
      stdio: ['ignore', file, file],
    })
    const state: Child = {
      process: child,
      end: undefined,
      ended: Promise.resolve(),
      logFrom: size > logLimit ? 0 : size,
    }
    state.ended = new Promise((done) => {
      child.once('exit', (code, signal) => done((state.end = { code, signal })))
      child.once('error', (error) => done((state.end ??= { code: 1, signal: null, problem: error.message })))
    }).then(() => undefined)
    return state
  } finally {
    closeSync(file)
  }
}

/** What PostgreSQL logged since this child was started, errors first. */
const lastLogLines = async (setup: Setup, child: Child): Promise<string> => {
  if (child.end?.problem) return child.end.problem
  const file = await open(logPath(setup), 'r')
  try {
    const { size } = await file.stat()
    const from = Math.max(child.logFrom, size - 8000)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(size - from, 1)), 0, size - from, from)
    const lines = buffer.toString('utf8', 0, bytesRead).trim().split('\n')
    const reasons = lines.filter((line) => /FATAL|PANIC|HINT|DETAIL|could not/.test(line))
    return (reasons.length > 0 ? reasons : lines)
      .slice(-4)
      .join('\n')
      .replaceAll(/^[-\d]+ [\d:.]+ \w+ \[\d+\] /gm, '')
  } finally {
    await file.close()
  }
}

export const endChild = (setup: Setup, child: Child): Promise<void> =>
  child.process.pid === undefined
    ? Promise.resolve()
    : endPostmaster(child.process.pid, setup.cluster, setup.programs.pg_ctl, () =>
        Promise.resolve(child.end !== undefined),
      )

/** Waits until our child accepts connections, then takes the lock that ensures one program per folder. */
export const takeLock = async (setup: Setup, child: Child, port: number): Promise<Client | undefined> => {
  const began = performance.now()
  let isNotified = false
  while (!child.end && !setup.stopping) {
    if (!isNotified && performance.now() - began > 5_000) {
      isNotified = true
      setup.log.info(`PostgreSQL is not ready yet (it may be recovering); more in ${logPath(setup)}`)
    }
    const ready = await isReady(setup.cluster, child.process.pid)
    const client = ready
      ? await connect(setup.cluster, port, 'postgres').catch((error: unknown) => {
          if (isFinal(error)) throw error
          return undefined
        })
      : undefined
    if (client) {
      const locked = await tryLock(client).catch(() => undefined)
      if (locked) return client
      await client.end().catch(() => undefined)
      if (locked === false) throw new FolderInUse(setup.cluster.directory)
    }
    await Promise.race([sleep(25), child.ended])
  }
  return undefined
}

/** Makes sure that nobody else uses the folder; ends the postmaster that a killed run of ours left behind. */
const clearFolder = async (setup: Setup): Promise<void> => {
  const { cluster, account, log } = setup
  const began = performance.now()
  let isNotified = false
  for (let postmaster = await findPostmaster(cluster); postmaster; postmaster = await findPostmaster(cluster)) {
    if (setup.stopping) throw new StartError('Lectern is stopping')
    const verdict = await examine(postmaster, cluster, account)
    if (verdict === 'in use') throw new FolderInUse(cluster.directory)
    if (verdict === 'another') return disown(cluster)
    if (verdict === 'orphan') {
      log.warn('PostgreSQL of an earlier run is still there; ending it')
      await endOrphan(postmaster, cluster, setup.programs.pg_ctl)
    } else if (verdict === 'silent' && performance.now() - began > 4 * patience)
      throw new DatabaseAway(
        `PostgreSQL already runs on ${cluster.directory} (process ${postmaster.pid}) but does not answer. End it and start again.`,
      )
    else {
      // It reports that it is starting or stopping: after a crash that takes as long as the disk needs.
      if (verdict === 'busy' && !isNotified) log.info('PostgreSQL of an earlier run is still busy; waiting for it')
      isNotified ||= verdict === 'busy'
      await sleep(100)
    }
  }
}

/** PostgreSQL recovers in segments of 16 MiB. */
const minRoom = 16 * 1024 * 1024

const hasNoRoom = (directory: string): Promise<boolean> =>
  statfs(directory).then(
    ({ bavail, bsize }) => bavail * bsize < minRoom,
    () => false,
  )

/** Some file systems (shared folders of virtual machines, network drives) have no sockets. */
const refusedSocket = 'could not create any Unix-domain sockets'

const passing =
  /pre-existing shared memory block|lock file .* (already exists|is empty)|could not create any TCP\/IP sockets/

/** Starts PostgreSQL, with retries while leftovers of an earlier run are ending. */
export const launch = async (
  setup: Setup,
  choosePort: () => Promise<number>,
): Promise<{ child: Child; lock: Client; port: number }> => {
  const { directory } = setup.cluster
  const deadline = performance.now() + patience
  for (;;) {
    await clearFolder(setup)
    if (setup.stopping) throw new StartError('Lectern is stopping')
    await removeOldSockets(setup.cluster.data)
    const port = await choosePort()
    const child = await spawnPostmaster(setup, port)
    const lock = await takeLock(setup, child, port).catch(async (error: unknown) => {
      await endChild(setup, child)
      throw error
    })
    if (lock) return { child, lock, port }
    if (!child.end) await endChild(setup, child)
    if (setup.stopping) throw new StartError('Lectern is stopping')
    // A clean exit without our request: another start on this folder ended it.
    if (child.end?.code === 0) throw new FolderInUse(directory)
    // On a full disk its log may not say so.
    if (await hasNoRoom(directory)) throw new DiskFull(directory)
    const words = await lastLogLines(setup, child)
    if (setup.hasSocket && words.includes(refusedSocket)) {
      setup.hasSocket = false
      continue
    }
    if (performance.now() > deadline || !(child.end?.signal || passing.test(words))) {
      const reason = explain(new Error(`PostgreSQL does not start: ${words}\n(more in ${logPath(setup)})`), directory)
      throw reason instanceof DiskFull ? reason : new DatabaseAway(reason.message)
    }
    await sleep(300)
  }
}
