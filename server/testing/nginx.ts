import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from './find-program.ts'
import { freePort } from './free-port.ts'

const docs = join(import.meta.dirname, '../../docs/proxies.md')

const program = await findProgram('nginx')

/** A reason to skip a test. */
export const lacksNginx = program === undefined

interface Recipes {
  plain: string
  /** Parts of the plain one are replaced for a cache. */
  cached: string
}

/** The recipes that operators copy. */
export const nginxRecipes = async (): Promise<Recipes> => {
  const text = await readFile(docs, 'utf8')
  const [plain = '', aboveServer = '', locations = ''] = Array.from(
    text.matchAll(/^```nginx\n(.*?)^```/gms),
    ([, one]) => one!,
  )
  const location = /^ {2}location \/ \{\n.*?^ {2}\}\n/ms
  if (!location.test(plain) || !locations.includes('proxy_cache lectern;')) throw new Error(`${docs} lacks a recipe`)
  return { plain, cached: aboveServer + plain.replace(location, () => locations) }
}

/** A cache as somebody sets it up who knows nothing of Lectern. */
const unknowing = ({ plain, cached }: Recipes): string =>
  `${/^proxy_cache_path .*$/m.exec(cached)![0]}
${plain.replace('proxy_set_header X-Lectern-Language "";', 'proxy_cache lectern;')}`

/** A recipe for one process on this port, and without https, for which tests have no certificate. */
const withoutCertificate = (recipe: string, sitePort: number, port: number): string =>
  recipe
    .replace(/^server \{\n(?:(?!^\}).*\n)*? {2}return 301 .*\n\}\n/m, '')
    .replace(/^ {2}listen \[::\]:443.*\n/gm, '')
    .replace(/^ {2}listen 443 ssl http2;$/m, `  listen 127.0.0.1:${port};`)
    .replace(/^ {2}ssl_.*\n/gm, '')
    .replace(/^ {2}server 127\.0\.0\.1:8002.*\n/m, '')
    .replace('127.0.0.1:8001', `127.0.0.1:${sitePort}`)

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** What a configuration needs around a recipe, so that all that is written is in the folder. */
export const nginxConfig = async (folder: string, recipe: string): Promise<string> => {
  await mkdir(join(folder, 'logs'), { recursive: true })
  const paths = temporary.map((name) => `${name}_temp_path ${join(folder, name)};`)
  return `worker_processes 1; pid ${join(folder, 'pid')}; error_log stderr;
     events {}
     http { access_log off; ${paths.join(' ')}
     ${recipe.replace('/var/cache/nginx/lectern', join(folder, 'cache'))} }`
}

const isListening = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  const result = await Promise.race([
    once(socket, 'connect').then(
      () => true,
      () => false,
    ),
    once(socket, 'close').then(() => false),
  ])
  socket.destroy()
  return result
}

export interface Nginx {
  url: string
  close(): Promise<void>
}

/** nginx with a recipe of the documentation in front of a site, on a port of its own; everything it writes is in the folder. */
export const startNginx = async (
  folder: string,
  sitePort: number,
  recipe: keyof Recipes | 'unknowing' = 'plain',
): Promise<Nginx> => {
  const port = await freePort()
  const recipes = await nginxRecipes()
  const file = join(folder, 'nginx.conf')
  const chosen = recipe === 'unknowing' ? unknowing(recipes) : recipes[recipe]
  const filled = withoutCertificate(chosen, sitePort, port)
  await writeFile(file, `daemon off; ${await nginxConfig(folder, filled)}`)
  const child = spawn(program!, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (text: Buffer) => (complaints += text.toString()))
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${complaints}`)
    await sleep(20)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
