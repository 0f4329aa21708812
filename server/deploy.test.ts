import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { readConfig } from './config.ts'
import { findProgram } from './testing/find-program.ts'
import { freePort } from './testing/free-port.ts'
import { nginxConfig, nginxRecipes } from './testing/nginx.ts'

const root = join(import.meta.dirname, '..')

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const all = (text: string, form: RegExp): string[] => [...new Set(Array.from(text.matchAll(form), ([, one]) => one!))]

const signInSettings = all(read('server/config-sign-in.ts'), /'([A-Z][A-Z\d_]+)'/g)

const settings = new Set([...all(read('server/config.ts'), /'([A-Z][A-Z\d_]+)'/g), ...signInSettings])

/** Variables of the containers themselves, and of other programs. */
const otherVariables = ['PATH', 'NODE_ENV', 'SITE_HOST', 'DATABASE_PASSWORD']

test.each([
  ['Dockerfile', /^(?:ENV| {3}) ([A-Z][A-Z\d_]*)=/gm],
  ['deploy/compose.env', /^([A-Z][A-Z\d_]*)=/gm],
  ['deploy/systemd/lectern.service', /\b([A-Z][A-Z\d_]*_[A-Z]+)=/g],
  ['deploy/systemd/lectern-web@.service', /[ =]([A-Z][A-Z_]+)=/g],
  ['deploy/systemd/lectern-worker.service', /[ =]([A-Z][A-Z_]+)=/g],
])('%s sets what the program reads', (path, form) => {
  const names = all(read(path), form).filter((name) => !otherVariables.includes(name))
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !settings.has(name))).toEqual([])
})

test.each(['deploy/compose.env', 'compose.yaml', 'README.md', 'docs/sign-in.md', 'docs/sign-in.zh-CN.md'])(
  '%s names every setting of sign-in by providers',
  (path) => {
    expect(signInSettings.length).toBe(7)
    const text = read(path)
    expect(signInSettings.filter((name) => !text.includes(name))).toEqual([])
  },
)

interface Service {
  environment?: Record<string, string>
  networks: string[]
  volumes?: string[]
  depends_on?: string[] | Record<string, unknown>
}
interface Composition {
  services: Record<string, Service>
  networks: Record<string, unknown>
  volumes: Record<string, unknown>
}

describe('compose.yaml', () => {
  const text = read('compose.yaml')
  const { services, networks, volumes } = parseYaml(text, { merge: true }) as Composition

  test('sets what the program reads', () => {
    const names = ['site', 'worker'].map((name) => Object.keys(services[name]!.environment!))
    expect(names.flat().filter((name) => !settings.has(name))).toEqual([])
    expect(['site', 'worker'].map((name) => services[name]!.environment!['ROLE'])).toEqual(['web', 'worker'])
  })

  test('gives the program settings that it takes', () => {
    const values = Object.fromEntries(all(text, /\$\{([A-Z\d_]+)/g).map((name) => [name, 'a'.repeat(64)]))
    const filled = (value: string): string =>
      value.replace(/\$\{([A-Z\d_]+)(:-)?[^}]*\}/g, (_whole, name: string, mayBeEmpty) =>
        mayBeEmpty ? '' : values[name]!,
      )
    for (const name of ['site', 'worker']) {
      const environment = Object.entries(services[name]!.environment!).map(([key, value]) => [key, filled(value)])
      expect(() => readConfig(Object.fromEntries(environment) as Record<string, string>)).not.toThrow()
    }
  })

  test('asks for what deploy/compose.env has', () => {
    expect(all(text, /\$\{([A-Z\d_]+)/g).toSorted()).toEqual(
      all(read('deploy/compose.env'), /^([A-Z][A-Z\d_]*)=/gm).toSorted(),
    )
  })

  test('names services, networks and volumes that are there', () => {
    for (const service of Object.values(services)) {
      const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {})
      expect(needed.filter((name) => !(name in services))).toEqual([])
      expect(service.networks.filter((name) => !(name in networks))).toEqual([])
      const named = (service.volumes ?? []).map((volume) => volume.split(':', 1)[0]!).filter((name) => /^\w/.test(name))
      expect(named.filter((name) => !(name in volumes))).toEqual([])
    }
  })

  test('keeps everything but the proxy from the outside', () => {
    const published = Object.entries(services).filter(([, service]) => 'ports' in service)
    expect(published.map(([name]) => name)).toEqual(['proxy'])
    const reachable = Object.entries(services).filter(([, service]) => service.networks.includes('front'))
    expect(reachable.map(([name]) => name)).toEqual(['site', 'proxy'])
  })
})

