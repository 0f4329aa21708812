import type { Check } from './project.ts'

interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string>; resolved?: string }>
}

const path = 'package-lock.json'

/** `npm ci` refuses a lock that lacks a package for another kind of machine; and a lock names no place to fetch from. */
export const findLockProblems: Check = (files) => {
  const lock = files.find((file) => file.path === path)
  if (!lock) return []
  const { packages } = JSON.parse(lock.text) as Lock
  const locked = Object.keys(packages).map((key) => key.split('node_modules/').at(-1))
  const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  const missing = [...new Set(wanted)].filter((name) => !locked.includes(name))
  const placed = Object.entries(packages).filter(([, { resolved }]) => resolved?.startsWith('http'))
  return [
    ...missing.map((name) => ({ path, why: `lacks ${name}: run \`node scripts/complete-lock.mjs\`` })),
    ...placed.map(([key]) => ({ path, why: `says where to fetch ${key} from` })),
  ]
}
