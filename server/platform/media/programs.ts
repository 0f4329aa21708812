import { spawn } from 'node:child_process'
import { access, constants as modes } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { Readable } from 'node:stream'
import type { MediaLimits } from './media-limits.ts'
import { MediaUnreadable } from './media-processes.ts'

/** Programs of the machine that the site can do without. */
export const programNames = ['ffmpeg', 'pdftoppm', 'soffice'] as const
export type ProgramName = (typeof programNames)[number]

/** Where each program is; absent: it is not installed, or switched off. */
export type Programs = Readonly<Partial<Record<ProgramName, string>>>

/** Where a program may be, best first. */
export type ProgramPlaces = Readonly<Record<ProgramName, readonly string[]>>

/** Limits the program before it begins. Not every system can limit memory. */
export const shell = '/bin/sh'
const limited = 'ulimit -c 0; ulimit -t "$1"; ulimit -v "$2" 2>/dev/null; shift 2; exec "$@"'

const isExecutable = (path: string): Promise<boolean> =>
  access(path, modes.X_OK).then(
    () => true,
    () => false,
  )

const firstExecutable = async (paths: readonly string[]): Promise<string | undefined> => {
  for (const path of paths) if (await isExecutable(path)) return path
  return undefined
}

/** The programs that this machine has. None without a shell that limits them. */
export const findPrograms = async (places: Partial<ProgramPlaces>): Promise<Programs> => {
  if (!(await isExecutable(shell))) return {}
  const entries = await Promise.all(
    programNames.map(async (name) => [name, await firstExecutable(places[name] ?? [])] as const),
  )
  return Object.fromEntries(entries.filter(([, path]) => path !== undefined))
}

interface ProgramRun {
  path: string
  arguments: readonly string[]
  /** What it reads; nothing else is given to it, and it writes to us alone. */
  input: Uint8Array | Readable
  limits: MediaLimits
  maxBytes: number
  signal?: AbortSignal | undefined
}

/** Nothing of the server's own settings. */
export const environment = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: '/nonexistent' }

/** A program that waits for something that never comes is ended after this many times its limit. */
const patience = 10

/** The shell could not start the program. */
export const isMissing = (code: number | null): boolean => code === 126 || code === 127

/**
 * What a program writes about a file of a stranger, which it reads from a pipe. Limits on processor time and memory are kept by the system.
 * Fails with a fault of the file if the program fails, or writes nothing.
 */
export const runProgram = (run: ProgramRun): Promise<Buffer> => {
  const { path, input, limits, maxBytes, signal } = run
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const child = spawn(
    shell,
    ['-c', limited, shell, String(limits.seconds), String(limits.megabytes * 1024), path, ...run.arguments],
    { cwd: '/', env: environment, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const pieces: Buffer[] = []
  let size = 0
  const end = (reason: unknown): void => {
    reject(reason instanceof Error ? reason : new Error(String(reason)))
    child.kill('SIGKILL')
  }
  const abort = (): void => end(signal!.reason)
  const timer = setTimeout(
    () => end(new MediaUnreadable(`${path} did not end`)),
    patience * limits.seconds * 1000,
  ).unref()
  signal?.addEventListener('abort', abort)
  // Visitors come first. The process may be gone already.
  try {
    setPriority(child.pid!, constants.priority.PRIORITY_LOW)
  } catch {}
  child.once('error', reject)
  child.stdout.on('data', (piece: Buffer) => {
    size += piece.length
    if (size > maxBytes) end(new MediaUnreadable(`${path} wrote more than expected`))
    else pieces.push(piece)
  })
  child.once('close', (code) => {
    if (isMissing(code)) reject(new Error(`${path} cannot be started`))
    else if (code !== 0 || size === 0) reject(new MediaUnreadable(`${path} made nothing of a file`))
    else resolve(Buffer.concat(pieces))
  })
  // It may end before it has read everything.
  child.stdin.on('error', () => undefined)
  const source = input instanceof Readable ? input : Readable.from([input])
  source.once('error', end)
  source.pipe(child.stdin)
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    source.destroy()
  })
}
