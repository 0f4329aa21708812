import type { Check } from './project.ts'

interface Locked {
  optionalDependencies?: Record<string, string>
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
}

interface Lock {
  packages: Record<string, Locked>
}

const isForServers = ({ os, cpu }: Locked): boolean =>
  (!os || os.includes('linux')) && (!cpu || cpu.some((kind) => kind === 'x64' || kind === 'arm64'))

/** Of the developers' tools for machines that no server is, registries do not always have what the lock names. */
const mayLackHash = (entry: Locked): boolean => entry.dev === true && entry.optional === true && !isForServers(entry)

const path = 'package-lock.json'

/**
 * `npm ci` refuses a lock without packages for other platforms. Every package that runs has its hash, whatever machine installs it; and a lock must
 * not name a registry.
 */
export const findLockProblems: Check = (files) => {
  const lock = files.find((file) => file.path === path)
  if (!lock) return []
  const { packages } = JSON.parse(lock.text) as Lock
  const locked = Object.keys(packages).map((key) => key.split('node_modules/').at(-1))
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  const missing = [...new Set(wanted)].filter((name) => !locked.includes(name))
  const placed = Object.entries(packages).filter(([, { resolved }]) => resolved?.startsWith('http'))
  const unchecked = Object.entries(packages).filter(
    ([key, entry]) => key.includes('node_modules/') && !entry.link && !entry.integrity && !mayLackHash(entry),
  )
  return [
    ...unchecked.map(([key]) => ({ path, why: `has no integrity for ${key}: run \`node scripts/complete-lock.mjs\`` })),
    ...missing.map((name) => ({ path, why: `lacks ${name}: run \`node scripts/complete-lock.mjs\`` })),
    ...placed.map(([key]) => ({ path, why: `says where to fetch ${key} from` })),
  ]
}
