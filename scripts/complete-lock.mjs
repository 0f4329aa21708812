// npm leaves packages for other machines out of package-lock.json when the registry it asked does not carry them, and then
// refuses the file it wrote (`npm ci`: "Missing … from lock file"). Run this after every `npm install`; it adds them by name,
// and asks for the hashes that are missing.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { join } from 'node:path'
import { root } from './run.mjs'

const path = join(root, 'package-lock.json')
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = /^(arm|arm64|ia32|loong64|ppc64|riscv64|s390x|wasm32|x64)$/

const lock = JSON.parse(readFileSync(path, 'utf8'))
const isLocked = (name) => Object.keys(lock.packages).some((key) => `/${key}`.endsWith(`/node_modules/${name}`))

const libcOf = (words) => {
  if (words.some((word) => word.startsWith('musl'))) return ['musl']
  return words.includes('gnu') ? ['glibc'] : undefined
}

/** The lock entry of a package such as `@rolldown/binding-linux-arm64-musl`. */
const entryFor = (name, version, dev) => {
  const words = name.split('/').pop().split('-')
  const os = words.filter((word) => systems.includes(word))
  const cpu = words.filter((word) => processors.test(word))
  if (cpu.length === 0) throw new Error(`${name}: no processor in its name; add it by hand`)
  const libc = libcOf(words)
  return { version, cpu, ...(dev && { dev }), ...(libc && { libc }), optional: true, ...(os.length > 0 && { os }) }
}

const missing = Object.values(lock.packages).flatMap(({ optionalDependencies = {}, dev }) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !isLocked(name))
    .map(([name, version]) => [`node_modules/${name}`, entryFor(name, version, dev)]),
)
const [own, ...others] = Object.entries(lock.packages)
const sorted = [...others, ...missing].sort(([a], [b]) => a.localeCompare(b, 'en'))
lock.packages = Object.fromEntries([own, ...sorted])

const ask = promisify(execFile)
const unchecked = Object.entries(lock.packages).filter(
  ([key, { link, integrity }]) => key.includes('node_modules/') && !link && !integrity,
)
let checked = 0
const unknown = []
const takeNext = async () => {
  for (let next = unchecked.shift(); next; next = unchecked.shift()) {
    const [key, entry] = next
    const name = key.split('node_modules/').pop()
    const answer = await ask('npm', ['view', `${name}@${entry.version}`, 'dist.integrity']).catch(() => ({
      stdout: '',
    }))
    const integrity = answer.stdout.trim()
    if (!integrity.startsWith('sha512-')) {
      unknown.push(`${name}@${entry.version}`)
      continue
    }
    const { version, ...rest } = entry
    lock.packages[key] = { version, integrity, ...rest }
    checked += 1
  }
}
await Promise.all([takeNext(), takeNext(), takeNext(), takeNext()])
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${missing.length} added, ${checked} hashes\n`)
if (unknown.length > 0) process.stdout.write(`The registry has no hash of ${unknown.join(', ')}\n`)
