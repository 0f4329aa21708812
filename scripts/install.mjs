import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { withLock } from './lock.mjs'
import { ensureMessageFiles } from './message-files.mjs'
import { Ended, ownNode, root, runStep, print } from './run.mjs'

const modules = join(root, 'node_modules')
const stampPath = join(modules, '.lectern-installed')

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

const fingerprint = () => {
  const { workspaces } = readJson(join(root, 'package.json'))
  const files = ['package-lock.json', 'package.json', ...workspaces.map((name) => `${name}/package.json`)]
  // Packages contain binaries of one platform; a copied folder may come from another.
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

const libc = () => (process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl')

/** Packages of the lock: in the folder of the root, and in those of workspaces. */
const lockedPackages = () =>
  Object.entries(readJson(join(root, 'package-lock.json')).packages).filter(([path]) => path.includes('node_modules/'))

/**
 * Packages that the lock has for this platform and that are missing: npm skips optional ones that it could not fetch.
 */
const missingPrograms = () =>
  lockedPackages()
    .filter(([, { optional, os, cpu }]) => optional && os?.includes(process.platform) && cpu?.includes(process.arch))
    .filter(([, wanted]) => !wanted.libc || process.platform !== 'linux' || wanted.libc.includes(libc()))
    .map(([path]) => path)
    .filter((path) => !existsSync(join(root, path)))

/** Stamp and record are in the folder of the root, which may have been copied without the others. */
const hasWorkspacePackages = () =>
  lockedPackages()
    .filter(([path, { optional }]) => !optional && !path.startsWith('node_modules/'))
    .every(([path]) => existsSync(join(root, path)))

const isStamped = (wanted) =>
  existsSync(stampPath) && readFileSync(stampPath, 'utf8') === wanted && existsSync(ownNode) && hasWorkspacePackages()

/** After a manual `npm ci` or `npm install`, npm's own record of node_modules matches the lock. */
const isInstalledByHand = () => {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record) || spawnSync(ownNode, ['--version']).status !== 0) return false
  if (missingPrograms().length > 0 || !hasWorkspacePackages()) return false
  const there = readJson(record).packages
  return lockedPackages().every(([path, wanted]) =>
    there[path] ? there[path].version === wanted.version : wanted.optional === true,
  )
}

export const npmCommand = () => {
  const script = process.env.npm_execpath
  // The Node that npm itself runs on: the project's own is about to be replaced.
  if (script && basename(script).startsWith('npm') && existsSync(script))
    return [process.env.npm_node_execpath ?? process.execPath, [script]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
}

const runNpm = async () => {
  const [command, first] = npmCommand()
  // Building the site needs the development packages too, whatever NODE_ENV says.
  const args = [...first, 'ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
  const shell = command.endsWith('.cmd')
  if (process.stderr.isTTY)
    return { code: await runStep(command, args, { stdio: ['inherit', 2, 2], shell }), output: '' }

  let output = ''
  const began = Date.now()
  const tick = setInterval(() => print(`still installing (${Math.round((Date.now() - began) / 1000)} s) …`), 5000)
  const onOutput = (chunk) => (output = (output + chunk).slice(-20_000))
  const code = await runStep(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell, onOutput }).finally(() =>
    clearInterval(tick),
  )
  return { code, output }
}

// npm prints its reason among much else; the first lines after its code are the useful ones.
const reasonIn = (output) => {
  const lines = output
    .split('\n')
    .flatMap((line) => /^npm (?:error|ERR!) (?!A complete log|syscall|errno)(.*\S)/.exec(line)?.[1] ?? [])
  return lines.length > 0 ? ` (${lines.slice(0, 3).join(' / ')})` : ''
}

const install = async (wanted) => {
  print('Installing packages (first start only, a minute or two) …')
  const { code, output } = await runNpm().catch((error) => {
    throw error instanceof Ended
      ? error
      : new Ended(`npm could not be run (${error.message}). Install npm 10 or newer and start again.`)
  })
  if (code !== 0)
    throw new Ended(
      `Packages could not be installed${reasonIn(output)}. Check the network and the disk, then start again.`,
    )
  if (spawnSync(ownNode, ['--version']).status !== 0)
    throw new Ended(
      'npm did not install Node 24: it must be allowed to run install scripts (npm config get ignore-scripts). Start again then.',
    )
  const missing = missingPrograms().map((path) => path.replace(/^.*node_modules\//, ''))
  if (missing.length > 0) print(`npm left out what it could not fetch for this machine: ${missing.join(', ')}`)
  writeFileSync(stampPath, wanted)
}

/** Installs what package-lock.json says, and writes what the compiler needs. Silent if both are done already. */
export const ensureInstalled = async () => {
  ensureMessageFiles()
  const wanted = fingerprint()
  if (isStamped(wanted)) return
  await withLock('install', async () => {
    if (isStamped(wanted)) return
    if (isInstalledByHand()) writeFileSync(stampPath, wanted)
    else await install(wanted)
  })
}
