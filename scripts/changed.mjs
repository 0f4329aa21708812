import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './run.mjs'

const git = (...args) => {
  try {
    const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return output.split('\n').filter(Boolean)
  } catch {
    // The project was unpacked from an archive, or the branch has no upstream.
    return []
  }
}

/** Files that differ from the upstream branch, committed or not. */
export const changedFiles = () => {
  const [since = 'HEAD'] = git('merge-base', 'HEAD', '@{upstream}')
  const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(changed)].filter((path) => existsSync(join(root, path)))
}

const isTest = (path) => /\.test\.tsx?$/.test(path)

const testsUnder = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => isTest(path) && !path.endsWith('.prove.test.ts') && !path.includes('node_modules'))

/** Folders whose tests a change of this file can fail: those of its feature or part, on the server too. */
const foldersOf = (path) => {
  const [top, ...rest] = path.split('/')
  if (top === 'contract' || top === 'messages') return ['contract', 'web', `server/features/${rest[0]}`]
  if (top === 'web' || top === 'scripts') return [top]
  if (top !== 'server' || rest.length < 2) return []
  return [['features', 'platform'].includes(rest[0]) ? `server/${rest[0]}/${rest[1]}` : `server/${rest[0]}`]
}

/**
 * Tests in the feature of a changed file, and tests that import one. Every API test starts the whole program, so that
 * any of them may depend on any file: the others are for the whole run.
 */
export const testsFor = (changed) => {
  const folders = new Set(changed.flatMap(foldersOf).filter((folder) => existsSync(join(root, folder))))
  const names = changed.map((path) => `/${basename(path)}'`)
  const imports = (test) => {
    const text = readFileSync(join(root, test), 'utf8')
    return names.some((name) => text.includes(name))
  }
  return ['contract', 'server', 'scripts', 'web']
    .flatMap(testsUnder)
    .filter(
      (test) => changed.includes(test) || [...folders].some((folder) => test.startsWith(`${folder}/`)) || imports(test),
    )
}

/** Journeys that were changed themselves. */
export const journeysFor = (changed) => changed.filter((path) => /^e2e\/.*\.journey\.ts$/.test(path))

export const lintable = (changed) => changed.filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.startsWith('docs/'))
