import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Release {
  version: string
  commit: string
}

/** Every released version with its commit, newest first, as CHANGELOG.md names them. */
export const readReleases = (root: string): Release[] => {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const headings = text.matchAll(/^## (\d\S*), \d{4}-\d\d-\d\d \(commit ([\da-f]{12})\)$/gm)
  return [...headings].map(([, version = '', commit = '']) => ({ version, commit }))
}