test('the image has the packages of every workspace and the code of those that run', () => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
  const dockerfile = read('Dockerfile')
  expect(all(dockerfile, /^COPY (\w+)\/package\.json/gm)).toEqual(workspaces)
  const running = workspaces.filter((name) => name !== 'web')
  expect(all(dockerfile, /--workspace=(\w+)/g).toSorted()).toEqual(running.toSorted())
  expect(all(dockerfile, /^COPY (\w+) \1$/gm).toSorted()).toEqual([...running, 'scripts'].toSorted())
})

test('all systemd units have the same sandbox', () => {
  const sandboxOf = (name: string): string => {
    const text = read(`deploy/systemd/${name}.service`)
    return text.slice(text.indexOf('\nStateDirectory='))
  }
  const names = ['lectern-web@', 'lectern-worker']
  expect(names.map(sandboxOf)).toEqual(names.map(() => sandboxOf('lectern')))
})

const run = promisify(execFile)
const [systemdAnalyze, nginx, caddy, openssl] = await Promise.all(
  ['systemd-analyze', 'nginx', 'caddy', 'openssl'].map(findProgram),
)

describe('programs of the machine take', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-deploy-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** The code blocks of a language. */
  const recipesIn = (path: string, language: string): string[] =>
    all(read(path), new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))

  test.skipIf(!systemdAnalyze)('the systemd units (needs systemd-analyze)', async () => {
    for (const name of ['lectern', 'lectern-web@', 'lectern-worker']) {
      const file = join(folder, `${name}.service`)
      // The program is not installed where the units expect it.
      await writeFile(
        file,
        read(`deploy/systemd/${name}.service`).replaceAll('/srv/lectern/node_modules/node/bin/node', process.execPath),
      )
      const { stdout, stderr } = await run(systemdAnalyze!, ['verify', file])
      expect(stdout + stderr).toBe('')
    }
  })

  test.skipIf(!nginx || !openssl)('the recipes for nginx (needs nginx and openssl)', async () => {
    const [key, certificate] = [join(folder, 'contest.key'), join(folder, 'contest.pem')]
    const subject = ['-subj', '/CN=contest.example.org', '-days', '2']
    await run(openssl!, [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      ...subject,
    ])
    const ports = { 80: await freePort(), 443: await freePort() }
    const file = join(folder, 'nginx.conf')
    const { plain, cached } = await nginxRecipes()
    for (const recipe of [plain, cached]) {
      const filled = recipe
        .replaceAll('/etc/ssl/contest', join(folder, 'contest'))
        .replace(/^ +listen \[::\]:.*\n/gm, '')
        .replace(/listen (80|443)\b/g, (_whole, port: keyof typeof ports) => `listen 127.0.0.1:${ports[port]}`)
      await writeFile(file, await nginxConfig(folder, filled))
      const { stderr } = await run(nginx!, ['-t', '-p', folder, '-c', file])
      expect(stderr).toContain('test is successful')
    }
  })

  test.skipIf(!caddy)('the recipes for Caddy (needs caddy)', async () => {
    const texts = [read('deploy/Caddyfile'), ...recipesIn('docs/proxies.md', 'caddyfile')]
    expect(texts.length).toBeGreaterThan(1)
    for (const text of texts) {
      const file = join(folder, 'Caddyfile')
      await writeFile(file, text)
      const env = {
        ...process.env,
        SITE_HOST: 'contest.example.org',
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
      }
      const { stdout } = await run(caddy!, ['adapt', '--config', file, '--adapter', 'caddyfile'], { env })
      expect(stdout).toContain('"handler":"reverse_proxy"')
    }
  })
})

test('the workflow runs what .ci/run runs, each part in all of its shards', () => {
  interface Job {
    strategy?: { matrix: { shard: number[] } }
    steps: { run?: string }[]
  }
  const { jobs } = parseYaml(read('.github/workflows/ci.yml')) as { jobs: Record<string, Job> }
  const commandOf = ({ strategy, steps }: Job): string => {
    const [command = ''] = steps.flatMap((step) => /npm (?:test|run prove)\b.*$/.exec(step.run ?? '') ?? [])
    const shards = strategy?.matrix.shard ?? []
    const count = shards.length
    expect(shards).toEqual(Array.from({ length: count }, (_, at) => at + 1))
    if (count === 0) return command
    expect(command).toMatch(new RegExp(`--shard=\\$\\{\\{ matrix\\.shard \\}\\}/${count}$`))
    return command.replace(/( --)? --shard=.*$/, '')
  }
  const everyone = all(read('.ci/run'), /\b(npm (?:test|run prove -- \w+))$/gm)
  expect(new Set(everyone)).toEqual(new Set(['npm test', 'npm run prove -- ci']))
  expect(Object.values(jobs).map(commandOf)).toEqual([
    'npm test',
    'npm run prove -- ci',
    'npm run prove -- cluster',
    'npm run prove -- image',
  ])
})
