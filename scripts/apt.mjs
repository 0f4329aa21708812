import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { print, runStep } from './run.mjs'

export const mayInstall = () =>
  process.platform === 'linux' && process.getuid() === 0 && spawnSync('apt-get', ['--version']).status === 0

const hasPackageLists = () => {
  try {
    return readdirSync('/var/lib/apt/lists').some((name) => name.includes('_Packages'))
  } catch {
    return false
  }
}

const apt = (...args) =>
  runStep('apt-get', ['-y', '-q', '--no-install-recommends', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 2, 2],
  })

/** Whether the package lists have a package; they are loaded if there are none. */
export const isOffered = async (name) => {
  if (!hasPackageLists()) await apt('update')
  return spawnSync('apt-cache', ['show', name]).status === 0
}

export const installPackage = async (name, purpose) => {
  if (!hasPackageLists()) await apt('update')
  print(`Installing ${name} for ${purpose} (once) …`)
  if ((await apt('install', name)) === 0) return
  // Outdated package lists name versions that are gone.
  if ((await apt('update')) === 0) await apt('install', name)
}
