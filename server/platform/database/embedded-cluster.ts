import { randomBytes } from 'node:crypto'
import { chown, link, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { finished, type Account } from './embedded-account.ts'
import { codeOf, explain, StartError } from './embedded-errors.ts'
import type { Programs } from './embedded-programs.ts'

const writeDurably = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const passwordPath = (directory: string): string => join(directory, 'postgres-password')

/** Creates the password stored with the data. Of two parallel first starts one writes it, and both read the same. */
const ensurePassword = async (directory: string, workshop: string): Promise<string> => {
  const draft = join(workshop, 'draft')
  await writeDurably(draft, randomBytes(32).toString('base64url'))
  await link(draft, passwordPath(directory)).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  await syncFolder(directory)
  return requirePassword(directory)
}

/** The password stored with the data. */
export const requirePassword = async (directory: string): Promise<string> => {
  const path = passwordPath(directory)
  const password = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
    return ''
  })
  if (password.trim()) return password.trim()
  throw new StartError(
    `${path}, the key to the database beside it, is missing or empty. Put it back from your copy of this folder.`,
  )
}

// Text is sorted by PostgreSQL's own rules, the same on every machine. Some extensions (pg_trgm) still use the
// system's LC_CTYPE to recognise letters, and find none in Chinese under plain C. So the first UTF-8 locale that
// exists is used.
const ctypes = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8', 'C']

const runInitdb = async (
  programs: Programs,
  account: Account,
  target: string,
  pwfile: string,
  durable: boolean,
): Promise<void> => {
  for (const ctype of ctypes) {
    const { ok, output } = await finished(account, programs.initdb, (at) => [
      `--pgdata=${at(target)}`,
      '--username=lectern',
      `--pwfile=${at(pwfile)}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${ctype}`,
      ...(durable ? [] : ['--no-sync']),
    ])
    if (ok) return
    if (output.includes('invalid locale name')) continue
    const reasons = output.split('\n').filter((line) => /error|fatal|could not|hint/i.test(line))
    throw new Error(
      `PostgreSQL could not create its folder in ${target}: ${(reasons.length > 0 ? reasons : output.split('\n')).slice(-4).join('\n')}`,
    )
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    },
  )

const workshopPrefix = 'postgres.new-'

// Removes leftovers of interrupted starts. Recent ones may belong to a start in progress.
const sweepWorkshops = async (directory: string): Promise<void> => {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(workshopPrefix)) continue
    const path = join(directory, name)
    const age = await stat(path).then(
      (stats) => Date.now() - stats.mtimeMs,
      () => 0,
    )
    if (age > 600_000) await rm(path, { recursive: true, force: true })
  }
}

export interface Cluster {
  directory: string
  data: string
  password: string
}

/**
 * Creates the cluster on the first start, in a sibling folder that is renamed when complete: a crash leaves nothing
 * half made, and of two parallel first starts the later one discards its copy.
 */
export const ensureCluster = async (
  directory: string,
  programs: Programs,
  account: Account,
  options: { durable: boolean; onCreate(): void },
): Promise<Cluster> => {
  const data = join(directory, 'postgres')
  try {
    await sweepWorkshops(directory)
    if (await exists(join(data, 'PG_VERSION'))) return { directory, data, password: await requirePassword(directory) }
    if ((await exists(data)) && (await readdir(data)).length > 0)
      throw new StartError(`${data} exists but holds no PostgreSQL data. Move it away and start again.`)

    options.onCreate()
    const workshop = await mkdtemp(join(directory, workshopPrefix))
    try {
      const password = await ensurePassword(directory, workshop)
      const [target, pwfile] = [join(workshop, 'data'), join(workshop, 'password')]
      await mkdir(target, { mode: 0o700 })
      await writeDurably(pwfile, password)
      if (account.owner)
        for (const path of [workshop, target, pwfile]) await chown(path, account.owner.uid, account.owner.gid)
      await runInitdb(programs, account, target, pwfile, options.durable)
      await rename(target, data).catch(async (error: unknown) => {
        if (!(await exists(join(data, 'PG_VERSION')))) throw error
      })
      await syncFolder(directory)
      return { directory, data, password }
    } finally {
      await rm(workshop, { recursive: true, force: true })
    }
  } catch (error) {
    throw explain(error, directory)
  }
}
