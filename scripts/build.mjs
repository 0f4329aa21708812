import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { Ended, ownNode, root, runStep, print } from './run.mjs'

const stampPath = join(root, 'build', 'stamp.json')
const outputs = ['browser', 'server'].map((name) => join(root, 'build', name))

const isTest = (name) => /\.test\.tsx?$/.test(name)

const filesUnder = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesUnder(path)
    return isTest(entry.name) ? [] : [path]
  })

const fingerprint = () => {
  const hash = createHash('sha256')
  for (const file of [
    'package-lock.json',
    ...['web', 'contract', 'messages'].flatMap(filesUnder).toSorted((a, b) => (a < b ? -1 : 1)),
  ]) {
    const content = readFileSync(join(root, file))
    hash.update(`${file} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

const isBuilt = (inputs) => {
  try {
    return JSON.parse(readFileSync(stampPath, 'utf8')).inputs === inputs && outputs.every((path) => existsSync(path))
  } catch {
    return false
  }
}

const runVite = async (args) => {
  let output = ''
  const code = await runStep(ownNode, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', 'web', ...args], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (chunk) => (output += chunk),
  })
  if (code === 0) return
  process.stderr.write(output)
  throw new Ended('The site could not be built; the reason is above.')
}

const build = async (inputs) => {
  print('Building the site …')
  // Without a stamp, an interrupted build is never taken for a complete one.
  rmSync(stampPath, { force: true })
  await runVite([])
  await runVite(['--ssr', 'entry-server.tsx'])
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(stampPath, `${JSON.stringify({ inputs })}\n`)
}

/** Builds if the sources have changed. Silent otherwise. */
export const ensureBuilt = async () => {
  if (isBuilt(fingerprint())) return
  await withLock('build', async () => {
    const inputs = fingerprint()
    if (!isBuilt(inputs)) await build(inputs)
  })
}
