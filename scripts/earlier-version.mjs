import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { npmCommand } from './install.mjs'
import { readReleases } from './releases.ts'
import { Ended, launch, print, root, run } from './run.mjs'

// Makes a copy of the version released last, with its own packages, for the rolling upgrade of `npm run prove -- cluster`.

const folder = join(root, 'build', 'earlier-version')
const stamp = join(folder, 'build', 'commit')

const isThere = (commit) => existsSync(stamp) && readFileSync(stamp, 'utf8') === commit

/** Runs a program quietly; ends with a reason and its last line if it fails. */
const mustRun = async (why, command, args, options = {}) => {
  let output = ''
  const { code } = await run(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (chunk) => (output += chunk),
    ...options,
  }).catch((error) => ({ code: error.message }))
  if (code !== 0) throw new Ended(`${why}: ${output.trim().split('\n').at(-1) || code}`)
}

launch(async () => {
  const [release] = readReleases(root)
  if (!release) throw new Ended('CHANGELOG.md names no release')
  const { version, commit } = release
  if (isThere(commit)) return 0
  print(`Fetching the packages of ${version} (once) …`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = join(dirname(folder), 'earlier-version.tar')
  try {
    await mustRun(`the code of ${version} is not in this repository`, 'git', ['archive', '-o', archive, commit])
    await mustRun('tar is needed', 'tar', ['xf', archive, '-C', folder])
  } finally {
    rmSync(archive, { force: true })
  }
  const [npm, first] = npmCommand()
  const packages = [...first, 'ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
  await mustRun(`the packages of ${version} cannot be installed`, npm, packages, { cwd: folder })
  await mustRun(`${version} cannot be built`, npm, [...first, 'run', 'build'], { cwd: folder })
  writeFileSync(stamp, commit)
  return 0
})
