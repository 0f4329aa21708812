import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const certificates = '/etc/ssl/certs/ca-certificates.crt'

const run = (program: string, ...args: string[]): Promise<string> =>
  execute(program, args, { maxBuffer: 64 * 1024 * 1024 }).then(({ stdout }) => stdout.trim())

/** The part of an image's description that says how it is run. */
interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  WorkingDir: string
  Healthcheck: { Test: string[] }
}

export interface Image {
  /** Its files. */
  folder: string
  config: ImageConfig
}

/** The images that the Dockerfile starts from, and what stands for them here: nothing is fetched from a registry. */
export const baseImages = {
  'node:24-bookworm-slim': 'localhost/lectern-node',
  'debian:bookworm-slim': 'localhost/lectern-debian',
}

/** Builds the Dockerfile of the project on a Debian made by debootstrap, without a daemon. */
export const buildImage = async (folder: string): Promise<Image> => {
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'running'), '--storage-driver', 'vfs']
  const buildah = (...args: string[]): Promise<string> => run('buildah', ...storage, ...args)
  const commit = async (files: string, name: string, ...config: string[]): Promise<void> => {
    const container = await buildah('from', 'scratch')
    await buildah('copy', '--quiet', container, files, '/')
    if (config.length > 0) await buildah('config', ...config, container)
    await buildah('commit', '--quiet', '--format', 'docker', container, name)
    await buildah('rm', container)
  }

  const base = join(folder, 'base')
  await run(
    'debootstrap',
    '--variant=minbase',
    '--include=ca-certificates',
    'bookworm',
    base,
    'http://deb.debian.org/debian',
  )
  await rm(join(base, 'var/cache/apt/archives'), { recursive: true, force: true })
  await commit(base, baseImages['debian:bookworm-slim'])
  // The first stages install packages: with the Node of the project, npm, and the authorities that this machine trusts.
  const local = join(base, 'usr/local')
  await cp(process.execPath, join(local, 'bin/node'))
  await cp(dirname(dirname(process.env.npm_execpath!)), join(local, 'lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  await cp(certificates, join(base, certificates))
  await commit(base, baseImages['node:24-bookworm-slim'], '--env', `NODE_EXTRA_CA_CERTS=${certificates}`)

  const dockerfile = join(folder, 'Dockerfile')
  const text = await readFile(join(root, 'Dockerfile'), 'utf8')
  await writeFile(
    dockerfile,
    Object.entries(baseImages).reduce((all, [name, image]) => all.replaceAll(`FROM ${name}`, `FROM ${image}`), text),
  )
  const isolation = ['--isolation', 'chroot', '--pull-never', '--format', 'docker']
  await buildah('bud', ...isolation, '--file', dockerfile, '--tag', 'localhost/lectern', root)
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/lectern')) as {
    Docker: { config: ImageConfig }
  }
  const container = await buildah('from', '--pull-never', 'localhost/lectern')
  return { folder: await buildah('mount', container), config: Docker.config }
}

interface Spec {
  process: Record<string, unknown>
  root: { path: string; readonly: boolean }
  mounts: { destination: string; type: string; source: string; options: string[] }[]
  linux: { namespaces: { type: string }[] }
}

export interface Container {
  hasEnded: () => boolean
  /** What it wrote. */
  output: () => string
  /** Runs a command inside; the exit code and what it wrote. */
  execute(...command: string[]): Promise<{ code: number; stdout: string }>
  /** Asks it to end as Docker does, and returns its exit code. */
  stop(): Promise<number | null>
  /** Stops it and runs it again, with the same data. */
  restart(): Promise<number | null>
}

/** Runs an image as its description says: read-only but for /data and /tmp, without capabilities, on the network of this machine. */
export const runImage = async (
  image: Image,
  folder: string,
  environment: Record<string, string>,
): Promise<Container> => {
  const { config } = image
  const [uid, gid] = config.User.split(':').map(Number) as [number, number]
  const data = join(folder, 'data')
  await mkdir(data)
  await chown(data, uid, gid)
  await chmod(data, 0o700)
  await run('runc', 'spec', '--bundle', folder)
  const path = join(folder, 'config.json')
  const spec = JSON.parse(await readFile(path, 'utf8')) as Spec
  Object.assign(spec.process, {
    terminal: false,
    user: { uid, gid },
    args: [...config.Entrypoint, ...config.Cmd],
    env: [...config.Env, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)],
    cwd: config.WorkingDir,
    capabilities: {},
    noNewPrivileges: true,
  })
  spec.root = { path: image.folder, readonly: true }
  spec.mounts.push(
    { destination: '/data', type: 'bind', source: data, options: ['bind', 'rw'] },
    { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] },
  )
  spec.linux.namespaces = spec.linux.namespaces.filter(({ type }) => type !== 'network')
  await writeFile(path, JSON.stringify(spec))

  const id = `lectern-${randomUUID()}`
  const state = ['--root', join(folder, 'runc')]
  let output = ''
  const start = (): ChildProcess => {
    const started = spawn('runc', [...state, 'run', '--bundle', folder, id], { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (text: Buffer) => (output += text.toString()))
    return started
  }
  let child = start()
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const stop = async (): Promise<number | null> => {
    if (hasEnded()) return child.exitCode
    const ended = once(child, 'exit') as Promise<[number | null]>
    await run('runc', ...state, 'kill', id, 'TERM')
    return (await ended)[0]
  }
  return {
    hasEnded,
    output: () => output,
    execute: (...command) =>
      execute('runc', [...state, 'exec', id, ...command]).then(
        ({ stdout }) => ({ code: 0, stdout }),
        ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
      ),
    stop,
    restart: async () => {
      const code = await stop()
      child = start()
      return code
    },
  }
}
