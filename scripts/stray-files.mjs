import { readdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { root } from './run.mjs'

/** What the tools of a run write beside the project's own files. */
const expected = new Set(['node_modules', 'build', 'test-results', 'playwright-report', 'coverage'])

const anyName = () => true

/** Where tests have written by mistake, and which names there can only be theirs. */
const places = [
  [parse(root).root, anyName],
  [homedir(), (name) => !name.startsWith('.')],
  [root, (name) => !expected.has(name)],
  // Other programs write here, too.
  [tmpdir(), (name) => name.startsWith('lectern-')],
]

const pathsNow = () =>
  places.flatMap(([folder, isOurs]) => {
    try {
      return readdirSync(folder)
        .filter(isOurs)
        .map((name) => join(folder, name))
    } catch {
      return []
    }
  })

/** Returns a function that names the files and folders that have appeared outside of the scratch folder since. */
export const watchForStrays = (scratch) => {
  const before = new Set(pathsNow())
  return () => pathsNow().filter((path) => !before.has(path) && path !== scratch)
}
