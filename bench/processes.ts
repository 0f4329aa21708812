import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

export const root = join(import.meta.dirname, '..')

export interface Usage {
  cpuSeconds: number
  memory: number
  /** Bytes that were read and written, on connections too. */
  moved: number
  /** The longest event loop delay in milliseconds since the last request for it. */
  delay: number
}

export interface Served {
  url: string
  /** Of the process that was started; the one that responds may be a child of it. */
  pid: number
  /** Resources used by the responding process since its start. */
  usage(): Promise<Usage>
  /** Calls `run` of a file of this folder in that process. One at a time, and no `usage` meanwhile. */
  run<Report>(file: string, job: object): Promise<Report>
  stop(): Promise<void>
}

const portOf = (server: ReturnType<typeof createServer>): number => (server.address() as AddressInfo).port

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  await new Promise((closed) => server.close(closed))
  return port
}

const leftovers: (() => Promise<void>)[] = []

/** Returns a function that ends something once: normally, or when the bench is interrupted. */
export const endOnce = (work: () => Promise<void>): (() => Promise<void>) => {
  let ended: Promise<void> | undefined
  const stop = (): Promise<void> => (ended ??= work())
  leftovers.push(stop)
  return stop
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    // An interrupted measurement fails; this is expected.
    process.on('uncaughtException', () => {})
    // In reverse order: later processes depend on earlier ones.
    for (const stop of leftovers.toReversed()) await stop().catch(() => {})
    process.exit(1)
  })
}

/** A temporary folder that is always removed at the end. */
export const withFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'))
  // A server started by npm writes for a moment longer than npm lives.
  const remove = endOnce(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 }))
  try {
    return await work(folder)
  } finally {
    await remove()
  }
}

const statusOf = (url: string): Promise<number> =>
  new Promise((answered) => {
    get(url, (response) => {
      response.resume()
      response.once('end', () => answered(response.statusCode ?? 0))
      response.once('error', () => answered(0))
    }).once('error', () => answered(0))
  })

/** Waits for the first page and returns the seconds since `began`. */
export const untilServed = async (url: string, child: ChildProcess, began: number): Promise<number> => {
  while ((await statusOf(url)) !== 200) {
    if (child.exitCode !== null || performance.now() - began > 600_000) throw new Error(`${url} was not served`)
    await sleep(20)
  }
  return (performance.now() - began) / 1000
}

export const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const ask = async (socket: Socket, question: string): Promise<unknown> => {
  socket.write(question)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return JSON.parse(answer.toString())
}

/** Starts a program that listens on `port`, with the probe in the responding process. */
const startProbed = async (args: string[], port: number, path: string, env: NodeJS.ProcessEnv): Promise<Served> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const connected = once(probe, 'connection') as Promise<[Socket]>
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      LOG_LEVEL: 'error',
      ...env,
      BENCH_PROBE: String(portOf(probe)),
      NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'probe.mjs')).href}`,
    },
  })
  const stop = endOnce(async () => {
    probe.close()
    await end(child)
  })
  try {
    const url = `http://127.0.0.1:${port}`
    await untilServed(`${url}${path}`, child, performance.now())
    const [socket] = await connected
    return {
      url,
      pid: child.pid!,
      usage: () => ask(socket, '?') as Promise<Usage>,
      run: <Report>(file: string, job: object) => ask(socket, JSON.stringify({ file, job })) as Promise<Report>,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The program as `npm start` runs it. */
export const startApp = async (env: NodeJS.ProcessEnv, port?: number): Promise<Served> =>
  startProbed(['scripts/start.mjs'], port ?? (await freePort()), '/', env)

/** A process that only runs background tasks; it is ready when it tells its metrics. */
export const startTasksProcess = async (env: NodeJS.ProcessEnv): Promise<Served> => {
  const [port, unused] = [await freePort(), await freePort()]
  const own = { ROLE: 'worker', PORT: String(unused), METRICS_PORT: String(port) }
  return startProbed(['scripts/start.mjs'], port, '/metrics', { ...env, ...own })
}

/** A bare `node:http` server that sends the response of `url`, byte for byte, header for header. */
export const startBare = async (url: string, encoding: string, cookie = ''): Promise<Served> =>
  startProbed(['bench/bare-server.ts', url, encoding, cookie], await freePort(), '/', {})

/** A program of this folder that listens on `PORT`. */
export const startScript = async (name: string, ...args: string[]): Promise<Served> =>
  startProbed([`bench/${name}`, ...args], await freePort(), '/', {})
