import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { codeOf, StartError } from './embedded-errors.ts'

const run = promisify(execFile)

interface Owner {
  uid: number
  gid: number
}

/** The user that PostgreSQL runs as, and how a process of that user is started. */
export interface Account {
  /** Set when it is another user than ours, which happens as root only. */
  owner: Owner | undefined
  spawn(command: string, args: string[], options?: SpawnOptions): ChildProcess
}

// Nothing of our own environment is PostgreSQL's business: it may hold secrets, or PG… settings of another database.
const environment = (): NodeJS.ProcessEnv => {
  const kept =
    process.platform === 'win32' ? Object.keys(process.env).filter((name) => !/^PG/i.test(name)) : ['PATH', 'TMPDIR']
  return { ...Object.fromEntries(kept.map((name) => [name, process.env[name]])), LC_ALL: 'C', TZ: 'UTC' }
}

const base = (): SpawnOptions => ({
  env: environment(),
  windowsHide: true,
  ...(process.platform !== 'win32' && { cwd: '/' }),
})

const ourselves: Account = {
  owner: undefined,
  spawn: (command, args, options) => spawn(command, args, { ...base(), ...options }),
}

const dropTo = (owner: Owner): Account => ({
  owner,
  spawn: (command, args, options) => spawn(command, args, { ...base(), ...options, ...owner }),
})

// Root's own folders (a clone in /root, a `mktemp -d`) are closed to everyone else. This one capability lets PostgreSQL walk through them.
const dropToWithPassage = ({ uid, gid }: Owner): Account => ({
  owner: { uid, gid },
  spawn: (command, args, options) => {
    const caps = '-all,+dac_read_search'
    // Without the securebit access(2), by which initdb looks for its neighbours, would ignore the capability.
    const bits = '--securebits=+no_setuid_fixup'
    const drop = [
      bits,
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      `--inh-caps=${caps}`,
      `--ambient-caps=${caps}`,
    ]
    return spawn('setpriv', [...drop, '--', command, ...args], { ...base(), ...options })
  },
})

interface Ended {
  ok: boolean
  output: string
}

/** Runs a program to its end; whatever goes wrong is told, not thrown. */
export const finished = (account: Account, command: string, args: string[]): Promise<Ended> =>
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

const giveAway = async (folder: string, { uid, gid }: Owner): Promise<void> => {
  for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) await lchown(join(folder, name), uid, gid)
}

const mayUse = async (account: Account, program: string, directory: string): Promise<boolean> => {
  const entered = await finished(account, '/bin/sh', ['-c', 'cd -- "$1" && test -x "$2"', 'sh', directory, program])
  return entered.ok && (await finished(account, program, ['--version'])).ok
}

/** Decides who runs PostgreSQL for this folder: PostgreSQL refuses to run as root. */
export const chooseAccount = async (directory: string, program: string): Promise<Account> => {
  const uid = process.getuid?.()
  const data = join(directory, 'postgres')
  const found = await ownerOf(data)
  if (uid !== 0) {
    if (found && uid !== undefined && found.uid !== uid)
      throw new StartError(
        `${data} belongs to another user (uid ${found.uid}). Start Lectern as that user or as root, or set DATA_DIR to another folder.`,
      )
    const { ok, output } = await finished(ourselves, program, ['--version'])
    if (ok) return ourselves
    throw new StartError(
      `PostgreSQL's program does not run on this machine (${output.trim().split('\n')[0]}). Run \`npm ci\` again, or set DATABASE_URL.`,
    )
  }
  const kept = found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
  const owner = kept ?? (await findUser('postgres')) ?? (await findUser('lectern')) ?? (await createUser('lectern'))
  // A copy that root restored belongs to root; PostgreSQL wants to own its files.
  if (found?.uid === 0) await giveAway(data, owner)
  for (const account of [dropTo(owner), dropToWithPassage(owner)])
    if (await mayUse(account, program, directory)) return account
  const { ok, output } = await finished(ourselves, program, ['--version'])
  if (!ok)
    throw new StartError(
      `PostgreSQL's program does not run on this machine (${output.trim().split('\n')[0]}). Run \`npm ci\` again, or set DATABASE_URL.`,
    )
  throw new StartError(
    `PostgreSQL does not run as root, and its own user may not enter ${directory} or ${program}. ` +
      'Start Lectern as an ordinary user, or move it (and DATA_DIR) to folders that everyone may enter.',
  )
}
