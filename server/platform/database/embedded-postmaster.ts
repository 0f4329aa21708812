import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { Account } from './embedded-account.ts'
import type { Cluster } from './embedded-cluster.ts'
import { codeOf, StartError } from './embedded-errors.ts'

const run = promisify(execFile)

// Any constant: "Lect" in ASCII.
const lockKey = 0x4c656374

interface Postmaster {
  pid: number
  port: number
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

// A pid in postmaster.pid may belong to another program by now, or to a zombie.
const worksIn = async (pid: number, data: string): Promise<boolean> => {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  if (process.platform !== 'linux') {
    const output = await run('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => undefined)
    return output?.stdout.trim().endsWith('postgres') ?? false
  }
  const [theirs, ours] = await Promise.all([stat(`/proc/${pid}/cwd`).catch(() => undefined), stat(data)])
  return theirs?.ino === ours.ino && theirs.dev === ours.dev
}

const pidFile = ({ data }: Cluster): string => join(data, 'postmaster.pid')

/** The lines of postmaster.pid: 1 the process, 4 the port, 8 whether it accepts connections. */
const readPidFile = async (cluster: Cluster): Promise<string[] | undefined> =>
  (await readFile(pidFile(cluster), 'utf8').catch(() => undefined))?.split('\n')

export const isReady = async (cluster: Cluster, pid: number | undefined): Promise<boolean> => {
  const lines = await readPidFile(cluster)
  return Number(lines?.[0]) === pid && lines?.[7]?.trim() === 'ready'
}

/**
 * Neutralizes a postmaster.pid whose pid now belongs to another program. PostgreSQL would not start while that
 * process lives, but treats its parent's pid as stale. The rest stays: PostgreSQL uses it to find old back ends that
 * still use the data.
 */
export const disown = async (cluster: Cluster): Promise<void> => {
  const lines = await readPidFile(cluster)
  if (lines) await writeFile(pidFile(cluster), [String(process.pid), ...lines.slice(1)].join('\n'))
}

/** The running postmaster of this folder, whoever started it. */
export const findPostmaster = async (cluster: Cluster): Promise<Postmaster | undefined> => {
  const lines = await readPidFile(cluster)
  if (!lines) return undefined
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!(pid > 0) || !(port > 0)) {
    // Being written, or truncated by a full disk or a power failure.
    const age = await stat(pidFile(cluster)).then(
      (stats) => Date.now() - stats.mtimeMs,
      () => 0,
    )
    if (age > 3000) await rm(pidFile(cluster), { force: true })
    return undefined
  }
  if (await worksIn(pid, cluster.data)) return { pid, port }
  if (isAlive(pid) && pid !== process.pid) await disown(cluster)
  return undefined
}

export const connect = async (cluster: Cluster, port: number, database: string): Promise<Client> => {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'lectern',
    password: cluster.password,
    database,
    ssl: false,
    connectionTimeoutMillis: 5000,
    // It is idle for as long as the program runs. Setting this also overrides a PGOPTIONS of the shell.
    options: '-c idle_session_timeout=0',
    application_name: 'lectern keeper',
  })
  // Without a listener a connection that breaks would end the program.
  client.on('error', () => undefined)
  await client.connect().catch(async (error: unknown) => {
    await client.end().catch(() => undefined)
    if (codeOf(error) === '28P01')
      throw new StartError(
        `The password in ${cluster.directory}/postgres-password does not open the database beside it. Put the right file back.`,
      )
    throw error
  })
  return client
}

/** An error that waiting does not fix: not while the server starts (57…) or is full (53…). */
export const isFinal = (error: unknown): boolean =>
  error instanceof StartError || /^(?!53|57)(?=.*\d)[\dA-Z]{5}$/.test(codeOf(error) ?? '')

export const tryLock = async (client: Client): Promise<boolean> => {
  const answer = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockKey])
  return answer.rows[0]?.locked === true
}

// A file with a random name that the server can read too proves that it serves this folder, and not a copy.
const serves = async (client: Client, cluster: Cluster, account: Account): Promise<boolean> => {
  const name = `lectern-probe-${randomBytes(8).toString('hex')}`
  const path = join(cluster.data, name)
  try {
    await writeFile(path, name, { mode: 0o600 })
    if (account.owner) await chown(path, account.owner.uid, account.owner.gid)
    const answer = await client.query<{ text: string | null }>('select pg_read_file($1, true) as text', [name])
    return answer.rows[0]?.text === name
  } finally {
    await rm(path, { force: true })
  }
}

/** Whose is the postmaster in our folder? `busy`: it is starting or stopping. */
export const examine = async (
  postmaster: Postmaster,
  cluster: Cluster,
  account: Account,
): Promise<'in use' | 'orphan' | 'another' | 'busy' | 'silent'> => {
  let client: Client | undefined
  try {
    client = await connect(cluster, postmaster.port, 'postgres')
    if (!(await serves(client, cluster, account))) return 'another'
    return (await tryLock(client)) ? 'orphan' : 'in use'
  } catch (error) {
    if (isFinal(error)) throw error
    return codeOf(error) === '57P03' ? 'busy' : 'silent'
  } finally {
    await client?.end().catch(() => undefined)
  }
}

const signal = async (pid: number, how: 'fast' | 'immediate', cluster: Cluster, pgCtl: string): Promise<void> => {
  // Windows has no signals; pg_ctl is used there.
  if (process.platform === 'win32')
    await run(pgCtl, ['stop', '--no-wait', '-m', how, '-D', cluster.data], { windowsHide: true }).catch(() => undefined)
  else
    try {
      process.kill(pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error
    }
}

/** Ends a postmaster: running transactions are rolled back; after ten seconds it is stopped immediately. */
export const endPostmaster = async (
  pid: number,
  cluster: Cluster,
  pgCtl: string,
  gone: () => Promise<boolean>,
): Promise<void> => {
  const steps = [
    { how: 'fast', seconds: 10 },
    { how: 'immediate', seconds: 15 },
  ] as const
  for (const { how, seconds } of steps) {
    if (await gone()) return
    await signal(pid, how, cluster, pgCtl)
    const deadline = Date.now() + seconds * 1000
    while (Date.now() < deadline) {
      if (await gone()) return
      await sleep(20)
    }
  }
  throw new StartError(
    `The PostgreSQL of ${cluster.directory} (process ${pid}) does not end. End it by hand and start again.`,
  )
}

export const endOrphan = ({ pid }: Postmaster, cluster: Cluster, pgCtl: string): Promise<void> =>
  endPostmaster(pid, cluster, pgCtl, async () => !(await worksIn(pid, cluster.data)))
