import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readReleases } from './releases.ts'

const root = join(import.meta.dirname, '..')
const git = (...args: string[]): string => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout

test('CHANGELOG.md names the commit of every released version', () => {
  const released = readdirSync(join(root, 'server', 'database', 'released'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace('.json', '').replaceAll('-', '.'))
  expect(
    readReleases(root)
      .map(({ version }) => version)
      .toSorted(),
  ).toEqual(released.toSorted())
})

const isWhole = existsSync(join(root, '.git')) && git('rev-parse', '--is-shallow-repository').trim() === 'false'

test.skipIf(!isWhole)('these commits are that version (needs the whole history of git)', () => {
  const versions = readReleases(root).map(({ version, commit }) => ({
    version,
    actual: (JSON.parse(git('show', `${commit}:package.json`)) as { version: string }).version,
  }))
  expect(versions).toEqual(versions.map(({ version }) => ({ version, actual: version })))
})
