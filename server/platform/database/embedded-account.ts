import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { codeOf, StartError } from './embedded-errors.ts'
import { reachablePrograms, type Programs } from './embedded-programs.ts'

const run = promisify(execFile)

interface Owner {
  uid: number
  gid: number
}

/** Arguments of a program; `at` gives the path under which it can reach a file or folder. */
type Arguments = (at: (path: string) => string) => string[]

/** The user that PostgreSQL runs as, and how to start a process of that user. */
export interface Account {
  /** Set if it is another user than ours, which happens only as root. */
  owner: Owner | undefined
  spawn(command: string, args: Arguments, options?: SpawnOptions): ChildProcess
}

// PostgreSQL does not inherit our environment: it may contain secrets, or PG… settings of another database.
const environment = (): NodeJS.ProcessEnv => {
  const options =
    process.platform === 'win32' ? Object.keys(process.env).filter((name) => !/^PG/i.test(name)) : ['PATH', 'TMPDIR']
  return { ...Object.fromEntries(options.map((name) => [name, process.env[name]])), LC_ALL: 'C', TZ: 'UTC' }
}

const base = (): SpawnOptions => ({
  env: environment(),
  windowsHide: true,
  ...(process.platform !== 'win32' && { cwd: '/' }),
})

const ourselves: Account = {
  owner: undefined,
  spawn: (command, args, options) =>
    spawn(
      command,
      args((path) => path),
      { ...base(), ...options },
    ),
}

const dropTo = (owner: Owner): Account => ({
  owner,
  spawn: (command, args, options) =>
    spawn(
      command,
      args((path) => path),
      { ...base(), ...options, ...owner },
    ),
})

/**
 * Folders of root (a clone in /root, a `mktemp -d`) are closed to other users. Root opens PostgreSQL's folder and
 * passes the descriptor on: Linux lets a process reach what it has open.
 */
const dropToAndHandOver = (owner: Owner): Account => ({
  owner,
  spawn: (command, args, { stdio = [], ...options } = {}) => {
    const handed: number[] = []
    const standard = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio]
    const handOver = (path: string): string => {
      handed.push(openSync(path, 'r'))
      return `/proc/self/fd/${standard.length + handed.length - 1}`
    }
    try {
      const words = args(handOver)
      return spawn(command, words, { ...base(), ...options, ...owner, stdio: [...standard, ...handed] })
    } finally {
      for (const file of handed) closeSync(file)
    }
  },
})

interface Ended {
  ok: boolean
  output: string
}

/** Runs a program to its end; errors are returned, not thrown. */
export const finished = (account: Account, command: string, args: Arguments): Promise<Ended> =>
  new Promise((resolve) => {
    let output = ''
    const child = account.spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const collect = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-20_000)
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })

const findUser = async (name: string): Promise<Owner | undefined> => {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

const createUser = async (name: string): Promise<Owner> => {
  const problem = await run('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name]).then(
    () => '',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  const user = await findUser(name)
  if (user) return user
  throw new StartError(
    `PostgreSQL does not run as root, and no user could be made for it (${problem.split('\n')[0]}). Start Lectern as an ordinary user.`,
  )
}

const ownerOf = (path: string): Promise<Owner | undefined> =>
  stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })

const changeOwner = async (folder: string, { uid, gid }: Owner): Promise<void> => {
  for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) await lchown(join(folder, name), uid, gid)
}

const tryToStart = async (account: Account, program: string): Promise<Ended> =>
  finished(account, program, () => ['--version'])

const requireToRun = async (account: Account, program: string): Promise<void> => {
  const { ok, output } = await tryToStart(account, program)
  if (!ok)
    throw new StartError(
      `PostgreSQL's program does not run on this machine (${output.trim().split('\n')[0]}). Run \`npm ci\` again, or set DATABASE_URL.`,
    )
}

const mayEnter = async (account: Account, directory: string): Promise<boolean> =>
  (await finished(account, '/bin/sh', (at) => ['-c', 'cd -- "$1"', 'sh', at(directory)])).ok

interface Chosen {
  account: Account
  programs: Programs
}

/** PostgreSQL refuses to run as root: another user runs it then. */
const chooseForRoot = async (directory: string, programs: Programs, dataOwner: Owner | undefined): Promise<Chosen> => {
  await requireToRun(ourselves, programs.initdb)
  const current = dataOwner && dataOwner.uid !== 0 ? { uid: dataOwner.uid, gid: dataOwner.gid } : undefined
  const owner = current ?? (await findUser('postgres')) ?? (await findUser('lectern')) ?? (await createUser('lectern'))
  // A copy restored by root belongs to root; PostgreSQL must own its files.
  if (dataOwner?.uid === 0) await changeOwner(join(directory, 'postgres'), owner)
  const account = process.platform === 'linux' ? dropToAndHandOver(owner) : dropTo(owner)
  if (process.platform !== 'linux' && !(await mayEnter(account, directory)))
    throw new StartError(
      `PostgreSQL does not run as root, and its own user may not enter ${directory}. Start Lectern as an ordinary user, or set DATA_DIR to a folder that everyone may enter.`,
    )
  if ((await tryToStart(account, programs.initdb)).ok) return { account, programs }
  const copied = await reachablePrograms(programs)
  if (copied && (await tryToStart(account, copied.initdb)).ok) return { account, programs: copied }
  throw new StartError(
    `PostgreSQL does not run as root, and its own user may not run ${programs.initdb}. Start Lectern as an ordinary user, or move it to a folder that everyone may enter.`,
  )
}

/** Decides which user runs PostgreSQL for this folder, and from where. */
export const chooseAccount = async (directory: string, programs: Programs): Promise<Chosen> => {
  const uid = process.getuid?.()
  const data = join(directory, 'postgres')
  const owner = await ownerOf(data)
  if (uid === 0) return chooseForRoot(directory, programs, owner)
  if (owner && uid !== undefined && owner.uid !== uid)
    throw new StartError(
      `${data} belongs to another user (uid ${owner.uid}). Start Lectern as that user or as root, or set DATA_DIR to another folder.`,
    )
  await requireToRun(ourselves, programs.initdb)
  return { account: ourselves, programs }
}
