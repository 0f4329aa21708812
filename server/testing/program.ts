import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

const server = join(import.meta.dirname, '..')

/** Half of what a short program does is reading its own code; the launcher keeps what was read here, too. */
const compileCache = join(server, '..', 'build', 'compile-cache')

/** Where a folder of the tests could be, but is not yet. */
export const absentFolder = (): string => join(tmpdir(), `lectern-absent-${randomUUID()}`)

export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'lectern-program-'))

/**
 * Starts a program of the server as an operator would, with only this environment and this input. Without
 * `DATA_DIR` its data would be stored in the folder of the project. `folder`: the server of another version.
 */
export const startProgram = (
  file: 'main.ts' | 'cli.ts' | 'testing/task-worker.ts' | '../scripts/serve-built.mjs',
  args: string[],
  environment: Record<string, string>,
  { input = '', folder = server }: { input?: string; folder?: string } = {},
) => {
  const child = spawn(process.execPath, [join(folder, file), ...args], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: tmpdir(),
      NODE_COMPILE_CACHE: compileCache,
      DATA_DIR: absentFolder(),
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A program may end without reading its input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (said.stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (said.stderr += String(chunk)))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }))
  return { child, ended, said }
}

export type Program = ReturnType<typeof startProgram>

/** Nothing is finished or closed. */
export const killProgram = async ({ child, ended }: Program): Promise<void> => {
  child.kill('SIGKILL')
  await ended
}

/** A process that runs the tasks of a site, at most until the end of the test. `name`: see there. */
export const startTaskWorker = async (databaseUrl: string, folder: string, name = 'real'): Promise<Program> => {
  const program = startProgram('testing/task-worker.ts', [databaseUrl, folder, name], {})
  onTestFinished(() => killProgram(program))
  await hears(program, 'ready\n')
  return program
}

/** Waits for a state of a program, on a busy machine too; fails if the program ends. */
export const reaches = async ({ child, said }: Program, isReached: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await isReached())) {
    if (child.exitCode !== null) throw new Error(`ended too early: ${said.stdout}${said.stderr}`)
    await sleep(10)
  }
}

export const hears = (program: Program, words: string): Promise<void> =>
  reaches(program, () => program.said.stdout.includes(words))

/** Processes running in a folder or below it. */
export const workersIn = async (folder: string): Promise<string[]> => {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const folders = await Promise.all(processes.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return processes.filter((_, position) => folders[position]!.startsWith(folder))
}
